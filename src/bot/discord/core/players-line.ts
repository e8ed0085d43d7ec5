import { COLORS, type Color } from 'chessops/types';
import { isolated } from '../../../base/text.ts';
import type { GameResult } from '../../../chess/game.ts';
import type { PgnGame } from '../../../input/pgn.ts';
import { escapeMarkdown } from './escape-markdown.ts';

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
