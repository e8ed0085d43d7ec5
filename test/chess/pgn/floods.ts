import { describe, expect, it } from 'vitest';
import { makeTree } from '../../../src/chess/pgn/make.ts';
import { parseTrees } from '../../../src/chess/pgn/parse.ts';

/**
 * A flood of whatever a parser may count, nest or look ahead for. Recursion would end with a RangeError; what takes
 * longer than the test may is not linear: one pass over any of these takes a fraction of a second.
 */
const FLOODS = [
  '(',
  ')',
  '()',
  '(e4 ',
  'e4 (e4 ',
  '({c}',
  '(e4 {c} (',
  '{',
  '{{}',
  '{ { } ',
  '{ { }\n',
  '}',
  '[',
  '[A ',
  '[A "',
  '[A "\\"',
  '[A "x\n',
  '[A "x"] ',
  '\\',
  '%\n',
  '\n',
  ';a\n',
  '$1',
  'e4 $1 $2 ',
  '!',
  '1',
  'e4 ',
  'e4 1-0 ',
  '[%eval 0.1 ',
  '"]',
];

export const floods = (bytes: number) =>
  describe(`${bytes} bytes of`, { timeout: 60_000 }, () => {
    it.each(FLOODS)('%j is read and written', part => {
      const text = part.repeat(bytes / part.length);
      for (const { tree } of parseTrees(text).slice(0, 1)) expect(makeTree(tree)).toMatch(/^\[Event "\?"\]\n/);
    });

    it.each([
      ['nested variations', '(e4 ', ') '],
      ['empty variations in one another', '(', ')'],
      ['variations with a comment only', '({c}', ')'],
      ['comments in comments', '{', '}'],
    ])('%s that are all closed is read and written to the same tree', (_, open, close) => {
      const depth = bytes / (open.length + close.length);
      const [first] = parseTrees(`e4 ${open.repeat(depth)}${close.repeat(depth)} e5`);
      const text = makeTree(first?.tree as NonNullable<typeof first>['tree']);
      expect(Array.from(first?.tree.moves.mainline() ?? [], ({ san }) => san)).toEqual(['e4', 'e5']);
      expect(makeTree(parseTrees(text)[0]?.tree as NonNullable<typeof first>['tree'])).toBe(text);
    });

    it('a comment in a tag, or a tag without an end, is read and written', () => {
      for (const text of [`[A "${'x'.repeat(bytes)}"]`, `[A "${'x'.repeat(bytes)}`, `[A "${'\\'.repeat(bytes)}"]`])
        expect(parseTrees(text)).toHaveLength(1);
    });
  });
