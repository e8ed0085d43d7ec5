import { isDone } from '../support/discord/bot.ts';
import type { Discord, DiscordOptions } from '../support/discord/discord.ts';
import { startDiscord } from '../support/discord/start.ts';
import type { User } from '../support/discord/user.ts';
import { type Started, startKibitz } from '../support/kibitz.ts';
import { shardsBelow, until } from '../support/processes.ts';
import { age, startRedis } from '../support/redis.ts';

/** The bot in several processes, as its owner starts and stops it. */

export const envOf = ({ token, api }: Discord, REDIS_URL = '') => ({
  DISCORD_TOKEN: token,
  DISCORD_API: api,
  REDIS_URL,
});

export async function startShards(options: DiscordOptions = {}, changes: Record<string, string> = {}) {
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

export const shardsOf = ({ child }: Started) => shardsBelow(child.pid as number);

/** Workers may be a moment late; then people are told that Kibitz is busy. */
export async function answers(user: User): Promise<string> {
  let content = '';
  await until(async () => {
    const asked = user.types('/eval', { position: 'f3 e5 g4' });
    const reply = await Promise.race([asked.replyThat(isDone, 'it is done'), asked.followUp()]);
    content = reply.content;
    return content.includes('Black mates in 1');
  }, 'there is an answer');
  return content;
}
