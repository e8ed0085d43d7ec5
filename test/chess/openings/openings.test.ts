import { describe, expect, it } from 'vitest';
import { type Game, gameFrom, playUci } from '../../../src/chess/game.ts';
import { lastBookPly, NO_BOOK, openingOf, openingsFrom } from '../../../src/chess/openings/openings.ts';
import { type Position, startPosition } from '../../../src/chess/position.ts';
import { positionOf } from '../../support/positions.ts';

const game = (moves: string, start: Position = startPosition()): Game => playUci(start, moves.split(' ')) as Game;
const last = (moves: string): Position => game(moves).positions.at(-1) as Position;

const PAWN = { eco: 'B00', name: "King's Pawn Game" };
const ITALIAN = { eco: 'C50', name: 'Italian Game' };
const OPENINGS = openingsFrom([
  ['rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -', PAWN],
  ['r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -', ITALIAN],
]);

describe('an opening', () => {
  it('is known by its position, whatever moves led to it', () => {
    expect(OPENINGS.of(last('e2e4 e7e5 g1f3 b8c6 f1c4'))).toEqual(ITALIAN);
    expect(OPENINGS.of(last('e2e4 b8c6 f1c4 e7e5 g1f3'))).toEqual(ITALIAN);
    // A move later than by the book.
    expect(OPENINGS.of(last('e2e3 e7e6 e3e4 e6e5 g1f3 b8c6 f1c4'))).toEqual(ITALIAN);
  });

  it('is another one with another side to move or with other castling rights', () => {
    const placement = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R';
    expect(OPENINGS.has(positionOf(`${placement} b KQkq - 7 20`))).toBe(true);
    expect(OPENINGS.has(positionOf(`${placement} w KQkq - 3 3`))).toBe(false);
    for (const rights of ['Kkq', 'Qkq', 'KQk', 'KQq', '-'])
      expect(OPENINGS.has(positionOf(`${placement} b ${rights} - 3 3`)), rights).toBe(false);
  });

  describe('after a double step of a pawn', () => {
    const withCapture = 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3';
    const without = 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq -';

    it('differs from the same men without the right to capture', () => {
      const openings = openingsFrom([[withCapture, PAWN]]);
      expect([withCapture, without].map(fen => openings.has(positionOf(`${fen} 0 3`)))).toEqual([true, false]);
    });

    it('is the same whether a FEN names a square that nobody can capture on or not', () => {
      for (const ep of ['e3', '-'])
        expect(OPENINGS.of(positionOf(`rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ${ep} 0 1`))).toEqual(PAWN);
    });

    it('is the same where the pawn that stands ready is pinned', () => {
      const pinned = positionOf('8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1');
      pinned.play({ from: 12, to: 28 });
      expect(openingsFrom([['8/8/8/8/R2pP2k/8/8/4K3 b - -', PAWN]]).of(pinned)).toEqual(PAWN);
    });
  });

  it('of a game is that of the last position with a name', () => {
    expect(openingOf(game('e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3'), OPENINGS)).toEqual({ ...ITALIAN, ply: 5 });
    expect(openingOf(game('e2e4 e7e5 g1f3 b8c6'), OPENINGS)).toEqual({ ...PAWN, ply: 1 });
    expect(openingOf(game('d2d4 d7d5'), OPENINGS)).toBeUndefined();
    expect(openingOf(gameFrom(), OPENINGS)).toBeUndefined();
    expect(openingOf(gameFrom(last('e2e4')), OPENINGS)).toEqual({ ...PAWN, ply: 0 });
  });
});

describe('the last half-move in a book', () => {
  it.each([
    ['e2e4', 1],
    ['e2e4 e7e5 g1f3 b8c6', 1],
    ['e2e4 e7e5 g1f3 b8c6 f1c4', 5],
    ['e2e4 e7e5 g1f3 b8c6 f1c4 g8f6', 5],
    ['d2d4 d7d5', 0],
  ])('of %s is %i', (moves, ply) => {
    expect(lastBookPly(game(moves), OPENINGS)).toBe(ply);
  });

  it('is counted from where the game begins, and that position does not count', () => {
    const start = last('e2e4');
    expect(lastBookPly(gameFrom(start), OPENINGS)).toBe(0);
    expect(lastBookPly(game('e7e5 g1f3 b8c6 f1c4', start), OPENINGS)).toBe(4);
  });

  it('is none without a book', () => {
    expect(lastBookPly(game('e2e4 e7e5'), NO_BOOK)).toBe(0);
  });
});
