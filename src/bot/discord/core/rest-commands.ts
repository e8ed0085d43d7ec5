import { type APIApplication, type APIGatewayBotInfo, REST, Routes } from 'discord.js';
import type { Fault } from '../../../base/fault.ts';
import { COMMANDS, MESSAGE_COMMANDS } from '../commands.ts';
import { inviteLink, isBadToken, loginFault, restOptions } from './connection.ts';
import { notInServer, type Registered, registerCommands } from './register.ts';

/** What is asked of Discord without a bot that runs. */

interface ByHand {
  outcome: Registered;
  application: string;
  commands: string[];
}

interface Settings {
  token: string;
  guildId?: string | undefined;
  api: string;
}

export const registerOverRest = ({ token, guildId, api }: Settings): Promise<ByHand> =>
  withRest({ token, api }, async rest => {
    const commands = [...COMMANDS, ...MESSAGE_COMMANDS].map(({ description }) => description);
    const application = (await rest.get(Routes.currentApplication())) as APIApplication;
    const outcome = await registerCommands({ rest, applicationId: application.id, guildId, commands }).catch(error => {
      throw notInServer(error, guildId, application.id);
    });
    return { outcome, application: application.name, commands: commands.map(({ name }) => name) };
  });

/** Whose token it is, and how to invite it. */
export const whoami = (settings: Pick<Settings, 'token' | 'api'>): Promise<{ name: string; invite: string }> =>
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

export const askGateway = (settings: Pick<Settings, 'token' | 'api'>): Promise<Gateway> =>
  withRest(settings, async rest => {
    const { shards, session_start_limit } = (await rest.get(Routes.gatewayBot())) as APIGatewayBotInfo;
    return { shards, atOnce: session_start_limit.max_concurrency, left: session_start_limit.remaining };
  });

/** Why it is of no use to connect again: Discord does not know the token any more. That it is out of reach passes. */
export const refusalOf = (settings: Pick<Settings, 'token' | 'api'>): Promise<Fault | undefined> =>
  askGateway(settings).then(
    () => undefined,
    (fault: Fault) => (isBadToken(fault) ? fault : undefined),
  );

async function withRest<T>(
  { token, api }: Pick<Settings, 'token' | 'api'>,
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
