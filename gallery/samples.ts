import type { Color, Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { staticScore } from '../src/chess/evaluator.ts';
import { type Game, uciMoves } from '../src/chess/game.ts';
import { legalMoves, other, type Position, sanOf, startPosition } from '../src/chess/position.ts';
import { cp, mate, type Score, winrate } from '../src/chess/score.ts';
import type { MoveNote } from '../src/render/frames.ts';
import type { ReviewGlyph } from '../src/render/glyphs.ts';
import type { HistoryPoint, PhaseBand } from '../src/render/history-scene.ts';
import type { Player, Step } from '../src/render/scene.ts';
import type { TreeBranch } from '../src/render/tree-scene.ts';
import { gameOf, positionOf } from './game.ts';
import { treeOf } from './outline.ts';

/** Anderssen against Dufresne, Berlin 1852: the Evergreen Game. */
export const EVERGREEN: Game = gameOf(
  'e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 ' +
    'Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#',
);

export const EVERGREEN_PLAYERS: Record<Color, Player> = {
  white: { name: 'Adolf Anderssen' },
  black: { name: 'Jean Dufresne' },
};

export const EVERGREEN_PHASES: PhaseBand[] = [
  { phase: 'opening', from: 1, to: 20 },
  { phase: 'middlegame', from: 21, to: 47 },
];

/** Stockfish 15.1 at depth 20, before the first move and after each, as it said them. */
const START = cp(36);
const CENTIPAWNS = [
  37, 26, 43, 22, 15, 14, -16, 15, -9, 1, -14, 25, -12, 53, 56, 44, 37, 38, -32, -26, -63, 53, 43, 43, 24, 101, 64, 141,
  142, 412, 434, 504, 56, 75, 54, 58, 4, 347, 361,
];
/** The last one stands on the board; it counts as a mate in 1, as with `instantScore`. */
const MATES = [4, 3, 3, 2, 2, 1, 1, 1];
const SCORES: Score[] = [...CENTIPAWNS.map(cp), ...MATES.map(mate)];
/** The two sacrifices that the game is known for. */
const GREAT = new Set([39, 41]);

/** What a move has to cost in win rate to be called so: Lichess's bounds. */
const COSTS: [from: number, judgement: ReviewGlyph][] = [
  [0.15, '??'],
  [0.1, '?'],
  [0.05, '?!'],
];

function judge(before: Score, now: Score, mover: Color): ReviewGlyph | undefined {
  const cost = winrate(before, mover) - winrate(now, mover);
  return COSTS.find(([from]) => cost >= from)?.[1];
}

const moverAt = ({ positions }: Game, ply: number): Color => other((positions[ply] as Position).turn);

/** Nobody had a clock in 1852; these are made up: 90 minutes, and some moves harder than others. */
const thought = (ply: number): number => 8 + ((ply * 37) % 61) + (ply % 9 === 0 ? 400 : 0);

/** One a move, with everything that can be known about it. */
export const EVERGREEN_NOTES: MoveNote[] = EVERGREEN.moves.map((_, index) => {
  const ply = index + 1;
  const score = SCORES[index] as Score;
  const judgement = GREAT.has(ply) ? '!' : judge(SCORES[index - 1] ?? START, score, moverAt(EVERGREEN, ply));
  let clock = 5400;
  for (let own = ply; own > 0; own -= 2) clock -= thought(own);
  return { score, clock, ...(judgement ? { glyph: judgement } : {}) };
});

const numbered = (ply: number, san: string): string => `${Math.ceil(ply / 2)}${ply % 2 === 1 ? '.' : '…'}${san}`;

export const EVERGREEN_POINTS: HistoryPoint[] = [
  { ply: 0, winrate: winrate(START, 'white') },
  ...EVERGREEN.moves.map((move, index): HistoryPoint => {
    const ply = index + 1;
    const { score, glyph } = EVERGREEN_NOTES[index] as MoveNote;
    return {
      ply,
      winrate: winrate(score as Score, 'white'),
      label: numbered(ply, sanOf(EVERGREEN.positions[index] as Position, move)),
      ...(glyph ? { glyph: glyph as ReviewGlyph } : {}),
    };
  }),
];

/** What no engine has looked at: a curve of the instant evaluator. */
export const INSTANT_POINTS: HistoryPoint[] = EVERGREEN.positions.map((position, ply) => ({
  ply,
  winrate: winrate(staticScore(position), 'white'),
}));

const WAVE_MARKS: readonly [every: number, judgement: ReviewGlyph][] = [
  [41, '??'],
  [29, '?'],
  [17, '!'],
  [13, '□'],
  [7, '?!'],
];

/** A game of any length that goes up and down, with clocks and how hard it was. */
export const waves = (plies: number): HistoryPoint[] =>
  Array.from({ length: plies + 1 }, (_, ply): HistoryPoint => {
    const judgement = ply > 0 && WAVE_MARKS.find(([every]) => ply % every === 0)?.[1];
    const share = 0.5 + 0.3 * Math.sin(ply / 11) + 0.14 * Math.sin(ply / 2.3) * Math.cos(ply / 19);
    return {
      ply,
      winrate: share,
      ...(ply > 0 ? { seconds: thought(ply), difficulty: 0.5 + 0.4 * Math.sin(ply / 4) * Math.cos(ply / 13) } : {}),
      ...(judgement ? { glyph: judgement } : {}),
    };
  });

export const square = (name: string): Square => {
  const parsed = parseSquare(name);
  if (parsed === undefined) throw new Error(`${name} is no square`);
  return parsed;
};

export const step = (uci: string): Step => ({ from: square(uci.slice(0, 2)), to: square(uci.slice(2, 4)) });

export const lastStep = (game: Game, ply: number): Step => step(uciMoves(game)[ply - 1] as string);

export const POSITIONS = {
  /** Six men can go to d5, from everywhere. */
  crossroads: positionOf('3r2k1/1p4pp/2n1pn2/3p1b2/2BN1q2/2N1P3/PQ3PPP/3R2K1 b - - 0 20'),
  nineQueens: positionOf('8/1QQQQQQ1/2QQQ3/8/8/7p/6pk/4K3 b - - 0 1'),
  stalemate: positionOf('7k/5Q2/6K1/8/8/8/8/8 b - - 0 60'),
  endgame: positionOf('8/5pk1/R5p1/7p/7P/5KP1/r4P2/8 w - - 4 41'),
} as const satisfies Record<string, Position>;

/** The scholar's mate; the numbers are made up. */
const SCHOLARS: Game = gameOf('e4 e5 Bc4 Nc6');
export const SCHOLARS_TREE: TreeBranch = (() => {
  const tree = treeOf(
    SCHOLARS.positions.at(-1) as Position,
    `
Qh5 100 55.4
  g6 52 45.8
    Qf3 77 48.2
      Nf6 61 47.1
      Qf6 19 52.5
      f5 6 88.0
    Qxe5+ 5 8.1 ??
    Qd1 9 42.0
  Qe7 18 44.9
    Nf3 44 46.0
    d3 21 45.2
  Nf6 16 93.2
    Qxf7# 88 100
    Qxe5+ 4 24.0 ??
  Qf6 9 43.5`,
  );
  return { ...tree, children: tree.children.map(reply => ({ ...reply, trap: reply.san === 'Nf6' })) };
})();

/** A tree of legal moves from the start, `width` of them everywhere: thousands of positions. */
export function bush(depth: number, width: number, position = startPosition(), mover: TreeBranch['mover'] = 'player') {
  const grow = (at: Position, left: number, by: TreeBranch['mover']): TreeBranch[] =>
    left === 0
      ? []
      : legalMoves(at)
          .slice(-width)
          .map(({ move }, index): TreeBranch => {
            const next = at.clone();
            next.play(move);
            return {
              san: sanOf(at, move),
              mover: by,
              probability: (1.8 * (width - index)) / (width * (width + 1)),
              expected: 0.5 + 0.4 * Math.sin(index * 2 + left),
              dropped: { probability: 0.1 },
              children: grow(next, left - 1, by === 'player' ? 'opponent' : 'player'),
            };
          });
  return { ...(grow(position, depth, mover)[0] as TreeBranch), probability: 1 };
}
