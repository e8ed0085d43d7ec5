import type { Redis } from 'ioredis';
import { placesFor } from '../../src/service/capacity.ts';
import { RELEASE } from '../../src/service/redis/release.ts';
import { present } from '../../src/service/redis/scripts.ts';
import { readCards, type WorkerInfo } from '../../src/service/redis/worker-info.ts';
import { someStatus } from './measured.ts';

/** What workers say of themselves in Redis. */

export const makeCard = (changes: Partial<WorkerInfo> = {}): WorkerInfo => ({
  ...{ id: 'x', role: 'worker', host: 'here', ...RELEASE, places: placesFor(1), status: someStatus },
  ...changes,
});

export const workersAt = async (redis: Redis): Promise<WorkerInfo[]> => readCards(await present(redis)).cards;
