import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { current } from '../../src/chess/game.ts';
import { legalMoves, moveOf } from '../../src/chess/position.ts';
import { CONVOLUTION_PLACES, lc0MoveIndex } from '../../src/engine/lc0-encoding.ts';
import { POLICY_MOVES } from '../../src/engine/lc0-net.ts';
import { mirrored, mirroredUci, playouts } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';

const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
const PROMOTING = 'r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w - - 0 1';
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const black = (fen: string) => fen.replace(' w ', ' b ');

const numberOf = (fen: string, uci: string): number => {
  const position = positionOf(fen);
  const move = moveOf(position, uci);
  if (!move) throw new Error(`${uci} is illegal in ${fen}`);
  return lc0MoveIndex(position, move);
};

describe('lc0’s number of a move', () => {
  // The list in
  // https://github.com/CSSLab/maia-chess/blob/master/blunder_prediction/maia_chess_backend/maia/policy_index.py
  it.each([
    ['the first of all', '4k3/8/8/8/8/8/8/R3K3 w - - 0 1', 'a1b1', 0],
    ['d4', START, 'd2d4', 293],
    ['e4', START, 'e2e4', 322],
    ['Black’s …e5', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1', 'e7e5', 322],
    ['castling short, onto the rook', CASTLING, 'e1g1', 103],
    ['castling long, onto the rook', CASTLING, 'e1c1', 97],
    ['castling short of Black', black(CASTLING), 'e8g8', 103],
    ['a king’s step to g1 that is no castling', '4k3/8/8/8/8/8/8/5K2 w - - 0 1', 'f1g1', 127],
    ['the first promotion', '8/P6k/8/8/8/8/7K/8 w - - 0 1', 'a7a8q', 1792],
    ['a promotion to a rook', '8/P6k/8/8/8/8/7K/8 w - - 0 1', 'a7a8r', 1793],
    ['a promotion of Black to a bishop', '8/7K/8/8/8/8/p6k/8 b - - 0 1', 'a2a1b', 1794],
    ['the last of all', '8/k6P/8/8/8/8/8/K7 w - - 0 1', 'h7h8b', 1857],
  ])('of %s is known', (_, fen, uci, number) => {
    expect(numberOf(fen, uci)).toBe(number);
  });

  it('of a promotion to a knight is that of the plain step', () => {
    expect(numberOf(PROMOTING, 'b7b8n')).toBe(numberOf('8/1R6/8/8/8/8/6k1/1K6 w - - 0 1', 'b7b8'));
  });

  it('is the same with the colours changed, and belongs to one legal move only', () => {
    fc.assert(
      fc.property(playouts, game => {
        const position = current(game);
        const mirror = mirrored(position);
        const numbers = legalMoves(position).map(({ uci, move }) => {
          const twin = moveOf(mirror, mirroredUci(uci));
          expect(twin && lc0MoveIndex(mirror, twin)).toBe(lc0MoveIndex(position, move));
          return lc0MoveIndex(position, move);
        });
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const number of numbers) expect(number).toBeLessThan(POLICY_MOVES);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the places of moves on the planes of a convolution', () => {
  // Planes as https://github.com/CSSLab/maia-chess/blob/master/blunder_prediction/maia_chess_backend/maia/lc0_az_policy_map.py
  it.each([
    ['two squares north from e2', 322, 1, 12],
    ['three squares east from e1', 103, 2 * 7 + 2, 4],
    ['north with a queen from a7', 1792, 64 + 3 + 2, 48],
    ['north with a rook from a7', 1793, 64 + 3, 48],
    ['north-east with a queen from a7', 1795, 64 + 6 + 2, 48],
  ])('%s', (_, number, plane, square) => {
    expect(CONVOLUTION_PLACES[number]).toBe(plane * 64 + square);
  });

  it('are 1858 different ones on 73 planes', () => {
    expect(CONVOLUTION_PLACES).toHaveLength(1858);
    expect(new Set(CONVOLUTION_PLACES).size).toBe(1858);
    expect(Math.max(...CONVOLUTION_PLACES)).toBeLessThan(73 * 64);
  });
});
