import { afterEach } from 'vitest';
import type { Loopback, LoopbackOptions } from './loopback.ts';
import { closeLichess, openLichess } from './open.ts';

/** A Lichess for a test, gone at its end. */

const open: Loopback[] = [];
afterEach(() => {
  for (const lichess of open.splice(0)) closeLichess(lichess);
});

export async function startLichess(options: LoopbackOptions = {}): Promise<Loopback> {
  const lichess = await openLichess(options);
  open.push(lichess);
  return lichess;
}
