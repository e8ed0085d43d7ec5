import { setTimeout as sleep } from 'node:timers/promises';
import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';

/** What can go wrong with a request to Discord. */
export const PROBLEMS = [
  'gone', // the message, the channel or the interaction is not there any more
  'forbidden', // Kibitz may not do this here
  'acknowledged', // it was done before: an earlier try has got through after all
  'expired', // the fifteen minutes are over
  'passing', // Discord, or the way there, has a bad moment
  'ours', // what was sent is not what Discord takes: a bug
] as const;
export type Problem = (typeof PROBLEMS)[number];

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes */
const CODES: Readonly<Record<number, Problem>> = {
  10003: 'gone', // unknown channel
  10008: 'gone', // unknown message
  10015: 'expired', // unknown webhook
  10062: 'gone', // unknown interaction
  40060: 'acknowledged',
  50001: 'forbidden', // missing access
  50007: 'forbidden', // this user takes no messages
  50013: 'forbidden', // missing permissions
  50027: 'expired', // invalid webhook token
  50083: 'forbidden', // the thread is archived
};

export function problemOf(error: unknown): Problem {
  if (error instanceof DiscordAPIError) return CODES[Number(error.code)] ?? 'ours';
  if (error instanceof HTTPError || error instanceof RateLimitError) return 'passing';
  // Errors of sockets and of undici have a code in words; a request that took too long is aborted.
  const { name, code } = error as { name?: string; code?: unknown };
  const network = typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code);
  return network || name === 'AbortError' ? 'passing' : 'ours';
}

/** An error without the address in it, which would give away the token of the interaction. */
export function loggable(error: unknown): object {
  const { message = String(error), stack, code, status, method } = error as Partial<DiscordAPIError>;
  return { err: Object.assign(new Error(message), { stack }), code, status, method };
}

/**
 * Tries again, after each of these pauses, what may go better next time. Only for what does no harm when done twice.
 */
export async function retry<T>(request: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  for (const pause of pauses) {
    try {
      return await request();
    } catch (error) {
      if (problemOf(error) !== 'passing') throw error;
      await sleep(pause, undefined, { ref: false });
    }
  }
  return request();
}
