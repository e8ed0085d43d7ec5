import type { Logger } from 'pino';
import { cancelled, Fault, type FaultCode, toFault } from '../../../base/fault.ts';
import { Throttle } from '../../../base/throttle.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { Meter } from '../../../service/jobs.ts';
import type { CommandSession, ReportHandler } from './context.ts';
import { type Reply, withCancel } from './reply.ts';
import { loggable, type Problem, problemOf, retry } from './rest.ts';
import type { ReplyTarget } from './send.ts';
import { sayFault } from './sentences.ts';

/** For how long things may take, in milliseconds. */
export interface SessionTiming {
  /** Before the first progress is shown: what is done sooner is just answered. */
  patienceMs: number;
  /** Between edits. */
  editMs: number;
  /** For which an interaction is used; Discord says 15 minutes. */
  lifeMs: number;
  /** Pauses before an acknowledgement, which has three seconds, is tried again. */
  acknowledgePauses: readonly number[];
  /** The same for the last word. */
  lastWordPauses: readonly number[];
}

export const SESSION_TIMING: SessionTiming = {
  patienceMs: 1_000,
  editMs: 2_000,
  lifeMs: 14.5 * 60_000,
  acknowledgePauses: [150, 500],
  lastWordPauses: [500, 2_000, 8_000],
};

interface SessionOptions {
  target: ReplyTarget;
  voice: Voice;
  meter?: Meter | undefined;
  /** Tells Discord that an answer will come; nothing is done where it was told before. */
  acknowledge: () => Promise<unknown>;
  /** What was asked, for the log. */
  command: string;
  log: Logger;
  timing: SessionTiming;
  report: CommandSession['report'];
}

/** Faults that are logged: the owner of the bot has to act. */
const BROKEN: readonly FaultCode[] = [
  'engine-missing',
  'engine-failed',
  'model-missing',
  'model-broken',
  'lichess-refused',
  'discord-failed',
  'store-failed',
  'crashed',
  'internal',
];

/** One question, from its acknowledgement to the last word. */
export class InteractionSession implements CommandSession {
  readonly #options: SessionOptions;
  readonly #stop = new AbortController();
  #progress: Throttle<Reply> | undefined;
  #handedOver: Promise<void> | undefined;
  #expired = false;
  #gone = false;
  #complained = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#options.target.address.id;
  }

  get asker(): string {
    return this.#options.target.address.user;
  }

  get voice(): Voice {
    return this.#options.voice;
  }

  get meter(): Meter | undefined {
    return this.#options.meter;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  cancel(fault: Fault = cancelled()): void {
    this.#stop.abort(fault);
  }

  /**
   * Never fails: what goes wrong is told to the asker, or logged where that is not possible. Returns the fault that
   * kept the question from being answered, if there was one.
   */
  async hold(work: () => Promise<Reply>): Promise<Fault | undefined> {
    const { timing } = this.#options;
    if (!(await this.#acknowledge())) return new Fault('discord-failed', 'The question could not be acknowledged.');
    const expiry = setTimeout(() => this.#handOver(), timing.lifeMs);
    const { patienceMs: firstMs, editMs: intervalMs } = timing;
    this.#progress = new Throttle({ firstMs, intervalMs, pass: progress => this.#showProgress(progress) });
    this.show({ content: this.voice.say('wait.working') });
    try {
      const reply = await work();
      await this.#lastWord(() => this.#deliver(reply));
      return undefined;
    } catch (error) {
      const fault = toFault(error);
      await this.#lastWord(() => this.#apologise(fault));
      return fault;
    } finally {
      clearTimeout(expiry);
    }
  }

  report<Q>(handler: ReportHandler<Q>, question: Q): Promise<Reply> {
    return this.#options.report(handler, question);
  }

  async #acknowledge(): Promise<boolean> {
    const { acknowledge, timing } = this.#options;
    try {
      await retry(acknowledge, timing.acknowledgePauses);
      return true;
    } catch (error) {
      if (problemOf(error) === 'acknowledged') return true;
      this.#complain(error, 'a command could not be acknowledged');
      return false;
    }
  }

  show(reply: Reply): void {
    this.#progress?.push(reply);
  }

  /** Progress that cannot be shown is dropped; where the message is gone, the work is cancelled. */
  async #showProgress(progress: Reply): Promise<void> {
    try {
      await this.#edit(this.#cancellable(progress));
    } catch (error) {
      const problem = problemOf(error);
      if (problem === 'passing') return;
      this.#complain(error, 'progress could not be shown');
      this.#gone = problem === 'gone';
      if (this.#gone) this.cancel();
      if (problem !== 'expired') return;
      this.#expired = true;
      this.#progress?.stop();
    }
  }

  /** The answer will be a message of its own. The cancel button still works: a press is a new interaction. */
  #handOver(): void {
    this.#expired = true;
    this.#handedOver = this.#stopProgress()
      .then(() => this.#edit(this.#cancellable({ content: this.voice.say('wait.later') })))
      .catch(error => this.#complain(error, 'a long job could not be announced'));
  }

  async #stopProgress(): Promise<void> {
    this.#progress?.stop();
    await this.#progress?.settled();
  }

  #cancellable(reply: Reply): Reply {
    return withCancel(reply, this.id, this.voice.say('button.cancel'));
  }

  #edit(reply: Reply): Promise<void> {
    return this.#options.target.edit(reply);
  }

  async #lastWord(say: () => Promise<void>): Promise<void> {
    await this.#stopProgress();
    await this.#handedOver;
    try {
      await say();
    } catch (error) {
      this.#complain(error, 'an answer could not be given');
      await this.#comfort(problemOf(error)).catch(again => this.#complain(again, 'nor could that be told'));
    }
  }

  async #deliver(reply: Reply): Promise<void> {
    if (this.#expired) return this.#sendAnew(reply);
    try {
      await retry(() => this.#edit(reply), this.#options.timing.lastWordPauses);
    } catch (error) {
      if (problemOf(error) !== 'expired') throw error;
      await this.#sendAnew(reply);
    }
  }

  #sendAnew(reply: Reply): Promise<void> {
    return retry(() => this.#options.target.send(reply), this.#options.timing.lastWordPauses);
  }

  async #apologise(fault: Fault): Promise<void> {
    if (this.#gone) return;
    const { target, log, voice } = this.#options;
    if (BROKEN.includes(fault.code)) log.error(fault.cause ?? fault, 'a command failed');
    const content = sayFault(voice, fault);
    const stopped = fault.code === 'cancelled' || fault.code === 'closing';
    if (stopped || target.address.private || this.#expired) return this.#deliver({ content });
    await this.#replaceBy(content);
  }

  /** The message that all see is removed; only the asker is told why. */
  async #replaceBy(sentence: string): Promise<void> {
    const { target, timing } = this.#options;
    await retry(() => target.remove(), timing.lastWordPauses);
    await target.whisper(sentence);
  }

  async #comfort(problem: Problem): Promise<void> {
    if (this.#expired) return;
    if (problem === 'forbidden') await this.#replaceBy(this.voice.say('refused.send'));
    if (problem === 'ours') await this.#edit({ content: this.voice.say('end.not-shown') });
  }

  /** Only the first problem is logged as such: others follow from it. */
  #complain(error: unknown, what: string): void {
    const { log, command } = this.#options;
    const level = this.#complained ? 'debug' : problemOf(error) === 'ours' ? 'error' : 'warn';
    this.#complained = true;
    log[level]({ ...loggable(error), command }, what);
  }
}
