import { attacks } from 'chessops/attacks';
import { SquareSet } from 'chessops/squareSet';
import type { Piece, Square, SquareName } from 'chessops/types';
import { makeSquare, parseSquare } from 'chessops/util';
import { describe, expect, it } from 'vitest';
import { bestCapture, exchange, WORTH } from '../../src/chess/exchange.ts';
import { after, fenOf, mirror, mirrorUci, type Position } from '../../src/chess/position.ts';
import { asSeenBy } from '../../src/chess/squares.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';

const squareOf = (name: string): Square => parseSquare(name as SquareName);
const stepOf = (uci: string) => ({ from: squareOf(uci.slice(0, 2)), to: squareOf(uci.slice(2, 4)) });

/** What a move wins, asked for both colours. */
function won(fen: string, uci: string): number | undefined {
  const position = positionOf(fen);
  const { epSquare: enPassant } = position;
  const gain = exchange(position.board, stepOf(uci), { enPassant });
  const flipped = { enPassant: enPassant === undefined ? undefined : enPassant ^ 56 };
  expect(exchange(mirror(position).board, stepOf(mirrorUci(uci)), flipped), 'mirrored').toBe(gain);
  return gain;
}

describe('an exchange', () => {
  it.each([
    // These two: https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm
    ['wins a pawn that nobody guards', '1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1', 'e1e5', 1],
    ['ends when it does not pay', '1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1', 'd3e5', -2],
    ['loses a queen for a guarded pawn', '4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1', 'd1d5', -8],
    ['of a bishop for a knight is even', '4k3/8/2p5/3n4/8/5B2/8/4K3 w - - 0 1', 'f3d5', 0],
    ['of a rook for a guarded queen wins four', '4k3/8/2p5/3q4/8/8/8/3RK3 w - - 0 1', 'd1d5', 4],
    ['of a move that takes nothing may cost the mover', '4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1', 'd1d5', -5],
    ['of a move to a quiet square is nothing', '4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1', 'd1d4', 0],
  ])('%s', (_, fen, uci, gain) => {
    expect(won(fen, uci)).toBe(gain);
  });

  it.each([
    ['a rook behind a rook', '3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1', 'd2d5', 1],
    ['rooks behind rooks on both sides', '3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1', 'd2d5', -4],
    ['a bishop behind a pawn', '4k3/8/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1', 'e4d5', 1],
    ['a queen behind a bishop', '4k3/8/4p3/3n4/8/1B6/Q7/4K3 w - - 0 1', 'b3d5', 1],
    ['nobody behind a man who stays', '3rk3/8/8/3p4/8/3N4/3R4/4K3 w - - 0 1', 'd3e5', 0],
  ])('counts %s', (_, fen, uci, gain) => {
    expect(won(fen, uci)).toBe(gain);
  });

  it.each([
    ['a pinned man does not guard', '4k3/8/4n3/8/3p4/8/8/3QR1K1 w - - 0 1', 'd1d4', 1],
    ['the same man guards when he is not pinned', '5k2/8/4n3/8/3p4/8/8/3QR1K1 w - - 0 1', 'd1d4', -8],
    ['a pinned man does not take', '4k3/8/4n3/8/3P4/8/8/4R1K1 b - - 0 1', 'e6d4', undefined],
    ['a pinned man takes along the pin', '4k3/8/4r3/8/8/4R3/8/6K1 b - - 0 1', 'e6e3', 5],
    ['a pin ends when the pinning man takes', '4k3/8/4n3/8/4Qp2/8/8/6K1 w - - 0 1', 'e4f4', -8],
    ['a line that opens gives check, and a guard has to stay', '3k4/4p3/5p2/3N4/8/8/8/3R2K1 w - - 0 1', 'd5f6', 1],
    ['beside that line he may take', '2k5/4p3/5p2/3N4/8/8/8/3R2K1 w - - 0 1', 'd5f6', -2],
    ['a check that stands already keeps nobody from guarding', '4k3/8/2p5/3p4/8/8/8/3QR1K1 b - - 0 1', 'd1d5', -8],
  ])('knows pins: %s', (_, fen, uci, gain) => {
    expect(won(fen, uci)).toBe(gain);
  });

  it.each([
    ['takes what nobody guards', '4k3/8/8/8/8/3p4/4K3/8 w - - 0 1', 'e2d3', 1],
    ['does not take what is guarded', '4k3/8/8/8/2p5/3p4/4K3/8 w - - 0 1', 'e2d3', undefined],
    ['is kept away even by a pinned man', '8/8/4k3/b2R4/1N6/8/8/4K3 b - - 0 1', 'e6d5', undefined],
    ['guards against one', '8/8/4k3/3p4/8/8/8/3R2K1 w - - 0 1', 'd1d5', -4],
    ['does not guard against two', '8/8/4k3/3p4/8/8/3R4/3R2K1 w - - 0 1', 'd2d5', 1],
  ])('knows kings: one %s', (_, fen, uci, gain) => {
    expect(won(fen, uci)).toBe(gain);
  });

  it.each([
    ['a pawn that takes on the last rank is a queen', 'r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1', 'b7a8', 5 + 8],
    ['and can be lost as one', 'r3k3/1P6/2b5/8/8/8/8/4K3 w - - 0 1', 'b7a8', 5 - 1],
    ['a pawn that only steps there wins eight', '8/1P2k3/8/8/8/8/8/4K3 w - - 0 1', 'b7b8', 8],
    ['unless it is taken', '7r/1P2k3/8/8/8/8/8/4K3 w - - 0 1', 'b7b8', -1],
    ['a pawn that takes back promotes, too', 'R2r3k/1P6/8/8/8/8/8/4K3 b - - 0 1', 'd8a8', -8],
  ])('knows promotions: %s', (_, fen, uci, gain) => {
    expect(won(fen, uci)).toBe(gain);
  });

  it.each([
    ['wins a pawn', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6', 1],
    ['is even where it is taken back', '4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2', 'e5d6', 0],
    ['is not on where nobody has just passed', '4k3/2p5/8/3pP3/8/8/8/4K3 w - - 0 2', 'e5d6', -1],
    ['is not legal if the rank opens', '4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2', 'e5d6', undefined],
    ['is not legal if the taken pawn opens a diagonal', '4k1b1/8/8/3pP3/8/8/K7/8 w - d6 0 2', 'e5d6', undefined],
  ])('knows en passant: it %s', (_, fen, uci, gain) => {
    expect(won(fen, uci)).toBe(gain);
  });

  it('can think men away', () => {
    const { board } = positionOf('4k3/8/2p5/3n4/8/5B2/8/4K3 w - - 0 1');
    const men = board.occupied.without(squareOf('c6'));
    expect(exchange(board, stepOf('f3d5'), { men })).toBe(3);
  });
});

/** The same by playing it out: real moves of real positions, the cheapest man first. */
function playedOut(position: Position, from: Square, to: Square): number {
  const taken = WORTH[position.board.getRole(to) as 'pawn'];
  const promotes = position.board.pawn.has(from) && SquareSet.backranks().has(to);
  const next = after(position, promotes ? { from, to, promotion: 'queen' } : { from, to });
  return taken + (promotes ? 8 : 0) - Math.max(0, bestAnswer(next, to));
}

function bestAnswer(position: Position, to: Square): number {
  const { board, turn } = position;
  const context = position.ctx();
  const takers = [...asSeenBy(turn, board[turn])].filter(from => position.dests(from, context).has(to));
  const [cheapest] = takers.sort((a, b) => WORTH[board.getRole(a) as 'pawn'] - WORTH[board.getRole(b) as 'pawn']);
  return cheapest === undefined ? 0 : playedOut(position, cheapest, to);
}

describe('by the laws, an exchange', () => {
  const random = seeded(6);
  const positions = Array.from({ length: 20 }, () => randomGame(20 + Math.floor(random() * 120), random).positions)
    .flat()
    .filter(position => !position.isCheck());

  it('is what comes of it when the moves are played', () => {
    let captures = 0;
    for (const position of positions) {
      const { board, turn } = position;
      for (const [from, targets] of position.allDests())
        for (const to of targets.diff(board[turn]).intersect(board.occupied)) {
          captures++;
          const name = `${makeSquare(from)}${makeSquare(to)} in ${fenOf(position)}`;
          expect(exchange(board, { from, to }), name).toBe(playedOut(position, from, to));
        }
    }
    expect(captures).toBeGreaterThan(2000);
  });

  it('is undefined exactly where the move is not legal', () => {
    let refused = 0;
    for (const position of positions) {
      const { board, turn } = position;
      const context = position.ctx();
      const enemies = board.occupied.diff(board[turn]).diff(board.king);
      for (const from of board[turn])
        for (const to of attacks(board.get(from) as Piece, from, board.occupied).intersect(enemies)) {
          const legal = position.dests(from, context).has(to);
          expect(exchange(board, { from, to }) !== undefined, `${makeSquare(from)}${makeSquare(to)}`).toBe(legal);
          if (!legal) refused++;
        }
    }
    expect(refused).toBeGreaterThan(50);
  });
});

describe('the best capture of a man', () => {
  const best = (fen: string, square: string) => {
    const position = positionOf(fen);
    const found = bestCapture(position.board, squareOf(square), position.turn);
    return found && `${makeSquare(found.from)} ${found.gain}`;
  };

  it.each([
    ['is by the cheapest man', '4k3/8/2p5/3n4/4P3/8/8/3RK3 w - - 0 1', 'e4 3'],
    ['is not by a pinned man', '4k3/8/2p5/3n4/r1P1K3/8/8/3R4 w - - 0 1', 'd1 -1'],
    ['is none where nobody can take', '4k3/8/2p5/3n4/8/8/8/4K3 w - - 0 1', undefined],
    ['may be a bad one', '4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1', 'd1 -2'],
  ])('%s', (_, fen, expected) => {
    expect(best(fen, 'd5')).toBe(expected);
  });
});
