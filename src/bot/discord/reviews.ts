import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import { Fault, type FaultCode, toFault } from '../../engine/fault.ts';
import { isPlaying } from '../../lichess/export.ts';
import { makeLink } from '../../lichess/link.ts';
import type { AnalysisService } from '../../service/jobs.ts';
import { parseJson } from '../../store/json.ts';
import { type Found, fetchLink, gameOf } from '../ask.ts';
import type { Kit } from './commands/command.ts';
import type { Timing } from './conversation.ts';
import type { Who } from './errand.ts';
import { errandOf } from './errands/index.ts';
import { gameLine } from './players-line.ts';
import { described, persist } from './problems.ts';
import { payloadOf, type Reply } from './reply.ts';
import { makeWho } from './who.ts';

export interface ReviewsOptions {
  client: Client<true>;
  kit: Kit;
  log: Logger;
  timing: Timing;
  /** Where they go; nowhere, if undefined. */
  channel: string | undefined;
}

const REVIEW = 'review';
/** Under which the store remembers the games whose reviews are still to come. */
const DUE = 'reviews-due';
const MAX_DUE = 50;
/** Lichess may not know yet that a game is over, or be away for a while. */
const PAUSES_MS = [5_000, 15_000, 60_000, 5 * 60_000, 15 * 60_000];
const PASSING: readonly FaultCode[] = ['lichess-failed', 'rate-limited', 'deadline', 'busy'];

/** Reviews that nobody has asked for, of the games that Kibitz itself has played on Lichess. One after the other. */
export class Reviews {
  readonly #options: ReviewsOptions;
  readonly #stop = new AbortController();
  #line: Promise<void> = Promise.resolve();

  constructor(options: ReviewsOptions) {
    this.#options = options;
  }

  /** Goes on with those that an earlier process did not get to. */
  start(): void {
    for (const game of this.#due()) this.#enqueue(game);
  }

  /** It comes when it is its turn, also after a restart. */
  post(game: string): void {
    if (this.#options.channel === undefined || this.#due().includes(game)) return;
    this.#setDue([...this.#due(), game].slice(-MAX_DUE));
    this.#enqueue(game);
  }

  close(): void {
    this.#stop.abort(new Fault('closing', 'Kibitz is shutting down.'));
  }

  #due(): string[] {
    const due = parseJson(this.#options.kit.store.notes.get(DUE) ?? '[]');
    return Array.isArray(due) ? due.filter(game => typeof game === 'string') : [];
  }

  #setDue(games: readonly string[]): void {
    this.#options.kit.store.notes.set(DUE, JSON.stringify(games));
  }

  #enqueue(game: string): void {
    const { log, channel } = this.#options;
    if (channel === undefined) return;
    this.#line = this.#line
      .then(() => this.#review(game, channel))
      .catch(error => {
        if (!this.#stop.signal.aborted) log.error({ ...described(error), game }, 'a game could not be reviewed');
      })
      .then(() => {
        if (!this.#stop.signal.aborted) this.#setDue(this.#due().filter(one => one !== game));
      });
  }

  async #review(game: string, channel: string): Promise<void> {
    const { client, kit, timing } = this.#options;
    const found = await this.#patiently(() => this.#find(game));
    if (!found) return;
    const place = await persist(() => client.channels.fetch(channel), timing.lastWordPauses);
    if (!place?.isSendable()) throw new Error(`channel ${channel} takes no messages`);
    const guild = 'guild' in place ? place.guild : undefined;
    const who = makeWho(client.user.id, guild?.id ?? null, guild?.preferredLocale ?? '', kit.store);
    const reply = await this.#patiently(() => this.#answer(found, who));
    const content = `${gameLine(gameOf(found))} · <${makeLink({ kind: 'game', id: game }, kit.lichessUrl)}>`;
    const payload = { ...payloadOf({ ...reply, content }), nonce: `${REVIEW}-${game}`, enforceNonce: true };
    await persist(async () => void (await place.send(payload)), timing.lastWordPauses);
  }

  /** Seen from the side that Kibitz had; undefined where there is nothing to look at. */
  async #find(game: string): Promise<Found | undefined> {
    const { kit } = this.#options;
    try {
      const { signal } = this.#stop;
      const found = await fetchLink({ kind: 'game', id: game }, { lichess: kit.lichess, signal });
      const isBlack = gameOf(found).names.black?.toLowerCase() === kit.lichessBot?.name.toLowerCase();
      return isBlack ? { ...found, side: 'black' } : found;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'bad-input') throw error;
      // It has heard of the end a moment before everybody else.
      if (isPlaying(error)) throw new Fault('lichess-failed', error.message);
      return undefined;
    }
  }

  async #answer(found: Found, who: Who): Promise<Reply> {
    const { kit } = this.#options;
    const errand = errandOf(REVIEW, kit.errands);
    if (!errand?.about) throw new Fault('internal', 'there is no way to review a game');
    const talk = { signal: this.#stop.signal, voice: who.voice, show: () => undefined };
    return errand.run(errand.about(found, who, kit), talk, { ...kit, service: inBackground(kit.service) }, who);
  }

  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    const { clock } = this.#options.kit.lichess;
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

/** People who ask for something do not wait for it. */
const inBackground = (service: AnalysisService): AnalysisService => ({
  run: (job, options) => service.run(job, { ...options, priority: 'background' }),
  close: () => service.close(),
});
