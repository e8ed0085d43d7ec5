import type { Color } from 'chessops/types';
import { expect } from 'vitest';
import type { Tag, TagName } from '../../../src/analysis/tags/names.ts';
import { tagsOf } from '../../../src/analysis/tags/tags.ts';
import { mirror, mirrorUci, other } from '../../../src/chess/position.ts';
import { positionOf } from '../../support/positions.ts';

export const told = ({ name, side, squares }: Tag): string => [name, side, ...squares].join(' ');

/** A tag as it is in the mirrored position; the names of key squares are turned over as well. */
export const mirroredTag = ({ name, side, squares }: Tag): Tag => ({
  name: mirrorUci(name) as TagName,
  side: other(side),
  squares: squares.map(square => mirrorUci(square) as typeof square),
});

/** The squares of a side's tags of one name, and a check that the other side has the same on the mirrored board. */
export function seen(fen: string, name: TagName, side: Color = 'white'): string[] {
  const position = positionOf(fen);
  const found = tagsOf(position).filter(tag => tag.name === name && tag.side === side);
  const flipped = tagsOf(mirror(position)).filter(
    tag => tag.name === mirroredTag({ name, side, squares: [] }).name && tag.side === other(side),
  );
  expect(flipped.map(told), 'on the mirrored board').toEqual(found.map(mirroredTag).map(told));
  return found.map(({ squares }) => squares.join(' '));
}
