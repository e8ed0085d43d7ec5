import { parseComment } from 'chessops/pgn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockIn, commandIn, evalText, scoreIn, withCommand } from '../../../src/chess/pgn/comments.ts';
import { cp, mate } from '../../../src/chess/score.ts';
import { hostile } from './trees.ts';

describe('what programs write into comments', () => {
  it.each([
    ['[%eval 0.17]', cp(17)],
    ['[%eval -12.5,20]', cp(-1250)],
    ['[%eval +0.5, 20]', cp(50)],
    ['[%eval .5]', cp(50)],
    ['[%eval -.05]', cp(-5)],
    ['[%eval 1.234]', cp(123)],
    ['[%eval 3]', cp(300)],
    ['[%eval #3]', mate(3)],
    ['[%eval #-3,99]', mate(-3)],
    ['[%eval  0.17 ]', cp(17)],
    ['before [%eval 0.17] after', cp(17)],
    ['[%eval #0]', undefined],
    ['[%eval]', undefined],
    ['[%eval good]', undefined],
    ['[%evals 0.17]', undefined],
    ['eval 0.17', undefined],
    ['[%eval 0.17', undefined],
  ])('%j is the score %j', (comment, score) => {
    expect(scoreIn([comment])).toEqual(score);
  });

  it.each([
    ['[%clk 0:03:00]', 180],
    ['[%clk 1:02:03.5]', 3723.5],
    ['[%clk 0:02:59.9]', 179.9],
    ['[%clk 2:59]', 179],
    ['[%emt 0:00:05] [%clk 0:01:00]', 60],
    ['[%clk soon]', undefined],
    ['[%clk 100]', undefined],
    ['', undefined],
  ])('%j is the clock %j', (comment, seconds) => {
    expect(clockIn([comment])).toBe(seconds);
  });

  it('is read from every comment, the last word last', () => {
    expect(scoreIn(['[%eval 0.1]', 'text', '[%eval 0.2] [%eval 0.3]'])).toEqual(cp(30));
    expect(clockIn(['[%clk 0:00:05]', '[%eval 0.1]'])).toBe(5);
    expect(scoreIn(undefined)).toBeUndefined();
  });
});

describe('a command that is set', () => {
  it.each([
    ['takes the place of the old one', ['a [%eval 0.1] b [%clk 0:01:00] c'], ['a [%eval 0.17] b [%clk 0:01:00] c']],
    ['takes its place in whatever comment it is', ['a', '[%foo x] [%eval 0.1,20]'], ['a', '[%foo x] [%eval 0.17]']],
    ['is there once', ['[%eval 0.1] a [%eval 0.2]', '[%eval 0.3]', 'b [%eval 0.4]'], ['[%eval 0.17] a ', 'b ']],
    [
      'goes before other commands',
      ['a', 'b [%clk 0:01:00] [%emt 0:00:01]'],
      ['a', 'b [%eval 0.17] [%clk 0:01:00] [%emt 0:00:01]'],
    ],
    ['has its own comment before text', ['a', ''], ['[%eval 0.17]', 'a', '']],
    ['makes a comment where there is none', undefined, ['[%eval 0.17]']],
    [
      'leaves what only looks like one',
      ['[%eval', '[%eval]', 'eval 0.1]'],
      ['[%eval 0.17]', '[%eval', '[%eval]', 'eval 0.1]'],
    ],
  ])('%s', (_, comments, expected) => {
    expect(withCommand(comments, 'eval', '0.17')).toEqual(expected);
  });

  it('is an arrow if somebody wants one', () => {
    const comments = withCommand(['[%clk 0:01:00] [%cal Ge2e4] hm'], 'cal', 'Rd7d5,Gg1f3');
    expect(comments).toEqual(['[%clk 0:01:00] [%cal Rd7d5,Gg1f3] hm']);
  });

  it('says what it was set to, and leaves everything else as it was', () => {
    // No "$" sign in a value means anything but itself.
    const values = fc.oneof(fc.constantFrom('0.17', '#-3', '$&', '$1', "$'"), fc.stringMatching(/^[^[\]{}\s]{1,9}$/));
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), values, (comments, value) => {
        const set = withCommand(comments, 'eval', value);
        expect(commandIn(set, 'eval')).toBe(value);
        expect(withCommand(set, 'eval', value)).toEqual(set);
        for (const name of ['clk', 'csl']) expect(commandIn(set, name)).toBe(commandIn(comments, name));
        const rest = (list: string[]) =>
          list
            .join('')
            .replace(/\[%eval\s[^[\]]*\]/g, '')
            .replace(/\s+/g, '');
        expect(rest(set)).toBe(rest(comments));
      }),
      { numRuns: 300 },
    );
  });

  it('can be a score that chessops reads', () => {
    const read = (text: string) => parseComment(`[%eval ${text}]`).evaluation;
    expect([cp(17), cp(-250), cp(0), cp(5)].map(evalText)).toEqual(['0.17', '-2.50', '0.00', '0.05']);
    expect(read(evalText(cp(-250)))).toMatchObject({ pawns: -2.5 });
    expect(read(evalText(mate(-3)))).toMatchObject({ mate: -3 });
    expect(evalText(mate(3))).toBe('#3');
  });
});
