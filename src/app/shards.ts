import { once } from 'node:events';
import { environmentFor } from '../base/environment.ts';
import { Fault } from '../base/fault.ts';
import { programOf } from '../base/process.ts';
import { plural } from '../base/text.ts';
import type { Ready } from '../bot/discord/bot.ts';
import type { Context, Values } from '../cli/command.ts';
import { numberOption } from '../cli/options.ts';
import { CONFIG_KEYS } from './config.ts';
import { discordSettings } from './discord-settings.ts';

/** The bot in several processes, as somebody at the keyboard starts and stops it. */

/** Discord's bots have about a thousand servers on each; with so many shards others are needed anyway. */
const MAX_SHARDS = 256;
const AUTO = 'auto';
/** What all of them say is said once. */
const AGAIN_MS = 60_000;

interface ShardPlan {
  count: number;
  atOnce: number;
}

/** How many there are to be; undefined where nobody wants any. Whether Discord takes the token is known then, too. */
export async function planShards(values: Values, { config }: Context): Promise<ShardPlan | undefined> {
  if (values.shards === undefined) return undefined;
  const settings = discordSettings(config);
  const wanted =
    values.shards === AUTO ? AUTO : numberOption(values, 'shards', { fallback: 1, min: 1, max: MAX_SHARDS });
  if (wanted !== AUTO && wanted > 1 && !config.redisUrl) throw new Fault('bad-input', NO_REDIS);
  const { askGateway } = await import('../bot/discord/core/rest-commands.ts');
  const { shards, atOnce, left } = await askGateway(settings);
  const count = wanted === AUTO ? shards : wanted;
  if (count > 1 && !config.redisUrl) throw new Fault('bad-input', NO_REDIS);
  if (left < count)
    throw new Fault('discord-failed', `Discord lets this bot connect ${plural(left, 'time')} more today; try later.`);
  return { count, atOnce };
}

const NO_REDIS =
  'REDIS_URL: not set; several shards share their workers through Redis, and docs/scaling.md says how.';

export async function runShards({ count, atOnce }: ShardPlan, { config, signal, terminal }: Context): Promise<number> {
  const [{ Shards }, { refusalOf }] = await Promise.all([
    import('../bot/discord/core/shards.ts'),
    import('../bot/discord/core/rest-commands.ts'),
  ]);
  const settings = discordSettings(config);
  const said = new Map<string, number>();
  const shards = new Shards({
    ...{ token: settings.token, count, atOnce },
    // Whatever there is to say is said here.
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
  const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
  try {
    shards.start();
    await Promise.race([shards.failed, stopped]);
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
