import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { phasesOf } from '../../src/analysis/phases/phases.ts';
import { type Game, gameFrom, numberedLine } from '../../src/chess/game.ts';
import { lastBookPly, openingOf, polyglotKey } from '../../src/chess/openings/openings.ts';
import { fenOf, type Position, sanOf } from '../../src/chess/position.ts';
import { main } from '../../src/cli/run.ts';
import { parseGame } from '../../src/input/moves.ts';
import { openings } from '../../src/service/openings.ts';
import { kibitz } from '../support/kibitz.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';
import { temporaryFolder } from '../support/settings.ts';

/** One command in this process, with what it printed; `{pgn}` and `{bin}` are files with these contents. */
async function run(pgn: string | Uint8Array, words: string[], bin: Uint8Array = new Uint8Array()) {
  const folder = temporaryFolder();
  const files = { pgn: join(folder, 'games.pgn'), bin: join(folder, 'book.bin') };
  writeFileSync(files.pgn, pgn);
  writeFileSync(files.bin, bin);
  const printed = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const argv = words.map(word => word.replace('{pgn}', files.pgn).replace('{bin}', files.bin));
  const code = await main(['phases', ...argv], { stdout: stream('out'), stderr: stream('err') });
  return { code, ...printed };
}

const phases = async (pgn: string, ...words: string[]) => {
  const { code, out, err } = await run(pgn, ['{pgn}', '--json', ...words]);
  return { code, err, games: out === '' ? undefined : JSON.parse(out) };
};

// The last position with a name is that after 5... f6:
// https://lichess.org/opening/Ruy_Lopez_Exchange_Variation_Gligoric_Variation
const EXCHANGE = `[White "Anna"]
[Black "Ben"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 Bg4 7. dxe5 Qxd1 8. Rxd1 fxe5 9. Rd3 *
`;
const ENDING = `[FEN "3r2k1/5ppp/2n5/8/3B4/8/5PPP/3R2K1 b - - 0 30"]

30... Nxd4 31. Rxd4 Rxd4 *
`;
const NOTHING = { openingEnd: null, middlegameEnd: null, endgameType: null, opening: null, white: null, black: null };

describe('kibitz phases', () => {
  it('prints one array with an entry a game, in their order', async () => {
    const { code, err, games } = await phases(`${EXCHANGE}\n${ENDING}\n[White "?"]\n\n*\n`);
    expect([code, err]).toEqual([0, '']);
    expect(games).toEqual([
      {
        index: 0,
        openingEnd: 6,
        middlegameEnd: null,
        endgameType: null,
        opening: { eco: 'C69', name: 'Ruy Lopez: Exchange Variation, Gligoric Variation' },
        white: 'Anna',
        black: 'Ben',
      },
      { ...NOTHING, index: 1, openingEnd: 30, middlegameEnd: 30, endgameType: 'Rook' },
      { ...NOTHING, index: 2 },
    ]);
  });

  it('prints a table', async () => {
    const { code, out, err } = await run(`${EXCHANGE}\n${ENDING}`, ['{pgn}']);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      '  game  opening   endgame   type                           players, opening',
      '     1  to 6      –         –                              Anna – Ben, C69 Ruy Lopez: Exchange Variation, Gligoric Variation',
      '     2  to 30     from 30   Rook',
      '2 games, 1 with an endgame.',
      '',
    ]);
  });

  it('takes no book if one says so, and still knows the name', async () => {
    const { games } = await phases(EXCHANGE, '--book', 'none');
    expect(games[0]).toMatchObject({ openingEnd: 4, opening: { eco: 'C69' } });
  });

  it('takes a polyglot book', async () => {
    const book = bookOf(gameOf('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 Bg4 dxe5 Qxd1').positions);
    const { code, out } = await run(EXCHANGE, ['{pgn}', '--json', '--book', '{bin}'], book);
    expect(code).toBe(0);
    expect(JSON.parse(out)[0]).toMatchObject({ openingEnd: 8, opening: { eco: 'C69' } });
  });

  it('takes another length for openings in which nothing is taken', async () => {
    const quiet = `1. Nf3 Nf6 2. Ng1 Ng8 ${'Nf3 Nf6 Ng1 Ng8 '.repeat(9)}`;
    expect((await phases(quiet)).games[0].openingEnd).toBe(15);
    expect((await phases(quiet, '--opening-moves', '9')).games[0].openingEnd).toBe(9);
  });

  it('says of the same games what the phases of a game say', async () => {
    const random = seeded(5);
    const games = [
      gameOf('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 Bg4 dxe5 Qxd1 Rxd1 fxe5 Rd3'),
      gameFrom(positionOf('8/5pk1/6p1/8/8/4K1P1/5P2/8 b - - 0 40')),
      ...Array.from({ length: 30 }, () => randomGame(40 + Math.floor(random() * 300), random)),
    ];
    const { code, games: found } = await phases(games.map(pgnOf).join('\n'));
    expect(code).toBe(0);
    const book = openings();
    const expected = games.map((game, index) => {
      const named = openingOf(game, book);
      const opening = named ? { eco: named.eco, name: named.name } : null;
      return { ...NOTHING, index, opening, ...phasesOf(game, lastBookPly(game, book)) };
    });
    expect(found).toEqual(expected);
    expect(expected.some(({ middlegameEnd }) => middlegameEnd !== null)).toBe(true);
  });

  it('reads standard input', async () => {
    const { code, out } = await kibitz(['phases', '-', '--json'], { input: EXCHANGE });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveLength(1);
  });

  const data = process.env.KIBITZ_DATA;
  if (!data) console.log('skipped: KIBITZ_DATA is not set, so no file of 3000 games is read');
  it.skipIf(!data)('reads 3000 real games without an error', async () => {
    const { code, out } = await run('', [join(data as string, 'lichess-games-3000.pgn'), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toHaveLength(3000);
  });
});

describe('odd input to kibitz phases', () => {
  it.each([
    ['an illegal move', '1. e4 e5 2. Ke3 d5', 'moves: "Ke3" (move 2, White) is not a legal move there.'],
    ['a move after mate', '1. f3 e5 2. g4 Qh4# 3. a3', 'moves: "a3" (move 3, White) is not a legal move there.'],
    [
      'a null move',
      '1. e4 -- 2. d4',
      'moves: "--" (move 1, Black) is a null move, which the rules do not know; give a game without null moves.',
    ],
    ['another language', '1. e4 e5 2. Sf3', 'pgn: "Sf3" is not a move; pieces are written K Q R B N.'],
    ['a variant', '[Variant "Chess960"]\n1. e4', 'pgn: "Chess960" is not standard chess; give a standard game.'],
    ['a FEN that is none', '[FEN "8/8 w"]\n1. e4', /^pgn: "8\/8 w" needs eight ranks/],
    [
      'a FEN of Chess960',
      '[FEN "rkbbnnqr/8/8/8/8/8/8/RKBBNNQR w BHbh - 0 1"]\n1. Ka2',
      /"Chess960" is not standard chess/,
    ],
  ])('such as %s in one game does not stop the others', async (_, bad, message) => {
    const { code, err, games } = await phases(`${EXCHANGE}\n[White "Bad"]\n${bad}\n\n${ENDING}`);
    expect([code, err]).toEqual([1, '']);
    expect(games.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
    const error = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(games[1]).toEqual({ ...NOTHING, index: 1, white: 'Bad', error });
    expect(games[0]).toMatchObject({ openingEnd: 6 });
    expect(games[2]).toMatchObject({ endgameType: 'Rook' });
  });

  it('is told in the table too, and counted', async () => {
    const { code, out } = await run(`1. e4 Ke4 *\n${EXCHANGE}`, ['{pgn}']);
    expect(code).toBe(1);
    expect(out).toContain('     1  moves: "Ke4" (move 1, Black) is not a legal move there.\n');
    expect(out).toContain('2 games, 0 with an endgame; 1 cannot be read.');
  });

  it.each([
    ['nothing', ''],
    ['empty lines', '\n\n'],
    ['a letter', 'Dear Ben,\nhow are you?\n'],
    ['a picture', Uint8Array.from({ length: 4000 }, (_, index) => (index * 197) % 256)],
  ])('such as %s is no game', async (_, text) => {
    for (const json of [[], ['--json']]) {
      const outcome = await run(text, ['{pgn}', ...json]);
      expect(outcome).toEqual({ code: 2, out: '', err: 'kibitz: pgn: there is no game in it.\n' });
    }
  });

  it('such as 700 half-moves is read', async () => {
    const { code, games } = await phases('Nf3 Nf6 Ng1 Ng8 '.repeat(175));
    expect([code, games[0].openingEnd]).toEqual([0, 15]);
  });

  it('such as two half-moves is read', async () => {
    expect((await phases('1. e4 c5 0-1')).games).toEqual([
      { ...NOTHING, index: 0, openingEnd: 1, opening: { eco: 'B20', name: 'Sicilian Defense' } },
    ]);
  });

  it('cannot send commands to the terminal', async () => {
    const { out } = await run(`[White "A\u001b[2J"]\n1. e4 *\n[White "B"]\n1. e4 \u001b[2J *`, ['{pgn}']);
    expect(out).not.toContain('\u001b');
  });

  it.each([
    [[], 'pgn: give a file, a Lichess link, or "-" for standard input.'],
    [['{pgn}x'], /games\.pgnx: there is no such file\.$/],
    [['.'], '.: it is a folder.'],
    [['{pgn}', '--book', '{pgn}'], /^book: this is not a polyglot book/],
    [['{pgn}', '--book', '{bin}'], /^book: this is not a polyglot book/],
    [['{pgn}', '--book', 'x.bin'], 'x.bin: there is no such file; give a .bin file, or "none".'],
    [['{pgn}', '--opening-moves', '0'], 'opening-moves: "0" is not a whole number from 1 to 100.'],
    [['{pgn}', 'x'], 'phases: "x" is one word too many.'],
  ])('in the words %j is refused', async (words, message) => {
    const { code, out, err } = await run(EXCHANGE, words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^kibitz: .*\n$/);
    expect(err.slice('kibitz: '.length, -1)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });
});

function gameOf(moves: string): Game {
  const game = parseGame('startpos', moves);
  if (!game.ok) throw new Error(game.message);
  return game.value;
}

function pgnOf({ positions, moves }: Game): string {
  const [start] = positions as [Position];
  const san = moves.map((move, index) => sanOf(positions[index] as Position, move));
  return `[FEN "${fenOf(start)}"]\n\n${numberedLine(start, san)} *\n`;
}

/** A polyglot book of positions; which moves it has for them is all the same. */
function bookOf(positions: readonly Position[]): Uint8Array {
  const keys = positions
    .map(polyglotKey)
    .map(({ high, low }) => (BigInt(high) << 32n) | BigInt(low))
    .sort((a, b) => (a < b ? -1 : 1));
  const bytes = new Uint8Array(16 * keys.length);
  keys.forEach((key, index) => {
    new DataView(bytes.buffer).setBigUint64(16 * index, key);
  });
  return bytes;
}
