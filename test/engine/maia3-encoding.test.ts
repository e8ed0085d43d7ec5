import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { current, type Game, playUci } from '../../src/chess/game.ts';
import { legalMoves, moveOf, type Position, startPosition } from '../../src/chess/position.ts';
import {
  BOARDS_LENGTH,
  encodeBoards,
  expandTokens,
  HISTORY_LENGTH,
  MOVE_COUNT,
  moveIndex,
  TOKENS_LENGTH,
} from '../../src/engine/maia3-encoding.ts';
import { KIWIPETE, mirrored, mirroredUci, playouts } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';

const boardsOf = (history: readonly Position[]): Uint8Array => {
  const boards = new Uint8Array(BOARDS_LENGTH);
  encodeBoards(history, boards);
  return boards;
};

const tokensOf = (history: readonly Position[]): Float32Array => {
  const tokens = new Float32Array(TOKENS_LENGTH);
  expandTokens(boardsOf(history), tokens);
  return tokens;
};

const squareOf = (name: string): number => name.charCodeAt(0) - 97 + (Number(name[1]) - 1) * 8;

/** The planes (0–5 own pawn to king, 6–11 the opponent's) that are set for a square in one slot of the history. */
const planesAt = (tokens: Float32Array, square: string, slot: number): number[] => {
  const first = (squareOf(square) * HISTORY_LENGTH + slot) * 12;
  return [...tokens.subarray(first, first + 12).entries()].flatMap(([plane, value]) => (value === 1 ? [plane] : []));
};

/** One slot of the history, alone: 64 squares × 12 planes. */
const slotOf = (tokens: Float32Array, slot: number): number[] =>
  Array.from({ length: 64 * 12 }, (_, index) => {
    const square = Math.floor(index / 12);
    return tokens[(square * HISTORY_LENGTH + slot) * 12 + (index % 12)] ?? Number.NaN;
  });

const played = (...moves: string[]): Game => {
  const game = playUci(startPosition(), moves);
  if (!game) throw new Error(`illegal: ${moves.join(' ')}`);
  return game;
};

const indexOf = (fen: string, uci: string): number => {
  const position = positionOf(fen);
  const move = moveOf(position, uci);
  if (!move) throw new Error(`${uci} is illegal in ${fen}`);
  return moveIndex(position, move);
};

const LAST = HISTORY_LENGTH - 1;

describe('the tokens of a position', () => {
  it.each([
    ['a1', [3]],
    ['b1', [1]],
    ['c1', [2]],
    ['d1', [4]],
    ['e1', [5]],
    ['e2', [0]],
    ['e4', []],
    ['e7', [6]],
    ['g8', [7]],
    ['f8', [8]],
    ['h8', [9]],
    ['d8', [10]],
    ['e8', [11]],
  ])('have %s of the start position in plane %j, in all eight slots', (square, planes) => {
    const tokens = tokensOf([startPosition()]);
    for (let slot = 0; slot < HISTORY_LENGTH; slot++) expect(planesAt(tokens, square, slot)).toEqual(planes);
  });

  it('are the same with the colours changed', () => {
    fc.assert(
      fc.property(playouts, ({ positions }) => {
        expect(tokensOf(positions.map(mirrored))).toEqual(tokensOf(positions));
      }),
      { numRuns: 50 },
    );
  });

  it('hold every piece of every slot exactly once', () => {
    fc.assert(
      fc.property(playouts, ({ positions }) => {
        const eight = positions.slice(-HISTORY_LENGTH);
        const pieces = eight.map(({ board }) => board.occupied.size());
        const padding = (HISTORY_LENGTH - eight.length) * (pieces[0] ?? 0);
        const sum = tokensOf(positions).reduce((total, value) => total + value, 0);
        expect(sum).toBe(pieces.reduce((total, count) => total + count, padding));
      }),
      { numRuns: 50 },
    );
  });

  it('show each position of the history from the side that was to move in it', () => {
    const { positions } = played('e2e4', 'e7e5', 'g1f3');
    const tokens = tokensOf(positions);
    positions.forEach((position, index) => {
      const slot = LAST - 3 + index;
      expect(slotOf(tokens, slot)).toEqual(slotOf(tokensOf([position]), LAST));
    });
    // Black is to move: the knight that came to f3 is an enemy's on f6, the own pawn on e5 stands on e4.
    expect(planesAt(tokens, 'f6', LAST)).toEqual([7]);
    expect(planesAt(tokens, 'e4', LAST)).toEqual([0]);
    // One ply earlier White was to move, and the pawns are where White sees them.
    expect(planesAt(tokens, 'e4', LAST - 1)).toEqual([0]);
    expect(planesAt(tokens, 'e5', LAST - 1)).toEqual([6]);
  });

  it('repeat the oldest known position where history is missing', () => {
    const { positions } = played('e2e4', 'e7e5');
    const tokens = tokensOf(positions);
    for (let slot = 0; slot < HISTORY_LENGTH - 2; slot++)
      expect(slotOf(tokens, slot)).toEqual(slotOf(tokensOf([startPosition()]), LAST));
    expect(slotOf(tokens, LAST - 1)).not.toEqual(slotOf(tokens, LAST - 2));
  });

  it('do not depend on what is older than eight positions', () => {
    const { positions } = played('g1f3', 'g8f6', 'b1c3', 'b8c6', 'e2e4', 'e7e5', 'f1c4', 'f8c5', 'd2d3');
    expect(tokensOf(positions)).toEqual(tokensOf(positions.slice(-8)));
    expect(tokensOf(positions)).not.toEqual(tokensOf(positions.slice(-7)));
  });

  it('go to their place in a batch and clear only that', () => {
    const [kiwipete, start] = [positionOf(KIWIPETE), startPosition()];
    const boards = new Uint8Array(3 * BOARDS_LENGTH).fill(7);
    encodeBoards([kiwipete], boards, BOARDS_LENGTH);
    expect(boards.subarray(BOARDS_LENGTH, 2 * BOARDS_LENGTH)).toEqual(boardsOf([kiwipete]));
    expect(boards.subarray(0, BOARDS_LENGTH).every(value => value === 7)).toBe(true);
    expect(boards.subarray(2 * BOARDS_LENGTH).every(value => value === 7)).toBe(true);

    const tokens = new Float32Array(2 * TOKENS_LENGTH);
    expandTokens(boardsOf([start]), tokens);
    expandTokens(boardsOf([kiwipete]), tokens, TOKENS_LENGTH);
    expect(tokens.subarray(0, TOKENS_LENGTH)).toEqual(tokensOf([start]));
    expect(tokens.subarray(TOKENS_LENGTH)).toEqual(tokensOf([kiwipete]));
  });

  it('cannot be made of no position', () => {
    expect(() => tokensOf([])).toThrow('a history holds at least the current position');
  });
});

describe('the number of a move', () => {
  const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  const PROMOTING = 'r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w - - 0 1';
  const black = (fen: string) => fen.replace(' w ', ' b ');

  it.each([
    ['a quiet move', CASTLING, 'e1e2', 4 * 64 + 12],
    ['the same move of Black', black(CASTLING), 'e8e7', 4 * 64 + 12],
    ['castling short', CASTLING, 'e1g1', 4 * 64 + 6],
    ['castling long', CASTLING, 'e1c1', 4 * 64 + 2],
    ['castling short, written onto the rook', CASTLING, 'e1h1', 4 * 64 + 6],
    ['castling short of Black', black(CASTLING), 'e8g8', 4 * 64 + 6],
    ['castling long of Black', black(CASTLING), 'e8c8', 4 * 64 + 2],
    ['a promotion to a queen', PROMOTING, 'b7b8q', 4096 + 1 * 32 + 1 * 4],
    ['a promotion to a rook', PROMOTING, 'b7b8r', 4096 + 1 * 32 + 1 * 4 + 1],
    ['a promotion to a bishop', PROMOTING, 'b7a8b', 4096 + 1 * 32 + 0 * 4 + 2],
    ['a promotion to a knight', PROMOTING, 'g7h8n', 4096 + 6 * 32 + 7 * 4 + 3],
    ['a promotion of Black', black(PROMOTING), 'g2h1n', 4096 + 6 * 32 + 7 * 4 + 3],
    ['the last of all', '7k/8/8/8/8/K7/7p/8 b - - 0 1', 'h2h1n', MOVE_COUNT - 1],
  ])('of %s is known', (_, fen, uci, index) => {
    expect(indexOf(fen, uci)).toBe(index);
  });

  it('is the same with the colours changed', () => {
    fc.assert(
      fc.property(playouts, game => {
        const position = current(game);
        const mirror = mirrored(position);
        for (const { uci, move } of legalMoves(position)) {
          const twin = moveOf(mirror, mirroredUci(uci));
          expect(twin && moveIndex(mirror, twin)).toBe(moveIndex(position, move));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('belongs to one legal move only and is one the model has', () => {
    fc.assert(
      fc.property(playouts, ({ positions }) => {
        for (const position of positions) {
          const numbers = legalMoves(position).map(({ move }) => moveIndex(position, move));
          expect(new Set(numbers).size).toBe(numbers.length);
          for (const number of numbers) expect(number >= 0 && number < MOVE_COUNT).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
    expect(MOVE_COUNT).toBe(4096 + 256);
  });
});
