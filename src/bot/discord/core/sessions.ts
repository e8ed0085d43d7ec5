import { setTimeout as sleep } from 'node:timers/promises';
import { MessageFlags, type RepliableInteraction } from 'discord.js';
import type { Logger } from 'pino';
import { Fault, toFault } from '../../../base/fault.ts';
import type { Meter } from '../../../service/jobs.ts';
import type { BotContext } from './context.ts';
import type { ReportRequest, Requester } from './handler.ts';
import type { Reply } from './reply.ts';
import { replyEphemeral } from './reply-ephemeral.ts';
import {
  type DiscordClients,
  openReplyTarget,
  type Repliable,
  type ReplyAddress,
  replyAddressOf,
} from './reply-target.ts';
import { requesterOf, wrongChannel } from './requester.ts';
import type { ResumableQuestion } from './resumable.ts';
import { sayLimit } from './sentences.ts';
import { InteractionSession, type Session, type Timing } from './session.ts';

/** An answer, or something that has to be done for it. */
type Answer = Reply | ReportRequest;
type Work = (session: Session, requester: Requester) => Promise<Answer>;

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
  address: ReplyAddress;
  requester: Requester;
  /** In the words of Discord, for whoever has to answer instead. */
  locale: string;
  how: How;
  acknowledge: () => Promise<unknown>;
  meter?: Meter | undefined;
  /** It is kept already: this is not the first try. */
  resumed?: boolean;
}

interface TalksOptions extends DiscordClients {
  context: BotContext;
  log: Logger;
  timing: Timing;
}

/** For the last words to everybody whose answer is under way. */
const GRACE_MS = 5_000;

/** All conversations that are under way. */
export class InteractionSessions {
  readonly #options: TalksOptions;
  readonly #sessions = new Map<string, { conversation: InteractionSession; held: Promise<unknown> }>();

  constructor(options: TalksOptions) {
    this.#options = options;
  }

  /** Whoever asks too much, or in the wrong place, is told so at once; everybody else gets an answer. */
  async begin(interaction: RepliableInteraction, how: How, work: Work): Promise<void> {
    const { context, timing } = this.#options;
    const requester = requesterOf(interaction, context.store);
    const pauses = timing.acknowledgePauses;
    const wrong = how.private ? undefined : wrongChannel(interaction, requester);
    if (wrong !== undefined) return replyEphemeral(interaction, wrong, pauses);
    const admission = how.free
      ? undefined
      : context.limits.admit({ user: requester.user, server: requester.server ?? undefined });
    if (admission?.kind === 'refused')
      return replyEphemeral(interaction, sayLimit(requester.voice, admission, context.now()), pauses);
    const flags = how.private ? { flags: MessageFlags.Ephemeral as const } : {};
    let fault: Fault | undefined;
    try {
      fault = await this.hold(
        {
          address: replyAddressOf(interaction, how.private ?? false),
          requester,
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
    const { address, requester, how, acknowledge, meter } = caller;
    const { context, log } = this.#options;
    const line = openReplyTarget(address, this.#options);
    const what = { voice: requester.voice, meter, command: how.command };
    const conversation = new InteractionSession({ line, ...what, acknowledge, log, timing });
    const held = conversation.hold(async session => {
      this.#keep(caller, null);
      const answer = await work(session, requester);
      if (!('handler' in answer)) return answer;
      this.#keep(caller, answer);
      return answer.handler.run(answer.question, session, context, requester);
    });
    this.#sessions.set(conversation.id, { conversation, held });
    const fault = await held;
    this.#sessions.delete(conversation.id);
    if (!how.free) context.store.running.end(address.id);
    return fault;
  }

  #keep({ address, requester, locale, how, resumed }: Caller, order: ReportRequest | null): void {
    if (how.free || resumed) return;
    const { id, token, application, channel, user, private: isPrivate, reachable } = address;
    const question: ResumableQuestion = {
      ...{ command: how.command, server: requester.server, private: isPrivate, reachable },
      order: order && { errand: order.handler.kind, question: order.question },
    };
    const { running } = this.#options.context.store;
    running.begin({ id, token, application, channel, message: null, user, locale, question });
  }

  /** A sentence for the one who pressed something, beside the answer. Discord gets it once at the most. */
  whisper(interaction: Repliable, text: string): Promise<void> {
    return openReplyTarget(replyAddressOf(interaction, true), this.#options).whisper(text);
  }

  find(id: string): InteractionSession | undefined {
    return this.#sessions.get(id)?.conversation;
  }

  /** Tells everybody whose answer is under way that it will not come. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    for (const { conversation } of sessions)
      conversation.cancel(new Fault('closing', 'Kibitz is shutting down; please ask again in a minute.'));
    await Promise.race([Promise.all(sessions.map(({ held }) => held)), sleep(GRACE_MS, undefined, { ref: false })]);
  }
}
