import { SquareSet } from 'chessops/squareSet';
import { COLORS, type Color, type Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { other } from '../../chess/position.ts';
import { asSeenBy } from '../../chess/squares.ts';
import { type Tag, type TagName, tag } from './names.ts';
import { isLosable, reachOf, type Sight, together } from './sight.ts';

const CORE = SquareSet.center();
/** The twelve squares around the core: c3 to f6 without it. */
const RING = new SquareSet(0x3c3c_0000, 0x0000_3c3c).diff(CORE);

const KEYS = (['center.key.d4', 'center.key.e4', 'center.key.d5', 'center.key.e5'] as const satisfies TagName[]).map(
  name => ({ name, square: parseSquare(name.slice(-2)) as Square }),
);

/** The half of the board that belongs to a side at the start. */
const HALF: Record<Color, SquareSet> = { white: new SquareSet(-1, 0), black: new SquareSet(0, -1) };

/** How many squares more count as space: fewer are opened by a single pawn move for queen and bishop. */
const MORE_SPACE = 6;

/** The squares of a zone that more men of one side look at than of the other, by side. Kings do not count. */
function controlOf(sight: Sight, zone: SquareSet): Record<Color, SquareSet> {
  const balance = new Int8Array(64);
  for (const side of COLORS)
    for (const man of sight.board[side].diff(sight.board.king))
      for (const square of reachOf(sight, man).intersect(zone))
        (balance[square] as number) += side === 'white' ? 1 : -1;
  const control = { white: SquareSet.empty(), black: SquareSet.empty() };
  for (const square of zone) {
    const lead = balance[square] as number;
    if (lead > 0) control.white = control.white.with(square);
    if (lead < 0) control.black = control.black.with(square);
  }
  return control;
}

/** How many squares in the enemy's half a side attacks and no enemy pawn guards. */
function spaceOf(sight: Sight, side: Color): number {
  const { board } = sight;
  const attacked = together(sight, board[side].diff(board.king));
  return attacked
    .intersect(HALF[other(side)])
    .diff(together(sight, board.pieces(other(side), 'pawn')))
    .size();
}

export function centerTags(sight: Sight, side: Color): Tag[] {
  const tags: Tag[] = [];
  const zones = [
    ['center.control.core', CORE],
    ['center.control.near', RING],
  ] as const;
  const control = controlOf(sight, CORE.union(RING));
  for (const [name, zone] of zones) {
    const ours = control[side].intersect(zone);
    if (ours.size() > control[other(side)].intersect(zone).size()) tags.push(tag(name, side, asSeenBy(side, ours)));
  }
  for (const { name, square } of KEYS)
    if (sight.board[side].has(square) && !isLosable(sight, square)) tags.push(tag(name, side, [square]));
  if (spaceOf(sight, side) >= spaceOf(sight, other(side)) + MORE_SPACE) tags.push(tag('center.space', side));
  return tags;
}
