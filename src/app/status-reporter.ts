import type { Fault } from '../base/fault.ts';
import { tellParent } from '../base/process.ts';
import type { Ready } from '../bot/discord/bot.ts';
import { isShardMessage, type ShardMessage } from '../bot/discord/shard-messages.ts';
import type { AppContext } from './context.ts';
import { readyNote } from './shards.ts';

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
