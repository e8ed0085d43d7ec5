import { Board } from 'chessops/board';
import type { Color, Role } from 'chessops/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDGAME_TYPES, type EndgameType, endgameOf, isCatchAll } from '../../../src/analysis/phases/endgames.ts';
import { mirror } from '../../../src/chess/position.ts';
import { playouts } from '../../chess/positions.ts';
import { positionOf } from '../../support/positions.ts';

const ROLES: Record<string, Role> = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' };

/** A board with these men besides the kings: `QR` against `RBP`. Where they stand decides nothing. */
function boardOf(white: string, black: string): Board {
  const board = Board.empty();
  let square = 0;
  const put = (color: Color, role: Role) => board.set(square++, { color, role });
  for (const [color, men] of [
    ['white', white],
    ['black', black],
  ] as const) {
    put(color, 'king');
    for (const letter of men) put(color, ROLES[letter] as Role);
  }
  return board;
}

/** The rules as CARA counts them. */
const NUMBERS: Record<EndgameType, string> = {
  Pawn: '1',
  'Minor Piece': '2',
  'Two Minor Piece': '2.75',
  'Rook + Two Minor Piece': '2.95',
  'Rook vs Rook (Unequal Minors)': '2.97',
  'Rook vs Minor Piece': '2.5',
  Rook: '3',
  'Double Rook': '3.25',
  'Rook + Minor Piece': '3.5',
  'Heavy Piece': '3.75',
  'Asymmetric Heavy Piece': '3.7',
  Queen: '4',
  'Queen + Two Minor Piece': '4.5',
  'Strong Material Imbalance': '4.75',
  Endgame: '5',
  Transitional: '5',
};

function numberOf(white: string, black: string): string | undefined {
  const type = endgameOf(boardOf(white, black));
  return type && NUMBERS[type];
}

describe('an endgame', () => {
  const POSITIONS: Record<EndgameType, string> = {
    Pawn: '8/5pk1/6p1/8/8/4K1P1/5P2/8 w - - 0 40',
    'Minor Piece': '8/5pk1/4b1p1/8/3N4/4K1P1/5P2/8 w - - 0 40',
    'Two Minor Piece': '8/4npk1/4b1p1/8/3N4/3BK1P1/5P2/8 w - - 0 40',
    'Rook + Two Minor Piece': '3r4/4npk1/4b1p1/8/3N4/3BK1P1/5P2/2R5 w - - 0 40',
    'Rook vs Rook (Unequal Minors)': '3r4/5pk1/4b1p1/8/3N4/3BK1P1/5P2/2R5 w - - 0 40',
    'Rook vs Minor Piece': '8/5pk1/4b1p1/8/8/4K1P1/5P2/2R5 w - - 0 40',
    Rook: '3r4/5pk1/6p1/8/8/4K1P1/5P2/2R5 w - - 0 40',
    'Double Rook': '2rr4/4bpk1/6p1/8/3N4/4K1P1/5P2/1RR5 w - - 0 40',
    'Rook + Minor Piece': '3r4/4bpk1/6p1/8/3N4/4K1P1/5P2/1RR5 w - - 0 40',
    'Heavy Piece': '3r4/3q1pk1/6p1/8/8/5QP1/5PK1/2R5 w - - 0 40',
    'Asymmetric Heavy Piece': '3r4/3q1pk1/4b1p1/8/8/5QP1/5PK1/2R5 w - - 0 40',
    Queen: '8/3q1pk1/6p1/8/8/5QP1/5PK1/8 w - - 0 40',
    'Queen + Two Minor Piece': '8/3qnpk1/4b1p1/8/3N4/3B1QP1/5PK1/8 w - - 0 40',
    'Strong Material Imbalance': '8/5pk1/4b1p1/8/3N4/3B2P1/5PK1/2R5 w - - 0 40',
    Endgame: '2rr4/5pk1/6p1/8/3N4/3B2P1/5PK1/2R5 w - - 0 40',
    Transitional: '2rr4/5pk1/6p1/8/8/5QP1/5PK1/8 w - - 0 40',
  };

  it.each(ENDGAME_TYPES)('of the type "%s" is told from its men', type => {
    expect(endgameOf(positionOf(POSITIONS[type]).board)).toBe(type);
  });

  it('is none while there is much to play with', () => {
    expect(endgameOf(positionOf('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1').board)).toBeUndefined();
    expect(numberOf('QRRB', 'QRRN')).toBeUndefined();
  });

  it('is the same with the colours exchanged', () => {
    fc.assert(
      fc.property(playouts, ({ positions }) => {
        for (const position of positions) expect(endgameOf(mirror(position).board)).toBe(endgameOf(position.board));
      }),
      { numRuns: 30 },
    );
  });

  it('does not depend on pawns', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^Q{0,2}R{0,3}[BN]{0,4}$/),
        fc.stringMatching(/^Q{0,2}R{0,3}[BN]{0,4}$/),
        (a, b) => {
          expect(numberOf(`${a}PPPP`, `${b}P`)).toBe(numberOf(a, b));
          expect(numberOf(b, a)).toBe(numberOf(a, b));
        },
      ),
    );
  });

  it('is told by bishops and knights alike', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^Q{0,2}R{0,3}[BN]{0,4}$/),
        fc.stringMatching(/^Q{0,2}R{0,3}[BN]{0,4}$/),
        (a, b) => {
          expect(numberOf(a.replaceAll('B', 'N'), b.replaceAll('N', 'B'))).toBe(numberOf(a, b));
        },
      ),
    );
  });
});

/**
 * White's men, Black's, and the number of the rule that decides. Next to each limit stand the nearest sums of points
 * that men can make on both sides of it; limits that are out of reach under the rule's other conditions are not listed.
 */
describe('rule', () => {
  it.each([
    // 1: nothing at all, and the least there is.
    ['', '', '1'],
    ['PPPP', 'P', '1'],
    ['P', 'N', '2'],
    // 2: one minor piece at most on either side, no rook.
    ['B', '', '2'],
    ['B', 'N', '2'],
    ['BB', 'N', '4.75'],
    ['B', 'R', '2.5'],
    // 2.75: two each; one of them more or less is another matter.
    ['BB', 'NN', '2.75'],
    ['BN', 'B', '4.75'],
    ['BBN', 'BN', '4.75'],
    ['BBN', 'BNN', '5'],
    // 2.95: a rook and two minor pieces each.
    ['RBN', 'RBB', '2.95'],
    ['RBN', 'BBN', '5'],
    ['RBN', 'RBBN', '5'],
    ['RRBN', 'RBN', undefined],
    // 2.97: two minor pieces against one.
    ['RBN', 'RB', '2.97'],
    ['RBN', 'R', '4.75'],
    ['RBBN', 'RB', '4.75'],
    // 2.5: up to 8 points, so the rook may have a minor piece with it, but not two.
    ['R', 'N', '2.5'],
    ['RB', 'N', '2.5'],
    ['RBB', 'N', '4.75'],
    ['RR', 'N', '3'],
    ['R', 'NN', '4.75'],
    // 3: up to 10 points.
    ['R', '', '3'],
    ['R', 'R', '3'],
    ['RB', 'RN', '3'],
    ['RR', 'RR', '3'],
    ['RR', 'RB', '3'],
    ['RRB', 'RR', '3.25'],
    ['RRB', 'R', '3.5'],
    // 3.25: two rooks each.
    ['RRB', 'RRN', '3.25'],
    ['RRBN', 'RR', undefined],
    // 3.5: up to 13 points.
    ['RRB', 'RB', '3.5'],
    ['RRB', '', '3.5'],
    ['RRR', 'R', '4.75'],
    ['RRR', 'RR', '5'],
    // 3.75: up to 15 points, which is queen and rook.
    ['QR', 'QR', '3.75'],
    ['QRB', 'QRN', undefined],
    ['QRR', 'QR', undefined],
    // 3.7, both with rooks: up to 14 points without a minor piece, up to 17 with one.
    ['QR', 'QRB', '3.7'],
    ['QR', 'QRBN', undefined],
    ['QRR', 'QRB', undefined],
    ['QR', 'QRRB', undefined],
    // 3.7, one with rooks: up to 12 points without them, up to 14 or 17 with them.
    ['Q', 'QR', '3.7'],
    ['QB', 'QR', '3.7'],
    ['Q', 'QRB', '3.7'],
    ['QB', 'QRB', '3.7'],
    ['QBB', 'QR', '5'],
    ['Q', 'QRR', undefined],
    ['Q', 'QRBN', undefined],
    ['QQ', 'QR', undefined],
    // 4: up to 12 points.
    ['Q', '', '4'],
    ['Q', 'Q', '4'],
    ['QB', 'QN', '4'],
    ['QB', 'N', '4'],
    ['QBB', 'QN', '5'],
    ['QQ', 'Q', undefined],
    ['QQ', 'B', '4.75'],
    // 4.5: up to 15 points.
    ['QBB', 'QNN', '4.5'],
    ['QBBN', 'QNN', undefined],
    ['QQBB', 'QNN', undefined],
    // 4.75: up to 8 points against up to 30.
    ['RB', 'QBB', '4.75'],
    ['BBB', 'QRRBBN', undefined],
    ['RB', 'QRRBBN', '4.75'],
    ['RB', 'QQBBNN', '4.75'],
    ['RB', 'QRRBBNN', undefined],
    // 5: up to 15 points.
    ['BBN', 'BBN', '5'],
    ['RBBN', 'BBBNN', '5'],
    ['RRBB', 'BBN', undefined],
    ['Q', 'RR', '5'],
    ['QBN', 'RR', '5'],
    ['QR', 'RBN', '5'],
    ['QBBN', 'RR', undefined],
  ])('for %s against %s is %s', (white, black, number) => {
    expect([numberOf(white, black), numberOf(black, white)]).toEqual([number, number]);
  });

  it('5 has two names, by whether there is a queen', () => {
    expect(endgameOf(boardOf('RR', 'RBN'))).toBe('Endgame');
    expect(endgameOf(boardOf('RR', 'QBN'))).toBe('Transitional');
    expect(ENDGAME_TYPES.filter(isCatchAll)).toEqual(['Endgame', 'Transitional']);
  });
});

/** Positions for which a later rule holds as well: the earlier one has them. */
describe('before', () => {
  it.each([
    ['rule 2', 'no pieces', '', '', '1'],
    ['rule 4.75', 'a minor piece each', 'B', 'N', '2'],
    ['rule 4.75', 'two minor pieces each', 'BB', 'NN', '2.75'],
    ['rule 5', 'a rook and two minor pieces each', 'RBN', 'RBN', '2.95'],
    ['rule 4.75', 'a rook each, and unequal minor pieces', 'RBN', 'RN', '2.97'],
    ['rule 3', 'a rook against a minor piece', 'R', 'N', '2.5'],
    ['rule 3.25', 'two rooks each', 'RR', 'RR', '3'],
    ['rule 3.5', 'two rooks each with a minor piece', 'RRB', 'RRN', '3.25'],
    ['rule 5', 'two rooks with a minor piece against two without', 'RRB', 'RR', '3.25'],
    ['rule 4.75', 'two rooks with a minor piece against one rook', 'RRB', 'R', '3.5'],
    ['rule 3.7', 'queen and rook each', 'QR', 'QR', '3.75'],
    ['rule 5', 'a queen against queen and rook', 'Q', 'QR', '3.7'],
    ['rule 4.75', 'a queen against a minor piece', 'Q', 'B', '4'],
    ['rule 5', 'queens with two minor pieces each', 'QBN', 'QBN', '4.5'],
    ['rule 5', 'little on both sides', 'R', 'BN', '4.75'],
  ])('%s comes what is said of %s', (_later, _men, white, black, number) => {
    expect(numberOf(white, black)).toBe(number);
  });
});
