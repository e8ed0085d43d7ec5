import type { Redis } from 'ioredis';
import { type Card, readCards } from '../../src/service/redis/cards.ts';
import { RELEASE } from '../../src/service/redis/release.ts';
import { present } from '../../src/service/redis/scripts.ts';
import { placesFor } from '../../src/service/room.ts';
import { someStatus } from './measured.ts';

/** What workers say of themselves in Redis. */

export const makeCard = (changes: Partial<Card> = {}): Card => ({
  ...{ id: 'x', role: 'worker', host: 'here', ...RELEASE, places: placesFor(1), status: someStatus },
  ...changes,
});

export const workersAt = async (redis: Redis): Promise<Card[]> => readCards(await present(redis)).cards;
