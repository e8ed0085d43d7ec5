import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { current, gameFrom, playUci, uciMoves } from '../../src/chess/game.ts';
import { numberedLine, pliesPlayed } from '../../src/chess/line.ts';
import { fenOf, sanLine, startPosition } from '../../src/chess/position.ts';
import { positionOf } from '../support/positions.ts';
import { playouts, START } from './positions.ts';

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
