/** While something is more urgent it goes on slowly, so that nobody waits for ever. */
const BUSY_MS = 100;

/**
 * Turns for what need not be done at once. One begins in each round of the event loop: however many wait, whatever has
 * come in meanwhile is seen to first.
 */
export function turns(isBusy: () => boolean): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const schedule = () => void (isBusy() ? setTimeout(begin, BUSY_MS) : setImmediate(begin));
  const begin = () => {
    waiting.shift()?.();
    if (waiting.length > 0) schedule();
  };
  return () =>
    new Promise(resolve => {
      if (waiting.push(resolve) === 1) schedule();
    });
}
