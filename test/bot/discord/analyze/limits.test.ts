import { INITIAL_FEN } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import type { CandidateMove, TreeNode } from '../../../../src/analysis/expected/report.ts';
import { analyzeHandler } from '../../../../src/bot/discord/analyze/handler.ts';
import { after, legalMoves, type Position, sanOf } from '../../../../src/chess/position.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import { type ExpectedQuestion, expectedJob } from '../../../../src/questions/expected.ts';
import { DEFAULT_SETTINGS } from '../../../../src/store/settings.ts';
import { candidate, node, rejected, report } from '../../../present/reports.ts';
import { positionOf, seeded } from '../../../support/positions.ts';
import { expectSame, expectToFit, menuOf, stateBehind, textOf } from '../core/replies.ts';

/** More moves, longer names and larger trees than anybody should have. */

// https://www.chessprogramming.org/Perft_Results: position 6, with 46 legal moves
const MANY = 'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10';
const NAME = '@everyone [x](http://evil.example) ||`*_~ '.repeat(8).slice(0, 255);

const question: ExpectedQuestion = {
  fen: MANY,
  moves: [],
  params: { threshold: 0.003, depth: 13, loss: -1, rating: 1612, opponentRating: 2599 },
  names: { white: NAME, black: NAME },
};

/** A tree of about so many positions that can really come about. */
function treeOf(root: Position, uci: string, size: number): TreeNode {
  const random = seeded(3);
  const first = node('', uci);
  const waiting = [{ at: root, tree: first, uci }];
  let count = 0;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { at, tree } = next;
    const found = legalMoves(at).find(each => each.uci === next.uci);
    if (!found) throw new Error(`${next.uci} is not legal`);
    tree.san = sanOf(at, found.move);
    count++;
    const position = after(at, found.move);
    const replies = legalMoves(position).filter(() => random() < 0.5);
    for (const { uci: reply } of replies) {
      if (count + waiting.length >= size) break;
      const probability = 1 / replies.length;
      const child = node('', reply, {
        mover: tree.mover === 'player' ? 'opponent' : 'player',
        probability,
        cumulative: tree.cumulative * probability,
      });
      tree.children.push(child);
      waiting.push({ at: position, tree: child, uci: reply });
    }
  }
  return first;
}

const root = positionOf(MANY);
const legal = legalMoves(root);
const moves: CandidateMove[] = legal.slice(0, 40).map(({ uci, move }, index) =>
  candidate(sanOf(root, move), uci, {
    expected: 0.9 - index / 100,
    trap: 0.9999,
    risk: 0.0001,
    tree: treeOf(root, uci, index === 0 ? 5000 : 3),
  }),
);
const others = legal.slice(40).map(({ uci, move }) => rejected(sanOf(root, move), { uci, maia: 0.1 }));
const stored = {
  owner: '1',
  kind: 'analyze',
  question,
  created: 0,
  report: report({
    params: expectedJob(question).params,
    fen: MANY,
    moves,
    rejected: others,
    notAnalysed: others,
    engine: { name: `Stockfish ${'x'.repeat(100)}` },
  }),
};
const show = (state: string, locale = 'en-GB', changes: Partial<typeof stored> = {}) =>
  analyzeHandler.show('A'.repeat(16), { ...stored, ...changes }, state, {
    user: '1',
    server: null,
    voice: voiceOf(locale),
    settings: DEFAULT_SETTINGS,
  });

describe('forty moves', () => {
  it.each(['en-GB', 'de', 'hi'])('come in pages, each of which fits: %s', async locale => {
    const seen: string[] = [];
    for (let page = 0; page < 5; page++) {
      const reply = await show(`list-${page}`, locale);
      expectToFit(reply);
      seen.push(...menuOf(reply, 'candidate').options.map(({ value }) => value));
    }
    expect(seen).toEqual(moves.map((_, index) => `tree-${index}-0`));
  });

  it('are left through, to the end and back', async () => {
    let reply = await show('');
    for (let page = 1; page < 5; page++) {
      reply = await show(stateBehind(reply, 'Next page'));
      expect(textOf(reply)).toContain(`Page ${page + 1} of 5`);
    }
    expect(() => stateBehind(reply, 'Next page')).toThrow();
    expect(stateBehind(reply, 'Previous page')).toBe('list-3');
    expectSame(await show('list-77'), reply);
  });

  it('lead back to the page they came from', async () => {
    expect(stateBehind(await show('tree-39-0'), 'Back to analysis')).toBe('list-4');
    expect(stateBehind(await show('node-17-0'), 'Back to analysis')).toBe('list-2');
  });

  it('have names above them that call nobody and lead nowhere', async () => {
    const text = textOf(await show(''));
    expect(text).toContain('@\u200beveryone');
    expect(text).not.toMatch(/@everyone|http:\/\/|(?<!\\)\[x/);
  });

  it('have menus with what is now, which is not on offer otherwise', async () => {
    const reply = await show('');
    const now = (menu: string) => menuOf(reply, menu).options.filter(option => option.default);
    expect(now('threshold')).toMatchObject([{ label: '0.3% or more', value: 'threshold-3' }]);
    expect(now('depth')).toMatchObject([{ label: 'Depth 13', value: 'depth-13' }]);
    expect(now('rating')).toMatchObject([{ label: 'Rated 1612', value: 'rating-1612' }]);
    for (const menu of ['threshold', 'depth', 'rating'])
      for (const { value } of menuOf(reply, menu).options)
        expect(analyzeHandler.derive?.(stored, value, { settings: DEFAULT_SETTINGS }), value).toBeDefined();
  });
});

describe('a tree of five thousand positions', () => {
  it('shows the likeliest, and says so', async () => {
    const seen = new Set<string>();
    for (let page = 0; page < 4; page++) {
      const reply = await show(`tree-0-${page}`);
      expectToFit(reply);
      expect(textOf(reply)).toContain('The menu has the 100 likeliest of them.');
      for (const { value } of menuOf(reply, 'node').options) seen.add(value);
    }
    expect(seen.size).toBe(100);
    expectSame(await show('tree-0-4'), await show('tree-0-3'));
  });

  it.each([0, 30, 99, 4000])('shows any of its positions: %i', async index => {
    const reply = await show(`node-0-${index}`);
    expectToFit(reply);
    expect(reply.files?.[0]?.alt).toContain('A preview');
  });
});

it('a long forced line fits', async () => {
  const back = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
  const names = ['Nf3', 'Nf6', 'Ng1', 'Ng8'];
  const line = Array.from({ length: 300 }, (_, ply) => node(names[ply % 4] ?? '', back[ply % 4] ?? ''));
  for (const [index, each] of line.entries()) each.children = line.slice(index + 1, index + 2);
  const forced = {
    question: { ...question, fen: INITIAL_FEN },
    report: report({ moves: [candidate('Nf3', 'g1f3', { tree: line[0] as TreeNode })] }),
  };
  for (const state of ['tree-0-0', 'tree-0-3', 'node-0-99', 'node-0-299'])
    expectToFit(await show(state, 'en-GB', forced as unknown as Partial<typeof stored>));
});
