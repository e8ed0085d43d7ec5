import { INITIAL_FEN } from 'chessops/fen';
import { fenOf, parsePosition } from '../../chess/position.ts';
import type { DeclineReason } from '../../lichess/challenge.ts';
import type { Challenge } from '../../lichess/schema.ts';
import { type ChallengeFilter, PLAYED_SPEEDS } from './settings.ts';

/** Why a challenge is declined. The first in this order counts. */
export const DECLINE_CAUSES = [
  'blocked',
  'not-allowed',
  'no-bots',
  'only-bots',
  'variant',
  'position',
  'too-fast',
  'too-slow',
  'time-control',
  'no-rated',
  'no-casual',
  'too-weak',
  'too-strong',
  'enough-of-theirs',
  'full',
] as const;
export type DeclineCause = (typeof DECLINE_CAUSES)[number];

/** The reason that Lichess shows to the challenger. For names and ratings it is `generic`. */
export const REASON_SENT: Record<DeclineCause, DeclineReason> = {
  blocked: 'generic',
  'not-allowed': 'generic',
  'no-bots': 'noBot',
  'only-bots': 'onlyBot',
  variant: 'variant',
  position: 'variant',
  'too-fast': 'tooFast',
  'too-slow': 'tooSlow',
  'time-control': 'timeControl',
  'no-rated': 'casual',
  'no-casual': 'rated',
  'too-weak': 'generic',
  'too-strong': 'generic',
  'enough-of-theirs': 'later',
  full: 'later',
};

/** The cause that lies in the challenge itself, whatever else is being played. */
export function declineCause(challenge: Challenge, filter: ChallengeFilter): DeclineCause | undefined {
  const { challenger, variant, initialFen, rated } = challenge;
  const name = (challenger?.name ?? '').toLowerCase();
  const isBot = challenger?.title === 'BOT';
  if (filter.block.includes(name)) return 'blocked';
  if (filter.allow.length > 0 && !filter.allow.includes(name)) return 'not-allowed';
  if (isBot && !filter.opponents.includes('bots')) return 'no-bots';
  if (!isBot && !filter.opponents.includes('humans')) return 'only-bots';
  if (!filter.variants.some(known => known === variant)) return 'variant';
  if (!isPlayable(initialFen)) return 'position';
  return (
    clockCause(challenge, filter) ??
    (rated && !filter.modes.includes('rated') ? 'no-rated' : undefined) ??
    (!rated && !filter.modes.includes('casual') ? 'no-casual' : undefined) ??
    ratingCause(challenge, filter)
  );
}

/** Whether we can play from there by the same rules as Lichess: it lets kings castle from squares that we do not. */
export function isPlayable(fen = 'startpos'): boolean {
  if (fen === 'startpos' || fen === INITIAL_FEN) return true;
  const position = parsePosition(fen);
  return position.ok && castlingOf(fenOf(position.value)) === castlingOf(fen);
}

/** In one order; the rooks of the corners have two names. */
function castlingOf(fen: string): string {
  const rights = (fen.split(/[ _]/)[2] ?? '-').replaceAll('H', 'K').replaceAll('A', 'Q');
  return Array.from(rights.replaceAll('h', 'k').replaceAll('a', 'q')).sort().join('');
}

function clockCause(
  { speed, timeControl }: Challenge,
  { speeds, limit, increment }: ChallengeFilter,
): DeclineCause | undefined {
  const at = (PLAYED_SPEEDS as readonly string[]).indexOf(speed);
  const known = speeds.map(one => PLAYED_SPEEDS.indexOf(one));
  if (at < Math.min(...known)) return 'too-fast';
  if (at > Math.max(...known)) return 'too-slow';
  if (!known.includes(at)) return 'time-control';
  if (timeControl.kind !== 'clock') return undefined;
  const seconds = { limit: timeControl.initial / 1000, increment: timeControl.increment / 1000 };
  if (seconds.limit < limit.min || seconds.increment < increment.min) return 'too-fast';
  if (seconds.limit > limit.max || seconds.increment > increment.max) return 'too-slow';
  return undefined;
}

/** A provisional rating does not count. */
function ratingCause({ challenger }: Challenge, { rating: { min, max } }: ChallengeFilter): DeclineCause | undefined {
  const rating = challenger?.provisional ? undefined : challenger?.rating;
  if (rating === undefined) return undefined;
  if (rating < min) return 'too-weak';
  return rating > max ? 'too-strong' : undefined;
}
