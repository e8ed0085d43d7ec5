import { onTestFinished } from 'vitest';
import { Store, type StoreOptions } from '../../src/store/store.ts';
import { silent, temporaryFolder } from '../support/settings.ts';

/** A clock that goes on when it is told to. */
interface Clock {
  now: number;
}

export const DAY = 24 * 60 * 60_000;

/** A store of its own, closed when the test is over. */
export function openStore({ clock, ...options }: Partial<StoreOptions> & { clock?: Clock } = {}): Store {
  const store = new Store({
    folder: temporaryFolder(),
    log: silent,
    ...(clock && { now: () => clock.now }),
    ...options,
  });
  onTestFinished(() => store.close());
  return store;
}
