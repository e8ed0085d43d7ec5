import {
  Client,
  type ClientOptions,
  DefaultRestOptions,
  GatewayCloseCodes,
  GatewayIntentBits,
  Options,
  PermissionFlagsBits,
  type RESTOptions,
} from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { EventLoopTurns, Limiter } from '../../../base/limiter.ts';
import { withBytes } from './form.ts';
import { NO_PINGS } from './reply.ts';

/** How discord.js is set up, and what it means when Discord does not let it in. */

/** Commands need nothing but to know where they are. */
const INTENTS = [GatewayIntentBits.Guilds];
/** Replies to links: the second of these is privileged. */
const READING_INTENTS = [GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent];

const PERMISSIONS =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory;

/** 500 acknowledgements at once over as many new connections took 1.9 s, over 64 that are used again 0.8 s. */
const CONNECTIONS = 64;
/** Interactions are not bound to the global limit (https://discord.com/developers/docs/topics/rate-limits), nor is much else sent. */
const REQUESTS_A_SECOND = 1_000;
/** Every interaction leaves a queue of its own behind, of 1.3 kB. */
const SWEEP_MS = 10_000;
/** Whoever is sent away for longer is better told at once. */
const LONGEST_PAUSE_MS = 60_000;

/** Acknowledgements have three seconds; everything else can wait for them. */
const ACKNOWLEDGEMENT = 0;
const OTHER = 1;
const requests = new Limiter(CONNECTIONS);
const turns = new EventLoopTurns(1, () => requests.isWaiting(ACKNOWLEDGEMENT));
/** For what need not be done at once. */
export const turn = (): Promise<void> => turns.next();
/** The interaction that a request acknowledges, if it is an acknowledgement. */
const acknowledgedBy = (url: string): string | undefined => /\/(\d+)\/[^/]+\/callback(\?|$)/.exec(url)?.[1];

/** Told of each interaction that Discord has been answered. */
type Acknowledged = (interaction: string) => void;

/** What follows an acknowledgement is done when it is its turn: others wait for theirs. */
const makeRequest =
  (acknowledged: Acknowledged): RESTOptions['makeRequest'] =>
  async (url, init) => {
    const interaction = acknowledgedBy(url);
    const priority = interaction === undefined ? OTHER : ACKNOWLEDGEMENT;
    const response = await requests.run(priority, async () =>
      DefaultRestOptions.makeRequest(url, await withBytes(init)),
    );
    if (interaction === undefined) return response;
    if (response.ok) acknowledged(interaction);
    await turn();
    return response;
  };

export const restOptions = (
  api: string,
  acknowledged: Acknowledged = () => undefined,
): NonNullable<ClientOptions['rest']> => ({
  api,
  makeRequest: makeRequest(acknowledged),
  globalRequestsPerSecond: REQUESTS_A_SECOND,
  handlerSweepInterval: SWEEP_MS,
  retries: 1,
  // Without `Retry-After` discord.js would ask again at once, and for ever.
  rejectOnRateLimit: ({ retryAfter }) => retryAfter <= 0 || retryAfter > LONGEST_PAUSE_MS,
});

interface Manners {
  readsMessages?: boolean;
  acknowledged?: Acknowledged;
}

export function makeClient(api: string, { readsMessages = false, acknowledged }: Manners = {}): Client {
  const own = { maxSize: 0, keepOverLimit: ({ id, client }: { id: string; client: Client }) => id === client.user?.id };
  return new Client({
    intents: [...INTENTS, ...(readsMessages ? READING_INTENTS : [])],
    allowedMentions: NO_PINGS,
    // One that a manager has started is told by it which it is, and discord.js finds that by itself.
    ...(process.env.SHARDS === undefined && { shards: 'auto' }),
    rest: restOptions(api, acknowledged),
    // Nothing is looked up later: what Discord sends along with an interaction is enough.
    makeCache: Options.cacheWithLimits({
      MessageManager: 0,
      ReactionManager: 0,
      GuildMemberManager: own,
      UserManager: own,
      PresenceManager: 0,
      VoiceStateManager: 0,
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      GuildScheduledEventManager: 0,
      StageInstanceManager: 0,
      ThreadMemberManager: 0,
    }),
  });
}

export const inviteLink = (applicationId: string): string =>
  `https://discord.com/oauth2/authorize?${new URLSearchParams({
    client_id: applicationId,
    scope: 'bot applications.commands',
    permissions: String(PERMISSIONS),
  })}`;

const PORTAL = 'https://discord.com/developers/applications';
const BAD_TOKEN = `DISCORD_TOKEN: Discord does not know this token; copy the bot's token from ${PORTAL}.`;

/** After these Discord does not want to be asked again: https://discord.com/developers/docs/topics/opcodes-and-status-codes */
const FINAL: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: BAD_TOKEN,
  [GatewayCloseCodes.InvalidShard]: 'Discord refuses this connection as a part of a bot that it does not know (4010).',
  [GatewayCloseCodes.ShardingRequired]: 'Discord wants this bot in more parts than it has (4011).',
  [GatewayCloseCodes.InvalidAPIVersion]: 'Discord does not speak this version of its protocol any more; update Kibitz.',
  [GatewayCloseCodes.InvalidIntents]: 'Discord does not know an intent that Kibitz asks for; update Kibitz.',
  [GatewayCloseCodes.DisallowedIntents]: `Discord does not allow this bot the intents that Kibitz asks for; switch on "Message Content Intent" under "Bot" in ${PORTAL}, or leave out DISCORD_LINK_REPLIES.`,
};

export const dismissal = (closeCode: number): Fault =>
  new Fault('discord-failed', FINAL[closeCode] ?? `Discord has closed the connection for good (${closeCode}).`);

export const isBadToken = ({ message }: Fault): boolean => message === BAD_TOKEN;

/** Why there is no connection, in one sentence. */
export function loginFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const { code, status, message } = error as { code?: unknown; status?: number; message?: string };
  if (code === 'TokenInvalid' || status === 401) return new Fault('discord-failed', BAD_TOKEN);
  const why = typeof code === 'string' ? code : (message ?? String(error));
  return new Fault('discord-failed', `Discord cannot be reached: ${status ? `${status} ` : ''}${why}.`, {
    cause: error,
  });
}
