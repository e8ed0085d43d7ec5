import { COLORS, type Color } from 'chessops/types';
import { isolated } from '../../../base/text.ts';
import type { GameResult } from '../../../chess/game.ts';
import type { PgnGame } from '../../../input/pgn.ts';
import type { LichessLink } from '../../../lichess/link.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { type BotContext, handlerOf } from './context.ts';
import type { CustomIdOf } from './custom-id.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { buttonRow, type ComponentRow } from './reply.ts';

/** A game that a message mentions: its line, and the button to review it. */

export type GameLink = Extract<LichessLink, { kind: 'game' }>;

/** A game and the side it is seen from, as one word: `abcdefgh`, `abcdefgh-black`. */
export const makeGameButton = (handler: string, { id, side }: Pick<GameLink, 'id' | 'side'>): CustomIdOf<'about'> => ({
  kind: 'about',
  handler,
  game: side ? `${id}-${side}` : id,
});

export function parseGameButton({ game }: CustomIdOf<'about'>): GameLink {
  const [id = '', word] = game.split('-');
  const side = COLORS.find(color => color === word);
  return { kind: 'game', id, ...(side && { side }) };
}

const REVIEW = 'review';

/** None where there is no handler for reviews. */
export const reviewRow = (
  link: Pick<GameLink, 'id' | 'side'>,
  voice: Voice,
  { handlers }: Pick<BotContext, 'handlers'>,
): ComponentRow[] =>
  handlerOf(REVIEW, { handlers })?.about
    ? [buttonRow({ label: voice.say('button.review'), id: makeGameButton(REVIEW, link) })]
    : [];

interface Named {
  name: string | undefined;
  title?: string | undefined;
  rating: number | undefined;
}

/** `**Anna** (1710) – **GM Ben** (1695): 1-0` */
export function playersLine(players: Readonly<Record<Color, Named>>, result: GameResult | undefined): string {
  const player = (color: Color) => {
    const { name = '?', title, rating } = players[color];
    return `**${isolated(escapeMarkdown(title ? `${title} ${name}` : name))}**${rating ? ` (${rating})` : ''}`;
  };
  return `${COLORS.map(player).join(' – ')}${result ? `: ${result}` : ''}`;
}

/** The same of a game that was written down. */
export function gameLine({ names, titles, ratings, result }: PgnGame): string {
  const player = (color: Color): Named => ({ name: names[color], title: titles[color], rating: ratings[color] });
  return playersLine({ white: player('white'), black: player('black') }, result);
}
