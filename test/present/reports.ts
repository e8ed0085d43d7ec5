import { DEFAULTS } from '../../src/analysis/expected/params.ts';
import type { CandidateMove, OtherMove, TreeNode } from '../../src/analysis/expected/report.ts';
import { cp } from '../../src/chess/score.ts';
import type { SortedReport } from '../../src/present/verdict.ts';

/** Reports made by hand: only what a test is about has to be said. */

export const node = (san: string, uci: string, changes: Partial<TreeNode> = {}): TreeNode => ({
  san,
  uci,
  fen: '',
  mover: 'player',
  probability: 1,
  cumulative: 1,
  winrate: 0.5,
  expected: 0.5,
  leaf: true,
  children: [],
  ...changes,
});

export const candidate = (san: string, uci: string, changes: Partial<CandidateMove> = {}): CandidateMove => ({
  san,
  uci,
  expected: 0.512,
  human: 0.498,
  winrate: 0.475,
  score: cp(-27),
  depth: 15,
  maia: 0.111,
  confidence: 'low',
  coverage: 0.5,
  treeDepth: 2,
  branches: 3,
  nodes: 5,
  trap: 0,
  risk: 0,
  tree: node(san, uci, { depth: 11 }),
  ...changes,
});

export const rejected = (san: string, changes: Partial<OtherMove> = {}): OtherMove => ({
  san,
  uci: 'a2a3',
  winrate: 0.1,
  score: cp(-600),
  maia: 0.02,
  reply: null,
  depth: 8,
  ...changes,
});

export const report = (changes: Partial<SortedReport> = {}): SortedReport => ({
  kind: 'expected',
  version: 1,
  fen: '',
  player: 'white',
  params: DEFAULTS,
  engine: { name: 'Stockfish 17' },
  model: { id: 'maia3-5m' },
  ending: null,
  rootWinrate: 0.58,
  threshold: 0.48,
  human: 0.5,
  moves: [candidate('e4', 'e2e4')],
  notAnalysed: [],
  rejected: [],
  stats: {
    branches: 3,
    nodes: 5,
    coverage: 0.5,
    maiaPositions: 12,
    stockfishPositions: 34,
    stockfishNodes: 1_000_000,
    cacheHits: 0,
    time: { totalMs: 4_000, preliminaryMs: 400 },
  },
  cacheStatus: 'fresh',
  sort: 'expected',
  ...changes,
});
