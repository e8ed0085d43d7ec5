import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type Game, playUci } from '../../src/chess/game.ts';
import { openingOf } from '../../src/chess/openings/openings.ts';
import { epdOf, startPosition } from '../../src/chess/position.ts';
import { entriesOf, openings } from '../../src/service/openings.ts';
import { positionOf } from '../support/positions.ts';

const file = createRequire(import.meta.url).resolve('chess-openings/dist/chess/openings/eco.js');
const published: Record<string, { eco: string; name: string }> = createRequire(import.meta.url)(file).eco;

describe('the table of openings', () => {
  it('read as text is what the package says', () => {
    const expected = Object.entries(published).map(([epd, { eco, name }]) => [epd, { eco, name }]);
    expect(expected.length).toBeGreaterThan(3000);
    expect([...entriesOf(readFileSync(file, 'utf8'))]).toEqual(expected);
  });

  it('gives every one of its positions the name it has there', () => {
    for (const [epd, { eco, name }] of Object.entries(published)) {
      const position = positionOf(epd);
      expect(epdOf(position)).toBe(epd);
      expect(openings().of(position), epd).toEqual({ eco, name });
    }
  });

  it.each([
    // As https://lichess.org/opening has them.
    ['e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6', 'B90', 'Sicilian Defense: Najdorf Variation'],
    ['e2e4 e7e5 g1f3 b8c6 f1b5', 'C60', 'Ruy Lopez'],
    ['d2d4 g8f6 c2c4 g7g6 b1c3 f8g7', 'E61', "King's Indian Defense"],
    ['c2c4 g8f6 b1c3 g7g6 d2d4 f8g7', 'E61', "King's Indian Defense"],
    ['a2a4 h7h5 a1a3', 'A00', 'Ware Opening'],
  ])('calls %s %s, %s', (moves, eco, name) => {
    const game = playUci(startPosition(), moves.split(' ')) as Game;
    expect(openingOf(game, openings())).toMatchObject({ eco, name: expect.stringContaining(name) });
  });

  it('is read once', () => {
    expect(openings()).toBe(openings());
  });

  it('in a form that is not known is an error, not an empty book', () => {
    expect(() => [...entriesOf('export const eco = {};')]).toThrow(/no openings/);
  });
});
