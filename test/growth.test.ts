import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { legible } from '../src/base/text.ts';
import { parseCustomId } from '../src/bot/discord/core/custom-id.ts';
import { escapeMarkdown, escapeSentence, plainLabel } from '../src/bot/discord/core/escape-markdown.ts';
import { parseState } from '../src/bot/discord/review/buttons.ts';
import { commandIn as chatCommandIn } from '../src/bot/lichess/chat-replies.ts';
import { clockIn, scoreIn, withCommand } from '../src/chess/pgn/comments.ts';
import { makeTree } from '../src/chess/pgn/make.ts';
import { parseTrees } from '../src/chess/pgn/parse.ts';
import { parsePosition, startPosition } from '../src/chess/position.ts';
import { readMessage } from '../src/input/find-chess.ts';
import { parseGame, parseMoveList } from '../src/input/moves.ts';
import { parseOpeningBook } from '../src/input/opening-book.ts';
import { parsePgn } from '../src/input/pgn.ts';
import { readTypedMove } from '../src/input/typed-move.ts';
import { namesLichess } from '../src/lichess/fair-play.ts';
import { isLink, LICHESS, parseLink } from '../src/lichess/link.ts';
import { LineSplitter } from '../src/lichess/ndjson.ts';
import { saidBefore } from '../src/present/move-comment.ts';
import { amount } from './support/amount.ts';
import { slowdown } from './support/growth.ts';
import { HOSTILE } from './support/hostile.ts';

/** Whatever strangers write is read in a time that grows with its length, and not with the square of it. */

const START = startPosition();
const readLink = (word: string) => (isLink(word) ? parseLink(word) : undefined);

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'the parser of PGNs': parseTrees,
  'a PGN, read and written': text => parseTrees(text).map(({ tree }) => makeTree(tree)),
  'the game of a PGN': text => parsePgn(text, { withoutMoves: true }),
  'a book of openings': parseOpeningBook,
  'commands in comments': text => [scoreIn([text]), clockIn([text]), withCommand([text], 'eval', '0.1')],
  "an earlier review's comments": text => saidBefore([text], []),
  'chess among words': text => readMessage(text, readLink),
  'a FEN': parsePosition,
  'moves of a game': text => parseGame('startpos', text),
  'moves of a position': text => parseMoveList(START, text, 'moves'),
  'a move at the board': text => readTypedMove(START, text),
  'a link': text => [isLink(text), parseLink(text)],
  'links to games that may be running': text => namesLichess({ headers: { Site: text }, text }, LICHESS),
  'ids of buttons': parseCustomId,
  'states of reviews': text => parseState(text, 'white'),
  'a line of a chat': chatCommandIn,
  'lines of a stream': text => new LineSplitter().push(Buffer.from(text)),
  'names and words in messages': text => [
    legible(text),
    escapeMarkdown(text),
    plainLabel(text),
    escapeSentence(text, 400),
  ],
};

/** What each kind of text is made of. */
const ALPHABETS: readonly (readonly string[])[] = [
  ['1.', '...', '!', '$1', 'e4'],
  ['[', ']', '"', '\\', 'a', ' ', '\n', '%'],
  ['[Event "', '[Site "', '"]', '\\"', '\\', '[a', '\r\n', '\n\n', 'é', '1-0', 'x '],
  [
    '1.',
    '...',
    '…',
    '1',
    'e4',
    'e5',
    'Sf3',
    'Nf3',
    'O-O',
    '!',
    '$1',
    '+',
    '=',
    '(',
    ')',
    '*',
    '1-0',
    'hello',
    ',',
    '.',
  ],
  ['{', '}', '(', ')', ';', '\n', 'e4', '%', ' ', '[A "x"]', '\n['],
  [
    '[%eval ',
    '[%clk ',
    '[%cal ',
    '0.1',
    '0:',
    ',',
    'Ga1h8',
    ']',
    '[',
    ' ',
    '#',
    'End of theory',
    ': ',
    '. ',
    'D1 a (1th)',
  ],
  ['```', '`', '> ', '\n', '**', '||', '~~', '<', '@', ':', '/', '#', '-', '!', 'eval', ' ', '\u200b', 'pgn', '\ufffd'],
  [
    'https://',
    'lichess.org',
    '/',
    'abcdefgh',
    'study',
    '@',
    '.',
    '?',
    '#',
    '%20',
    ')',
    '"',
    '(',
    '|',
    ' ',
    '-',
    'fen=',
  ],
  ['rnbqkbnr', '8', '/', 'w', ' ', 'KQkq', '-', '0', '1', 'fen:', '_', 'startpos', 'moves', 'e2e4', '\n', 'id "', ';'],
  ['k1', ':', 'view', 'a', '-', 'ply', '1', 'white', ' ', '!', '?'],
];

/** A text that repeats itself: its beginning, something over and over, perhaps as often something else, its end. */
const texts = fc.constantFrom(...ALPHABETS, [...new Set(ALPHABETS.flat())]).chain(alphabet => {
  const words = (minLength: number, maxLength: number) =>
    fc.array(fc.constantFrom(...alphabet), { minLength, maxLength });
  return fc.record({
    glue: fc.constantFrom('', ' '),
    before: words(0, 3),
    unit: words(1, 5),
    other: fc.option(words(1, 2), { nil: undefined, freq: 3 }),
    after: words(0, 2),
  });
});

type Parts = typeof texts extends fc.Arbitrary<infer T> ? T : never;

function textOf({ glue, before, unit, other = [], after }: Parts, size: number): string {
  const [one = '', two = ''] = [unit, other].map(words => words.map(word => word + glue).join(''));
  const count = Math.ceil(size / (one + two).length);
  return [before.join(glue), one.repeat(count), two.repeat(count), after.join(glue)].join(glue);
}

const SIZE = 4_000;
const QUICK = 400;
const TEXTS = amount(QUICK, 8_000);

describe('four times as much takes about four times as long', { timeout: 1_800_000 }, () => {
  it.each(HOSTILE)('$name', async ({ of }) => {
    for (const [name, read] of Object.entries(READERS))
      expect([name, await slowdown(read, of, 5 * SIZE)]).toEqual([name, undefined]);
  });

  it(`${TEXTS} repetitive texts of what parsers look for`, async () => {
    await fc.assert(
      fc.asyncProperty(texts, async parts => {
        for (const [name, read] of Object.entries(READERS))
          expect([name, await slowdown(read, size => textOf(parts, size), SIZE)]).toEqual([name, undefined]);
      }),
      // Quick runs try the same texts each time, thorough ones others.
      { numRuns: TEXTS, ...(TEXTS === QUICK && { seed: 22 }) },
    );
  });
});
