import { it } from 'vitest';
import { expectSteadyAmong } from './support/readers.ts';

it('four times as much takes about four times as long: other repetitive texts each time', { timeout: 1_800_000 }, () =>
  expectSteadyAmong(1_000),
);
