import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { current } from '../../src/chess/game.ts';
import {
  after as afterMove,
  endingOf,
  epdOf,
  fenOf,
  legalMoves,
  moveOf,
  other,
  type Position,
  sanLine,
  sanOf,
  startPosition,
  uciOf,
} from '../../src/chess/position.ts';
import { positionOf } from '../support/positions.ts';
import { KIWIPETE, mirrored, mirroredUci, PERFT_3, PERFT_4, PERFT_5, playouts, START } from './positions.ts';

const perft = (position: Position, depth: number): number =>
  depth === 0
    ? 1
    : legalMoves(position).reduce((nodes, { move }) => nodes + perft(afterMove(position, move), depth - 1), 0);

const uciMovesOf = (fen: string): string[] => legalMoves(positionOf(fen)).map(({ uci }) => uci);

const played = (fen: string, uci: string): string => {
  const position = positionOf(fen);
  const move = moveOf(position, uci);
  if (!move) throw new Error(`${uci} is not legal in ${fen}`);
  return fenOf(afterMove(position, move));
};

describe('legal moves', () => {
  // https://www.chessprogramming.org/Perft_Results
  it.each([
    ['the start position', START, [20, 400, 8902]],
    ['Kiwipete', KIWIPETE, [48, 2039]],
    ['position 3', PERFT_3, [14, 191, 2812]],
    ['position 4', PERFT_4, [6, 264]],
    ['position 4 with colours changed', fenOf(mirrored(positionOf(PERFT_4))), [6, 264]],
    ['position 5', PERFT_5, [44, 1486]],
  ])('are as many as published for %s', (_, fen, counts) => {
    counts.forEach((nodes, index) => {
      expect(perft(positionOf(fen), index + 1)).toBe(nodes);
    });
  });

  it('are named once each and read back as the same move', () => {
    fc.assert(
      fc.property(playouts, game => {
        const position = current(game);
        const moves = legalMoves(position);
        expect(new Set(moves.map(({ uci }) => uci)).size).toBe(moves.length);
        for (const { uci, move } of moves) {
          expect(uciOf(position, move)).toBe(uci);
          expect(moveOf(position, uci)).toMatchObject(move);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('are the mirrored ones with the colours changed, and lead to mirrored positions', () => {
    fc.assert(
      fc.property(playouts, game => {
        const position = current(game);
        const mirror = mirrored(position);
        expect(endingOf(mirror)).toBe(endingOf(position));
        expect(legalMoves(mirror)).toHaveLength(legalMoves(position).length);
        for (const { uci, move } of legalMoves(position)) {
          const reply = moveOf(mirror, mirroredUci(uci));
          expect(reply && epdOf(afterMove(mirror, reply))).toBe(epdOf(mirrored(afterMove(position, move))));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('include all four promotions of a pawn, also when it captures', () => {
    const moves = uciMovesOf('1n6/P6k/8/8/8/8/7K/8 w - - 0 1').filter(uci => uci.startsWith('a7'));
    expect(moves.sort()).toEqual(['a7a8b', 'a7a8n', 'a7a8q', 'a7a8r', 'a7b8b', 'a7b8n', 'a7b8q', 'a7b8r']);
  });

  it('leave the position they are asked of unchanged', () => {
    const position = startPosition();
    for (const { move } of legalMoves(position)) afterMove(position, move);
    sanLine(position, ['e2e4', 'e7e5']);
    expect(fenOf(position)).toBe(START);
  });
});

describe('castling', () => {
  const BOTH_SIDES = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';

  it('is written as the two-square move of the king', () => {
    expect(uciMovesOf(BOTH_SIDES)).toEqual(expect.arrayContaining(['e1g1', 'e1c1']));
    expect(uciMovesOf(BOTH_SIDES)).not.toEqual(expect.arrayContaining(['e1h1']));
    expect(uciMovesOf(BOTH_SIDES.replace(' w ', ' b '))).toEqual(expect.arrayContaining(['e8g8', 'e8c8']));
  });

  it.each([
    ['w', 'e1g1', 'e1h1', 'O-O', 'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1'],
    ['w', 'e1c1', 'e1a1', 'O-O-O', 'r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1'],
    ['b', 'e8g8', 'e8h8', 'O-O', 'r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2'],
    ['b', 'e8c8', 'e8a8', 'O-O-O', '2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2'],
  ])('of %s is accepted as %s and as %s', (turn, twoSquares, ontoRook, san, result) => {
    const fen = BOTH_SIDES.replace(' w ', ` ${turn} `);
    for (const uci of [twoSquares, ontoRook]) {
      const move = moveOf(positionOf(fen), uci);
      expect(move && sanOf(positionOf(fen), move)).toBe(san);
      expect(move && uciOf(positionOf(fen), move)).toBe(twoSquares);
      expect(played(fen, uci)).toBe(result);
    }
  });

  it.each([
    ['without the right to', 'r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1'],
    ['through a check', '4k3/8/8/8/8/5r2/8/4K2R w K - 0 1'],
    ['out of a check', '4k3/8/8/8/8/4r3/8/4K2R w K - 0 1'],
    ['through a piece', '4k3/8/8/8/8/8/8/4KB1R w K - 0 1'],
  ])('is not legal %s', (_, fen) => {
    expect(moveOf(positionOf(fen), 'e1g1')).toBeUndefined();
    expect(moveOf(positionOf(fen), 'e1h1')).toBeUndefined();
  });
});

describe('moves by name', () => {
  it('take the passed pawn off the board en passant', () => {
    const fen = 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3';
    expect(played(fen, 'd4e3')).toBe('rnbqkbnr/ppp1pppp/8/8/8/4p3/PPPP1PPP/RNBQKBNR w KQkq - 0 4');
    expect(moveOf(positionOf(fen.replace(' e3 ', ' - ')), 'd4e3')).toBeUndefined();
  });

  it('need a promotion piece where a pawn promotes, and nowhere else', () => {
    const fen = '8/P6k/8/8/8/8/7K/8 w - - 0 1';
    expect(played(fen, 'a7a8n')).toBe('N7/7k/8/8/8/8/7K/8 b - - 0 1');
    for (const uci of ['a7a8', 'a7a8k', 'a7a8p', 'h2g2q']) expect(moveOf(positionOf(fen), uci)).toBeUndefined();
  });

  it.each(['', 'e2', 'e2e5', 'e7e5', 'e2e4e', 'Q@e4', '0000', 'e9e4', 'e2e4 '])('%j is no move of the start', uci => {
    expect(moveOf(startPosition(), uci)).toBeUndefined();
  });

  it('become a line of SAN up to the first illegal one', () => {
    expect(sanLine(startPosition(), ['e2e4', 'e7e5', 'g1f3', 'b8c6'])).toEqual(['e4', 'e5', 'Nf3', 'Nc6']);
    expect(sanLine(startPosition(), ['e2e4', 'e2e4', 'e7e5'])).toEqual(['e4']);
    // Fool's mate
    expect(sanLine(startPosition(), ['f2f3', 'e7e5', 'g2g4', 'd8h4'])).toEqual(['f3', 'e5', 'g4', 'Qh4#']);
  });
});

describe('the end of a game', () => {
  it.each([
    ['checkmate', "fool's mate", 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'],
    ['stalemate', 'a king in the corner', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'],
    ['dead', 'bare kings', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['dead', 'king and knight against king', '4k3/8/8/8/8/8/8/4KN2 w - - 0 1'],
    ['dead', 'bishops of one colour', '4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1'],
    [undefined, 'bishops of both colours', '2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1'],
    [undefined, 'two knights, where a helpmate exists', '4k3/8/8/8/8/8/8/3NKN2 w - - 0 1'],
    [undefined, 'a check that can be answered', '4k3/8/8/8/8/8/4R3/4K3 b - - 0 1'],
    [undefined, 'the start', START],
  ])('is %s with %s', (ending, _, fen) => {
    expect(endingOf(positionOf(fen))).toBe(ending);
    expect(endingOf(mirrored(positionOf(fen)))).toBe(ending);
  });

  it('knows two sides', () => {
    expect([other('white'), other('black')]).toEqual(['black', 'white']);
  });
});

describe('a king that steps onto a piece of its own', () => {
  const position = positionOf('r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1');
  it.each(['e1e2', 'e1d2', 'e1f2'])('does not castle (%s)', uci => expect(moveOf(position, uci)).toBeUndefined());
  it.each(['e1g1', 'e1h1', 'e1c1', 'e1a1'])('castles (%s)', uci => expect(moveOf(position, uci)).toBeDefined());
});
