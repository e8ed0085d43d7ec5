import { expect, it, vi } from 'vitest';
import { makeTree } from '../../src/chess/pgn/make.ts';
import { parsePgn } from '../../src/input/pgn.ts';
import { type GivenText, readText } from '../../src/lichess/given-text.ts';
import { DEEP, HOSTILE } from '../support/hostile.ts';
import { tasks } from '../support/tasks.ts';

/** Long texts are read elsewhere, and what comes back is what would have been read here. */

const read = (writing: GivenText) => readText(writing, given => tasks.run('read', given));

const asWords = (text: string): GivenText => ({ text, as: 'words', home: 'https://lichess.org', field: 'message' });

const NOTE = 'x'.repeat(10_000);
const LONG = `[White "Anna"]\n[WhiteElo "1600"]\n\n1. e4 {${NOTE}} e5 (1... c5 2. Nf3 $1) 2. Nf3 {[%clk 0:01:00]} 1-0\n`;

it('a long game comes back with its main line, its headers, its clocks, and all that is written of it', async () => {
  const run = vi.spyOn(tasks, 'run');
  const here = parsePgn(LONG);
  if (!here.ok) throw new Error(here.message);
  for (const writing of [{ text: LONG, as: 'pgn' }, asWords(LONG)] as const) {
    const found = await read(writing);
    if (!found.ok || found.value.kind !== 'game') return expect.unreachable();
    const { pgn } = found.value;
    const { tree, ...rest } = here.value;
    expect(pgn).toMatchObject(rest);
    expect(Array.from(pgn.tree.moves.mainline(), ({ san }) => san)).toEqual(['e4', 'e5', 'Nf3']);
    expect(pgn.written).toBe(makeTree(tree));
  }
  expect(run.mock.calls.map(([task]) => task)).toEqual(['read', 'read']);
});

it('a position among many words comes back with its moves, and a link as it is', async () => {
  const position = await read(asWords(`e4 e5 Nf3\n\n${NOTE}`));
  expect(position).toMatchObject({ ok: true, value: { kind: 'position', game: { moves: { length: 3 } } } });
  const link = await read(asWords(`https://lichess.org/abcdefgh\n\n${NOTE}`));
  expect(link).toMatchObject({ ok: true, value: { kind: 'link', link: { kind: 'game', id: 'abcdefgh' } } });
});

it('what is wrong with a long text is told with the same sentence', async () => {
  const text = `1. e4 e4 ${NOTE}`;
  expect(await read({ text, as: 'pgn' })).toEqual(parsePgn(text));
});

it('a short text is read at once', async () => {
  const run = vi.spyOn(tasks, 'run').mockClear();
  expect(await read(asWords('e4'))).toMatchObject({ ok: true });
  expect(run).not.toHaveBeenCalled();
});

it.each(HOSTILE.filter(({ name }) => DEEP.includes(name)))(
  'a megabyte of $name is read by the pool',
  async ({ of }) => {
    const run = vi.spyOn(tasks, 'run').mockClear();
    await read({ text: of(1_000_000), as: 'pgn' });
    expect(run).toHaveBeenCalledOnce();
  },
);
