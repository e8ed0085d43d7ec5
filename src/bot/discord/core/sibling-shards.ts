import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'discord.js';
import type { SiblingShards } from './context.ts';

/** `/status` does not wait longer for a shard that is just being started. */
const PATIENCE_MS = 1_000;

/** Undefined where there is one process. */
export async function siblingsOf({ shard }: Client): Promise<SiblingShards | undefined> {
  if (!shard) return undefined;
  const counts = shard.fetchClientValues('guilds.cache.size') as Promise<number[]>;
  const servers = counts.then(
    all => all.reduce((sum, one) => sum + one, 0),
    () => undefined, // one of them is not there
  );
  return { count: shard.count, servers: await Promise.race([servers, sleep(PATIENCE_MS, undefined, { ref: false })]) };
}
