import { emptyHeaders, type Game, Node, type PgnNodeData } from 'chessops/pgn';
import { describe, expect, it } from 'vitest';
import { makeTree } from '../../../src/chess/pgn/make.ts';
import { treeOf } from './trees.ts';

const written = (text: string): string => makeTree(treeOf(text));
const movesOf = (text: string): string => written(text).split('\n\n')[1] ?? '';

describe('a written PGN', () => {
  it('begins with the seven tags of the standard, in its order, and keeps the others in theirs', () => {
    expect(written('[ECO "B30"]\n[Result "1-0"]\n[Black "b"]\n[Annotator "x"]\n[White "a"]\n\n1. e4 1-0')).toBe(
      `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "a"]
[Black "b"]
[Result "1-0"]
[ECO "B30"]
[Annotator "x"]

1. e4 1-0
`,
    );
  });

  it.each([
    ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
    ['{a} % ] ;', '"{a} % ] ;"'],
    ['a\nb\r\n\r\nc', '"a b c"'],
    ['', '""'],
  ])('escapes the tag %j', (value, text) => {
    expect(makeTree({ ...emptyGame(), headers: new Map([['White', value]]) })).toContain(`[White ${text}]\n`);
  });

  it('has names of tags that every program reads', () => {
    const headers = new Map([
      ['Größe "x"]', 'a'],
      ['-]', 'b'],
      ['My Tag', 'c'],
    ]);
    expect(
      makeTree({ ...emptyGame(), headers })
        .split('\n')
        .slice(7, 9),
    ).toEqual(['[Gro_e__x__ "a"]', '[My_Tag "c"]']);
  });

  it.each([
    ['1. e4 e5 2. Nf3', '1. e4 e5 2. Nf3 *'],
    ['1. e4 {a} e5 2. Nf3 {b}', '1. e4 { a } 1... e5 2. Nf3 { b } *'],
    ['1. e4! e5 2. Nf3 $14 Nc6', '1. e4 $1 1... e5 2. Nf3 $14 2... Nc6 *'],
    ['1. e4 (1. d4 d5) e5', '1. e4 (1. d4 d5) 1... e5 *'],
    ['1. e4 e5 (1... c5 2. Nf3 {x} d6) 2. Nf3', '1. e4 e5 (1... c5 2. Nf3 { x } 2... d6) 2. Nf3 *'],
    ['{a} e4 ({b} d4 (c4))', '{ a } 1. e4 ({ b } 1. d4) (1. c4) *'],
    ['[FEN "8/8/8/4k3/8/8/4K3/R7 b - - 3 41"]\nKd5 Ke3', '41... Kd5 42. Ke3 *'],
    ['[FEN "nonsense"]\ne4 e5', '1. e4 e5 *'],
    ['1. e4 0-1', '1. e4 0-1'],
    ['[White "a"]', '*'],
  ])('of %j has numbers where a reader needs them', (text, moves) => {
    expect(movesOf(text)).toBe(`${moves}\n`);
  });

  it('has lines of at most 80 columns, unless a comment is longer', () => {
    const lines = movesOf(`${'Nf3 Nf6 (Nc6 d4) Ng1 {a few words} Ng8 $1 '.repeat(30)} {${'x'.repeat(100)}} e4`).split(
      '\n',
    );
    expect(lines.filter(line => line.length > 80)).toEqual([`{ ${'x'.repeat(100)} }`]);
    expect(lines.filter(line => line.length > 60).length).toBeGreaterThan(20);
    expect(lines.every(line => line === line.trim())).toBe(true);
  });

  it('is not wrapped before it must be', () => {
    const exactly = movesOf(`e4 {${'x'.repeat(80 - '1. e4 {  }'.length)}}`);
    expect(exactly.split('\n')[0]).toHaveLength(80);
  });
});

const emptyGame = (): Game<PgnNodeData> => ({ headers: emptyHeaders(), moves: new Node() });
