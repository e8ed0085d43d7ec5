import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Game, playUci } from '../../../src/chess/game.ts';
import { polyglotBook, polyglotKey } from '../../../src/chess/openings/openings.ts';
import { keyOf, keyOfEpd, type ZobristKey } from '../../../src/chess/openings/zobrist.ts';
import { epdOf, type Position, startPosition } from '../../../src/chess/position.ts';
import { positionOf } from '../../support/positions.ts';
import { playouts } from '../positions.ts';

const played = (moves: string): Position =>
  (playUci(startPosition(), moves.split(' ')) as Game).positions.at(-1) as Position;
const hex = ({ high, low }: ZobristKey): string => [high, low].map(half => half.toString(16).padStart(8, '0')).join('');

describe('a polyglot key', () => {
  // The test data of http://hgm.nubati.net/book_format.html
  it('of the start is the published one', () => {
    expect(hex(polyglotKey(startPosition()))).toBe('463b96181691fc9c');
  });

  it.each([
    ['e2e4', '823c9b50fd114196'],
    ['e2e4 d7d5', '0756b94461c50fb0'],
    ['e2e4 d7d5 e4e5', '662fafb965db29d4'],
    ['e2e4 d7d5 e4e5 f7f5', '22a48b5a8e47ff78'],
    ['e2e4 d7d5 e4e5 f7f5 e1e2', '652a607ca3f242c1'],
    ['e2e4 d7d5 e4e5 f7f5 e1e2 e8f7', '00fdd303c946bdd9'],
    ['a2a4 b7b5 h2h4 b5b4 c2c4', '3c8123ea7b067637'],
    ['a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3', '5c3f9b829b279560'],
  ])('after %s is the published one', (moves, key) => {
    expect(hex(polyglotKey(played(moves)))).toBe(key);
  });

  it('counts en passant for a pawn that is pinned, although it may not capture', () => {
    // The black king on h4 looks along the rank at pawn, pawn and rook.
    const moved = positionOf('8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1');
    moved.play({ from: 12, to: 28 });
    expect(epdOf(moved)).toBe('8/8/8/8/R2pP2k/8/8/4K3 b - -');
    expect(hex(polyglotKey(moved))).toBe(hex(keyOf(moved, 20)));
    expect(hex(polyglotKey(moved))).not.toBe(hex(keyOf(moved, undefined)));
  });

  it('is the same from the words of an EPD as from the board', () => {
    fc.assert(
      fc.property(playouts, ({ positions }) => {
        for (const position of positions)
          expect(keyOfEpd(epdOf(position))).toEqual(keyOf(position, position.toSetup().epSquare));
      }),
      { numRuns: 50 },
    );
  });
});

/** A book of these entries, written as the format says: key, move, weight, learning. */
function bookOf(entries: readonly { key: bigint; move?: number }[]): Uint8Array {
  const bytes = new Uint8Array(entries.length * 16);
  const view = new DataView(bytes.buffer);
  entries.forEach(({ key, move = 0x031c }, index) => {
    view.setBigUint64(16 * index, key);
    view.setUint16(16 * index + 8, move);
    view.setUint16(16 * index + 10, 1);
  });
  return bytes;
}

const keyIn64 = ({ high, low }: ZobristKey): bigint => (BigInt(high) << 32n) | BigInt(low);
const sorted = (positions: readonly Position[]) =>
  positions
    .map(position => ({ key: keyIn64(polyglotKey(position)) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

function read(bytes: Uint8Array) {
  const book = polyglotBook(bytes);
  if (!book.ok) throw new Error(book.message);
  return book.value;
}

describe('a polyglot book', () => {
  it('has exactly the positions that are in it, however many there are', () => {
    fc.assert(
      fc.property(playouts, fc.nat(60), ({ positions }, size) => {
        const inside = positions.slice(0, size + 1);
        const keys = new Set(inside.map(position => keyIn64(polyglotKey(position))));
        const book = read(bookOf(sorted(inside)));
        for (const position of positions) expect(book.has(position)).toBe(keys.has(keyIn64(polyglotKey(position))));
      }),
      { numRuns: 50 },
    );
  });

  it('may have several moves for a position, and lie anywhere in memory', () => {
    const entries = sorted([startPosition(), startPosition(), played('e2e4'), played('e2e4')]);
    const padded = new Uint8Array(4 * 16 + 5);
    padded.set(bookOf(entries), 5);
    const book = read(padded.subarray(5));
    expect([startPosition(), played('e2e4'), played('d2d4')].map(book.has)).toEqual([true, true, false]);
  });

  it('may begin with entries that are not about a position', () => {
    const book = read(bookOf([{ key: 0n, move: 0xffff }, ...sorted([startPosition()])]));
    expect(book.has(startPosition())).toBe(true);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a length that is no number of entries', bookOf(sorted([startPosition()])).subarray(1)],
    ['keys out of order', bookOf([{ key: 5n }, { key: 4n }])],
    ['keys out of order in their lower half', bookOf([{ key: 0x1_ffff_ffffn }, { key: 0x1_0000_0000n }])],
    ['a promotion to something unknown', bookOf([{ key: 5n, move: 0x5000 }])],
    [
      'text',
      new TextEncoder().encode('[Event "x"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7'.slice(0, 48)),
    ],
  ])('with %s is refused with a sentence', (_, bytes) => {
    expect(polyglotBook(bytes)).toEqual({
      ok: false,
      message: 'book: this is not a polyglot book; give a .bin file in that format, or "none".',
    });
  });
});
