import { type ChildNode, emptyHeaders, type Node, type PgnNodeData, parsePgn } from 'chessops/pgn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../../../src/chess/pgn/make.ts';
import { parseTrees } from '../../../src/chess/pgn/parse.ts';
import { hostile, type Tree, treeOf, trees } from './trees.ts';

const writable = (comment: string): string =>
  comment.replace(/\r\n?/g, '\n').replaceAll('\n%', '\n %').replaceAll('{', '(').replaceAll('}', ')');

/** Trees as plain data. What cannot be written is put as it must come back: see makeTree. */
function plain({ headers, comments = [], moves }: Tree) {
  const tags = new Map([
    ...['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'].map(
      name => [name, { Date: '????.??.??', Result: '*' }[name] ?? '?'] as const,
    ),
    ...Array.from(headers, ([name, value]) => [name, value.replace(/[\r\n]+/g, ' ')] as const),
  ]);
  if (!['1-0', '0-1', '1/2-1/2'].includes(tags.get('Result') ?? '')) tags.set('Result', '*');
  const rest = (node: Node<PgnNodeData>): unknown[] => node.children.map(plainNode);
  const plainNode = ({ data, children }: ChildNode<PgnNodeData>, index: number): unknown => ({
    san: data.san,
    before: index === 0 ? [] : (data.startingComments ?? []).map(writable),
    comments: [...(data.comments ?? []), ...(children[0]?.data.startingComments ?? [])].map(writable),
    nags: data.nags ?? [],
    children: children.map(plainNode),
  });
  return {
    tags: [...tags],
    comments: [...comments, ...(moves.children[0]?.data.startingComments ?? [])].map(writable),
    moves: rest(moves),
  };
}

/** The laws of writing and reading, on some trees and texts: `share` of as many as in a thorough run. */
export function roundTrips(share: number): void {
  const runs = (all: number) => ({ numRuns: Math.ceil(share * all) });

  describe('a tree that is written', () => {
    it('is the same tree when it is read', () => {
      fc.assert(
        fc.property(trees, tree => {
          const parsed = parseTrees(makeTree(tree));
          expect(parsed).toHaveLength(1);
          expect(parsed[0]).not.toHaveProperty('stray');
          expect(parsed[0]).not.toHaveProperty('unclosed');
          expect(plain(parsed[0]?.tree as Tree)).toEqual(plain(tree));
        }),
        runs(400),
      );
    });

    it('is the same tree for chessops', () => {
      fc.assert(
        fc.property(trees, tree => {
          const text = makeTree(tree);
          expect(parsePgn(text, emptyHeaders)).toEqual(parseTrees(text).map(parsed => parsed.tree));
        }),
        runs(400),
      );
    });

    it('does not change any more', () => {
      fc.assert(
        fc.property(trees, tree => {
          const text = makeTree(tree);
          expect(makeTree(treeOf(text))).toBe(text);
        }),
        runs(200),
      );
    });

    it('has no line that a program would skip, and none that is longer than it must be', () => {
      fc.assert(
        fc.property(trees, tree => {
          const text = makeTree(tree);
          expect(text).not.toContain('\n%');
          // Comments are never broken: their line breaks are their own.
          const moves = text
            .slice(text.indexOf('\n\n'))
            .replace(/\{[^}]*\}/g, comment => comment.replace(/[^\n]/g, ''));
          for (const line of moves.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
        }),
        runs(100),
      );
    });
  });

  describe('any text', () => {
    const parts = fc.constantFrom(
      ...['e4', 'Nf3', 'O-O', '0-0', '--', 'Z0', 'Sf3', 'hello', '1.', '1...', '{', '}', '(', ')', ';', '%', '$1', '$'],
      ...[
        '!?',
        '+-',
        '=',
        '*',
        '1-0',
        '½',
        '\n',
        '\r\n',
        '\n\n',
        ' ',
        '[',
        ']',
        '"',
        '\\',
        '[White "',
        '"]',
        '\n%',
        'e.p.',
      ],
    );
    const texts = fc.oneof(
      hostile,
      fc.array(parts, { maxLength: 60 }).map(list => list.join(' ')),
      fc.array(parts, { maxLength: 60 }).map(list => list.join('')),
    );

    it('is read, written, read and written to the same text', () => {
      fc.assert(
        fc.property(texts, text => {
          for (const { tree } of parseTrees(text)) {
            const written = makeTree(tree);
            expect(makeTree(treeOf(written))).toBe(written);
            expect(plain(treeOf(written))).toEqual(plain(tree));
          }
        }),
        runs(1000),
      );
    });
  });
}
