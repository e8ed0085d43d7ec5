import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import { Fault, type FaultCode, throwIfAborted, toFault } from '../../../base/fault.ts';
import { isPlaying } from '../../../lichess/export.ts';
import { type Found, fetchLink, gameOf } from '../../../lichess/find.ts';
import { makeLink } from '../../../lichess/link.ts';
import type { AnalysisService } from '../../../service/jobs.ts';
import { type BotContext, handlerOf, makeReport } from '../core/context.ts';
import { gameLine } from '../core/game-reply.ts';
import { payloadOf, type Reply } from '../core/reply.ts';
import { makeRequester, type Requester } from '../core/requester.ts';
import { loggable, retry } from '../core/rest.ts';
import { channelOf } from '../core/send.ts';
import type { SessionTiming } from '../core/session.ts';
import type { SingletonTask } from '../core/singleton-tasks.ts';

interface ReviewsOptions {
  client: Client<true>;
  context: BotContext;
  log: Logger;
  timing: SessionTiming;
  /** Where reviews are posted; nowhere, if undefined. */
  channel: string | undefined;
}

const REVIEW = 'review';
/** Under which the store remembers the games whose reviews are still to come, each with the time it ended. */
const DUE = 'review-due:';
const MAX_DUE = 50;
/** Lichess may not know yet that a game is over, or be away for a while. */
const PAUSES_MS = [5_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000];
const PASSING: readonly FaultCode[] = ['lichess-failed', 'rate-limited', 'deadline', 'busy'];

/** Posts reviews of the games that Kibitz itself has played on Lichess, one after the other. */
export class PlayedGameReviews implements SingletonTask {
  readonly #options: ReviewsOptions;
  /** Games whose review is under way in this process. */
  readonly #begun = new Set<string>();
  #isOn = false;
  #stop = new AbortController();
  #queue: Promise<void> = Promise.resolve();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** Goes on with those that an earlier process did not get to. */
  begin(): void {
    this.#stop = new AbortController();
    this.#isOn = true;
    this.look();
  }

  /** The review comes in its turn, also after a restart or from another process. */
  post(game: string): void {
    const { channel, context } = this.#options;
    if (channel === undefined) return;
    context.store.notes.settle(DUE + game, String(context.now()));
    const [oldest, ...others] = this.#due();
    if (oldest !== undefined && others.length >= MAX_DUE) this.#done(oldest);
    this.look();
  }

  look(): void {
    if (!this.#isOn) return;
    for (const game of this.#due()) if (!this.#begun.has(game)) this.#enqueue(game);
  }

  async leave(): Promise<void> {
    this.#isOn = false;
    this.#stop.abort(new Fault('closing', 'Kibitz is shutting down.'));
    await this.#queue;
  }

  /** The oldest first. */
  #due(): string[] {
    const due = this.#options.context.store.notes
      .under(DUE)
      .sort((one, other) => Number(one.value) - Number(other.value));
    return due.map(({ name }) => name.slice(DUE.length));
  }

  #done(game: string): void {
    this.#options.context.store.notes.remove(DUE + game);
  }

  #enqueue(game: string): void {
    const { log, channel } = this.#options;
    if (channel === undefined) return;
    const { signal } = this.#stop;
    this.#begun.add(game);
    this.#queue = this.#queue
      .then(() => this.#review(game, channel))
      .catch(error => {
        if (!signal.aborted) log.error({ ...loggable(error), game }, 'a game could not be reviewed');
      })
      .then(() => {
        this.#begun.delete(game);
        if (!signal.aborted) this.#done(game);
      });
  }

  async #review(game: string, channel: string): Promise<void> {
    const { client, context, timing } = this.#options;
    throwIfAborted(this.#stop.signal);
    const found = await this.#patiently(() => this.#find(game));
    if (!found) return;
    const place = await retry(() => channelOf(client, channel), timing.lastWordPauses);
    if (!place) throw new Error(`channel ${channel} takes no messages`);
    const server = 'guildId' in place ? place.guildId : null;
    const locale = client.guilds.cache.get(server ?? '')?.preferredLocale ?? '';
    const requester = makeRequester(client.user.id, server, locale, context.store);
    const reply = await this.#patiently(() => this.#answer(found, requester));
    const content = `${gameLine(gameOf(found))} · <${makeLink({ kind: 'game', id: game }, context.lichessUrl)}>`;
    const payload = { ...payloadOf({ ...reply, content }), nonce: `${REVIEW}-${game}`, enforceNonce: true };
    await retry(async () => void (await place.send(payload)), timing.lastWordPauses);
  }

  /** Seen from the side that Kibitz had; undefined where there is nothing to look at. */
  async #find(game: string): Promise<Found | undefined> {
    const { context } = this.#options;
    try {
      const { signal } = this.#stop;
      const found = await fetchLink({ kind: 'game', id: game }, { ...context, signal });
      const isBlack = gameOf(found).names.black?.toLowerCase() === context.lichessBot?.name.toLowerCase();
      return isBlack ? { ...found, side: 'black' } : found;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'bad-input') throw error;
      // The bot on Lichess hears of the end a moment before the export of games does.
      if (isPlaying(error)) throw new Fault('lichess-failed', error.message);
      return undefined;
    }
  }

  async #answer(found: Found, requester: Requester): Promise<Reply> {
    const { context } = this.#options;
    const handler = handlerOf(REVIEW, context);
    if (!handler?.about) throw new Fault('internal', 'there is no way to review a game');
    const session = { signal: this.#stop.signal, voice: requester.voice, show: () => undefined };
    return makeReport(
      handler,
      handler.about(found, requester, context),
      session,
      { ...context, service: inBackground(context.service) },
      requester,
    );
  }

  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    const { clock } = this.#options.context.lichess;
    for (const pause of PAUSES_MS)
      try {
        return await ask();
      } catch (error) {
        if (!PASSING.includes(toFault(error).code)) throw error;
        await clock.sleep(pause, this.#stop.signal);
      }
    return ask();
  }
}

/** Jobs of users go first. */
const inBackground = (service: AnalysisService): AnalysisService => ({
  run: (job, options) => service.run(job, { ...options, priority: 'background' }),
  runPacked: (job, options) => service.runPacked(job, { ...options, priority: 'background' }),
  close: () => service.close(),
});
