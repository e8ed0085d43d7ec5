import { isDeepStrictEqual } from 'node:util';
import { type REST, Routes } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { inviteLink } from './connection.ts';
import type { CommandDescription } from './context.ts';
import { problemOf } from './problems.ts';

/** Commands are put where Discord does not have them as they are; it takes up to an hour to show a change everywhere. */

/** These are for commands of all servers only. */
const GLOBAL_ONLY = ['integration_types', 'contexts'];
/** What Discord adds by itself. */
const ADDED = ['id', 'application_id', 'version', 'guild_id', 'dm_permission'];
const CHAT_INPUT = 1;

interface Registration {
  rest: REST;
  applicationId: string;
  /** Everywhere, if undefined. */
  guildId: string | undefined;
  commands: readonly CommandDescription[];
}

export type Registered = 'registered' | 'unchanged';

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
