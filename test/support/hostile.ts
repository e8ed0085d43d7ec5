/** Texts that strangers could send so that a reader stumbles: each is one pattern over and over, as long as wanted. */
interface Hostile {
  name: string;
  /** As many characters (UTF-16 code units) as whole repetitions allow. */
  of(size: number): string;
}

const pattern = (name: string, unit: string, { before = '', after = '' } = {}): Hostile => ({
  name,
  of: size =>
    before + unit.repeat(Math.max(0, Math.floor((size - before.length - after.length) / unit.length))) + after,
});

/** So many of one sign, then as many of another. */
const nested = (
  name: string,
  open: string,
  close: string,
  { before = '', between = '', after = '' } = {},
): Hostile => ({
  name,
  of: size => {
    const room = size - before.length - between.length - after.length;
    const depth = Math.max(0, Math.floor(room / (open.length + close.length)));
    return before + open.repeat(depth) + between + close.repeat(depth) + after;
  },
});

const GAME = '[Event "x"]\n[White "A"]\n[Black "B"]\n\n';

/** One of each kind that a reader of chess among words may have to look ahead, count, nest or go back for. */
export const HOSTILE: readonly Hostile[] = [
  pattern('tag names that end in a backslash', '[a\\" '),
  nested('tags whose quotes are all escaped, then blanks', '[a\\"', ' ', { between: '"', after: 'x' }),
  pattern('tags that are never closed', '[A "x\n'),
  pattern('tags on one line', '[A "x"] '),
  pattern('one tag of backslashes', '\\', { before: '[A "', after: '"]\n\n1. e4 *' }),
  pattern('move numbers without moves', '1. ... '),
  pattern('move numbers with signs instead of moves', '1. ! $1 '),
  pattern('moves after a first one that is illegal', '1. e5 (', { before: 'hello ' }),
  pattern('knights that go to and fro', 'Nf3 Nf6 Ng1 Ng8 ', { before: GAME, after: '*' }),
  pattern('German moves', '1. Sf3 Sf6 '),
  pattern('results and moves', 'e4 1-0 '),
  pattern('glyphs', '$1 $139 $9999 ', { before: `${GAME}1. e4 `, after: '*' }),
  pattern('signs in one word', '!?', { before: 'e4' }),
  pattern('digits in one word', '9', { before: `${GAME}1. e4 $`, after: ' *' }),
  nested('variations in one another', '(e4 ', ') ', { before: `${GAME}1. e4 `, after: '*' }),
  pattern('parentheses that are never closed', '(', { before: '1. e4 ' }),
  nested('comments in comments', '{', '}', { before: `${GAME}1. e4 `, after: '*' }),
  pattern('comments that open twice and close once', '{ { } ', { before: '1. e4 ' }),
  pattern('comments to the end of the line', ';', { before: '1. e4 ', after: '{' }),
  pattern('commands that are never closed', '[%eval 0.1 [%clk 0:0', { before: `${GAME}1. e4 {`, after: '} *' }),
  pattern('arrows in a comment', 'Ga1h8,', { before: `${GAME}1. e4 {[%cal `, after: 'x]} *' }),
  pattern('boards without an end', 'rnbqkbnr/'),
  pattern('boards that are wrong', '8/8/8/8/8/8/8/9 w - - 0 1 '),
  pattern('links that lead nowhere', 'https://lichess.org/xxxxxxxx/y '),
  pattern('brackets around no link', ')', { before: 'https://lichess.org/', after: 'x' }),
  pattern('a command of a chat, and blanks', ' ', { before: '!eval', after: 'x' }),
  pattern('ids of buttons', 'k1:view:a-b:first:'),
  pattern('code fences and quotations', '```\n> **||'),
  pattern('letters without width', '\u200b\u200d\u00ad'),
  pattern('marks on one letter', '\u0301', { before: '[White "e', after: '"]\n\n1. e4 *' }),
  pattern('letters from right to left', '\u202e\u05d0\u0627\u2067'),
  pattern('family emoji', '\u{1f468}\u200d\u{1f469}\u200d'),
  pattern('empty lines', '\n', { before: '1. e4', after: 'x' }),
  pattern('brackets as of JSON', '[{"a":', { after: '1' }),
  pattern('one long line', 'x'),
];

/** Those in which one thing stands in another, or never ends. */
export const DEEP = ['variations in one another', 'tags that are never closed', 'one long line'];
