import { describe, it } from 'vitest';
import {
  everyNumberFollows,
  MODES,
  nothingBelowBlunders,
  nothingIsDoneTwice,
  orderDoesNotShow,
  progressGrows,
} from './random.ts';

/** The laws of laws.test.ts on more games. */
describe('on many games', () => {
  it.each(MODES)('with residual $residual and leaf $leaf every number follows from the others', mode =>
    everyNumberFollows(mode, 30, 109),
  );
  it('nothing is searched twice', () => nothingIsDoneTwice(40, 105));
  it('nothing is searched below a blunder', () => nothingBelowBlunders(40, 106));
  it('the order of answers does not show', () => orderDoesNotShow(20, 107));
  it('progress only ever grows', () => progressGrows(20, 108));
});
