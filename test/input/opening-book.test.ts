import { describe, expect, it } from 'vitest';
import { MATCH_OPENINGS } from '../../src/analysis/match/pairings.ts';
import { playUci, uciMoves } from '../../src/chess/game.ts';
import { mainLine, makeTree } from '../../src/chess/pgn/make.ts';
import { fenOf, type Position, startPosition } from '../../src/chess/position.ts';
import { parseOpeningBook } from '../../src/input/opening-book.ts';

async function read(text: string) {
  const book = await parseOpeningBook(text);
  if (!book.ok) throw new Error(book.message);
  return book.value.map(({ name, game }) => ({
    name,
    fen: fenOf(game.positions[0] as Position),
    moves: uciMoves(game),
  }));
}

const CARO = 'rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq -';

describe('a book of openings', () => {
  it('is a PGN, of which each game is one', async () => {
    const games = MATCH_OPENINGS.map(({ name, moves }) =>
      makeTree({ headers: new Map([['Opening', name]]), moves: mainLine(startPosition(), moves.split(' ')) }),
    );
    expect(await read(games.join('\n'))).toEqual(
      MATCH_OPENINGS.map(({ name, moves }) => ({ name, fen: fenOf(startPosition()), moves: moves.split(' ') })),
    );
  });

  it('may be moves without a word about them, or begin elsewhere', async () => {
    expect(await read('1. e4 e5 2. Nf3')).toEqual([
      { name: 'game 1', fen: fenOf(startPosition()), moves: ['e2e4', 'e7e5', 'g1f3'] },
    ]);
    const [elsewhere] = await read(`[Event "?"]\n[ECO "B12"]\n[SetUp "1"]\n[FEN "${CARO} 0 3"]\n\n3. e5 Bf5 *\n`);
    expect(elsewhere).toEqual({ name: 'B12', fen: `${CARO} 0 3`, moves: ['e4e5', 'c8f5'] });
  });

  it('is a list of positions, as FEN or EPD, with names or without', async () => {
    const text = `# Two ways to write the same\r\n${CARO} 0 3\r\n\r\n${CARO} id "Caro-Kann"; bm e5;\r\n${CARO}\r\n`;
    expect(await read(text)).toEqual([
      { name: 'line 2', fen: `${CARO} 0 3`, moves: [] },
      { name: 'Caro-Kann', fen: `${CARO} 0 1`, moves: [] },
      { name: 'line 5', fen: `${CARO} 0 1`, moves: [] },
    ]);
  });

  it.each([
    ['', 'opening-book: it is empty; give the moves of a game, such as "1. e4 e5 2. Nf3".'],
    ['https://lichess.org/abcdefgh', 'opening-book: this looks like a link;'],
    [`${CARO}\n8/8/8/8/8/8/8/8 w - - 0 1`, 'opening-book, line 2: "8/8/8/8/8/8/8/8 w - - 0 1" has no pieces.'],
    [`${CARO}\nnonsense`, 'opening-book, line 2: "nonsense" '],
    ['7k/5Q2/8/8/8/8/8/K7 b - - 0 1', 'opening-book, line 1: the game is over there; give a position to play on from.'],
    [
      '1. e4 e5\n\n[Event "?"]\n\n1. e4 Ke7 *',
      'opening-book, game 2: "Ke7" (move 1, Black) is not a legal move there.',
    ],
    ['[Variant "Atomic"]\n\n1. e4 *', 'opening-book, game 1: "Atomic" is not standard chess; give a standard game.'],
    ['1. f3 e5 2. g4 Qh4#', 'opening-book, game 1: the game is over there; give a position to play on from.'],
  ])('%j is refused in one sentence', async (text, sentence) => {
    const book = await parseOpeningBook(text);
    expect(book.ok ? '' : book.message).toContain(sentence);
  });

  it('has no whole games', async () => {
    const moves = Array.from({ length: 61 }, (_, ply) => ['g1f3', 'g8f6', 'f3g1', 'f6g8'][ply % 4] ?? '');
    expect(playUci(startPosition(), moves)).toBeDefined();
    const text = makeTree({ headers: new Map(), moves: mainLine(startPosition(), moves) });
    const book = await parseOpeningBook(text);
    expect(book.ok ? '' : book.message).toBe(
      'opening-book, game 1: an opening has at most 60 half-moves; this has 61.',
    );
  });
});
