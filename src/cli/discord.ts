import { discordSettings } from '../app/config.ts';
import { Fault } from '../base/fault.ts';
import { plural } from '../base/text.ts';
import type { Command } from './command.ts';

const ACTION = 'register';

export const command: Command = {
  usage: 'register',
  words: 1,
  options: {},
  async run([action = ''], _values, { config, terminal }) {
    if (action !== ACTION)
      throw new Fault(
        'bad-input',
        `discord: ${action && `"${action}" is nothing it knows; `}try "kibitz discord ${ACTION}".`,
      );
    const settings = discordSettings(config);
    const { COMMANDS, MESSAGE_COMMANDS } = await import('../bot/discord/commands.ts');
    const { registerOverRest } = await import('../bot/discord/core/application.ts');
    const { outcome, commands, application } = await registerOverRest(
      settings,
      [...COMMANDS, ...MESSAGE_COMMANDS].map(({ description }) => description),
    );
    const where = settings.guildId ? `in server ${settings.guildId}` : 'everywhere';
    if (terminal.json)
      terminal.printJson({ kind: 'discord-register', outcome, commands, guildId: settings.guildId ?? null });
    else if (outcome === 'unchanged')
      terminal.print(`${application} has these commands ${where} already: ${commands.join(', ')}.`);
    else
      terminal.print(
        `${plural(commands.length, 'command')} of ${application} registered ${where}: ${commands.join(', ')}.`,
      );
    return 0;
  },
};
