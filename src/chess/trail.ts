import type { NormalMove } from 'chessops/types';
import type { Game } from './game.ts';
import { after, ENDINGS, endingOf, epdOf, type Position } from './position.ts';

/** A position and the way to it, newest first. Trails that part share what they have in common. */
export interface Trail {
  readonly position: Position;
  /** What makes two positions the same for repetition. */
  readonly epd: string;
  readonly before: Trail | undefined;
}

export const extendTrail = (before: Trail | undefined, position: Position): Trail => ({
  position,
  epd: epdOf(position),
  before,
});

export const playOn = (trail: Trail, move: NormalMove): Trail => extendTrail(trail, after(trail.position, move));

export function trailOf({ positions: [start, ...rest] }: Game): Trail {
  if (!start) throw new RangeError('a game has a start');
  return rest.reduce<Trail>(extendTrail, extendTrail(undefined, start));
}

/** The last `count` positions, oldest first. */
export function lastPositions(trail: Trail, count: number): Position[] {
  const positions: Position[] = [];
  for (let at: Trail | undefined = trail; at && positions.length < count; at = at.before) positions.push(at.position);
  return positions.reverse();
}

/** How a game can end without anybody resigning: on the board, or by counting. */
export const OUTCOMES = [...ENDINGS, 'fifty-moves', 'repetition'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const FIFTY_MOVES = 100;
const THREEFOLD = 3;

/** How the game has ended with the last position of a trail, if it has. Mate goes before everything. */
export function outcomeOf(trail: Trail): Outcome | undefined {
  const ending = endingOf(trail.position);
  if (ending) return ending;
  if (trail.position.halfmoves >= FIFTY_MOVES) return 'fifty-moves';
  return occurrences(trail) >= THREEFOLD ? 'repetition' : undefined;
}

/** How often the last position has stood on the board; nothing before the last pawn move or capture can be it. */
function occurrences({ epd, position, before }: Trail): number {
  let count = 1;
  let reversible = position.halfmoves;
  for (let at = before; at && reversible > 0; at = at.before, reversible--) if (at.epd === epd) count++;
  return count;
}
