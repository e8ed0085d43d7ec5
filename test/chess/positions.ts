import fc from 'fast-check';
import { type Game, gameFrom } from '../../src/chess/game.ts';
import { fenOf, legalMoves, type Position } from '../../src/chess/position.ts';
import { extend, positionOf } from '../support/positions.ts';

/** Positions rich in castling, promotions and en passant: https://www.chessprogramming.org/Perft_Results */
export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
export const PERFT_3 = '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1';
export const PERFT_4 = 'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1';
export const PERFT_5 = 'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8';

/** Games of random legal moves. */
export const playouts: fc.Arbitrary<Game> = fc
  .tuple(
    fc.constantFrom(START, KIWIPETE, PERFT_3, PERFT_4, PERFT_5),
    fc.array(fc.nat(10_000), { minLength: 1, maxLength: 60 }),
  )
  .map(([fen, picks]) => {
    let game = gameFrom(positionOf(fen));
    for (const pick of picks) {
      const moves = legalMoves(game.positions.at(-1) as Position);
      const chosen = moves[pick % moves.length];
      if (!chosen) break;
      game = extend(game, chosen.move);
    }
    return game;
  });

const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

const mirrorRanks = (text: string): string => text.replace(/[1-8]/g, rank => String(9 - Number(rank)));

/** The same position with the colours changed: ranks mirrored, every piece handed to the other side. */
export function mirrored(position: Position): Position {
  const [board = '', turn, castling = '', ep = '', ...clocks] = fenOf(position).split(' ');
  const flipped = swapCase(board.split('/').reverse().join('/'));
  return positionOf(
    [flipped, turn === 'w' ? 'b' : 'w', swapCase(castling), mirrorRanks(ep), ...clocks.slice(0, 2)].join(' '),
  );
}

export const mirroredUci = mirrorRanks;
