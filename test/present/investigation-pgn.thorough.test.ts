import { describe, it } from 'vitest';
import { makeServiceForAll } from '../support/service.ts';
import { expectMirrored, expectSoundGames } from './investigations.ts';

describe('the game that shows it all', () => {
  // All of them wait at once, and long jobs have 80 % of the places.
  const service = makeServiceForAll({ maxWaiting: 200, maxWaitingPerOwner: 200 });

  it('is sound for 98 random positions by the real engine', () => expectSoundGames(service, 98, 2025), 1_800_000);

  it('is mirrored with the position two levels deep, by the real engine', () => expectMirrored(service, 9, 2));
});
