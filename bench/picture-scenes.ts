import type { Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { fenOf, type Position } from '../src/chess/position.ts';
import { cp } from '../src/chess/score.ts';
import type { ChartScene } from '../src/render/chart-scene.ts';
import { REVIEW_GLYPHS } from '../src/render/glyphs.ts';
import type { HistoryScene } from '../src/render/history-scene.ts';
import { type Arrow, type Scene, type Step, sceneOf } from '../src/render/scene.ts';
import type { TreeBranch, TreeScene } from '../src/render/tree-scene.ts';
import { middlegames } from './support.ts';

export const PLAYERS = {
  white: { name: 'White Player', title: 'FM', rating: 2310 },
  black: { name: 'Black Player', rating: 1742 },
};

const step = (uci: string): Step => ({
  from: parseSquare(uci.slice(0, 2)) as Square,
  to: parseSquare(uci.slice(2, 4)) as Square,
});

/** With all 32 men: the most there is to draw. */
const POSITION = middlegames()[0] as Position;
export const FEN = fenOf(POSITION);

const ARROWS: Arrow[] = [
  { ...step('e2a6'), number: 1, width: 1 },
  { ...step('d5e6'), number: 2, colour: 'blue' },
  { ...step('e5g6'), number: 3, colour: 'yellow', width: 0.3 },
];
const BAR = { value: { kind: 'score', score: cp(135) } } as const;

export const bareScene = (size: number): Scene => sceneOf(POSITION, { size });

/** With everything that an answer about a position puts on a board. */
export const fullScene = (size: number, position: Position = POSITION): Scene =>
  sceneOf(position, { size, lastMove: step('a8b8'), bar: BAR, arrows: ARROWS });

export const playersScene = (size: number): Scene => ({
  ...fullScene(size),
  players: { white: { ...PLAYERS.white, clock: 171 }, black: { ...PLAYERS.black, clock: 9.4 } },
  caption: 'White takes on a6 and is a pawn up; Black has the two bishops for it.',
});

const CANDIDATES = ['Bxa6', 'dxe6', 'Nxg6', 'Qxf6', 'O-O'];

export const chartScene: ChartScene = {
  player: 'white',
  title: 'Expected against 1700',
  caption: 'depth 12, 1 % of the lines',
  candidates: CANDIDATES.map((san, rank) => ({
    san,
    expected: 0.68 - rank * 0.07,
    winrate: 0.66 - rank * 0.09,
    human: 0.6 - rank * 0.05,
    maia: 0.3 - rank * 0.06,
    trap: rank / 10,
    risk: rank / 20,
  })),
};

const PLIES = 120;

export const historyScene: HistoryScene = {
  title: 'A game',
  players: PLAYERS,
  phases: [
    { phase: 'opening', from: 1, to: 20 },
    { phase: 'middlegame', from: 21, to: 70 },
    { phase: 'endgame', from: 71, to: PLIES, type: 'Rook' },
  ],
  points: Array.from({ length: PLIES + 1 }, (_, ply) => {
    const judgement = ply % 11 === 7 ? REVIEW_GLYPHS[ply % REVIEW_GLYPHS.length] : undefined;
    return {
      ply,
      winrate: 0.5 + 0.3 * Math.sin(ply / 9) + 0.1 * Math.sin(ply),
      seconds: 4 + (ply % 13),
      difficulty: 0.5 + 0.4 * Math.cos(ply / 5),
      ...(judgement ? { judgement } : {}),
    };
  }),
};

function branchOf(depth: number, rank = 0): TreeBranch {
  const even = depth % 2 === 0;
  return {
    san: CANDIDATES[(depth + rank) % CANDIDATES.length] as string,
    mover: even ? 'player' : 'opponent',
    probability: rank === 0 ? 0.6 : 0.3 / rank,
    expected: 0.55 + (even ? 0.05 : -0.05) * rank,
    dropped: { probability: 0.05 },
    children: depth < 4 ? Array.from({ length: 2 }, (_, next) => branchOf(depth + 1, next)) : [],
  };
}

export const treeScene: TreeScene = {
  player: 'white',
  moveNumber: 10,
  winrate: 0.61,
  coverage: 0.9,
  root: { ...branchOf(0), probability: 1 },
};
