import { describe, it } from 'vitest';
import { HOSTILE } from './support/hostile.ts';
import { expectSteady, expectSteadyAmong } from './support/readers.ts';

/** Whatever strangers write is read in a time that grows with its length, and not with the square of it. */

describe('four times as much takes about four times as long', () => {
  it.each(HOSTILE)('$name', ({ of }) => expectSteady(of, 12_000));

  it('a hundred repetitive texts of what parsers look for, the same each time', () => expectSteadyAmong(100, 22));
});
