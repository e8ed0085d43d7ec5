import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { themesOf } from '../../../src/analysis/tags/changes.ts';
import { TAG_NAMES, type TagName } from '../../../src/analysis/tags/names.ts';
import { tagsOf } from '../../../src/analysis/tags/tags.ts';
import { current } from '../../../src/chess/game.ts';
import { epdOf, fenOf, mirror, type Position } from '../../../src/chess/position.ts';
import { playouts } from '../../chess/positions.ts';
import { positionOf, randomGame, seeded } from '../../support/positions.ts';
import { mirroredTag, told } from './seen.ts';

/** Five hundred different positions of random games, short and long. */
function randomPositions(): Position[] {
  const random = seeded(7);
  const known = new Map<string, Position>();
  while (known.size < 500) {
    const { positions } = randomGame(4 + Math.floor(random() * 160), random);
    for (const position of positions.filter((_, index) => index % 5 === 0).slice(-8))
      known.set(epdOf(position), position);
  }
  return [...known.values()].slice(0, 500);
}

function expectMirrored(position: Position): void {
  const tags = tagsOf(position);
  const flipped = tagsOf(mirror(position));
  expect(flipped.map(told).sort(), fenOf(position)).toEqual(tags.map(mirroredTag).map(told).sort());
  const [here, there] = [themesOf(tags), themesOf(flipped)];
  expect([there.black, there.white], fenOf(position)).toEqual([here.white, here.black]);
}

const expectSound = (position: Position): void => {
  const tags = tagsOf(position).map(told);
  expect(new Set(tags).size, `${fenOf(position)}: ${tags.join(', ')}`).toBe(tags.length);
};

describe('by the laws, tags', () => {
  it('of a mirrored board are the mirrored tags, on 500 random positions; all kinds of tags are among them', () => {
    const names = new Set<TagName>();
    for (const position of randomPositions()) {
      expectMirrored(position);
      for (const { name } of tagsOf(position)) names.add(name);
    }
    expect([...TAG_NAMES].filter(name => !names.has(name))).toEqual([]);
  });

  it('of a mirrored board are the mirrored tags where there is castling, promotion, en passant and mate', () => {
    fc.assert(
      fc.property(playouts, game => {
        expectMirrored(current(game));
      }),
      { numRuns: 100 },
    );
  });

  it('are never told twice, and leave the position as it is', () => {
    for (const position of randomPositions().filter((_, index) => index % 5 === 0)) {
      const before = fenOf(position);
      expectSound(position);
      expect(fenOf(position)).toBe(before);
    }
  });

  it.each([
    ['bare kings', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
    ['nine queens', '3qk3/4p3/8/8/8/8/QQQQQQQQ/3QK3 w - - 0 1'],
    ['nine queens each', 'qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1'],
    ['ten rooks', '4k3/4p3/8/8/8/8/RRRRRRRR/R3K2R w - - 0 1'],
    ['ten knights', 'nnnnknnn/nnn5/8/8/8/8/NNN5/NNNNKNNN w - - 0 1'],
    ['all pawns on the seventh', '8/PPPPPPPP/8/k7/7K/8/pppppppp/8 w - - 0 1'],
    ['no castling rights', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'],
    ['a double check', '4k3/8/8/8/8/5n2/8/r3K3 w - - 0 1'],
    ['checkmate', 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'],
    ['stalemate', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'],
    ['en passant with check', '8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1'],
    ['218 legal moves', 'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1'],
  ])('take any board: %s', (_, fen) => {
    const position = positionOf(fen);
    expectSound(position);
    expectMirrored(position);
  });

  it('are none on a board with bare kings', () => {
    expect(tagsOf(positionOf('4k3/8/8/8/8/8/8/4K3 w - - 0 1'))).toEqual([]);
  });
});
