import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { current, gameFrom, isEarly, numberedLine, playUci, pliesPlayed, uciMoves } from '../../src/chess/game.ts';
import { fenOf, sanLine, startPosition } from '../../src/chess/position.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';
import { KIWIPETE, mirrored, PERFT_3, playouts, START } from './positions.ts';

describe('a game', () => {
  it('starts with one position and no moves', () => {
    expect(gameFrom().moves).toEqual([]);
    expect(fenOf(current(gameFrom()))).toBe(START);
  });

  it('played again from its own UCI moves is the same game', () => {
    fc.assert(
      fc.property(playouts, game => {
        const [start = startPosition()] = game.positions;
        const again = playUci(start, uciMoves(game));
        expect(again?.positions.map(fenOf)).toEqual(game.positions.map(fenOf));
        expect(again?.positions).toHaveLength(game.moves.length + 1);
      }),
      { numRuns: 50 },
    );
  });

  it('with an illegal move in it is no game', () => {
    expect(playUci(startPosition(), ['e2e4', 'e7e5', 'e4e5'])).toBeUndefined();
    expect(playUci(startPosition(), [])?.positions).toHaveLength(1);
  });
});

describe('a line with numbers', () => {
  const AFTER_E4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 12';

  it.each([
    [START, ['e2e4', 'e7e5', 'g1f3'], '1. e4 e5 2. Nf3'],
    [AFTER_E4, ['g8f6', 'e4e5'], '12... Nf6 13. e5'],
    [AFTER_E4, ['g8f6', 'e4e5', 'f6d5', 'd2d4'], '12... Nf6 13. e5 Nd5 14. d4'],
    [AFTER_E4, [], ''],
  ])('from %s reads as in a book', (fen, uci, text) => {
    const position = positionOf(fen);
    expect(numberedLine(position, sanLine(position, uci))).toBe(text);
  });

  it('counts the plies of the whole game', () => {
    expect(pliesPlayed(startPosition())).toBe(0);
    expect(pliesPlayed(positionOf(AFTER_E4))).toBe(23);
    fc.assert(
      fc.property(playouts, game => {
        const [start = startPosition()] = game.positions;
        expect(pliesPlayed(current(game)) - pliesPlayed(start)).toBe(game.moves.length);
      }),
      { numRuns: 20 },
    );
  });
});

describe('an early position', () => {
  const RUY_LOPEZ = 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7'.split(' ');
  // Castling changes two squares at once: after these eight half-moves ten of the squares that men start on look
  // different.
  const FIANCHETTI = 'g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1 e8g8'.split(' ');

  it('is one of the first ten half-moves of a game', () => {
    const game = playUci(startPosition(), RUY_LOPEZ);
    expect(game?.positions.map(isEarly)).toEqual([...Array(10).fill(true), false]);
    expect(playUci(startPosition(), FIANCHETTI)?.positions.map(isEarly)).toEqual(Array(9).fill(true));
  });

  it('may be typed in by anybody who keeps the number', () => {
    const afterE4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    expect(isEarly(positionOf(afterE4))).toBe(true);
    expect(isEarly(positionOf(START))).toBe(true);
    expect(isEarly(positionOf(START.replace(' 0 1', '')))).toBe(true);
  });

  it.each([
    ['a middlegame', KIWIPETE],
    ['an endgame', PERFT_3],
    ['an endgame with Black to move', '4k3/8/8/8/8/8/R7/4K3 b - - 0 1'],
    ['an endgame numbered 5, the last number that may be early', '4k3/8/8/8/8/8/R7/4K3 b - - 0 5'],
    // One move has been made, and none is counted.
    ['1. e4 with White to move', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1'],
    // Three men have left their squares, and one half-move empties two at the most.
    ['three moves of White’s at once', 'rnbqkbnr/pppppppp/8/8/3PP3/2N5/PPP2PPP/R1BQKBNR b KQkq - 0 1'],
  ])('is not %s, although its move number says so', (_, fen) => {
    expect(isEarly(positionOf(fen))).toBe(false);
  });

  it('is every position of a game from the start for nine half-moves, and none after', () => {
    const random = seeded(3);
    for (let round = 0; round < 100; round++)
      for (const [ply, position] of randomGame(14, random).positions.entries()) {
        expect(isEarly(position), fenOf(position)).toBe(ply < 10);
      }
  });

  it('stays early with the colours changed', () => {
    const random = seeded(4);
    for (let round = 0; round < 50; round++)
      // With Black to move the mirrored position would count one half-move less, and a tight one would not be early.
      for (const position of randomGame(9, random).positions)
        if (position.turn === 'white') expect(isEarly(mirrored(position)), fenOf(position)).toBe(true);
  });
});
