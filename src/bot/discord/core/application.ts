import { isDeepStrictEqual } from 'node:util';
import { type APIApplication, type APIGatewayBotInfo, REST, Routes } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { inviteLink, isBadToken, loginFault } from './client.ts';
import type { CommandDescription } from './description.ts';
import { problemOf, restOptions } from './rest.ts';

/** The application as Discord knows it: its commands, its name, how its bot may connect. */

/** Commands of a single server do not have these. */
const GLOBAL_ONLY = ['integration_types', 'contexts'];
/** What Discord adds by itself. */
const ADDED = ['id', 'application_id', 'version', 'guild_id', 'dm_permission'];
const CHAT_INPUT = 1;

interface Registration {
  rest: REST;
  applicationId: string;
  /** In all servers, if undefined. */
  guildId: string | undefined;
  commands: readonly CommandDescription[];
}

type Registered = 'registered' | 'unchanged';

/** Discord takes up to an hour to show a change everywhere: what is there already as it should be is left alone. */
export async function registerCommands(registration: Registration): Promise<Registered> {
  const { rest, applicationId, guildId } = registration;
  const route = guildId
    ? Routes.applicationGuildCommands(applicationId, guildId)
    : Routes.applicationCommands(applicationId);
  const local = (command: object): object => (guildId ? without(command, GLOBAL_ONLY) : command);
  const wanted = registration.commands.map(local);
  const query = new URLSearchParams({ with_localizations: 'true' });
  const present = ((await rest.get(route, { query })) as object[]).map(local);
  if (isDeepStrictEqual(comparable(present), comparable(wanted))) return 'unchanged';
  await rest.put(route, { body: wanted });
  return 'registered';
}

const without = (command: object, keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(command).filter(([key]) => !keys.includes(key)));

/** Discord fills in what was left out; here everything that says nothing is left out again. */
function comparable(commands: readonly object[]): unknown[] {
  const plain = commands.map(command => spare(without({ type: CHAT_INPUT, ...command }, ADDED)) as { name: string });
  return plain.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function spare(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(spare);
    // Where a command may be used is a set.
    return items.every(item => typeof item === 'number') ? items.sort() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value)
    .map(([key, inner]): [string, unknown] => [key, spare(inner)])
    .filter(([, inner]) => !isNothing(inner));
  return Object.fromEntries(said);
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A server that Kibitz is not in says so by refusing. */
export function notInServer(error: unknown, guildId: string | undefined, applicationId: string): unknown {
  if (!guildId || problemOf(error) !== 'forbidden') return error;
  const invite = inviteLink(applicationId);
  return new Fault('discord-failed', `DISCORD_GUILD_ID: Kibitz is not in that server; invite it with ${invite}`);
}

interface RegisteredApplication {
  outcome: Registered;
  application: string;
  commands: string[];
}

interface BotCredentials {
  token: string;
  guildId?: string | undefined;
  api: string;
}

export const registerOverRest = (
  { token, guildId, api }: BotCredentials,
  commands: readonly CommandDescription[],
): Promise<RegisteredApplication> =>
  withRest({ token, api }, async rest => {
    const application = (await rest.get(Routes.currentApplication())) as APIApplication;
    const outcome = await registerCommands({ rest, applicationId: application.id, guildId, commands }).catch(error => {
      throw notInServer(error, guildId, application.id);
    });
    return { outcome, application: application.name, commands: commands.map(({ name }) => name) };
  });

/** Whose token it is, and how to invite it. */
export const whoami = (settings: Pick<BotCredentials, 'token' | 'api'>): Promise<{ name: string; invite: string }> =>
  withRest(settings, async rest => {
    const { id, name } = (await rest.get(Routes.currentApplication())) as APIApplication;
    return { name, invite: inviteLink(id) };
  });

/** How Discord wants the bot to connect. */
interface Gateway {
  /** How many shards it thinks right. */
  shards: number;
  /** How many may connect within five seconds. */
  atOnce: number;
  /** How many may connect today. */
  left: number;
}

export const askGateway = (settings: Pick<BotCredentials, 'token' | 'api'>): Promise<Gateway> =>
  withRest(settings, async rest => {
    const { shards, session_start_limit } = (await rest.get(Routes.gatewayBot())) as APIGatewayBotInfo;
    return { shards, atOnce: session_start_limit.max_concurrency, left: session_start_limit.remaining };
  });

/**
 * Why it is of no use to connect again: Discord does not know the token any more. When it is out of reach there is
 * hope.
 */
export const refusalOf = (settings: Pick<BotCredentials, 'token' | 'api'>): Promise<Fault | undefined> =>
  askGateway(settings).then(
    () => undefined,
    (fault: Fault) => (isBadToken(fault) ? fault : undefined),
  );

async function withRest<T>(
  { token, api }: Pick<BotCredentials, 'token' | 'api'>,
  work: (rest: REST) => Promise<T>,
): Promise<T> {
  const rest = new REST(restOptions(api)).setToken(token);
  try {
    return await work(rest);
  } catch (error) {
    throw loginFault(error);
  } finally {
    rest.clearHandlerSweeper();
    rest.clearHashSweeper();
  }
}
