import { type APIApplication, REST, Routes } from 'discord.js';
import { COMMANDS } from './commands/index.ts';
import { loginFault, restOptions } from './connection.ts';
import { notInServer, type Registered, registerCommands } from './register.ts';

/** Registering without a bot that runs. */

export interface ByHand {
  outcome: Registered;
  application: string;
  commands: string[];
}

export async function registerByHand(settings: {
  token: string;
  guildId?: string | undefined;
  api: string;
}): Promise<ByHand> {
  const { token, guildId, api } = settings;
  const rest = new REST(restOptions(api)).setToken(token);
  const commands = COMMANDS.map(({ description }) => description);
  try {
    const application = (await rest.get(Routes.currentApplication())) as APIApplication;
    const outcome = await registerCommands({ rest, applicationId: application.id, guildId, commands }).catch(error => {
      throw notInServer(error, guildId, application.id);
    });
    return { outcome, application: application.name, commands: commands.map(({ name }) => name) };
  } catch (error) {
    throw loginFault(error);
  } finally {
    rest.clearHandlerSweeper();
    rest.clearHashSweeper();
  }
}
