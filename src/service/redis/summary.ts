import { type Capacity, type PlacesOf, roomOf } from '../capacity.ts';
import { CLASSES } from '../classes.ts';
import type { Status } from '../status.ts';
import type { WorkerInfo } from './worker-info.ts';

/** All workers as if they were one. */

export const roomOfAll = (cards: readonly WorkerInfo[]): Capacity =>
  roomOf(
    totals<keyof PlacesOf>(
      cards.map(({ places }) => places),
      CLASSES,
    ),
  );

/** Undefined where there is none. */
export function statusOf(cards: readonly WorkerInfo[], queue: Status['queue']): Status | undefined {
  const all = cards.map(({ status }) => status);
  const [first] = all;
  if (!first) return undefined;
  // Whoever lacks Stockfish does not matter as long as another has one, except that it should be known.
  const stockfish = all.map(status => status.stockfish);
  const maia = all.map(status => status.maia);
  const cache = all.map(status => status.cache);
  return {
    ...first,
    uptimeMs: Math.max(...all.map(({ uptimeMs }) => uptimeMs)),
    queue,
    stockfish: {
      ...(stockfish.find(({ problem }) => problem === null) ?? first.stockfish),
      ...totals(stockfish, ['engines', 'busy', 'busyMs', 'failures']),
      problem: stockfish.find(({ problem }) => problem !== null)?.problem ?? null,
      pids: stockfish.flatMap(({ pids }) => pids),
    },
    maia: {
      ...first.maia,
      ...totals(maia, ['workers', 'busy', 'busyMs', 'failures']),
      loaded: maia.some(({ loaded }) => loaded),
      pids: maia.flatMap(({ pids }) => pids),
    },
    cache: {
      ...first.cache,
      ...totals(cache, ['entries', 'bytes', 'hits', 'misses']),
      problem: cache.find(({ problem }) => problem !== null)?.problem ?? null,
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const totals = <K extends string>(rows: readonly Record<K, number>[], names: readonly K[]): Record<K, number> =>
  Object.fromEntries(names.map(name => [name, sum(rows.map(row => row[name]))])) as Record<K, number>;
