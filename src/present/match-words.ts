import { gamesOf, type Level, type Strength, scoreOf } from '../analysis/match/elo.ts';
import type { MatchSummary } from '../analysis/match/summary.ts';

/** What a match has shown, in English. */

/** `1623 (1540 to 1709)`, `beyond 2300 (above 1786)`: how strong, with 95 % certainty. */
export function strengthText({ elo, beyond, low, high }: Strength): string {
  if (beyond === 'above') return `beyond ${round(elo)} (above ${round(low)})`;
  if (beyond === 'below') return `beyond ${round(elo)} (below ${round(high)})`;
  return `${round(elo)} (${round(low)} to ${round(high)})`;
}

/** `+12 =3 -5`, from Maia's side. */
export const tallyText = ({ wins, draws, losses }: Level): string => `+${wins} =${draws} -${losses}`;

export const scoreText = (level: Level): string => `${(100 * scoreOf(level)).toFixed(1)} %`;

/** One sentence; undefined before the first game has ended. */
export function matchSentence({ levels, strength }: MatchSummary, rating: number): string | undefined {
  if (!strength) return undefined;
  const opponents = levels.map(({ elo }) => elo).join(', ');
  const games = levels.reduce((sum, level) => sum + gamesOf(level), 0);
  const many = games === 1 ? 'game' : 'games';
  return `Maia at ${rating} plays like ${strengthText(strength)} on Stockfish's scale: ${games} ${many} against ${opponents}.`;
}

const round = (elo: number): string => String(Math.round(elo));
