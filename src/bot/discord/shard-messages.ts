import type { FaultCode } from '../../base/fault.ts';
import type { Ready } from './bot.ts';

/** What a shard and the process that has started it tell each other, beside what discord.js does. Plain data. */

export type ShardMessage =
  /** For whoever runs Kibitz. */
  | { kibitz: 'note'; text: string }
  | { kibitz: 'ready'; ready: Ready }
  /** Why it is about to end. */
  | { kibitz: 'fault'; code: FaultCode; message: string };

interface ShardOrder {
  kibitz: 'stop';
}

/** Whether it is one of ours, and not one of discord.js. */
export const isShardMessage = (message: unknown): message is ShardMessage | ShardOrder =>
  typeof message === 'object' && message !== null && 'kibitz' in message;
