const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 30_000;

/** Random, so that those who failed together do not come back together; the ceiling doubles with each failure in a row. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures);
  return MIN_BACKOFF_MS + random() * (ceiling - MIN_BACKOFF_MS);
}
