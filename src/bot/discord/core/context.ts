import type { Color } from 'chessops/types';
import type { ChatInputCommandInteraction, MessageContextMenuCommandInteraction } from 'discord.js';
import type { z } from 'zod';
import { Fault } from '../../../base/fault.ts';
import type { Limiter } from '../../../base/limiter.ts';
import type { LichessPlayer } from '../../../lichess/challenge.ts';
import type { LichessClient } from '../../../lichess/client.ts';
import type { Found } from '../../../lichess/find.ts';
import type { ReadElsewhere } from '../../../lichess/given-text.ts';
import type { WatchedPlayer } from '../../../lichess/watch.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { AnalysisService, JobOptions, Meter, Progress } from '../../../service/jobs.ts';
import type { Store } from '../../../store/store.ts';
import type { Added, NewWatch, Watch } from '../../../store/watches.ts';
import type { TaskPool } from '../../../tasks/tasks.ts';
import type { Limits } from '../../limits.ts';
import type { CommandDescription } from './description.ts';
import type { Reply } from './reply.ts';
import type { ReportPresenter, ReportViews } from './report-views.ts';
import type { Requester } from './requester.ts';
import { progressText, sayFetchLimit } from './sentences.ts';

/** What commands, handlers and buttons share. */

/** What every command can use. */
export interface BotContext {
  readonly service: AnalysisService;
  readonly store: Store;
  readonly lichess: LichessClient;
  /** For everything that computes. */
  readonly tasks: TaskPool;
  /** Reads long texts in a process of the pool. */
  readonly readElsewhere: ReadElsewhere;
  readonly views: ReportViews;
  /** Of the Lichess that is asked; without a slash at its end. */
  readonly lichessUrl: string;
  readonly limits: Limits;
  /** How much Lichess is asked for users and servers. */
  readonly fetches: Limits;
  readonly watching: WatchedGames;
  /** Undefined where Kibitz does not play there. */
  readonly lichessBot?: LichessPlayer | undefined;
  readonly commands: readonly SlashCommand[];
  readonly handlers: readonly ReportHandler<unknown>[];
  /** Whether posted links can get a reply at all. */
  readonly linkReplies: boolean;
  /** From where attachments are taken. */
  readonly fileOrigins: readonly string[];
  /** Of Kibitz. */
  readonly version: string;
  /** Where its source is. */
  readonly sourceUrl: string;
  /** To Discord and back, in milliseconds; negative before the first heartbeat. */
  readonly latencyMs: () => number;
  /** The other processes of the bot, if there are any. */
  readonly siblings: () => Promise<SiblingShards | undefined>;
  /**
   * A move of an animation takes ten milliseconds to draw: other work is done between two moves, but not beside many
   * animations.
   */
  readonly animations: Limiter;
  /** Games in which this process waits for Maia's move; the press that has asked for it will show it. */
  readonly awaitingMaia: Set<string>;
  readonly now: () => number;
}

/**
 * The context with a client that counts what Lichess is asked for the requester, and with texts read on the requester's
 * behalf: at Lichess and in the pool, users take turns.
 */
export function contextFor(context: BotContext, { user, server, voice }: Requester): BotContext {
  const admit = () => {
    const admission = context.fetches.admit({ user, server: server ?? undefined });
    // It is counted whatever comes of it: Lichess has been asked.
    if (admission.kind === 'admitted') return () => admission.end();
    throw new Fault('bad-input', sayFetchLimit(voice, admission, context.now()));
  };
  return {
    ...context,
    lichess: context.lichess.onBehalfOf({ name: `discord:${user}`, admit }),
    readElsewhere: given => context.readElsewhere(given, user),
  };
}

/** Live games that are followed in channels. */
export interface WatchedGames {
  add(wanted: NewWatch): Promise<WatchStart>;
  /** Whether it was there. */
  stop(watch: string): boolean;
  /** The games that are shown for it just now, as far as this process knows. */
  games(watch: string): readonly { players: Readonly<Record<Color, WatchedPlayer>> }[];
}

export type WatchStart = Exclude<Added, { kind: 'added' }> | { kind: 'started'; watch: Watch } | { kind: 'unwritable' };

/** The shards of the bot, this one among them. */
export interface SiblingShards {
  count: number;
  /** In which they are together; undefined while one of them does not answer. */
  servers: number | undefined;
}

/** What a job needs while it runs. */
export interface Session {
  /** Aborted when the asker cancels, when Kibitz shuts down, or when the message is gone. */
  readonly signal: AbortSignal;
  /** In which the asker is answered. */
  readonly voice: Voice;
  /** Told what the question costs; undefined where it is not counted. */
  readonly meter?: Meter | undefined;
  /** How far it is. The newest counts; it is shown when it is time. */
  show(reply: Reply): void;
}

/** For a job in the name of a user. How far it is is shown in their language, unless `onProgress` shows it. */
export function jobOptions(user: string, session: Session, onProgress?: (progress: Progress) => void): JobOptions {
  const show = (progress: Progress) => session.show({ content: progressText(session.voice, progress) });
  return {
    owner: `discord:${user}`,
    meter: session.meter,
    signal: session.signal,
    onProgress: progress => (progress.kind === 'queued' || !onProgress ? show(progress) : onProgress(progress)),
  };
}

/** What a command needs while it works. */
export interface CommandSession extends Session {
  /** Makes a report, keeps it and shows it. From here on the question survives a restart. */
  report<Q>(handler: ReportHandler<Q>, question: Q): Promise<Reply>;
}

export interface Command<I> {
  readonly description: CommandDescription;
  /** Only the asker sees the answer. */
  readonly private?: boolean;
  /** It asks no engine, and is not counted. */
  readonly free?: boolean;
  /** A mistake of the user is thrown as a `Fault`, and only that user is told. */
  run(interaction: I, session: CommandSession, context: BotContext, requester: Requester): Promise<Reply>;
}

export type SlashCommand = Command<ChatInputCommandInteraction>;
/** A command in the menu of a message. */
export type MessageCommand = Command<MessageContextMenuCommandInteraction>;

/**
 * Makes and shows one kind of report. The question is plain data: it is kept with the report, asked again by a button,
 * and answered after a restart.
 */
export interface ReportHandler<Q> extends ReportPresenter<Q> {
  readonly question: z.ZodType<Q>;
  /** Asks the engines; the report is packed. */
  run(question: Q, session: Session, context: BotContext, requester: Requester): Promise<Uint8Array>;
  /** The usual question about a posted game or position. */
  about?(found: Found, requester: Requester, context: BotContext): Q;
  /** Whether a state takes so long to be drawn that it is counted like a question. */
  isCostly?(state: string): boolean;
  /** Whether `derive` reads the report itself, which takes time. */
  readonly derivesFromReport?: boolean;
}

export const handlerOf = (
  kind: string,
  { handlers }: Pick<BotContext, 'handlers'>,
): ReportHandler<unknown> | undefined => handlers.find(handler => handler.kind === kind);

/** A question with the handler that answers it. */
export interface ReportRequest {
  readonly handler: ReportHandler<unknown>;
  readonly question: unknown;
}

/** A question that was stored; undefined for one of another version of Kibitz. */
export function knownRequest(
  { kind, question }: { kind: string; question: unknown },
  context: Pick<BotContext, 'handlers'>,
): ReportRequest | undefined {
  const handler = handlerOf(kind, context);
  const known = handler?.question.safeParse(question);
  return handler && known?.success ? { handler, question: known.data } : undefined;
}

/** The answer to the usual question of a handler; undefined where there is no such handler. */
export function reportAbout(
  found: Found,
  kind: string,
  session: CommandSession,
  context: BotContext,
  requester: Requester,
): Promise<Reply> | undefined {
  const handler = handlerOf(kind, context);
  return handler?.about && session.report(handler, handler.about(found, requester, context));
}

/** Makes a report, keeps it, and shows it. */
export async function makeReport<Q>(
  handler: ReportHandler<Q>,
  question: Q,
  session: Session,
  context: BotContext,
  requester: Requester,
): Promise<Reply> {
  const packed = await handler.run(question, session, context, requester);
  const about = { owner: requester.user, kind: handler.kind, question };
  const id = context.store.reports.putPacked(packed, about);
  const stored = { ...about, packed, created: context.now() };
  return context.views.show({ handler, id, stored, state: '' }, requester, session.signal);
}
