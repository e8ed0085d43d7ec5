import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runBot } from '../../src/app/bot.ts';
import { run, startHere } from '../cli/in-process.ts';
import { isDone } from '../support/discord/bot.ts';
import { startDiscord } from '../support/discord/start.ts';
import { isAlive, until } from '../support/processes.ts';
import { hasRedis } from '../support/redis.ts';
import { makeServiceForAll } from '../support/service.ts';
import { answers, envOf, shardsOf, startShards } from './shard-bots.ts';

/** What dies, and what is told to end too early, is in `shards.thorough.test.ts`. */

describe('kibitz bot --shards', () => {
  it.each([
    ['zero', 'shards: "zero" is not a whole number from 1 to 256.'],
    ['0', 'shards: "0" is not a whole number from 1 to 256.'],
    ['1000', 'shards: "1000" is not a whole number from 1 to 256.'],
    ['1.5', 'shards: "1.5" is not a whole number from 1 to 256.'],
    ['', 'shards: "" is not a whole number from 1 to 256.'],
  ])('refuses %s', async (given, sentence) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('DISCORD_TOKEN', 'MTIz.some.token');
    vi.stubEnv('DISCORD_API', 'http://127.0.0.1:1/api');
    expect(await run('bot', '--shards', given)).toMatchObject({ code: 2, err: `kibitz: ${sentence}\n` });
  });

  it('says what is missing', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const discord = await startDiscord({ shards: 2 });
    for (const [name, value] of Object.entries(envOf(discord))) vi.stubEnv(name, value);
    const sentence = /^kibitz: REDIS_URL: not set; several shards share their workers through Redis, .*\.\n$/;
    for (const shards of ['2', 'auto'])
      expect(await run('bot', '--shards', shards)).toMatchObject({ code: 2, err: expect.stringMatching(sentence) });
    vi.stubEnv('DISCORD_TOKEN', 'MTIz.wrong.token');
    expect(await run('bot', '--shards', 'auto')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^kibitz: DISCORD_TOKEN: Discord does not know this token; .*\n$/),
    });
    vi.stubEnv('DISCORD_TOKEN', '');
    vi.stubEnv('LICHESS_TOKEN', 'lip_something');
    expect(await run('bot', '--shards', '2')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^kibitz: DISCORD_TOKEN: not set; .*\n$/),
    });
  });

  it('with one is the bot as ever, without Redis', async () => {
    const discord = await startDiscord();
    const bot = startHere(context => runBot(context, 'auto'), envOf(discord), makeServiceForAll());
    await until(() => bot.notes().includes('oauth2/authorize'), 'it is there');
    expect(bot.notes()).toMatch(/Kibitz is on Discord as Kibitz(#0)?, in 1 server\. Invite it with\n/);
    expect(await bot.stop()).toBe(0);
  });

  it.skipIf(!hasRedis)('answers on all of them, and ends with all', async () => {
    const { discord, bot } = await startShards();
    expect(bot.err()).toMatch(/Kibitz is on Discord as Kibitz(#0)?, in 2 servers, on 2 shards\. Invite it with\n/);
    expect(discord.requestsTo(/^PUT .*commands/)).toHaveLength(1);
    const [anna, ben] = [discord.user('anna'), discord.user('ben', { place: 'second' })];
    const dora = discord.user('dora', { place: 'dm' });
    await Promise.all([anna, ben, dora].map(answers));
    const status = await ben.types('/status').replyThat(isDone, 'it is told');
    expect(status.content).toContain('Shards: 2, servers: 2');
    const all = shardsOf(bot);
    expect(all).toHaveLength(2);
    bot.child.kill('SIGTERM');
    expect(await bot.code).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
    expect(discord.gateway.live).toBe(0);
    expect(bot.err().match(/Invite it with/g)).toHaveLength(1);
    expect(bot.err().match(/Shutting down\./g)).toHaveLength(1);
    expect(bot.err()).not.toContain(discord.token);
  });
});
