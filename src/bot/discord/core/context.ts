import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  MessageContextMenuCommandInteraction,
} from 'discord.js';
import {
  type APIApplicationCommandOptionChoice,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord-api-types/v10';
import type { LichessPlayer } from '../../../lichess/challenge.ts';
import type { LichessClient } from '../../../lichess/client.ts';
import type { AnalysisService, Job, JobKind, JobOf, JobOptions, JobResults, Progress } from '../../../service/jobs.ts';
import type { Store } from '../../../store/store.ts';
import type { TaskPool } from '../../../tasks/pool.ts';
import type { Limits } from '../../limits.ts';
import type { Watching } from '../watch/watching.ts';
import type { ReportHandler, ReportRequest, Requester } from './handler.ts';
import type { Pages } from './pages.ts';
import { progressText } from './progress.ts';
import type { Description } from './register.ts';
import type { Reply } from './reply.ts';
import type { Session } from './session.ts';
import type { SiblingShards } from './sibling-shards.ts';
import type { Views } from './views.ts';

/** What every command can use. */
export interface BotContext {
  readonly service: AnalysisService;
  readonly store: Store;
  readonly lichess: LichessClient;
  /** For everything that computes. */
  readonly tasks: TaskPool;
  /** Reports as messages show them. */
  readonly views: Views;
  /** Of the Lichess that is asked; without a slash at its end. */
  readonly lichessUrl: string;
  readonly limits: Limits;
  /** How much Lichess is asked for users and servers. */
  readonly fetches: Limits;
  /** Live games that are followed. */
  readonly watching: Watching;
  /** Undefined where Kibitz does not play there. */
  readonly lichessBot?: LichessPlayer | undefined;
  readonly commands: readonly Command[];
  readonly handlers: readonly ReportHandler<unknown>[];
  /** How reports are opened in a browser. */
  readonly pages: Pages;
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
  readonly now: () => number;
}

/** One file a command. */
export interface Command {
  /** As Discord is told, plain JSON. */
  readonly description: Description;
  /** Only the one who asks sees the answer. */
  readonly private?: boolean;
  /** It asks no engine, and may be asked as often as anybody likes. */
  readonly free?: boolean;
  /**
   * The answer, or the question that leads to it: one with a handler survives a restart. What people did wrong is thrown
   * as a `Fault`, and told to them alone.
   */
  run(
    asked: ChatInputCommandInteraction,
    session: Session,
    context: BotContext,
    requester: Requester,
  ): Promise<Reply | ReportRequest>;
  autocomplete?(asked: AutocompleteInteraction, context: BotContext): Promise<APIApplicationCommandOptionChoice[]>;
}

/** A command in the menu of a message. */
export interface Menu {
  readonly description: Description;
  run(
    asked: MessageContextMenuCommandInteraction,
    session: Session,
    context: BotContext,
    requester: Requester,
  ): Promise<Reply | ReportRequest>;
}

/** In servers, in private, and in anybody's luggage. */
export const EVERYWHERE = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
};

type AskOptions = Pick<JobOptions, 'deadlineMs' | 'onProgress'>;

/** A job in the name of a user. How far it is is shown in their language, but for what `onProgress` shows by itself. */
export const runJob = <K extends JobKind>(
  job: JobOf<K>,
  user: string,
  session: Session,
  { service }: Pick<BotContext, 'service'>,
  options: AskOptions = {},
): Promise<JobResults[K]> => service.run(job, optionsOf(user, session, options));

/** The same for a report that is to be kept and shown. */
export const runForReport = (
  job: Job,
  user: string,
  session: Session,
  { service }: Pick<BotContext, 'service'>,
  options: AskOptions = {},
): Promise<Uint8Array> => service.runPacked(job, optionsOf(user, session, options));

function optionsOf(user: string, session: Session, options: AskOptions): JobOptions {
  const show = (progress: Progress) => session.show({ content: progressText(session.voice, progress) });
  const { onProgress = show } = options;
  return {
    ...options,
    owner: `discord:${user}`,
    meter: session.meter,
    signal: session.signal,
    onProgress: progress => (progress.kind === 'queued' ? show(progress) : onProgress(progress)),
  };
}
