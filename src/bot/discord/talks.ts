import { setTimeout as sleep } from 'node:timers/promises';
import { MessageFlags, type RepliableInteraction } from 'discord.js';
import type { Logger } from 'pino';
import { Fault, toFault } from '../../base/fault.ts';
import type { Meter } from '../../service/jobs.ts';
import type { Kit } from './commands/command.ts';
import { Conversation, type Talk, type Timing } from './conversation.ts';
import type { Order, Who } from './errand.ts';
import type { Kept } from './kept.ts';
import { type Address, addressOf, openLine, type Repliable, type Wires } from './line.ts';
import type { Reply } from './reply.ts';
import { sayLimit } from './strings/sentences.ts';
import { tell } from './tell.ts';
import { whoIs, wrongChannel } from './who.ts';

/** An answer, or something that has to be done for it. */
type Answer = Reply | Order;
type Work = (talk: Talk, who: Who) => Promise<Answer>;

interface How {
  /** What is asked, for the log. */
  command: string;
  /** Only the asker sees the answer; that is possible in every channel. */
  private?: boolean | undefined;
  /** Costs nothing, and is neither counted nor finished after a restart. */
  free?: boolean | undefined;
}

/** Somebody with a question. */
interface Caller {
  address: Address;
  who: Who;
  /** In the words of Discord, for whoever has to answer instead. */
  locale: string;
  how: How;
  acknowledge: () => Promise<unknown>;
  meter?: Meter | undefined;
  /** It is kept already: this is not the first try. */
  resumed?: boolean;
}

interface TalksOptions extends Wires {
  kit: Kit;
  log: Logger;
  timing: Timing;
}

/** For the last words to everybody whose answer is under way. */
const GRACE_MS = 5_000;

/** All conversations that are under way. */
export class Talks {
  readonly #options: TalksOptions;
  readonly #talks = new Map<string, { conversation: Conversation; held: Promise<unknown> }>();

  constructor(options: TalksOptions) {
    this.#options = options;
  }

  /** Whoever asks too much, or in the wrong place, is told so at once; everybody else gets an answer. */
  async begin(interaction: RepliableInteraction, how: How, work: Work): Promise<void> {
    const { kit, timing } = this.#options;
    const who = whoIs(interaction, kit.store);
    const pauses = timing.acknowledgePauses;
    const wrong = how.private ? undefined : wrongChannel(interaction, who);
    if (wrong !== undefined) return tell(interaction, wrong, pauses);
    const admission = how.free ? undefined : kit.limits.admit({ user: who.user, server: who.server ?? undefined });
    if (admission?.kind === 'refused') return tell(interaction, sayLimit(who.voice, admission, kit.now()), pauses);
    const flags = how.private ? { flags: MessageFlags.Ephemeral as const } : {};
    let fault: Fault | undefined;
    try {
      fault = await this.hold(
        {
          address: addressOf(interaction, how.private ?? false),
          who,
          locale: interaction.locale,
          how,
          acknowledge: () => interaction.deferReply(flags),
          meter: admission?.meter,
        },
        work,
      );
    } catch (error) {
      fault = toFault(error);
      throw error;
    } finally {
      admission?.end(fault);
    }
  }

  /** A conversation with somebody who may have one. The fault for which there was no answer, if so. */
  async hold(caller: Caller, work: Work, timing = this.#options.timing): Promise<Fault | undefined> {
    const { address, who, how, acknowledge, meter } = caller;
    const { kit, log } = this.#options;
    const line = openLine(address, this.#options);
    const what = { voice: who.voice, meter, command: how.command };
    const conversation = new Conversation({ line, ...what, acknowledge, log, timing });
    const held = conversation.hold(async talk => {
      this.#keep(caller, null);
      const answer = await work(talk, who);
      if (!('errand' in answer)) return answer;
      this.#keep(caller, answer);
      return answer.errand.run(answer.question, talk, kit, who);
    });
    this.#talks.set(conversation.id, { conversation, held });
    const fault = await held;
    this.#talks.delete(conversation.id);
    if (!how.free) kit.store.running.end(address.id);
    return fault;
  }

  #keep({ address, who, locale, how, resumed }: Caller, order: Order | null): void {
    if (how.free || resumed) return;
    const { id, token, application, channel, user, private: isPrivate, reachable } = address;
    const question: Kept = {
      ...{ command: how.command, server: who.server, private: isPrivate, reachable },
      order: order && { errand: order.errand.kind, question: order.question },
    };
    const { running } = this.#options.kit.store;
    running.begin({ id, token, application, channel, message: null, user, locale, question });
  }

  /** A sentence for the one who pressed something, beside the answer. Discord gets it once at the most. */
  whisper(interaction: Repliable, text: string): Promise<void> {
    return openLine(addressOf(interaction, true), this.#options).whisper(text);
  }

  find(id: string): Conversation | undefined {
    return this.#talks.get(id)?.conversation;
  }

  /** Tells everybody whose answer is under way that it will not come. */
  async close(): Promise<void> {
    const talks = [...this.#talks.values()];
    for (const { conversation } of talks)
      conversation.cancel(new Fault('closing', 'Kibitz is shutting down; please ask again in a minute.'));
    await Promise.race([Promise.all(talks.map(({ held }) => held)), sleep(GRACE_MS, undefined, { ref: false })]);
  }
}
