import {
  type APIApplicationCommandOptionChoice,
  ApplicationIntegrationType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  InteractionContextType,
} from 'discord.js';
import type { AnalysisService, JobKind, JobOf, JobOptions, JobResults } from '../../../service/jobs.ts';
import type { Talk } from '../conversation.ts';
import type { Description } from '../register.ts';
import type { Reply } from '../reply.ts';

/** What every command can use. */
export interface Kit {
  readonly service: AnalysisService;
  readonly commands: readonly Command[];
  /** Of Kibitz. */
  readonly version: string;
  /** To Discord and back, in milliseconds; negative before the first heartbeat. */
  readonly latencyMs: () => number;
}

/** One file a command. */
export interface Command {
  /** As Discord is told, plain JSON. */
  readonly description: Description;
  /** Only the one who asks sees the answer. */
  readonly private?: boolean;
  /** The answer; what people did wrong is thrown as a `Fault`, and told to them alone. */
  run(asked: ChatInputCommandInteraction, talk: Talk, kit: Kit): Promise<Reply>;
  autocomplete?(asked: AutocompleteInteraction, kit: Kit): Promise<APIApplicationCommandOptionChoice[]>;
}

/** In servers, in private, and in anybody's luggage. */
export const EVERYWHERE = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
};

/** A job in the name of the asker, with its place in line shown. */
export function runJob<K extends JobKind>(
  job: JobOf<K>,
  asked: { user: { id: string } },
  talk: Talk,
  { service }: Kit,
  options: Pick<JobOptions, 'deadlineMs' | 'onProgress'> = {},
): Promise<JobResults[K]> {
  return service.run(job, {
    ...options,
    owner: `discord:${asked.user.id}`,
    signal: talk.signal,
    onProgress: progress => {
      if (progress.kind === 'queued') talk.show({ content: `Waiting, number ${progress.position} in line …` });
      else options.onProgress?.(progress);
    },
  });
}
