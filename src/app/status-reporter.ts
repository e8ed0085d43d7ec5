import type { Fault } from '../base/fault.ts';
import { tellParent } from '../base/process.ts';
import type { Ready } from '../bot/discord/bot.ts';
import { isShardMessage, type ShardMessage } from '../bot/discord/shard-messages.ts';
import type { AppContext } from './context.ts';
import { readyNote } from './shards.ts';

/** Says how the bot is doing: on the terminal, or, as a shard, to the process that has started it. */
export interface StatusReporter {
  /** The number of the shard, from 0 on; undefined: there is one process only. */
  readonly shard: number | undefined;
  note(text: string): void;
  ready(ready: Ready): void;
  /** Whether the process that has started this one says it. */
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
  // Ctrl-C reaches every shard by itself; the message that follows is not to count as a second one.
  const hear = (message: unknown) => void (isShardMessage(message) && !signal.aborted && stop());
  // The process that could tell it to end is gone, so it ends; at once if it was about to.
  const orphaned = stop;
  // discord.js sends to the sharding manager whether it is there or not.
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
