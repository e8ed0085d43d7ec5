import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { COMMANDS, MESSAGE_COMMANDS } from '../../../../src/bot/discord/commands.ts';
import { registerOverRest } from '../../../../src/bot/discord/core/application.ts';
import type { SlashCommand } from '../../../../src/bot/discord/core/context.ts';
import { startBot } from '../../../support/discord/bot.ts';
import type { Discord } from '../../../support/discord/discord.ts';
import { startDiscord } from '../../../support/discord/start.ts';

const puts = (discord: Discord) => discord.requestsTo(/PUT /).length;
const [first, ...rest] = COMMANDS;

describe('registering', () => {
  it('is done once for commands that stay the same', async () => {
    const discord = await startDiscord();
    for (let time = 0; time < 2; time++) await (await startBot(discord)).bot.close();
    expect(puts(discord)).toBe(1);
    const registered = discord.commands.get('global') ?? [];
    expect(registered.map(({ name }) => name)).toEqual(
      [...COMMANDS, ...MESSAGE_COMMANDS].map(({ description }) => description.name),
    );
    for (const command of registered) expect(command.integration_types).toEqual([0, 1]);
  });

  it.each<[string, readonly SlashCommand[], number]>([
    ['in another order', COMMANDS.toReversed(), 0],
    ['one fewer', rest, 1],
    [
      'in other words',
      [{ ...(first as SlashCommand), description: { ...first?.description, description: 'x' } as never }, ...rest],
      1,
    ],
    [
      'with one option more',
      [
        ...rest,
        {
          ...(first as SlashCommand),
          description: {
            name: 'eval',
            description: 'Who stands better, in one line',
            options: [{ type: ApplicationCommandOptionType.Boolean, name: 'x', description: 'y' }],
          },
        },
      ],
      1,
    ],
  ])('%s', async (_, commands, again) => {
    const discord = await startDiscord();
    await (await startBot(discord)).bot.close();
    await (await startBot(discord, { commands })).bot.close();
    expect(puts(discord)).toBe(1 + again);
  });

  it('for one server only, where they appear at once', async () => {
    const discord = await startDiscord();
    const guildId = discord.places.guild.id;
    for (let time = 0; time < 2; time++) await (await startBot(discord, { guildId })).bot.close();
    expect([...discord.commands.keys()]).toEqual([guildId]);
    expect(puts(discord)).toBe(1);
  });

  it('by hand, without a connection', async () => {
    const discord = await startDiscord();
    const { token, api } = discord;
    const descriptions = [...COMMANDS, ...MESSAGE_COMMANDS].map(({ description }) => description);
    const names = descriptions.map(({ name }) => name);
    expect(await registerOverRest({ token, api }, descriptions)).toEqual({
      outcome: 'registered',
      application: 'Kibitz',
      commands: names,
    });
    expect(await registerOverRest({ token, api }, descriptions)).toMatchObject({ outcome: 'unchanged' });
    expect(discord.gateway.identifies).toBe(0);
    await expect(registerOverRest({ token: 'wrong', api }, descriptions)).rejects.toThrow(/^DISCORD_TOKEN: /);
    await expect(registerOverRest({ token, api, guildId: '12345678901234567' }, descriptions)).rejects.toThrow(
      /^DISCORD_GUILD_ID: /,
    );
  });

  it('no two commands have the same name', () => {
    expect(new Set(COMMANDS.map(({ description }) => description.name)).size).toBe(COMMANDS.length);
  });
});
