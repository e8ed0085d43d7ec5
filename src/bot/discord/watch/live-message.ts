import { isDeepStrictEqual } from 'node:util';
import type { Client, SendableChannels } from 'discord.js';
import type { Clock } from '../../../base/clock.ts';
import { deferred } from '../../../base/deferred.ts';
import { Fault } from '../../../base/fault.ts';
import { Throttle } from '../../../base/throttle.ts';
import { payloadOf, type Reply } from '../core/reply.ts';
import { problemOf } from '../core/rest.ts';
import { channelOf } from '../core/send.ts';
import type { WatchView } from './view.ts';

/** Viewers cannot follow more, and Discord allows five edits of a channel's messages in five seconds. */
const EDIT_MS = 3_000;

interface LiveMessageOptions {
  client: Client<true>;
  clock: Clock;
  signal: AbortSignal;
  /** Whether this process still is the one that writes. */
  isOurs: () => boolean;
  channel: string;
  /** Undefined where there is none yet. */
  message: string | undefined;
  /** At most 25 characters; what is sent twice with it is there once. */
  nonce: string;
  draw: (view: WatchView) => Promise<Reply>;
  /** Hears of everything that is being written. */
  track: <T>(writing: Promise<T>) => Promise<T>;
  onPosted: (message: string) => void;
  /** There will be no more edits: it is gone, or Kibitz may not write there. */
  onLost: (error: unknown) => void;
}

const isStoreAway = (error: unknown): boolean => error instanceof Fault && error.code === 'store-failed';

/** One message that is edited again and again, with what was given last. */
export class LiveMessage {
  readonly #options: LiveMessageOptions;
  readonly #edits: Throttle<WatchView>;
  readonly #first = deferred<boolean>();
  #place: SendableChannels | undefined;
  #message: string | undefined;
  #shown: WatchView | undefined;

  constructor(options: LiveMessageOptions) {
    const { clock, signal, message, track } = options;
    this.#options = options;
    this.#message = message;
    this.#edits = new Throttle({
      ...{ clock, signal, intervalMs: EDIT_MS, pass: view => track(this.#write(view)) },
      firstMs: message ? EDIT_MS : 0, // the process before this one may have edited it just now
    });
  }

  get message(): string | undefined {
    return this.#message;
  }

  /** Whether something could be shown, once that is known. */
  get first(): Promise<boolean> {
    return this.#first.promise;
  }

  show(view: WatchView): void {
    this.#edits.push(view);
  }

  /** Done when everything is shown, or cannot be. */
  settled(): Promise<void> {
    return this.#edits.settled();
  }

  /** Whether it is done with; if Discord has a bad moment it is not. */
  async #write(view: WatchView): Promise<boolean> {
    if (isDeepStrictEqual(view, this.#shown)) return true;
    try {
      const reply = await this.#options.draw(view);
      if (!this.#options.isOurs()) return true;
      await this.#put(reply);
      this.#shown = view;
      this.#first.resolve(true);
      return true;
    } catch (error) {
      if (problemOf(error) === 'passing' || isStoreAway(error)) return false;
      if (!this.#options.signal.aborted) this.#lose(error);
      return true;
    }
  }

  async #put(reply: Reply): Promise<void> {
    const { client, channel, nonce, onPosted } = this.#options;
    this.#place ??= await channelOf(client, channel);
    const place = this.#place;
    if (!place) throw new Error(`channel ${channel} takes no messages`);
    if (this.#message !== undefined) {
      await place.messages.edit(this.#message, payloadOf(reply));
      return;
    }
    const { id } = await place.send({ ...payloadOf(reply), nonce, enforceNonce: true });
    this.#message = id;
    onPosted(id);
  }

  #lose(error: unknown): void {
    this.#edits.stop();
    this.#first.resolve(false);
    this.#options.onLost(error);
  }
}
