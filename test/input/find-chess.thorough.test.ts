import { it } from 'vitest';
import { expectReadInTime, expectSentences, PARTS } from './messages.ts';

it('many random messages are understood or answered in one sentence', () => expectSentences(1_000));

/** As many bytes as may be asked at once, but for a few around them. */
it.each(PARTS)('99 kB of %j are read in time', { timeout: 60_000 }, part => expectReadInTime(part, 99_900));
