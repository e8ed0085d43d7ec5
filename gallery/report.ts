import { DEFAULTS } from '../src/analysis/expected/params.ts';
import { type CandidateMove, confidenceOf, type OtherMove } from '../src/analysis/expected/report.ts';
import { current, type Game } from '../src/chess/game.ts';
import { fenOf } from '../src/chess/position.ts';
import { cp, mate } from '../src/chess/score.ts';
import type { SortedReport } from '../src/present/verdict.ts';
import { gameOf } from './game.ts';
import { treeOf } from './outline.ts';

/**
 * What `kibitz expected … --rating 1500 --threshold 0.03 --deterministic` said about a trap in the Caro-Kann, rounded.
 * Two trees are whole; of the others only a part is here, and of the rejected moves only the one that many play.
 */

export const CARO_KANN: Game = gameOf('e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2');

const NDF6 = `
Ndf6 100 49.9 46.7
  Nxf6+ 41.0 52.3 49.0
    Nxf6 94.0 52.6 47.9
      Nf3 35.0 48.1
        Bg4 69.4 48.7 50.3
          h3 34.7 52.5 52.5
      Bg5 26.4 64.1 64.1
      Be3 18.1 50.3 50.3
      c3 10.6 48.3 48.3
  Nf3 20.7 47.9 46.6
    Bg4 40.0 49.4 42.7
      h3 40.0 53.4 53.4
    Nxe4 36.7 47.0 48.1
      Qxe4 99.8 47.0
        Nf6 94.1 47.1 46.6
          Qd3 43.8 47.5 47.5
  Bg5 12.0 49.1 56.2
    Nxe4 44.4 52.2 55.2
      Qxe4 99.5 52.2 52.2
  Bf4 5.5 53.2 53.2
  c3 5.5 47.5 47.5`;

const E6 = `
e6 100 46.9 41.3
  Nf3 37.2 46.0 44.4
    Ngf6 70.8 45.8 43.6
  Nd6+ 3.3 87.2 93.6
    Bxd6 96.7 88.6 88.6`;

const QA5 = `
Qa5+ 100 23.0 41.3
  Bd2 68.5 18.8 41.9
    Qb6 70.8 12.2 12.2 ??
    Qc7 10.9 43.3 43.3
    Qf5 6.4 6.5 6.5 ??
    Qd5 4.9 37.0 37.0
  c3 28.4 30.3 42.1
    Ngf6 44.4 12.0 12.0 ??
    e6 17.7 41.0 41.0`;

type Numbers = Pick<CandidateMove, 'human' | 'maia' | 'trap' | 'risk' | 'coverage'> & {
  cp: number;
  /** Of the whole tree. */
  size: [treeDepth: number, branches: number, nodes: number];
};

function candidate(outline: string, { cp: centipawns, size, coverage, ...numbers }: Numbers): CandidateMove {
  const [treeDepth, branches, nodes] = size;
  const tree = treeOf(current(CARO_KANN), outline);
  const { san, uci, expected, winrate = expected } = tree;
  return {
    ...numbers,
    ...{ san, uci, expected, winrate, coverage, tree },
    score: cp(centipawns),
    depth: DEFAULTS.depth,
    confidence: confidenceOf(coverage),
    ...{ treeDepth, branches, nodes },
  };
}

const MOVES: CandidateMove[] = [
  candidate(NDF6, { cp: 36, human: 0.495, maia: 0.111, trap: 0, risk: 0, coverage: 0.473, size: [3, 9, 21] }),
  candidate(E6, { cp: 96, human: 0.486, maia: 0.184, trap: 0.033, risk: 0, coverage: 0.377, size: [2.9, 9, 24] }),
  candidate('Qc7 100 46.2 45.6', {
    cp: 48,
    human: 0.473,
    maia: 0.005,
    trap: 0,
    risk: 0.031,
    coverage: 0.417,
    size: [2.6, 10, 20],
  }),
  candidate('Nb6 100 44.2 42.4', {
    cp: 83,
    human: 0.475,
    maia: 0.015,
    trap: 0.032,
    risk: 0.078,
    coverage: 0.628,
    size: [2, 14, 21],
  }),
  candidate(QA5, { cp: 96, human: 0.438, maia: 0.002, trap: 0, risk: 0.654, coverage: 0.813, size: [2, 6, 9] }),
];

const NGF6: OtherMove = {
  san: 'Ngf6',
  uci: 'g8f6',
  winrate: 0,
  score: mate(1),
  maia: 0.64,
  reply: { san: 'Nd6#', uci: 'e4d6' },
  depth: 8,
};

export const REPORT: SortedReport = {
  kind: 'expected',
  version: 1,
  fen: fenOf(current(CARO_KANN)),
  player: 'black',
  params: { ...DEFAULTS, threshold: 0.03 },
  engine: { name: 'Stockfish 15.1' },
  model: { id: 'maia3-5m' },
  ending: null,
  rootWinrate: 0.467,
  threshold: 0.367,
  human: 0.492,
  moves: MOVES,
  notAnalysed: [],
  rejected: [NGF6],
  stats: {
    branches: 48,
    nodes: 95,
    coverage: 0.542,
    maiaPositions: 114,
    stockfishPositions: 98,
    stockfishNodes: 1_772_179,
    cacheHits: 0,
    time: { totalMs: 3041, preliminaryMs: 1609 },
  },
  cacheStatus: 'fresh',
  sort: 'expected',
};
