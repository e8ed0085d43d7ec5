import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClientOptions,
  DefaultRestOptions,
  DiscordAPIError,
  HTTPError,
  RateLimitError,
  type RESTOptions,
} from 'discord.js';
import { EventLoopTurns, Limiter } from '../../../base/limiter.ts';

/** How requests are sent to Discord, and what can go wrong with them. */

/** 500 acknowledgements at once over as many new connections took 1.9 s, over 64 that are used again 0.8 s. */
const CONNECTIONS = 64;
/**
 * Interactions do not count for the global limit (https://discord.com/developers/docs/topics/rate-limits); little else
 * is sent.
 */
const REQUESTS_A_SECOND = 1_000;
/** Every interaction leaves a queue of its own behind, of 1.3 kB. */
const SWEEP_MS = 10_000;
/** A request that Discord puts off for longer fails at once. */
const LONGEST_PAUSE_MS = 60_000;

/** Acknowledgements have three seconds; everything else can wait for them. */
const ACKNOWLEDGEMENT = 0;
const OTHER = 1;

/** The interaction that a request acknowledges, if it is an acknowledgement. */
const acknowledgedBy = (url: string): string | undefined => /\/(\d+)\/[^/]+\/callback(\?|$)/.exec(url)?.[1];

/** The requests of one bot. */
export class RestQueue {
  readonly #requests = new Limiter(CONNECTIONS);
  readonly #turns = new EventLoopTurns(1, () => this.#requests.isWaiting(ACKNOWLEDGEMENT));
  readonly #acknowledged: (interaction: string) => void;

  /** Told of each interaction that Discord has been answered. */
  constructor(acknowledged: (interaction: string) => void = () => undefined) {
    this.#acknowledged = acknowledged;
  }

  /** What follows an acknowledgement waits for its turn: until then other interactions are acknowledged. */
  readonly send: RESTOptions['makeRequest'] = async (url, init) => {
    const interaction = acknowledgedBy(url);
    const priority = interaction === undefined ? OTHER : ACKNOWLEDGEMENT;
    const response = await this.#requests.run(priority, async () =>
      DefaultRestOptions.makeRequest(url, await withBytes(init)),
    );
    if (interaction === undefined) return response;
    if (response.ok) this.#acknowledged(interaction);
    await this.turn();
    return response;
  };

  /** To be awaited before work that need not be done at once. */
  turn(): Promise<void> {
    return this.#turns.next();
  }
}

export const restOptions = (api: string, requests = new RestQueue()): NonNullable<ClientOptions['rest']> => ({
  api,
  makeRequest: requests.send,
  globalRequestsPerSecond: REQUESTS_A_SECOND,
  handlerSweepInterval: SWEEP_MS,
  retries: 1,
  // Without `Retry-After` discord.js would ask again at once, and for ever.
  rejectOnRateLimit: ({ retryAfter }) => retryAfter <= 0 || retryAfter > LONGEST_PAUSE_MS,
});

type RequestInit = Parameters<typeof DefaultRestOptions.makeRequest>[1];

/**
 * A request whose form, if it has one, is plain bytes. discord.js brings an undici of its own, but all of them share
 * the connections of the one that was loaded first, and the one with which Lichess is asked cannot read the other's
 * forms.
 */
export async function withBytes(init: RequestInit): Promise<RequestInit> {
  if (!(init.body instanceof FormData)) return init;
  const form = new Response(init.body);
  const headers = new Headers({ ...(init.headers as Record<string, string>) });
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return { ...init, headers: Object.fromEntries(headers), body: new Uint8Array(await form.arrayBuffer()) };
}

export type Problem =
  | 'gone' // the message, the channel or the interaction is not there any more
  | 'forbidden' // Kibitz may not do this here
  | 'acknowledged' // it was done before: an earlier try has got through after all
  | 'expired' // the fifteen minutes are over
  | 'passing' // Discord, or the way there, has a bad moment
  | 'ours'; // what was sent is not what Discord takes: a bug

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
