import type { Redis } from 'ioredis';
import { placesFor } from '../../src/service/capacity.ts';
import { RELEASE } from '../../src/service/redis/protocol.ts';
import { present } from '../../src/service/redis/scripts.ts';
import { readMembers, type WorkerInfo } from '../../src/service/redis/worker-registry.ts';
import { someStatus } from './measured.ts';

/** What workers say of themselves in Redis. */

export const makeWorkerInfo = (changes: Partial<WorkerInfo> = {}): WorkerInfo => ({
  ...{ id: 'x', role: 'worker', host: 'here', ...RELEASE, places: placesFor(1), status: someStatus },
  ...changes,
});

export const workersAt = async (redis: Redis): Promise<WorkerInfo[]> => readMembers(await present(redis)).workers;
