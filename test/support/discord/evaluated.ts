import type { JobResult } from '../../../src/service/jobs.ts';

export const EVALUATED: JobResult = {
  kind: 'eval',
  version: 1,
  fen: 'x',
  engine: 'Stockfish',
  ending: null,
  depth: 15,
  nodes: 1,
  score: { kind: 'cp', cp: 35 },
  winrate: 0.53,
  best: { san: 'e4', uci: 'e2e4' },
  lines: [],
  ms: 1,
  cached: false,
};
