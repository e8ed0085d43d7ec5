import type { NormalMove } from 'chessops/types';
import { makeSquare } from 'chessops/util';
import { type Family, familyOf, type Tag } from './names.ts';

/**
 * Whether a tag on other squares counts as another tag. A fork on other squares is another fork, but control of the
 * centre on e5 instead of d5, or a pawn island with one pawn less, is the same tag.
 */
const BY_PLACE: Record<Family, boolean> = {
  center: false,
  king: false,
  development: true,
  pawns: false,
  lines: true,
  pieces: true,
  tactic: true,
  threat: true,
};

interface TagDiff {
  gained: Tag[];
  lost: Tag[];
}

const keyOf = ({ name, side, squares }: Tag): string => `${name} ${side} ${squares.join(' ')}`;

/**
 * The tags that were gained and lost between two positions. With the move between the two, the man that moves keeps its
 * tags: an outpost that moves from d5 to e4 is neither gained nor lost.
 */
export function diffTags(before: readonly Tag[], after: readonly Tag[], move?: NormalMove): TagDiff {
  // Both ways: the squares of an open file stay the same where a man leaves one of them.
  const keysOf = (tag: Tag) => (move ? [keyOf(tag), keyOf(followed(tag, move))] : [keyOf(tag)]);
  const oldKeys = new Set(before.flatMap(keysOf));
  const newKeys = new Set(after.map(keyOf));
  const lost = before.filter(tag => keysOf(tag).every(key => !newKeys.has(key)));
  const gained = after.filter(tag => !oldKeys.has(keyOf(tag)));
  return { gained: unmatched(gained, lost), lost: unmatched(lost, gained) };
}

function followed(tag: Tag, { from, to }: NormalMove): Tag {
  const left = makeSquare(from);
  const arrived = makeSquare(to);
  return { ...tag, squares: tag.squares.map(square => (square === left ? arrived : square)) };
}

/** The tags without a counterpart of the same name and side on other squares. */
function unmatched(tags: readonly Tag[], others: readonly Tag[]): Tag[] {
  const spare = new Map<string, number>();
  const kindOf = ({ name, side }: Tag) => `${name} ${side}`;
  for (const tag of others) spare.set(kindOf(tag), (spare.get(kindOf(tag)) ?? 0) + 1);
  return tags.filter(tag => {
    const left = spare.get(kindOf(tag)) ?? 0;
    if (BY_PLACE[familyOf(tag.name)] || left === 0) return true;
    spare.set(kindOf(tag), left - 1);
    return false;
  });
}
