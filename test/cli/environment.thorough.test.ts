import { describe, expect, it } from 'vitest';
import { startDiscord } from '../support/discord/start.ts';
import { kibitz, startKibitz } from '../support/kibitz.ts';
import { until } from '../support/processes.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { descendants, discordEnv, few, INVENTED, isReady, kindsOf, leaks, PASSWORD } from './process-secrets.ts';

describe.skipIf(process.platform !== 'linux' || !hasRedis)('no secret is in what can be read', () => {
  it('of what a worker starts; a shard has the settings of the bot that it is, and nothing else', async () => {
    const discord = await startDiscord({ twoServers: true, shards: 2, atOnce: 16 });
    const { url } = await startRedis({ password: PASSWORD });
    const env = { ...INVENTED, ...discordEnv(discord), ...few, LICHESS_TOKEN: '', REDIS_URL: url };
    const worker = startKibitz(['worker'], { env });
    await until(() => worker.err().includes('Working for Redis'), 'the worker is there');
    for (const words of [
      ['eval', 'startpos', '--depth', '5'],
      ['maia', 'startpos'],
    ])
      expect((await kibitz(words, { env })).code).toBe(0);
    const bot = startKibitz(['bot', '--shards', 'auto'], { env });
    await isReady(bot);
    const started = descendants(worker);
    expect(kindsOf(started)).toEqual(['maia', 'engine']);
    expect(leaks(started, [...Object.values(INVENTED), discord.token, PASSWORD])).toEqual([]);
    const processes = descendants(bot);
    const shards = processes.filter(({ command }) => command.includes(' bot '));
    expect(shards).toHaveLength(2);
    expect(leaks(shards, Object.values(INVENTED))).toEqual([]);
    // What computes for a shard has no more of its secrets than what computes for a bot.
    const rest = processes.filter(one => !shards.includes(one));
    expect(kindsOf(rest)).toEqual(['task']);
    expect(leaks(rest, [...Object.values(INVENTED), discord.token, PASSWORD])).toEqual([]);
    for (const { environment, command } of shards) {
      expect(environment).toContain(`\0DISCORD_TOKEN=${discord.token}`);
      expect(environment).toContain(`REDIS_URL=${url}`);
      expect(command).not.toContain(PASSWORD);
    }
  });
});
