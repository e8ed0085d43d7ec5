import {
  type CommandInteraction,
  InteractionContextType,
  MessageFlags,
  type SendableChannels,
  type User,
} from 'discord.js';
import type { Logger } from 'pino';
import { cancelled, type Fault, toFault } from '../../engine/fault.ts';
import { described, type Problem, persist, problemOf } from './problems.ts';
import { payloadOf, type Reply, withCancel } from './reply.ts';
import { isBroken, SENTENCES, sentenceFor } from './sentences.ts';

/** For how long things may take, in milliseconds. */
export interface Timing {
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

export const TIMING: Timing = {
  patienceMs: 1_000,
  editMs: 2_000,
  lifeMs: 14.5 * 60_000,
  acknowledgePauses: [150, 500],
  lastWordPauses: [500, 2_000, 8_000],
};

/** What a command needs while it works. */
export interface Talk {
  /** Aborted when somebody cancels, or Kibitz shuts down, or there is nobody left to tell. */
  readonly signal: AbortSignal;
  /** How far it is. The newest counts; it is shown when it is time. */
  show(reply: Reply): void;
}

export interface ConversationOptions {
  interaction: CommandInteraction;
  /** Only the asker sees the answer. */
  private: boolean;
  log: Logger;
  timing: Timing;
  /** A second message that only the asker sees. Discord may get it once at the most. */
  whisper: (interaction: CommandInteraction, text: string) => Promise<void>;
}

/** One interaction, from its acknowledgement to the last word. */
export class Conversation implements Talk {
  readonly #options: ConversationOptions;
  readonly #stop = new AbortController();
  #latest: Reply = { content: SENTENCES.working };
  #shown: Reply | undefined;
  #next: NodeJS.Timeout | undefined;
  #mayEditAt = 0;
  #editing: Promise<void> = Promise.resolve();
  #expired = false;
  #over = false;
  #gone = false;
  #complained = false;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  get id(): string {
    return this.#options.interaction.id;
  }

  get asker(): string {
    return this.#options.interaction.user.id;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  cancel(fault: Fault = cancelled()): void {
    this.#stop.abort(fault);
  }

  /** Never fails: whatever happens is told to the asker, or to the log where that is not possible. */
  async hold(work: (talk: Talk) => Promise<Reply>): Promise<void> {
    const { timing } = this.#options;
    if (!(await this.#acknowledge())) return;
    const expiry = setTimeout(() => this.#handOver(), timing.lifeMs);
    this.#mayEditAt = performance.now() + timing.patienceMs;
    this.#schedule();
    try {
      const reply = await work(this);
      await this.#lastWord(() => this.#deliver(reply));
    } catch (error) {
      await this.#lastWord(() => this.#apologise(toFault(error)));
    } finally {
      clearTimeout(expiry);
    }
  }

  async #acknowledge(): Promise<boolean> {
    const { interaction, timing } = this.#options;
    const flags = this.#options.private ? { flags: MessageFlags.Ephemeral as const } : {};
    try {
      await persist(() => interaction.deferReply(flags), timing.acknowledgePauses);
      return true;
    } catch (error) {
      if (problemOf(error) === 'acknowledged') {
        interaction.deferred = true;
        return true;
      }
      this.#complain(error, 'a command could not be acknowledged');
      return false;
    }
  }

  show(reply: Reply): void {
    this.#latest = reply;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#next || this.#over || this.#expired || this.#latest === this.#shown) return;
    const wait = Math.max(0, this.#mayEditAt - performance.now());
    this.#next = setTimeout(() => {
      this.#editing = this.#showLatest().then(() => {
        this.#next = undefined;
        this.#schedule();
      });
    }, wait);
  }

  /** Progress that cannot be shown is not missed, unless there is nobody to see any more of it. */
  async #showLatest(): Promise<void> {
    this.#shown = this.#latest;
    try {
      await this.#edit(withCancel(this.#shown, this.id));
    } catch (error) {
      const problem = problemOf(error);
      if (problem === 'passing') return;
      this.#complain(error, 'progress could not be shown');
      this.#gone = problem === 'gone';
      if (this.#gone) this.cancel();
      if (problem === 'expired') this.#expired = true;
    } finally {
      this.#mayEditAt = performance.now() + this.#options.timing.editMs;
    }
  }

  /** What comes now comes as a message of its own. The button stays: whoever presses it starts an interaction that is new. */
  #handOver(): void {
    clearTimeout(this.#next);
    const before = this.#editing;
    this.#expired = true;
    this.#editing = before
      .then(() => this.#edit(withCancel({ content: SENTENCES.later }, this.id)))
      .catch(error => this.#complain(error, 'a long job could not be announced'));
  }

  async #edit(reply: Reply): Promise<void> {
    await this.#options.interaction.editReply(payloadOf(reply));
  }

  async #lastWord(say: () => Promise<void>): Promise<void> {
    this.#over = true;
    clearTimeout(this.#next);
    await this.#editing;
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
      await persist(() => this.#edit(reply), this.#options.timing.lastWordPauses);
    } catch (error) {
      if (problemOf(error) !== 'expired') throw error;
      await this.#sendAnew(reply);
    }
  }

  /** Mentions the asker, and nobody else. With its nonce it is there once, however often it is sent. */
  async #sendAnew(reply: Reply): Promise<void> {
    const mention = `<@${this.asker}>`;
    const content = [mention, reply.content].filter(Boolean).join('\n');
    await persist(async () => {
      const place = await this.#place();
      await place.send({
        ...payloadOf({ ...reply, content }),
        allowedMentions: { users: [this.asker] },
        nonce: this.id,
        enforceNonce: true,
      });
    }, this.#options.timing.lastWordPauses);
  }

  /** The channel where Kibitz can write by itself, or the asker's own where it cannot or should not. */
  async #place(): Promise<SendableChannels | User> {
    const { interaction } = this.#options;
    const reachable = interaction.inCachedGuild() || interaction.context === InteractionContextType.BotDM;
    if (this.#options.private || !reachable) return interaction.user;
    const channel = await interaction.client.channels.fetch(interaction.channelId);
    return channel?.isSendable() ? channel : interaction.user;
  }

  async #apologise(fault: Fault): Promise<void> {
    if (this.#gone) return;
    const sentence = sentenceFor(fault);
    if (isBroken(fault)) this.#options.log.error(fault.cause ?? fault, 'a command failed');
    const stopped = fault.code === 'cancelled' || fault.code === 'closing';
    if (stopped || this.#options.private || this.#expired) return this.#deliver({ content: sentence });
    await this.#replaceBy(sentence);
  }

  /** Everybody sees that Kibitz is thinking; only the asker needs to see that nothing came of it. */
  async #replaceBy(sentence: string): Promise<void> {
    const { interaction, timing, whisper } = this.#options;
    await persist(() => interaction.deleteReply(), timing.lastWordPauses);
    await whisper(interaction, sentence);
  }

  async #comfort(problem: Problem): Promise<void> {
    if (this.#expired) return;
    if (problem === 'forbidden') await this.#replaceBy(SENTENCES.forbidden);
    if (problem === 'ours') await this.#edit({ content: SENTENCES.notShown });
  }

  /** Once: what follows from the first problem is no news. */
  #complain(error: unknown, what: string): void {
    const { log, interaction } = this.#options;
    const level = this.#complained ? 'debug' : problemOf(error) === 'ours' ? 'error' : 'warn';
    this.#complained = true;
    log[level]({ ...described(error), command: interaction.commandName }, what);
  }
}
