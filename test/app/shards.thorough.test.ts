import { describe, expect, it } from 'vitest';
import { voiceOf } from '../../src/present/catalogue/voice.ts';
import { game, play, posts } from '../bot/discord/watch/club.ts';
import { isDone } from '../support/discord/bot.ts';
import type { Given } from '../support/discord/command-line.ts';
import { startDiscord } from '../support/discord/start.ts';
import type { User } from '../support/discord/user.ts';
import { startKibitz } from '../support/kibitz.ts';
import { startLichess } from '../support/lichess/start.ts';
import { isAlive, until } from '../support/processes.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { answers, envOf, shardsOf, startShards } from './shard-bots.ts';

describe.skipIf(!hasRedis)('kibitz bot --shards', () => {
  it('starts again the one that dies, and ends with all', async () => {
    const { discord, bot } = await startShards();
    const [anna, ben] = [discord.user('anna'), discord.user('ben', { place: 'second' })];
    await Promise.all([anna, ben].map(answers));
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
  });

  it('follows games in all servers, each once, whichever shard hears of it and whichever dies', async () => {
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
  });

  it('leaves no shard behind when it is killed', async () => {
    const { discord, bot } = await startShards();
    const all = shardsOf(bot);
    expect(all).toHaveLength(2);
    bot.child.kill('SIGKILL');
    await until(() => !all.some(isAlive), 'nothing is left');
    expect(discord.gateway.live).toBe(0);
  });

  it('ends with all when its token is no longer known', async () => {
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

  it('may be told to end while it starts', async () => {
    const discord = await startDiscord({ twoServers: true, atOnce: 16 });
    const { url } = await startRedis();
    const bot = startKibitz(['bot', '--shards', '2'], { env: envOf(discord, url) });
    await until(() => shardsOf(bot).length > 0, 'a shard is being started');
    const all = shardsOf(bot);
    bot.child.kill('SIGTERM');
    expect(await bot.code).toBe(0);
    expect([...all.filter(isAlive), ...all.slice(2)]).toEqual([]);
  });

  it('ends with one sentence when Discord does not want it', async () => {
    const discord = await startDiscord({ twoServers: true, atOnce: 16, allowedIntents: 0 });
    const { url } = await startRedis();
    const bot = startKibitz(['bot', '--shards', '2'], { env: envOf(discord, url) });
    expect(await bot.code).toBe(1);
    const said = bot.err().trim().split('\n');
    expect(said).toEqual([expect.stringMatching(/^kibitz: Discord does not allow this bot the intents/)]);
  });
});
