import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { voiceOf } from '../../src/present/catalogue/voice.ts';
import { game, play, posts } from '../bot/discord/watch/club.ts';
import { run } from '../cli/in-process.ts';
import { isDone } from '../support/discord/bot.ts';
import type { Given } from '../support/discord/command-line.ts';
import type { Discord, DiscordOptions } from '../support/discord/discord.ts';
import { startDiscord } from '../support/discord/start.ts';
import type { User } from '../support/discord/user.ts';
import { type Started, startKibitz } from '../support/kibitz.ts';
import { startLichess } from '../support/lichess/start.ts';
import { isAlive, shardsBelow, until } from '../support/processes.ts';
import { age, hasRedis, startRedis } from '../support/redis.ts';

/** The bot in several processes, as its owner starts and stops it. */

const envOf = ({ token, api }: Discord, REDIS_URL = '') => ({ DISCORD_TOKEN: token, DISCORD_API: api, REDIS_URL });

async function startShards(options: DiscordOptions = {}, changes: Record<string, string> = {}) {
  const discord = await startDiscord({ twoServers: true, shards: 2, atOnce: 16, ...options });
  const { url } = await startRedis();
  await age(url);
  const env = { ...envOf(discord, url), KIBITZ_ENGINES: '1', ...changes };
  const worker = startKibitz(['worker'], { env });
  const bot = startKibitz(['bot', '--shards', 'auto'], { env: { ...env, LOG_LEVEL: 'info' } });
  await until(() => bot.err().includes('oauth2/authorize'), 'both shards are there');
  await until(() => worker.err().includes('Working for Redis'), 'the worker is there');
  return { discord, bot, env };
}

const shardsOf = ({ child }: Started) => shardsBelow(child.pid as number);

/** Workers may be a moment late; then people are told that Kibitz is busy. */
async function answers(user: User): Promise<string> {
  let content = '';
  await until(async () => {
    const asked = user.types('/eval', { position: 'f3 e5 g4' });
    const reply = await Promise.race([asked.replyThat(isDone, 'it is done'), asked.followUp()]);
    content = reply.content;
    return content.includes('Black mates in 1');
  }, 'there is an answer');
  return content;
}

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
    const bot = startKibitz(['bot', '--shards', 'auto'], { env: envOf(discord) });
    await until(() => bot.err().includes('oauth2/authorize'), 'it is there');
    expect(bot.err()).toMatch(/Kibitz is on Discord as Kibitz(#0)?, in 1 server\. Invite it with\n/);
    bot.child.kill('SIGTERM');
    expect(await bot.code).toBe(0);
  });

  it.skipIf(!hasRedis)('answers on all of them, starts again the one that dies, and ends with all', async () => {
    const { discord, bot } = await startShards();
    expect(bot.err()).toMatch(/Kibitz is on Discord as Kibitz(#0)?, in 2 servers, on 2 shards\. Invite it with\n/);
    expect(discord.requestsTo(/^PUT .*commands/)).toHaveLength(1);
    const [anna, ben] = [discord.user('anna'), discord.user('ben', { place: 'second' })];
    const dora = discord.user('dora', { place: 'dm' });
    await Promise.all([anna, ben, dora].map(answers));
    const status = await ben.types('/status').replyThat(isDone, 'it is told');
    expect(status.content).toContain('Shards: 2, servers: 2');
    const before = shardsOf(bot);
    expect(before).toHaveLength(2);
    for (const [index, user] of [anna, ben].entries()) {
      const { identifies } = discord.gateway;
      process.kill(before[index] as number, 'SIGKILL');
      await until(() => discord.gateway.identifies > identifies && discord.gateway.live === 2, 'it is there again');
      await answers(user);
    }
    expect(bot.err()).toContain('Shard 1 has died. It is started again in 1 s.\n');
    expect(bot.err().match(/Invite it with/g)).toHaveLength(1);
    const all = shardsOf(bot);
    bot.child.kill('SIGTERM');
    expect(await bot.code).toBe(0);
    expect(all.filter(isAlive)).toEqual([]);
    expect(discord.gateway.live).toBe(0);
    expect(bot.err().match(/Shutting down\./g)).toHaveLength(1);
    expect(bot.err()).not.toContain(discord.token);
  });

  it.skipIf(!hasRedis)(
    'follows games in all servers, each once, whichever shard hears of it and whichever dies',
    async () => {
      const lichess = await startLichess();
      const { discord, bot } = await startShards({}, { LICHESS_URL: lichess.url });
      const users = [discord.user('anna'), discord.user('ben', { place: 'second' })];
      const [brief, long] = [game(lichess, 'aaaaaaaa'), game(lichess, 'bbbbbbbb')];
      play(brief, 'e2e4 e7e5');
      play(long, 'f2f3 e7e5');
      const say = async (user: User, command: string, given: Given = {}) =>
        (await user.types(command, given).replyThat(isDone, 'it is told')).content;
      const watches = (id: string) => Promise.all(users.map(user => say(user, '/watch', { game: id })));
      const { say: words } = voiceOf('en-GB');
      expect(await watches('aaaaaaaa')).toEqual([words('watch.game'), words('watch.game')]);
      await until(() => posts(discord).length === 2, 'the game is shown in both servers');
      await Promise.all(users.map(user => say(user, '/unwatch')));
      const showing = (text: string) => posts(discord).filter(({ content }) => content.includes(text));
      await until(() => showing(words('watch.stopped')).length === 2, 'it is followed no more');
      await watches('bbbbbbbb');
      await until(() => posts(discord).length === 4, 'the other game is shown in both servers');
      const streams = () => lichess.seen.filter(({ path }) => path.includes('stream/game/bbbbbbbb')).length;
      expect(streams()).toBe(1);
      for (const pid of shardsOf(bot)) process.kill(pid, 'SIGKILL');
      await until(() => streams() === 2, 'somebody goes on with it');
      play(long, 'g2g4 d8h4');
      const over = 'Checkmate: Black won.';
      await until(() => showing(over).length === 2, 'the end is shown in both servers');
      expect(new Set(showing(over).map(({ channelId }) => channelId)).size).toBe(2);
      expect([posts(discord).length, streams()]).toEqual([4, 2]);
      bot.child.kill('SIGTERM');
      expect(await bot.code).toBe(0);
    },
  );

  it.skipIf(!hasRedis)('leaves no shard behind when it is killed', async () => {
    const { discord, bot } = await startShards();
    const all = shardsOf(bot);
    expect(all).toHaveLength(2);
    bot.child.kill('SIGKILL');
    await until(() => !all.some(isAlive), 'nothing is left');
    expect(discord.gateway.live).toBe(0);
  });

  it.skipIf(!hasRedis)('ends with all when its token is no longer known', async () => {
    const { discord, bot } = await startShards();
    const [first, second] = shardsOf(bot) as [number, number];
    discord.fails(
      /GET \/gateway\/bot/,
      { status: 401, body: { message: '401: Unauthorized', code: 0 } },
      { times: 99 },
    );
    process.kill(first, 'SIGKILL');
    expect(await bot.code).toBe(1);
    expect(bot.err()).toMatch(/\nkibitz: DISCORD_TOKEN: Discord does not know this token; .*\n$/);
    expect([first, second].filter(isAlive)).toEqual([]);
  });

  it.skipIf(!hasRedis)('may be told to end while it starts', async () => {
    const discord = await startDiscord({ twoServers: true, atOnce: 16 });
    const { url } = await startRedis();
    const bot = startKibitz(['bot', '--shards', '2'], { env: envOf(discord, url) });
    await until(() => shardsOf(bot).length > 0, 'a shard is being started');
    const all = shardsOf(bot);
    bot.child.kill('SIGTERM');
    expect(await bot.code).toBe(0);
    expect([...all.filter(isAlive), ...all.slice(2)]).toEqual([]);
  });

  it.skipIf(!hasRedis)('ends with one sentence when Discord does not want it', async () => {
    const discord = await startDiscord({ twoServers: true, atOnce: 16, allowedIntents: 0 });
    const { url } = await startRedis();
    const bot = startKibitz(['bot', '--shards', '2'], { env: envOf(discord, url) });
    expect(await bot.code).toBe(1);
    const said = bot.err().trim().split('\n');
    expect(said).toEqual([expect.stringMatching(/^kibitz: Discord does not allow this bot the intents/)]);
  });
});
