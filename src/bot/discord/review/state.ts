import { COLORS, type Color } from 'chessops/types';

/** What of a review is shown, as its buttons write it down: `summary-white`, `ply24-black`, `gif-white`. */
export interface ReviewState {
  page: ReviewPage;
  /** Whose side of the board is below. */
  side: Color;
}

export type ReviewPage = { kind: 'summary' } | { kind: 'move'; ply: number } | { kind: 'gif' };

export const makeState = ({ page, side }: ReviewState): string =>
  `${page.kind === 'move' ? `ply${page.ply}` : page.kind}-${side}`;

const STATE = /^(?:(summary|gif)|ply([1-9]\d{0,2}))-(\w+)$/;

/** Whatever is no state, such as how a review is shown first, is its summary. */
export function parseState(text: string, side: Color): ReviewState {
  const [, kind, ply, from] = STATE.exec(text) ?? [];
  const known = COLORS.find(color => color === from) ?? side;
  if (ply !== undefined) return { page: { kind: 'move', ply: Number(ply) }, side: known };
  return { page: { kind: kind === 'gif' ? kind : 'summary' }, side: known };
}
