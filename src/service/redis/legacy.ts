import type { Redis } from 'ioredis';
import { SHARED } from './protocol.ts';
import { presentIn } from './scripts.ts';
import type { Member } from './worker-info.ts';

/**
 * Bots and workers of Kibitz from before its protocol had a number. They use other names in Redis, so that no jobs are
 * exchanged with them; they are only noticed, to be reported.
 */

const WORKERS = `${SHARED}:workers`;
/** Each of their bots and workers has a key with this prefix. */
const ASKER = `${SHARED}:asker:`;
const ELDER = { host: 'unknown', kibitz: '0.1.0 or earlier', protocol: 1 };
/** How many keys are scanned in a beat: a thousand take Redis less than a millisecond. */
const A_BEAT = 1_000;

export class LegacyMembers {
  #cursor = '0';
  #found = new Set<string>();
  #askers: string[] = [];

  async look(redis: Redis): Promise<Member[]> {
    const texts = await presentIn(redis, WORKERS);
    const workers = texts.map(text => /"id":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 100));
    await this.#scan(redis);
    const bots = this.#askers.filter(id => !workers.includes(id));
    return [
      ...workers.map(id => ({ ...ELDER, id, role: 'worker' as const })),
      ...bots.map(id => ({ ...ELDER, id, role: 'bot' as const })),
    ];
  }

  /** Looks for their bots, which are in no list, among all keys, a part of them in each beat. */
  async #scan(redis: Redis): Promise<void> {
    const [cursor, keys] = await redis.scan(this.#cursor, 'MATCH', `${ASKER}*`, 'COUNT', A_BEAT);
    for (const key of keys) this.#found.add(key.slice(ASKER.length));
    this.#cursor = cursor;
    if (cursor !== '0') return;
    this.#askers = [...this.#found];
    this.#found = new Set();
  }
}
