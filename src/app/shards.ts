import { environmentFor } from '../base/environment.ts';
import { Fault } from '../base/fault.ts';
import { programOf, tellParent } from '../base/process.ts';
import { plural } from '../base/text.ts';
import type { Ready } from '../bot/discord/bot.ts';
import { isShardMessage, type ShardMessage } from '../bot/discord/shard-messages.ts';
import { CONFIG_KEYS, type Config, discordSettings } from './config.ts';
import { type AppContext, aborted } from './service.ts';

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

function readyNote(shards: readonly Ready[]): string[] {
  const servers = shards.reduce((sum, shard) => sum + shard.servers, 0);
  const { name = '', invite = '' } = shards[0] ?? {};
  const on = shards.length > 1 ? `, on ${plural(shards.length, 'shard')}` : '';
  return [`Kibitz is on Discord as ${name}, in ${plural(servers, 'server')}${on}. Invite it with`, invite];
}

/** Reports the state of the bot: on the terminal, or from a shard to the process that has started it. */
export interface StatusReporter {
  /** The number of the shard, counted from 0; undefined if there is only one process. */
  readonly shard: number | undefined;
  note(text: string): void;
  ready(ready: Ready): void;
  /** Whether the parent process shows the fault; otherwise the caller has to. */
  failed(fault: Fault): boolean;
  close(): void;
}

export function statusReporterFor(terminal: AppContext['terminal'], signal: AbortSignal): StatusReporter {
  if (process.env.SHARDS !== undefined && process.send) return shardReporter(signal);
  return {
    shard: undefined,
    note: text => terminal.note(text),
    ready: ready => {
      for (const line of readyNote([ready])) terminal.note(line);
    },
    failed: () => false,
    close: () => undefined,
  };
}

function shardReporter(signal: AbortSignal): StatusReporter {
  const tell = (news: ShardMessage) => tellParent(news);
  const stop = () => void process.emit('SIGTERM', 'SIGTERM');
  // Ctrl-C reaches every shard directly; the message that follows it must not count as a second Ctrl-C.
  const hear = (message: unknown) => void (isShardMessage(message) && !signal.aborted && stop());
  // The parent process is gone, so the shard ends; a second stop ends it at once if it is already ending.
  const orphaned = stop;
  // discord.js writes to the sharding manager even after that has gone.
  const deaf = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_IPC_CHANNEL_CLOSED' && error.code !== 'EPIPE') throw error;
  };
  process.on('message', hear).on('disconnect', orphaned).on('error', deaf);
  if (!process.connected) orphaned();
  return {
    shard: Number(process.env.SHARDS),
    note: text => tell({ kibitz: 'note', text }),
    ready: ready => tell({ kibitz: 'ready', ready }),
    failed: ({ code, message }) => {
      tell({ kibitz: 'fault', code, message });
      return true;
    },
    close: () => {
      process.off('message', hear).off('disconnect', orphaned);
      if (process.connected) process.disconnect();
    },
  };
}
