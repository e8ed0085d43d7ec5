import { describe, expect, it } from 'vitest';
import { fenOf, type Position, startPosition, uciOf } from '../../src/chess/position.ts';
import { readPgnMove } from '../../src/input/moves.ts';
import { positionOf } from '../support/positions.ts';

const uci = (position: Position, word: string): string => {
  const move = readPgnMove(position, word);
  return move.ok ? uciOf(position, move.value) : move.message;
};

describe('a written move', () => {
  const CASTLING = 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1';
  const PROMOTION = '3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1';

  it.each([
    ['e4', fenOf(startPosition()), 'e2e4'],
    ['Nf3', fenOf(startPosition()), 'g1f3'],
    ['Ng1-f3', fenOf(startPosition()), 'g1f3'],
    ['g1f3', fenOf(startPosition()), 'g1f3'],
    ['e2e4', fenOf(startPosition()), 'e2e4'],
    ['O-O', CASTLING, 'e1g1'],
    ['O-O-O', CASTLING, 'e1c1'],
    ['e1g1', CASTLING, 'e1g1'],
    ['e8=N', PROMOTION, 'e7e8n'],
    ['exd8Q', PROMOTION, 'e7d8q'],
    ['e7d8r', PROMOTION, 'e7d8r'],
    ['e7e8', PROMOTION, 'e7e8q'],
  ])('%s in %s is %s', (word, fen, expected) => {
    expect(uci(positionOf(fen), word)).toBe(expected);
  });

  it.each(['e5', 'Nd4', 'O-O', 'e2e5', 'Qxf7'])('%s that is not legal is named', word => {
    const position = positionOf('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 12');
    expect(uci(position, word)).toBe(`moves: "${word}" (move 12, White) is not a legal move there.`);
  });

  it('that is no move is called what it is', () => {
    expect(uci(startPosition(), '--')).toMatch(/^moves: "--" \(move 1, White\) is a null move/);
  });

  it('that two pieces can make is none', () => {
    expect(uci(positionOf('4k3/8/8/8/8/8/4K3/R6R b - - 0 9'), 'Ke7')).toBe('e8e7');
    expect(uci(positionOf('8/4k3/8/8/8/8/4K3/R6R w - - 0 9'), 'Rd1')).toMatch(/^moves: "Rd1" \(move 9, White\)/);
  });
});
