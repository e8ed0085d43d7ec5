import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something to end, however it does, but no longer than so, and not when somebody is in a hurry. */
export async function within(ms: number, work: Promise<unknown>, hurry?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = hurry ? AbortSignal.any([over.signal, hurry]) : over.signal;
  const quietly = () => undefined;
  await Promise.race([work.then(quietly, quietly), sleep(ms, undefined, { signal }).catch(quietly)]);
  over.abort();
}
