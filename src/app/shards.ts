import { environmentFor } from '../base/environment.ts';
import { Fault } from '../base/fault.ts';
import { programOf } from '../base/process.ts';
import { plural } from '../base/text.ts';
import type { Ready } from '../bot/discord/bot.ts';
import { CONFIG_KEYS, type Config, discordSettings } from './config.ts';
import { type AppContext, aborted } from './context.ts';

/** The bot on Discord in several processes. */

/** A shard has about a thousand servers. A bot with more shards than this needs other settings of Discord anyway. */
export const MAX_SHARDS = 256;
/** Notes that several shards send within this time are shown once. */
const AGAIN_MS = 60_000;

/** `auto`: as many as Discord recommends. */
export type WantedShards = number | 'auto';

interface ShardPlan {
  count: number;
  atOnce: number;
}

/** Asks Discord for the number of shards, which also shows that it accepts the token. */
export async function planShards(wanted: WantedShards, config: Config): Promise<ShardPlan> {
  const settings = discordSettings(config);
  if (wanted !== 'auto' && wanted > 1 && !config.redisUrl) throw new Fault('bad-input', NO_REDIS);
  const { askGateway } = await import('../bot/discord/core/application.ts');
  const { shards, atOnce, left } = await askGateway(settings);
  const count = wanted === 'auto' ? shards : wanted;
  if (count > 1 && !config.redisUrl) throw new Fault('bad-input', NO_REDIS);
  if (left < count)
    throw new Fault('discord-failed', `Discord lets this bot connect ${plural(left, 'time')} more today; try later.`);
  return { count, atOnce };
}

const NO_REDIS = 'REDIS_URL: not set; several shards share their workers through Redis, and docs/scaling.md says how.';

export async function runShards(
  { count, atOnce }: ShardPlan,
  { config, signal, terminal }: AppContext,
): Promise<number> {
  const [{ Shards }, { refusalOf }] = await Promise.all([
    import('../bot/discord/shards.ts'),
    import('../bot/discord/core/application.ts'),
  ]);
  const settings = discordSettings(config);
  const said = new Map<string, number>();
  const shards = new Shards({
    ...{ token: settings.token, count, atOnce },
    // This process shows the notes of its shards.
    program: { ...programOf('../cli/main', import.meta.url), args: ['bot', '--quiet'] },
    environment: environmentFor('shard', CONFIG_KEYS),
    onNote: text => {
      const before = said.get(text) ?? Number.NEGATIVE_INFINITY;
      said.set(text, performance.now());
      if (performance.now() - before > AGAIN_MS) terminal.note(text);
    },
    onReady: all => {
      for (const line of readyNote(all)) terminal.note(line);
    },
    refusal: () => refusalOf(settings),
  });
  try {
    shards.start();
    await Promise.race([shards.failed, aborted(signal)]);
    terminal.note('Shutting down.');
    return 0;
  } finally {
    await shards.close();
  }
}

export function readyNote(shards: readonly Ready[]): string[] {
  const servers = shards.reduce((sum, shard) => sum + shard.servers, 0);
  const { name = '', invite = '' } = shards[0] ?? {};
  const on = shards.length > 1 ? `, on ${plural(shards.length, 'shard')}` : '';
  return [`Kibitz is on Discord as ${name}, in ${plural(servers, 'server')}${on}. Invite it with`, invite];
}
