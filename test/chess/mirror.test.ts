import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { current } from '../../src/chess/game.ts';
import {
  after as afterMove,
  endingOf,
  fenOf,
  legalMoves,
  mirror,
  mirrorUci,
  moveOf,
  other,
  uciOf,
} from '../../src/chess/position.ts';
import { positionOf } from '../support/positions.ts';
import { KIWIPETE, mirrored, playouts, START } from './positions.ts';

const mirrorOf = (fen: string): string => fenOf(mirror(positionOf(fen)));

describe('a mirrored position', () => {
  it.each([
    ['the start', START, START.replace(' w ', ' b ')],
    ['Kiwipete', KIWIPETE, 'r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1'],
    ['a castling right of White’s', 'r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1', 'r3k2r/8/8/8/8/8/8/R3K2R b k - 0 1'],
    ['different rights', 'r3k2r/8/8/8/8/8/8/R3K2R b Kq - 4 9', 'r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 9'],
    [
      'en passant',
      'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3',
      'rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3',
    ],
    ['clocks', '4k3/8/8/8/8/8/R7/4K3 w - - 37 90', '4k3/r7/8/8/8/8/8/4K3 b - - 37 90'],
  ])('keeps %s, on the other side', (_, fen, expected) => {
    expect(mirrorOf(fen)).toBe(expected);
    expect(mirrorOf(expected)).toBe(fen);
  });

  it('mirrored again is the position', () => {
    fc.assert(
      fc.property(playouts, game => {
        const position = current(game);
        expect(fenOf(mirror(mirror(position)))).toBe(fenOf(position));
        expect(mirror(position).turn).toBe(other(position.turn));
      }),
      { numRuns: 50 },
    );
  });

  it('is the one that its FEN, turned over as text, describes', () => {
    fc.assert(
      fc.property(playouts, game => {
        expect(fenOf(mirror(current(game)))).toBe(fenOf(mirrored(current(game))));
      }),
      { numRuns: 50 },
    );
  });

  it('has the mirrored moves, which lead to mirrored positions', () => {
    fc.assert(
      fc.property(playouts, game => {
        const position = current(game);
        const flipped = mirror(position);
        const uci = (moves: { uci: string }[]) => moves.map(move => move.uci).sort();
        expect(uci(legalMoves(flipped))).toEqual(
          legalMoves(position)
            .map(move => mirrorUci(move.uci))
            .sort(),
        );
        for (const { uci: text, move } of legalMoves(position)) {
          const reply = moveOf(flipped, mirrorUci(text));
          if (!reply) throw new Error(`${mirrorUci(text)} is not legal`);
          const [fen = '', expected = ''] = [afterMove(flipped, reply), mirror(afterMove(position, move))].map(fenOf);
          // Moves are counted after Black's, so the number alone may be one off.
          expect(fen.replace(/\d+$/, '')).toBe(expected.replace(/\d+$/, ''));
        }
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['checkmate', 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'],
    ['stalemate', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'],
    ['dead', '4k3/8/8/8/8/8/8/4KN2 w - - 0 1'],
    [undefined, '4k3/8/8/8/8/8/8/3NKN2 w - - 0 1'],
  ])('ends as the position does: %s', (ending, fen) => {
    expect(endingOf(mirror(positionOf(fen)))).toBe(ending);
  });

  it('leaves the position it is made of unchanged', () => {
    const position = positionOf(KIWIPETE);
    mirror(position);
    expect(fenOf(position)).toBe(KIWIPETE);
    expect(legalMoves(position)).toHaveLength(48); // https://www.chessprogramming.org/Perft_Results
  });
});

describe('a mirrored move', () => {
  it.each([
    ['e2e4', 'e7e5'],
    ['a7a8q', 'a2a1q'],
    ['b2c1n', 'b7c8n'],
    ['e1g1', 'e8g8'],
    ['e8c8', 'e1c1'],
  ])('of %s is %s, and the other way round', (uci, expected) => {
    expect([mirrorUci(uci), mirrorUci(expected)]).toEqual([expected, uci]);
  });

  it('of castling is castling', () => {
    const position = positionOf('r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1');
    const castling = moveOf(mirror(position), mirrorUci('e8c8'));
    expect(castling && uciOf(mirror(position), castling)).toBe('e1c1');
  });
});
