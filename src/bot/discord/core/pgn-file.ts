import type { Color } from 'chessops/types';
import type { Attachment } from './reply.ts';

const LONGEST = 30;

/** A game as a file that is called after its players, in letters that every system takes: `alice-bob.pgn`. */
export const pgnFile = ({ white, black }: Record<Color, string>, text: string): Attachment => ({
  name: `${plain(white)}-${plain(black)}.pgn`,
  bytes: Buffer.from(text),
});

/** What is left of a name without accents and signs; `player` where that is nothing. */
function plain(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-');
  return letters.slice(0, LONGEST).replace(/^-+|-+$/g, '') || 'player';
}
