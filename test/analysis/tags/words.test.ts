import { describe, expect, it } from 'vitest';
import { FAMILIES, familyOf, TAG_NAMES } from '../../../src/analysis/tags/names.ts';
import { tagsOf } from '../../../src/analysis/tags/tags.ts';
import { phraseOf, TAG_WORDS } from '../../../src/analysis/tags/words.ts';
import { positionOf, randomGame, seeded } from '../../support/positions.ts';

describe('the words for tags', () => {
  it('are short, plain and different', () => {
    const words = TAG_NAMES.map(name => TAG_WORDS[name]);
    expect(new Set(words).size).toBe(words.length);
    for (const text of words) {
      expect(text).toMatch(/^[a-z][a-z0-9 -]+$/);
      expect(text.length).toBeLessThanOrEqual(30);
    }
  });

  it('belong to families', () => {
    expect(new Set(TAG_NAMES.map(familyOf))).toEqual(new Set(FAMILIES));
  });

  it.each([
    ['2r3k1/4N3/8/8/8/8/8/6K1 b - - 0 1', "White's knight on e7 forks the king on g8 and the rook on c8"],
    ['2r3k1/4N3/8/8/8/8/8/6K1 b - - 0 1', 'White threatens to take the rook on c8 with the knight on e7'],
    ['6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1', 'White can mate with the rook on d1, to d8'],
    [
      '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1',
      "White's rook on d1 can enter on d8 against the weak back rank of Black's king",
    ],
    ['3q2k1/5ppp/8/8/8/8/5P1P/6K1 w - - 0 1', "the g-file at White's king is open for Black"],
    ['4k3/8/8/4n3/8/8/8/4R1K1 b - - 0 1', "White's rook on e1 pins the knight on e5 to the king"],
    ['4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1', "White's pawns on the c-file are doubled"],
    ['8/1P2k3/8/8/8/8/8/4K3 b - - 0 1', 'White threatens to promote the pawn on b7 on b8'],
    ['4k3/8/4p3/3n1n2/8/8/8/3RKR2 w - - 0 1', "Black's pawn on e6 has to guard the knight on d5 and the knight on f5"],
  ])('make a clause of each: %s', (fen, clause) => {
    const position = positionOf(fen);
    expect(tagsOf(position).map(tag => phraseOf(tag, position))).toContain(clause);
  });

  it('leave no gap in any clause', () => {
    const random = seeded(3);
    const positions = Array.from({ length: 40 }, () => randomGame(100, random).positions.at(-1)).filter(
      p => p !== undefined,
    );
    for (const position of positions)
      for (const tag of tagsOf(position))
        expect(phraseOf(tag, position), tag.name).toMatch(
          /^(White|Black|the |no pawn )(?!.*(undefined| {2}|\{|\}|\(\)| ,)).*[a-z0-9)]$/,
        );
  });
});
