import { INITIAL_FEN } from 'chessops/fen';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derived } from '../../../../src/bot/discord/analyze/question.ts';
import {
  type AnalysisView,
  FIRST,
  makeAnalysisState,
  parseAnalysisState,
} from '../../../../src/bot/discord/analyze/rows.ts';
import { type ExpectedQuestion, expectedJob, expectedQuestion, gameOf } from '../../../../src/questions/expected.ts';
import { checkJob } from '../../../../src/service/jobs.ts';

const question: ExpectedQuestion = {
  fen: INITIAL_FEN,
  moves: ['e2e4'],
  params: { threshold: 0.1, depth: 15, loss: -0.1, rating: 1500, opponentRating: 1500 },
  names: { white: 'Anna' },
};

describe('a question', () => {
  it('survives the store, and is a job', () => {
    expect(expectedQuestion.parse(JSON.parse(JSON.stringify(question)))).toEqual(question);
    expect(() => checkJob(expectedJob(question))).not.toThrow();
    expect(gameOf(question).moves).toHaveLength(1);
    expect(() => gameOf({ ...question, moves: ['e2e5'] })).toThrow();
  });

  it.each([
    ['threshold-10', { threshold: 0.01 }],
    ['threshold-1', { threshold: 0.001 }],
    ['depth-25', { depth: 25 }],
    ['rating-1800', { rating: 1800, opponentRating: 1800 }],
  ])('is asked with another parameter: %s', (wish, changes) => {
    expect(derived(question, wish)).toEqual({ ...question, params: { ...question.params, ...changes } });
  });

  it('keeps an opponent of another strength', () => {
    const uneven = { ...question, params: { ...question.params, opponentRating: 2000 } };
    expect(derived(uneven, 'rating-1800')?.params).toMatchObject({ rating: 1800, opponentRating: 2000 });
  });

  it.each(['', 'depth', 'depth-0', 'depth-26', 'rating-500', 'rating-9999', 'threshold-0', 'threshold-1001', 'loss-3'])(
    'is not asked for what no menu offers: "%s"',
    wish => expect(derived(question, wish)).toBeUndefined(),
  );
});

describe('what is on the screen', () => {
  const number = fc.nat({ max: 99_999 });
  const flip = fc.boolean();
  const view: fc.Arbitrary<AnalysisView> = fc.oneof(
    fc.record({ kind: fc.constant('list' as const), page: number, flip }),
    fc.record({ kind: fc.constant('tree' as const), move: number, page: number, flip }),
    fc.record({ kind: fc.constant('node' as const), move: number, node: number, flip }),
  );

  it('is read as it was written, and fits into a button', () => {
    fc.assert(
      fc.property(view, seen => {
        expect(makeAnalysisState(seen)).toMatch(/^[\w-]{1,60}$/);
        expect(parseAnalysisState(makeAnalysisState(seen))).toEqual(seen);
      }),
    );
    expect(makeAnalysisState(FIRST)).toBe('list-0');
  });

  it.each(['', 'list', 'list-', 'list-1-2', 'tree-1', 'node-1-2-3', 'tree-1-2-x', 'list--1', 'list-1234567'])(
    'is nothing, where somebody else wrote it: "%s"',
    text => expect(parseAnalysisState(text)).toBeUndefined(),
  );
});
