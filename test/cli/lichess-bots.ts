import type { Loopback } from '../support/lichess/loopback.ts';
import type { Round } from '../support/lichess/round.ts';

/** The settings of a bot on a Lichess of our own, and what is waited for in its games. */

export const envOf = (lichess: Loopback, changes: Record<string, string> = {}): Record<string, string> => ({
  LICHESS_URL: lichess.url,
  LICHESS_TOKEN: lichess.bot().token,
  LICHESS_PACE: '0',
  LICHESS_RESIGN_AFTER: '0',
  DISCORD_TOKEN: '',
  ...changes,
});

export const clock = { limit: 600, increment: 5 };

/** Maia may mate somebody who plays at random before that. */
export const plays = (round: Round, plies: number) =>
  round.until(() => (round.over || round.plies.length >= plies ? true : undefined), `${plies} half-moves`);
