import { setTimeout as sleep } from 'node:timers/promises';
import { MessageFlags, type RepliableInteraction } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Fault, toFault } from '../../../base/fault.ts';
import { voiceOf } from '../../../present/catalogue/voice.ts';
import type { Meter } from '../../../service/jobs.ts';
import type { LeftBehind } from '../../../store/running.ts';
import { type BotContext, type CommandSession, knownRequest, makeReport, type ReportRequest } from './context.ts';
import { buttonRow, type Reply } from './reply.ts';
import { makeRequester, type Requester, requesterOf, wrongChannel } from './requester.ts';
import { retry } from './rest.ts';
import {
  type DiscordClients,
  openReplyTarget,
  type Repliable,
  type ReplyAddress,
  replyAddressOf,
  replyEphemeral,
} from './send.ts';
import { sayLimit } from './sentences.ts';
import { InteractionSession, type SessionTiming } from './session.ts';

type Work = (session: CommandSession, requester: Requester) => Promise<Reply>;

interface BeginOptions {
  /** What is asked, for the log. */
  command: string;
  /** Only the asker sees the answer; that is possible in every channel. */
  private?: boolean | undefined;
  /** Costs nothing, and is neither counted nor finished after a restart. */
  free?: boolean | undefined;
}

/** A question, and how its asker can be reached. */
interface Caller {
  address: ReplyAddress;
  requester: Requester;
  /** As Discord writes it, for a process that has to answer instead of this one. */
  locale: string;
  how: BeginOptions;
  acknowledge: () => Promise<unknown>;
  meter?: Meter | undefined;
  /** It is kept already: this is not the first try. */
  resumed?: boolean;
}

interface SessionsOptions extends DiscordClients {
  context: BotContext;
  log: Logger;
  timing: SessionTiming;
}

/** What is kept of a question for as long as it is being answered; the keys are those that version 0.1.0 has stored. */
const keptSchema = z.object({
  command: z.string(),
  server: z.string().nullable(),
  private: z.boolean(),
  reachable: z.boolean(),
  /** Null while the command has not yet come to the question for a handler; `errand` is the handler's kind. */
  order: z.object({ errand: z.string(), question: z.unknown() }).nullable(),
});

/** For the last words to those whose answer is under way. */
const GRACE_MS = 5_000;
/** An older question is not answered any more. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** A question that two processes have died over is not tried on a third. */
const MAX_DEATHS = 1;

/** All sessions that are under way. */
export class InteractionSessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, { session: InteractionSession; held: Promise<unknown> }>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Answers an interaction; a requester over their limits, or in the wrong channel, is told so at once. */
  async begin(interaction: RepliableInteraction, how: BeginOptions, work: Work): Promise<void> {
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
      fault = await this.#hold(
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

  /**
   * A session with its report, for a requester who may have one. The fault that took the place of the answer, if there
   * was one.
   */
  async #hold(caller: Caller, work: Work, timing = this.#options.timing): Promise<Fault | undefined> {
    const { address, requester, how, acknowledge, meter } = caller;
    const { context, log } = this.#options;
    const session: InteractionSession = new InteractionSession({
      ...{ target: openReplyTarget(address, this.#options), voice: requester.voice, meter },
      ...{ command: how.command, acknowledge, log, timing },
      report: async (handler, question) => {
        this.#keep(caller, { kind: handler.kind, question });
        return makeReport(handler, question, session, context, requester);
      },
    });
    const held = session.hold(() => {
      this.#keep(caller);
      return work(session, requester);
    });
    this.#sessions.set(session.id, { session, held });
    const fault = await held;
    this.#sessions.delete(session.id);
    if (!how.free) context.store.running.end(address.id);
    return fault;
  }

  #keep({ address, requester, locale, how, resumed }: Caller, asked?: { kind: string; question: unknown }): void {
    if (how.free || resumed) return;
    const { id, token, application, channel, user, private: isPrivate, reachable } = address;
    const question: z.infer<typeof keptSchema> = {
      ...{ command: how.command, server: requester.server, private: isPrivate, reachable },
      order: asked ? { errand: asked.kind, question: asked.question } : null,
    };
    const { running } = this.#options.context.store;
    running.begin({ id, token, application, channel, message: null, user, locale, question });
  }

  /** A question that a process has died over: it is answered by this one, or there is an apology. */
  async resume(left: LeftBehind): Promise<void> {
    const { context, log, timing } = this.#options;
    const { id, token, application, channel, user, locale, answerable, deaths } = left;
    const kept = keptSchema.safeParse(left.question).data;
    const age = context.now() - left.begun;
    log.info({ id, deaths, command: kept?.command }, 'a question from before the restart');
    if (!kept || age > MAX_AGE_MS) return context.store.running.end(id);
    const { private: isPrivate, reachable, order } = kept;
    const address = { id, token, application, channel, user, private: isPrivate, reachable };
    const request = order ? knownRequest({ kind: order.errand, question: order.question }, context) : undefined;
    if (!request || !answerable || deaths > MAX_DEATHS) {
      const apology = this.#apology(left, request);
      // Also where that cannot be told: there is no third try.
      context.store.running.end(id);
      const target = openReplyTarget(address, this.#options);
      return retry(() => (answerable ? target.edit(apology) : target.send(apology)), timing.lastWordPauses);
    }
    const caller = {
      ...{ address, requester: makeRequester(user, kept.server, locale, context.store), locale },
      ...{ how: { command: kept.command }, acknowledge: async () => undefined, resumed: true },
    };
    const work: Work = session => session.report(request.handler, request.question);
    await this.#hold(caller, work, { ...timing, lifeMs: Math.max(0, timing.lifeMs - age) });
  }

  /** With a button to ask again, where Kibitz knows what was asked. */
  #apology({ user: owner, locale }: LeftBehind, request: ReportRequest | undefined): Reply {
    const voice = voiceOf(locale);
    if (!request) return { content: voice.say('end.lost') };
    const { reports } = this.#options.context.store;
    const report = reports.put(null, { owner, kind: request.handler.kind, question: request.question });
    const again = buttonRow({ label: voice.say('button.again'), id: { kind: 'again', report } });
    return { content: voice.say('end.interrupted'), rows: [again] };
  }

  /** A sentence for the user who pressed something, beside the answer. Discord gets it once at the most. */
  whisper(interaction: Repliable, text: string): Promise<void> {
    return openReplyTarget(replyAddressOf(interaction, true), this.#options).whisper(text);
  }

  find(id: string): InteractionSession | undefined {
    return this.#sessions.get(id)?.session;
  }

  /** Tells all those whose answer is under way that it will not come. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    for (const { session } of sessions)
      session.cancel(new Fault('closing', 'Kibitz is shutting down; please ask again in a minute.'));
    await Promise.race([Promise.all(sessions.map(({ held }) => held)), sleep(GRACE_MS, undefined, { ref: false })]);
  }
}
