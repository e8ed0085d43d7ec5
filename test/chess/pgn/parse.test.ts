import { emptyHeaders, parsePgn } from 'chessops/pgn';
import { describe, expect, it } from 'vitest';
import { parseTrees } from '../../../src/chess/pgn/parse.ts';
import { outline, tagsOf, treeOf } from './trees.ts';

const read = (text: string): string => parseTrees(text).map(outline).join(' / ');

describe('the tree of a PGN', () => {
  it.each([
    // Moves
    ['moves', '1. e4 e5 2. Nf3', 'e4 e5 Nf3'],
    ['no blanks after numbers', '1.e4 e5 2.Nf3 2...Nc6 3…Bb5', 'e4 e5 Nf3 Nc6 Bb5'],
    ['empty lines among the moves', '1. e4 e5\n\n2. Nf3\n \n\n2... Nc6', 'e4 e5 Nf3 Nc6'],
    ['castling with zeros, small letters and dashes', '0-0 o-o-o O–O 0-0-0+', 'O-O O-O-O O-O O-O-O+'],
    ['squares and UCI, as they are written', 'e2-e4 e7e5 Ng1-f3 a7a8q e8=Q', 'e2-e4 e7e5 Ng1-f3 a7a8q e8=Q'],
    ['en passant', 'exd6 e.p. exd6ep exd6e.p.+ exd6 ep', 'exd6 exd6 exd6+ exd6'],
    ['check signs beyond one, or on their own', 'Qh4++ Qh5 + Qh7 #', 'Qh4+ Qh5 Qh7'],
    ['null moves', '1. e4 (1. -- e5 2. Z0 0000) 1... @@@@', 'e4 [-- e5 -- --] --'],
    ['moves that nobody can make', '1. e4 (1. Ke8 Qa9 a3)', 'e4 [Ke8 «Qa9» a3]'],
    // Signs
    ['numbers of signs', 'e4 $1 $14 e5 $255', 'e4 $1 $14 e5 $255'],
    ['signs of moves', 'e4! e5? d4!! d5?? c4!? c5?! h4□', 'e4 $1 e5 $2 d4 $3 d5 $4 c4 $5 c5 $6 h4 $7'],
    ['signs apart from their move', 'e4 ! $14 e5 ?!', 'e4 $1 $14 e5 $6'],
    ['signs of positions', 'e4= e5 +/= d4 ± d5 -/+ c4 +- c5-+ a3∞', 'e4 $10 e5 $14 d4 $16 d5 $17 c4 $18 c5 $19 a3 $13'],
    ['a check and a sign, and a sign that looks like a check', 'Qh5+! Qh4+- Qh3++-', 'Qh5+ $1 Qh4 $18 Qh3+ $18'],
    ['signs glued to numbers', 'Nf3!$14 e5$2', 'Nf3 $1 $14 e5 $2'],
    ['too many signs', 'e4!!! e5$123456', 'e4 $3 e5'],
    ['a sign before its move', '$13 1. e4 ($1 1. d4)', 'e4 $13 [d4 $1]'],
    // Comments
    [
      'comments wherever they stand',
      '{a} 1. e4 {b} ({c} 1. d4 {d}) {e} 1... e5 {f} *',
      '«a» e4 «b» «e» [«c» d4 «d»] e5 «f»',
    ],
    ['several comments', '{a} {b} e4 {c}{d}', '«a» «b» e4 «c» «d»'],
    ['a comment after the result', 'e4 1-0 {White gave up}', 'e4 «White gave up»'],
    ['one blank on each side of a comment', 'e4 { a } {b} {  c  } {} { } {  }', 'e4 «a» «b» « c » «» «» «»'],
    ['line breaks in comments', 'e4 {a\nb\r\nc\rd\n\ne}', 'e4 «a\nb\nc\nd\n\ne»'],
    [
      'comments to the end of the line',
      '; zero\n1. e4 ; one {two}\n; three\r\n;\ne5;four',
      '«zero» e4 «one (two)» «three» e5 «four»',
    ],
    [
      'what programs write',
      'e4 {[%eval 0.17,20] [%emt 0:00:01] [%foo bar]}',
      'e4 «[%eval 0.17,20] [%emt 0:00:01] [%foo bar]»',
    ],
    [
      'moves, tags and parentheses in comments',
      'e4 {1. d4 (c4) [White "x"] $1 ; *} e5',
      'e4 «1. d4 (c4) [White "x"] $1 ; *» e5',
    ],
    ['a comment in a comment', 'e4 { a { b } c } e5 {d}', 'e4 «a ( b ) c» e5 «d»'],
    ['comments in comments in comments', 'e4 {a {b {c} d} e} e5', 'e4 «a (b (c) d) e» e5'],
    ['an opening brace in a comment', 'e4 { a { b } e5 { c }', 'e4 «a ( b» e5 «c»'],
    [
      'an opening brace in the last comment before another game',
      'e4 {a { b} *\n\n[White "}"]\n\nd4',
      'e4 «a ( b» / d4',
    ],
    ['a closing brace too many', 'e4 {a} } e5', 'e4 «a» e5'],
    ['lines that a program left', '%a\n1. e4\n%b {\ne5 %c', 'e4 e5'],
    ['a line in a comment that looks like those', 'e4 {a\n%b\n%} e5', 'e4 «a\n %b\n %» e5'],
    // Variations
    ['variations', '1. e4 (1. d4 d5 (1... Nf6)) (1. c4) 1... e5', 'e4 [d4 d5 [Nf6]] [c4] e5'],
    ['variations of one move in one another', '1. e4 ((1. d4)) 1... e5', 'e4 [d4] e5'],
    ['variations without a move', '1. e4 () ({a}) (({b}) {c}) 1... e5', 'e4 «a» «b» «c» e5'],
    ['comments around a variation in a variation without a move', 'e4 ({a} ({b} d4) c4)', 'e4 [«a» «b» d4] [c4]'],
    ['variations that are not closed', '1. e4 (1. d4 (1. c4 {a', 'e4 [d4] [c4 «a»]'],
    ['parentheses too many', '1. e4 ) 1... e5 ))', 'e4 e5'],
    ['a variation before its move', '({b} 1. d4) {a} 1. e4 e5', '«a» e4 [«b» d4] e5'],
    ['words in a variation', '1. e4 (1. d4 with an edge Sf6 {d5}) 1... e5', 'e4 [d4 «with» «an» «edge» «Sf6» «d5»] e5'],
    ['results in a variation', '[Result "0-1"]\n\ne4 (d4 1-0 d5 *) e5', 'e4 [d4 d5] e5'],
    // Games
    ['two games', '[White "a"]\n\n1. e4 *\n\n[White "b"]\n\n1. d4 *', 'e4 / d4'],
    ['games without tags', '1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2 {good} c4', 'e4 e5 / d4 d5 «good» / c4'],
    ['tags in the midst of empty lines', '[White "a"]\n\n\n[Black "b"]\n1. e4', 'e4'],
    ['a comment before the tags', '{ my games }\n[White "a"]\n\n1. e4', '«my games» e4'],
    ['everything on one line', '[White "a"] [Black "b"] 1. e4 e5 1-0 [White "c"] 1. d4 *', 'e4 e5 / d4'],
    ['files put together', 'e4 1-0[White "b"]\n\nd4 *[White "c"] c4', 'e4 / d4 / c4'],
    ['a variation left open before another game', 'e4 (d4\n[White "b"]\n\nc4', 'e4 [d4] / c4'],
    ['nothing', ' \r\n\ufeff', ''],
    ['a byte order mark', '\ufeff1. e4', 'e4'],
  ])('is read with %s', (_, text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('names the first word of the main line that is no part of a game', () => {
    const strays = (text: string) => parseTrees(text).map(({ stray }) => stray);
    expect(strays('1. e4 e5 2. Sf3 Sc6')).toEqual(['Sf3']);
    expect(strays('1. e4 (1. d4 Sf6) 1... e5')).toEqual([undefined]);
    expect(strays('1. e4 e5 } 1-0')).toEqual(['}']);
    expect(strays('1. e4 [%clk 0:01:00]')).toEqual(['[%clk']);
    expect(strays('1. \u001b[31me4')).toEqual(['\u001b[31me4']);
    expect(strays('hello\n[White "a"]\nworld')).toEqual(['hello', 'world']);
    // What is said after the result is not part of the game.
    expect(strays('1. e4 1-0 what a game')).toEqual([undefined]);
  });

  it('names a comment that is not closed', () => {
    expect(parseTrees('1. e4 {a} e5 {b c\n\n2. Nf3 *').map(({ unclosed }) => unclosed)).toEqual(['b c\n\n2. Nf3 *']);
    expect(parseTrees('1. e4 {a} *')[0]).not.toHaveProperty('unclosed');
  });

  it('is that of chessops where chessops loses nothing', () => {
    const text = `[Event "a \\"b\\" \\\\ ]"]\n[Result "1-0"]\n\n{x} 1. e4! { [%eval 0.1] } 1... e5 ({y} 1... c5 $14 2. Nf3 (2. c3))
2. O-O-O+ exd8=Q# Z0 1/2-1/2\n`;
    expect(parseTrees(text).map(({ tree }) => tree)).toEqual(parsePgn(text, emptyHeaders));
  });
});

describe('the tags of a PGN', () => {
  it.each([
    ['[White "Carlsen, Magnus"]', { White: 'Carlsen, Magnus' }],
    ['[White "a \\"b\\" c"]', { White: 'a "b" c' }],
    ['[White "a \\\\ b"]', { White: 'a \\ b' }],
    ['[White "]["]', { White: '][' }],
    ['[White "{a} ; (b) % $1"]', { White: '{a} ; (b) % $1' }],
    ['[White ""]', { White: '' }],
    ['[White "  a  "]', { White: '  a  ' }],
    ['  [ White  "a" ]  ', { White: 'a' }],
    ['[White"a"]', { White: 'a' }],
    // Nothing is escaped here as it should be.
    ['[White "a "b" c"]\n[Black "d"]', { White: 'a "b" c', Black: 'd' }],
    ['[Event "C:\\games\\"]\n[Black "d"]', { Event: 'C:\\games\\', Black: 'd' }],
    ['[Event "C:\\new\\table"]', { Event: 'C:\\new\\table' }],
    // Programs must not stop reading there.
    ['[Événement "a"]\n[White Elo "b"]\n[Black "c"]', { Evenement: 'a', White_Elo: 'b', Black: 'c' }],
    ['[_x.y "a"]', { x_y: 'a' }],
    ['[White "a\nb"]', { White: 'a b' }],
    ['[White "a"]\n[White "b"]', { White: 'b' }],
    ['[White "a"] [Black "b"]', { White: 'a', Black: 'b' }],
    ['[__proto__ "a"]\n[constructor "b"]', { proto__: 'a', constructor: 'b' }],
    ['[Result "unclear"]', { Result: '*' }],
    ['[Result "½-½"]', { Result: '1/2-1/2' }],
    ['[Result "1-0"]\n\n*', { Result: '1-0' }],
    ['[Result "*"]\n\n0-1', { Result: '0-1' }],
    ['1. e4 1/2', { Result: '1/2-1/2' }],
    ['1. e4 *', {}],
  ])('%j are read', (text, tags) => {
    expect(tagsOf(treeOf(`${text}\n`))).toEqual(tags);
  });

  it('keep their order', () => {
    expect([...treeOf('[Z "1"]\n[White "2"]\n[A "3"]\n[Event "4"]\n\n1. e4').headers.keys()]).toEqual([
      'Z',
      'White',
      'A',
      'Event',
    ]);
  });
});
