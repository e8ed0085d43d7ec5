import type { Outcome } from '../chess/history.ts';

/** How a game ended; the side to move is named. */
export const ENDINGS: Record<Outcome, (mover: string) => string> = {
  checkmate: mover => `The game is over: ${mover} is checkmated.`,
  stalemate: mover => `The game is over: ${mover} is stalemated, a draw.`,
  dead: () => 'The game is over: neither side can mate, a draw.',
  'fifty-moves': () => 'The game is over: fifty moves without a capture or a pawn move, a draw.',
  repetition: () => 'The game is over: the same position for the third time, a draw.',
};
