import type { FaultCode } from '../../base/fault.ts';
import type { Ready } from './bot.ts';

/** Messages between a shard and the manager that has started it, beside those of discord.js. Plain data. */

export type ShardMessage =
  /** For the terminal of the manager. */
  | { kibitz: 'note'; text: string }
  | { kibitz: 'ready'; ready: Ready }
  /** Why the shard is about to end. */
  | { kibitz: 'fault'; code: FaultCode; message: string };

interface ShardOrder {
  kibitz: 'stop';
}

/** Messages of discord.js come the same way. */
export const isShardMessage = (message: unknown): message is ShardMessage | ShardOrder =>
  typeof message === 'object' && message !== null && 'kibitz' in message;
