import { COLORS } from 'chessops/types';
import type { Link } from '../../lichess/link.ts';
import type { Kit } from './commands/command.ts';
import type { CustomId } from './custom-id.ts';
import { errandOf } from './errands/index.ts';
import { buttonRow, type Row } from './reply.ts';
import type { Voice } from './strings/voice.ts';

/** Games of Lichess that are only mentioned, and the button for more. */

export type GameLink = Extract<Link, { kind: 'game' }>;
type AboutId = Extract<CustomId, { kind: 'about' }>;

/** A game and the side it is seen from, as one word: `abcdefgh`, `abcdefgh-black`. */
export const makeAbout = (errand: string, { id, side }: Pick<GameLink, 'id' | 'side'>): AboutId => ({
  kind: 'about',
  errand,
  game: side ? `${id}-${side}` : id,
});

export function parseAbout({ game }: AboutId): GameLink {
  const [id = '', word] = game.split('-');
  const side = COLORS.find(color => color === word);
  return { kind: 'game', id, ...(side && { side }) };
}

const REVIEW = 'review';

/** None where nobody reviews. */
export const reviewRow = (
  link: Pick<GameLink, 'id' | 'side'>,
  voice: Voice,
  { errands }: Pick<Kit, 'errands'>,
): Row[] =>
  errandOf(REVIEW, errands)?.about
    ? [buttonRow({ label: voice.say('button.review'), id: makeAbout(REVIEW, link) })]
    : [];
