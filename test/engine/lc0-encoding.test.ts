import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playUci } from '../../src/chess/game.ts';
import { type Position, startPosition } from '../../src/chess/position.ts';
import { expandPlanes, LC0_PACKED_LENGTH, LC0_PLANES_LENGTH, packPlanes } from '../../src/engine/lc0-encoding.ts';
import { KIWIPETE, mirrored, playouts } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';

const planesOf = (history: readonly Position[]): Float32Array => {
  const packed = new Uint8Array(LC0_PACKED_LENGTH);
  packPlanes(history, packed);
  const planes = new Float32Array(LC0_PLANES_LENGTH);
  expandPlanes(packed, planes);
  return planes;
};
const played = (...moves: string[]): readonly Position[] => {
  const game = playUci(startPosition(), moves);
  if (!game) throw new Error(`illegal: ${moves.join(' ')}`);
  return game.positions;
};
const plane = (planes: Float32Array, number: number): number[] => [...planes.subarray(number * 64, number * 64 + 64)];
const squares = (planes: Float32Array, number: number): string[] =>
  plane(planes, number).flatMap((value, at) => (value ? [`${'abcdefgh'[at & 7]}${(at >> 3) + 1}`] : []));
const all = (value: number) => Array(64).fill(value);
/** The thirteen planes of one position of the history, the newest first. */
const slot = (planes: Float32Array, index: number) => planes.slice(index * 13 * 64, (index + 1) * 13 * 64);
const isEmpty = (values: Float32Array) => values.every(value => value === 0);

// Layout: https://github.com/LeelaChessZero/lc0/blob/master/src/neural/encoder.cc
describe('the planes of a position', () => {
  it('have the start position in the first thirteen, and nothing before it', () => {
    const planes = planesOf([startPosition()]);
    expect(squares(planes, 0)).toEqual(['a2', 'b2', 'c2', 'd2', 'e2', 'f2', 'g2', 'h2']);
    expect([1, 2, 3, 4, 5].map(number => squares(planes, number))).toEqual([
      ...[['b1', 'g1'], ['c1', 'f1'], ['a1', 'h1'], ['d1'], ['e1']],
    ]);
    expect([7, 11].map(number => squares(planes, number))).toEqual([['b8', 'g8'], ['e8']]);
    for (let index = 1; index < 8; index++) expect(isEmpty(slot(planes, index))).toBe(true);
    expect([104, 105, 106, 107, 108, 109, 110, 111].map(number => plane(planes, number))).toEqual(
      [1, 1, 1, 1, 0, 0, 0, 1].map(all),
    );
  });

  it('show everything from the side that is to move now, the history too', () => {
    const planes = planesOf(played('e2e4', 'e7e5', 'g1f3'));
    expect(squares(planes, 7)).toEqual(['f6', 'b8']);
    expect(squares(planes, 0)).toContain('e4'); // Black's own pawn, one half-move ago as well
    expect(squares(planes, 13)).toContain('e4');
    expect(squares(planes, 13 + 7)).toEqual(['b8', 'g8']); // White's knight was still at home
    expect(squares(planes, 2 * 13)).not.toContain('e4');
    expect(plane(planes, 108)).toEqual(all(1));
    expect(isEmpty(slot(planes, 4))).toBe(true);
    expect(isEmpty(slot(planes, 3))).toBe(false);
  });

  it('name the rights to castle, the long side first, and count to fifty moves', () => {
    const planes = planesOf([positionOf('r3k2r/8/8/8/8/8/8/R3K2R b Kq - 37 60')]);
    expect([104, 105, 106, 107].map(number => plane(planes, number)[0])).toEqual([1, 0, 0, 1]);
    expect(plane(planes, 109)).toEqual(all(37));
  });

  it('repeat a position of which nobody knows the history', () => {
    const planes = planesOf([positionOf(KIWIPETE)]);
    for (let index = 1; index < 8; index++) expect(slot(planes, index)).toEqual(slot(planes, 0));
  });

  it('put a pawn back that has just gone two squares, where they repeat', () => {
    const planes = planesOf([positionOf('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1')]);
    expect([6, 13 + 6, 7 * 13 + 6].map(number => squares(planes, number))).toEqual([['d5'], ['d7'], ['d7']]);
    const blacks = planesOf([positionOf('4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1')]);
    expect([6, 13 + 6].map(number => squares(blacks, number))).toEqual([['d5'], ['d7']]);
  });

  it('tell what has been on the board before', () => {
    const there = ['g1f3', 'g8f6', 'f3g1', 'f6g8'];
    const repeated = (history: readonly Position[]) =>
      Array.from({ length: 8 }, (_, index) => plane(planesOf(history), index * 13 + 12)[0]);
    expect(repeated(played(...there))).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect(repeated(played(...there, 'g1f3'))).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
    expect(repeated(played('e2e4', ...there.slice(1, 2)))).toEqual(all(0).slice(0, 8));
  });

  it('are the same with the colours changed, but for the one that tells the colour', () => {
    fc.assert(
      fc.property(playouts, ({ positions }) => {
        // A game from the start position has, with the colours changed, begun somewhere else: its beginning is left
        // out.
        const history = positions.slice(1).slice(-12);
        const [one, other] = [planesOf(history), planesOf(history.map(mirrored))];
        one.fill(0, 108 * 64, 109 * 64);
        other.fill(0, 108 * 64, 109 * 64);
        expect(other).toEqual(one);
      }),
      { numRuns: 20 },
    );
  });

  it('cannot be made of no position', () => {
    expect(() => planesOf([])).toThrow('a history holds at least the current position');
  });
});
