import type { Fault } from '../base/fault.ts';
import { tellParent } from '../base/process.ts';
import type { Ready } from '../bot/discord/bot.ts';
import { isOurs, type ShardMessage } from '../bot/discord/core/shard-messages.ts';
import type { Terminal } from '../cli/terminal.ts';
import { readyNote } from './shards.ts';

/** Says how the bot is doing: to somebody at the keyboard, or, as a shard, to the process that has started it. */
export interface StatusReporter {
  /** Which of several it is, from 0 on; undefined: there is one. */
  readonly shard: number | undefined;
  note(text: string): void;
  ready(ready: Ready): void;
  /** Whether somebody else will tell it. */
  failed(fault: Fault): boolean;
  close(): void;
}

export function statusReporterFor(terminal: Terminal, signal: AbortSignal): StatusReporter {
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
  // Ctrl-C comes to all of them by itself: then this is not to count as the second.
  const hear = (message: unknown) => void (isOurs(message) && !signal.aborted && stop());
  // Nobody is there any more who could say that it is to end: so it does, and at once if it was about to.
  const orphaned = stop;
  // discord.js talks to the manager whether it is there or not.
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
