import { setTimeout as sleep } from 'node:timers/promises';
import { MessageFlags, type RepliableInteraction } from 'discord.js';
import type { Logger } from 'pino';
import { Fault } from '../../engine/fault.ts';
import type { Kit } from './commands/command.ts';
import { Conversation, type Talk, type Timing } from './conversation.ts';
import type { Order, Who } from './errand.ts';
import { addressOf, openLine, type Wires } from './line.ts';
import type { Reply } from './reply.ts';
import { sayLimit } from './strings/sentences.ts';
import { tell } from './tell.ts';
import { whoIs, wrongChannel } from './who.ts';

/** An answer, or something that has to be done for it. */
export type Answer = Reply | Order;
export type Work = (talk: Talk, who: Who) => Promise<Answer>;

export interface How {
  /** What is asked, for the log. */
  command: string;
  /** Only the asker sees the answer; that is possible in every channel. */
  private?: boolean | undefined;
  /** Costs nothing, and is not counted. */
  free?: boolean | undefined;
}

export interface TalksOptions extends Wires {
  kit: Kit;
  log: Logger;
  timing: Timing;
}

/** For the last words to everybody whose answer is under way. */
const GRACE_MS = 5_000;

/** All conversations that are under way. */
export class Talks {
  readonly #options: TalksOptions;
  readonly #talks = new Map<string, { conversation: Conversation; held: Promise<void> }>();

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
    try {
      await this.#hold(interaction, how, who, work);
    } finally {
      admission?.done();
    }
  }

  async #hold(interaction: RepliableInteraction, how: How, who: Who, work: Work): Promise<void> {
    const isPrivate = how.private ?? false;
    const flags = isPrivate ? { flags: MessageFlags.Ephemeral as const } : {};
    const conversation = new Conversation({
      line: openLine(addressOf(interaction, isPrivate), this.#options),
      voice: who.voice,
      acknowledge: () => interaction.deferReply(flags),
      command: how.command,
      log: this.#options.log,
      timing: this.#options.timing,
    });
    const held = conversation.hold(async talk => this.#reply(await work(talk, who), talk, who));
    this.#talks.set(conversation.id, { conversation, held });
    await held;
    this.#talks.delete(conversation.id);
  }

  async #reply(answer: Answer, talk: Talk, who: Who): Promise<Reply> {
    return 'errand' in answer ? answer.errand.run(answer.question, talk, this.#options.kit, who) : answer;
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
