import type { NormalMove } from 'chessops/types';
import type { Game } from './game.ts';
import { after, ENDINGS, endingOf, epdOf, type Position } from './position.ts';

/** A position and those before it, newest first: a linked list, so that the lines of a tree share their beginning. */
export interface History {
  readonly position: Position;
  /** What makes two positions the same for repetition. */
  readonly epd: string;
  readonly before: History | undefined;
}

export const extendHistory = (before: History | undefined, position: Position): History => ({
  position,
  epd: epdOf(position),
  before,
});

export const playMove = (history: History, move: NormalMove): History =>
  extendHistory(history, after(history.position, move));

export function historyOf({ positions: [start, ...rest] }: Game): History {
  if (!start) throw new RangeError('a game has a start');
  return rest.reduce<History>(extendHistory, extendHistory(undefined, start));
}

/** The last `count` positions, oldest first. */
export function lastPositions(history: History, count: number): Position[] {
  const positions: Position[] = [];
  for (let at: History | undefined = history; at && positions.length < count; at = at.before)
    positions.push(at.position);
  return positions.reverse();
}

/** How a game can end by the rules: on the board, or by counting. */
export const OUTCOMES = [...ENDINGS, 'fifty-moves', 'repetition'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const FIFTY_MOVES = 100;
const THREEFOLD = 3;

/** How the game has ended with the last position of a trail, if it has. Mate goes before everything. */
export function outcomeOf(history: History): Outcome | undefined {
  const ending = endingOf(history.position);
  if (ending) return ending;
  if (history.position.halfmoves >= FIFTY_MOVES) return 'fifty-moves';
  return occurrences(history) >= THREEFOLD ? 'repetition' : undefined;
}

/** How often the last position has stood on the board; nothing before the last pawn move or capture can be it. */
function occurrences({ epd, position, before }: History): number {
  let count = 1;
  let reversible = position.halfmoves;
  for (let at = before; at && reversible > 0; at = at.before, reversible--) if (at.epd === epd) count++;
  return count;
}
