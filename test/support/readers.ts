import fc from 'fast-check';
import { expect } from 'vitest';
import { clean, legible } from '../../src/base/text.ts';
import { parseCustomId } from '../../src/bot/discord/core/custom-id.ts';
import { escapeMarkdown, escapeSentence, plainLabel } from '../../src/bot/discord/core/escape-markdown.ts';
import { parseState } from '../../src/bot/discord/review/buttons.ts';
import { commandIn as chatCommandIn } from '../../src/bot/lichess/chat-replies.ts';
import { clockIn, scoreIn, withCommand } from '../../src/chess/pgn/comments.ts';
import { makeTree } from '../../src/chess/pgn/make.ts';
import { parseTrees } from '../../src/chess/pgn/parse.ts';
import { parsePosition, startPosition } from '../../src/chess/position.ts';
import { readMessage } from '../../src/input/find-chess.ts';
import { parseGame, parseMoveList } from '../../src/input/moves.ts';
import { parseOpeningBook } from '../../src/input/opening-book.ts';
import { parsePgn } from '../../src/input/pgn.ts';
import { readTypedMove } from '../../src/input/typed-move.ts';
import { namesLichess } from '../../src/lichess/fair-play.ts';
import { isLink, LICHESS, parseLink } from '../../src/lichess/link.ts';
import { LineSplitter } from '../../src/lichess/ndjson.ts';
import { saidBefore } from '../../src/present/move-comment.ts';
import { slowdown } from './growth.ts';

const START = startPosition();
const readLink = (word: string) => (isLink(word) ? parseLink(word) : undefined);

/** Everything that reads what strangers write. */
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
    escapeSentence(sentenceOf(text), 400),
  ],
};

/** Of names that are clean and short, as sentences are that have to be made safe. */
const sentenceOf = (text: string): string => (text.match(/.{1,60}/gs) ?? []).map(clean).join(' ');

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
const repetitive = fc.constantFrom(...ALPHABETS, [...new Set(ALPHABETS.flat())]).chain(alphabet => {
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

type Parts = typeof repetitive extends fc.Arbitrary<infer T> ? T : never;

function textOf({ glue, before, unit, other = [], after }: Parts, size: number): string {
  const [one = '', two = ''] = [unit, other].map(words => words.map(word => word + glue).join(''));
  const count = Math.ceil(size / (one + two).length);
  return [before.join(glue), one.repeat(count), two.repeat(count), after.join(glue)].join(glue);
}

/** Whether all of them need about four times as long for four times as much. */
export async function expectSteady(of: (size: number) => string, size: number): Promise<void> {
  for (const [name, read] of Object.entries(READERS))
    expect([name, await slowdown(read, of, size)]).toEqual([name, undefined]);
}

/** So many repetitive texts of what parsers look for. */
export const expectSteadyAmong = (texts: number, seed?: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(repetitive, parts => expectSteady(size => textOf(parts, size), 4_000)),
    { numRuns: texts, ...(seed !== undefined && { seed }) },
  );
