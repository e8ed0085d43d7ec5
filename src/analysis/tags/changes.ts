import { COLORS, type Color, type NormalMove } from 'chessops/types';
import { makeSquare } from 'chessops/util';
import { type Family, familyOf, type Tag, type TagName } from './names.ts';

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

export const THEMES = ['center_space', 'king_safety', 'development', 'piece_activity', 'pawn_structure'] as const;
export type TagTheme = (typeof THEMES)[number];

/**
 * What each tag adds to the score of its side in a theme. The numbers are rough on purpose, as they only decide which
 * theme is named. Tactics and threats belong to no theme; they are named themselves.
 */
const WEIGHTS: Record<TagTheme, Partial<Record<TagName, number>>> = {
  center_space: {
    'center.control.core': 2,
    'center.control.near': 1,
    'center.key.d4': 1,
    'center.key.e4': 1,
    'center.key.d5': 1,
    'center.key.e5': 1,
    'center.space': 2,
  },
  king_safety: {
    'king.castled': 2,
    'king.center': -2,
    'king.shield.intact': 2,
    'king.shield.missing': -1,
    'king.file.open': -2,
    'king.file.halfopen': -1,
    'king.attackers': -3,
    'king.check': -1,
  },
  development: {
    'development.undeveloped.knight': -2,
    'development.undeveloped.bishop': -2,
    'development.undeveloped.rook': -1,
    'development.undeveloped.queen': -1,
    'development.rooks.connected': 1,
    'king.castled': 1,
  },
  piece_activity: {
    'lines.rook.open': 2,
    'lines.rook.halfopen': 1,
    'lines.rook.seventh': 2,
    'lines.diagonal.long': 1,
    'lines.battery': 1,
    'pieces.outpost': 2,
    'pieces.trapped': -3,
    'pieces.hanging': -2,
    'pieces.overloaded': -1,
    'pieces.mobility': 2,
    'pieces.bishops': 1,
  },
  pawn_structure: {
    'pawns.passed': 2,
    'pawns.passed.protected': 1,
    'pawns.doubled': -1,
    'pawns.isolated': -1,
    'pawns.backward': -1,
    'pawns.chain': 1,
    'pawns.island': -1,
    'pieces.hanging.pawn': -1,
  },
};

export type ThemeScores = Record<TagTheme, number>;

const scoreOf = (tags: readonly Tag[], side: Color, theme: TagTheme): number =>
  tags.reduce((sum, tag) => (tag.side === side ? sum + (WEIGHTS[theme][tag.name] ?? 0) : sum), 0);

/** How a side stands in each theme: the sum of its tags. */
export const themesOf = (tags: readonly Tag[]): Record<Color, ThemeScores> =>
  Object.fromEntries(
    COLORS.map(side => [side, Object.fromEntries(THEMES.map(theme => [theme, scoreOf(tags, side, theme)]))]),
  ) as Record<Color, ThemeScores>;

/** The change of a theme's balance, in White's favour if above 0. */
interface ThemeChange {
  theme: TagTheme;
  change: number;
}

/** The themes in which the balance of the two sides has changed, the largest change first. */
export function changedThemes(before: readonly Tag[], after: readonly Tag[]): ThemeChange[] {
  const balance = (tags: readonly Tag[], theme: TagTheme) =>
    scoreOf(tags, 'white', theme) - scoreOf(tags, 'black', theme);
  return THEMES.map(theme => ({ theme, change: balance(after, theme) - balance(before, theme) }))
    .filter(({ change }) => change !== 0)
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
}
