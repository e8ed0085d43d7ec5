import { afterEach, expect } from 'vitest';
import type { Loopback, LoopbackOptions } from './loopback.ts';
import { closeLichess, openLichess } from './open.ts';

/** A Lichess for a test, which fails at its end if something was done that Lichess does not want. */

const open: Loopback[] = [];
afterEach(() => {
  const complaints = open.splice(0).flatMap(lichess => {
    closeLichess(lichess);
    return lichess.takeComplaints();
  });
  expect(complaints, 'what Lichess would have complained about').toEqual([]);
});

export async function startLichess(options: LoopbackOptions = {}): Promise<Loopback> {
  const lichess = await openLichess(options);
  open.push(lichess);
  return lichess;
}
