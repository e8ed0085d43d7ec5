import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PGN_LENGTH } from '../../src/input/pgn.ts';
import { readGames, type WrittenGame } from '../../src/input/pgn-file.ts';

async function gamesOf(chunks: AsyncIterable<string> | Iterable<string>): Promise<WrittenGame[]> {
  const games: WrittenGame[] = [];
  for await (const game of readGames(chunks)) games.push(game);
  return games;
}

/** The moves of each game, or the sentence that says why there are none. */
const linesOf = async (text: string): Promise<string[]> =>
  (await gamesOf([text])).map(({ moves }) => (moves.ok ? moves.value.join(' ') : moves.message));

const TWO = `[Event "One"]
[White "Anna"]

1. e4 e5 2. Nf3 Nc6 1-0

[Event "Two"]
[White "Ben"]

1. d4 d5 *
`;

describe('the games of a file', () => {
  it('are found by their headers', async () => {
    const games = await gamesOf([TWO]);
    expect(games.map(({ headers }) => headers.get('White'))).toEqual(['Anna', 'Ben']);
    expect(games.map(({ moves }) => moves)).toEqual([
      { ok: true, value: ['e4', 'e5', 'Nf3', 'Nc6'] },
      { ok: true, value: ['d4', 'd5'] },
    ]);
  });

  it('are the same in whatever pieces the file is read', async () => {
    const text = `\uFEFF${TWO.replaceAll('\n', '\r\n')}\n[Event "Three"]\n1. c4 {a\ncomment} c5 (1... e5 2. g3) ; more\n2. Nc3`;
    const whole = await gamesOf([text]);
    expect(whole).toHaveLength(3);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 12 }), async cuts => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(await gamesOf(pieces)).toEqual(whole);
      }),
    );
  });

  it.each([
    ['Windows line ends', TWO.replaceAll('\n', '\r\n')],
    ['line ends of old Macs', TWO.replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${TWO}`],
    ['no empty lines', TWO.replaceAll('\n\n', '\n')],
    ['empty lines everywhere', TWO.replaceAll('\n', '\n\n\n').replaceAll(/(?<=[.45]) /g, '\n\n')],
    ['no result', TWO.replace('1-0', '').replace('*', '')],
    ['escaped lines', TWO.replace('1. e4', '% [Event "x"]\n1. e4')],
    ['a letter before it', `Dear Ben, here they are:\n${TWO}`],
    ['a comment before it', `{ by us [and others] }\n${TWO}`],
    ['headers on one line', TWO.replace('"]\n[', '"] [')],
    ['moves on the line of a header', TWO.replace('"]\n\n1. e4', '"] 1. e4')],
    ['blanks before headers', TWO.replaceAll('[', '  [ ')],
    ['dashes of another length', TWO.replace('1-0', '1–0')],
  ])('may have %s', async (_, text) => {
    expect(await linesOf(text)).toEqual(['e4 e5 Nf3 Nc6', 'd4 d5']);
  });

  it('may have no headers, if each ends with its result', async () => {
    expect(await linesOf('1. e4 e5 1-0\n\n1. d4 d5 0-1\n1. c4 1/2-1/2 1. Nf3 *')).toEqual([
      'e4 e5',
      'd4 d5',
      'c4',
      'Nf3',
    ]);
  });

  it('may have headers and no moves', async () => {
    expect(await linesOf('[White "Anna"]\n\n*\n\n[White "Ben"]\n')).toEqual(['', '']);
    const events = await gamesOf(['[Event "A"]\n[White "Anna"]\n\n[Event "B"]\n[Black "Ben"]\n\n1. e4 *']);
    expect(events.map(({ headers, moves }) => [[...headers.keys()], moves.ok && moves.value])).toEqual([
      [['Event', 'White'], []],
      [['Event', 'Black'], ['e4']],
    ]);
  });

  it.each([
    ['nothing', ''],
    ['a byte order mark', '\uFEFF'],
    ['empty lines', '\n\r\n \n'],
    ['a comment', '{ 1. e4 }'],
    ['a comment without an end', '{ 1. e4'],
    ['a result', '1-0'],
    ['a letter', 'Dear Ben, I have lost the games. (Sorry!)'],
    ['zeros', '\0'.repeat(3000)],
  ])('are none in %s', async (_, text) => {
    expect(await linesOf(text)).toEqual([]);
  });

  it('do not lose the games after a comment that is never closed', async () => {
    expect(await linesOf(TWO.replace('2. Nf3', '{ oh 2. Nf3'))).toEqual([
      expect.stringMatching(/^pgn: the comment "\{oh 2\. Nf3 Nc6 1-0" has no end/),
      'd4 d5',
    ]);
  });

  it('are refused by name where a word is no move', async () => {
    expect(await linesOf(TWO.replace('Nf3', 'Sf3'))).toEqual([
      'pgn: "Sf3" is not a move; pieces are written K Q R B N.',
      'd4 d5',
    ]);
  });

  it('are not split by brackets and headers in comments', async () => {
    expect(await linesOf('1. e4 {see\n[%eval 0.3]\n[White "x"]\n} e5 ; [Event "x"] { \n2. Nf3')).toEqual(['e4 e5 Nf3']);
  });

  it('have names as they are written', async () => {
    const [game] = await gamesOf([
      '[White "Joe \\"The \\\\ Knife\\" Doe"]\n[Black "Joe "Blitz" Doe"]\n[Event ""]\n1. e4',
    ]);
    expect(Object.fromEntries(game?.headers ?? [])).toEqual({
      White: 'Joe "The \\ Knife" Doe',
      Black: 'Joe "Blitz" Doe',
      Event: '',
    });
  });

  it('are refused one by one if they are too long', async () => {
    const long = `[White "x"]\n${'1. e4 e5 '.repeat(MAX_PGN_LENGTH / 8)}\n`;
    const chatty = `[White "y"]\n1. e4 {${'words\n'.repeat(MAX_PGN_LENGTH / 4)}} e5\n`;
    expect(await linesOf(`${long}${chatty}${TWO}`)).toEqual([
      'pgn: a game is at most 1 MB long.',
      'pgn: a game is at most 1 MB long.',
      'e4 e5 Nf3 Nc6',
      'd4 d5',
    ]);
  });

  it('without a line end are not kept in memory for ever', async () => {
    function* endless() {
      yield '[White "x"]\n';
      for (let megabytes = 0; megabytes < 5; megabytes++) yield '1. e4 e5 '.repeat(110_000);
      yield '\n[White "y"]\n1. d4';
    }
    const [first, second] = await gamesOf(endless());
    expect(first?.moves).toMatchObject({ ok: false, message: expect.stringContaining('at most 1 MB') });
    expect(second?.moves).toEqual({ ok: true, value: ['d4'] });
  });
});
