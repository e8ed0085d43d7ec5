import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Game, uciMoves } from '../../src/chess/game.ts';
import { fenOf, sanLine, startPosition } from '../../src/chess/position.ts';
import { parseGame, parseMoveList } from '../../src/input/moves.ts';
import { playouts, START } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';

const read = (position: string, moves?: string): Game => {
  const game = parseGame(position, moves);
  if (!game.ok) throw new Error(game.message);
  return game.value;
};

const refusal = (position: string, moves?: string): string => {
  const game = parseGame(position, moves);
  return game.ok ? `accepted: ${uciMoves(game.value).join(' ')}` : game.message;
};

const BEFORE_CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
const BEFORE_PROMOTION = '1n6/P6k/8/8/8/8/7K/8 w - - 0 1';
const KNIGHTS_MEET = 'N1N4k/8/8/8/8/8/8/7K w - - 0 1';

describe('the moves of a game', () => {
  it.each([
    ['SAN', START, 'e4 e5 Nf3 Nc6', 'e2e4 e7e5 g1f3 b8c6'],
    ['UCI', START, 'e2e4 e7e5 g1f3', 'e2e4 e7e5 g1f3'],
    ['both at once', START, 'e4 e7e5 Nf3', 'e2e4 e7e5 g1f3'],
    ['move numbers', START, '1. e4 e5 2. Nf3 Nc6', 'e2e4 e7e5 g1f3 b8c6'],
    ['move numbers without blanks', START, '1.e4 e5 2.Nf3', 'e2e4 e7e5 g1f3'],
    ['dots for Black', START, '1. e4 1... e5 2. Nf3 2...Nc6', 'e2e4 e7e5 g1f3 b8c6'],
    ['bare numbers', START, '1 e4 e5 2 Nf3', 'e2e4 e7e5 g1f3'],
    ['commas and lines', START, 'e4,e5,\n Nf3', 'e2e4 e7e5 g1f3'],
    ['annotations', START, 'e4! e5?! Nf3!! f6??', 'e2e4 e7e5 g1f3 f7f6'],
    ['a result', START, '1. f3 e5 2. g4 Qh4# 0-1', 'f2f3 e7e5 g2g4 d8h4'],
    ['an unfinished game', START, '1. e4 *', 'e2e4'],
    ['a drawn game', START, '1. e4 e5 1/2-1/2', 'e2e4 e7e5'],
    ['a forgotten check mark', START, 'f3 e5 g4 Qh4', 'f2f3 e7e5 g2g4 d8h4'],
    ['castling with letters', BEFORE_CASTLING, 'O-O O-O-O', 'e1g1 e8c8'],
    ['castling with zeros', BEFORE_CASTLING, '0-0-0 0-0', 'e1c1 e8g8'],
    ['castling with zeros and marks', BEFORE_CASTLING, '0-0!? 0-0-0?', 'e1g1 e8c8'],
    ['castling as the king moves', BEFORE_CASTLING, 'e1g1 e8c8', 'e1g1 e8c8'],
    ['a promotion', BEFORE_PROMOTION, 'a8=Q', 'a7a8q'],
    ['a promotion that captures', BEFORE_PROMOTION, 'axb8=N', 'a7b8n'],
    ['a promotion without its sign', BEFORE_PROMOTION, 'a8R', 'a7a8r'],
    ['a promotion in UCI', BEFORE_PROMOTION, 'a7a8b', 'a7a8b'],
    ['two knights told apart', KNIGHTS_MEET, 'Nab6', 'a8b6'],
    ['en passant', START, 'e4 a6 e5 d5 exd6', 'e2e4 a7a6 e4e5 d7d5 e5d6'],
    ['no moves', START, '  ', ''],
  ])('are read from %s', (_, fen, moves, uci) => {
    expect(refusal(fen, moves)).toBe(`accepted: ${uci}`);
  });

  it('written as SAN read back as the same game', () => {
    fc.assert(
      fc.property(playouts, game => {
        const [start = startPosition()] = game.positions;
        const uci = uciMoves(game);
        expect(uciMoves(read(fenOf(start), sanLine(start, uci).join(' ')))).toEqual(uci);
        expect(uciMoves(read(fenOf(start), uci.join(' ')))).toEqual(uci);
      }),
      { numRuns: 25 },
    );
  });

  it('start from "startpos" as from its FEN', () => {
    expect(fenOf(read(' startpos ', 'e4').positions[0] ?? startPosition())).toBe(START);
    expect(read('startpos').moves).toEqual([]);
  });

  it.each([
    [START, 'e5', 'moves: "e5" (move 1, White) is not a legal move there.'],
    [START, 'e4 e5 2. Nf3 Nf3', 'moves: "Nf3" (move 2, Black) is not a legal move there.'],
    [START, 'e4 e5 Ke3', 'moves: "Ke3" (move 2, White) is not a legal move there.'],
    [
      START.replace(' w ', ' b ').replace(' 0 1', ' 0 40'),
      'e4',
      'moves: "e4" (move 40, Black) is not a legal move there.',
    ],
    [START, 'f3 e5 g4 Qh4# a3', 'moves: "a3" (move 3, White) is not a legal move there.'],
    [START, '1. e5?!', 'moves: "e5" (move 1, White) is not a legal move there.'],
    [START, '0-0', 'moves: "O-O" (move 1, White) is not a legal move there.'],
    [START, 'x'.repeat(50), `moves: "${'x'.repeat(20)}" (move 1, White) is not a legal move there.`],
    // Either knight could go there.
    [KNIGHTS_MEET, 'Nb6', 'moves: "Nb6" (move 1, White) is not a legal move there.'],
  ])('from %s are refused at the illegal one of "%s"', (fen, moves, message) => {
    expect(refusal(fen, moves)).toBe(message);
  });

  it('may be 600 and no more', () => {
    const shuffle = (plies: number) =>
      Array.from({ length: plies }, (_, ply) => ['g1f3', 'g8f6', 'f3g1', 'f6g8'][ply % 4]).join(' ');
    expect(read('startpos', shuffle(600)).moves).toHaveLength(600);
    expect(refusal('startpos', shuffle(601))).toBe('moves: at most 600 half-moves, please; these are 601.');
    expect(refusal('startpos', ' '.repeat(8001))).toBe('moves: at most 8,000 characters of moves, please.');
  });

  it('are not looked at when the position is wrong', () => {
    expect(refusal('start', 'e4')).toMatch(/^position: "start" is neither a FEN nor startpos\.$/);
  });

  it('of any text are a game or one sentence', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const game = parseGame('startpos', text);
        if (!game.ok) expect(game.message).toMatch(/^moves: .*\.$/);
      }),
    );
  });
});

describe('a list of moves', () => {
  it('is read as alternatives of one position, each once', () => {
    expect(parseMoveList(startPosition(), 'e4, d4 Nf3! e2e4', 'only')).toEqual({
      ok: true,
      value: ['e2e4', 'd2d4', 'g1f3'],
    });
    expect(parseMoveList(positionOf(BEFORE_CASTLING), '0-0 O-O-O', 'only')).toEqual({
      ok: true,
      value: ['e1g1', 'e1c1'],
    });
  });

  it('is refused with the name of its field', () => {
    expect(parseMoveList(startPosition(), 'e4 e5', 'only')).toMatchObject({
      ok: false,
      message: 'only: "e5" is not a legal move in this position.',
    });
    expect(parseMoveList(startPosition(), ' , ', 'only')).toMatchObject({
      ok: false,
      message: 'only: name at least one move.',
    });
  });
});

describe('moves that chess.js is too kind to', () => {
  const promotion = '8/P6k/8/8/8/8/7K/8 w - - 0 1';
  it('a promotion without its piece is a queen', () => {
    expect(parseGame(promotion, 'a7a8')).toMatchObject({ ok: true, value: { moves: [{ promotion: 'queen' }] } });
    expect(parseGame(promotion, 'a7a8n')).toMatchObject({ ok: true, value: { moves: [{ promotion: 'knight' }] } });
  });
  it.each([
    [promotion, 'a7a8k', 'moves: "a7a8k" (move 1, White) is not a legal move there.'],
    [
      'startpos',
      '-- e5',
      'moves: "--" (move 1, White) is a null move, which the rules do not know; give a game without null moves.',
    ],
    ['startpos', 'e2e4q', 'moves: "e2e4q" (move 1, White) is not a legal move there.'],
  ])('%s: %s is refused by name', (position, moves, message) => {
    expect(parseGame(position, moves)).toMatchObject({ ok: false, message });
  });
});
