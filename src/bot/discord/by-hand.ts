import { type APIApplication, REST, Routes } from 'discord.js';
import { COMMANDS } from './commands/index.ts';
import { inviteLink, loginFault, restOptions } from './connection.ts';
import { notInServer, type Registered, registerCommands } from './register.ts';

/** What is asked of Discord without a bot that runs. */

export interface ByHand {
  outcome: Registered;
  application: string;
  commands: string[];
}

interface Settings {
  token: string;
  guildId?: string | undefined;
  api: string;
}

export const registerByHand = ({ token, guildId, api }: Settings): Promise<ByHand> =>
  withRest({ token, api }, async rest => {
    const commands = COMMANDS.map(({ description }) => description);
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
