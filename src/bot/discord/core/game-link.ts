import { COLORS } from 'chessops/types';
import type { LichessLink } from '../../../lichess/link.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { BotContext } from './context.ts';
import { handlerOf } from './context.ts';
import type { CustomId } from './custom-id.ts';
import { buttonRow, type Row } from './reply.ts';

/** Games of Lichess that are only mentioned, and the button for more. */

export type GameLink = Extract<LichessLink, { kind: 'game' }>;
type AboutId = Extract<CustomId, { kind: 'about' }>;

/** A game and the side it is seen from, as one word: `abcdefgh`, `abcdefgh-black`. */
export const makeGameButton = (handler: string, { id, side }: Pick<GameLink, 'id' | 'side'>): AboutId => ({
  kind: 'about',
  handler,
  game: side ? `${id}-${side}` : id,
});

export function parseGameButton({ game }: AboutId): GameLink {
  const [id = '', word] = game.split('-');
  const side = COLORS.find(color => color === word);
  return { kind: 'game', id, ...(side && { side }) };
}

const REVIEW = 'review';

/** None where nobody reviews. */
export const reviewRow = (
  link: Pick<GameLink, 'id' | 'side'>,
  voice: Voice,
  { handlers }: Pick<BotContext, 'handlers'>,
): Row[] =>
  handlerOf(REVIEW, { handlers })?.about
    ? [buttonRow({ label: voice.say('button.review'), id: makeGameButton(REVIEW, link) })]
    : [];
