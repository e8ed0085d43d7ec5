import { SquareSet } from 'chessops/squareSet';
import { COLORS, type Color, type Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { asSeenBy } from '../../chess/exchange.ts';
import { other } from '../../chess/position.ts';
import { type Tag, type TagName, tag } from './names.ts';
import { isLosable, reachOf, type Sight } from './sight.ts';

const CORE = SquareSet.center();
/** The twelve squares around the core: c3 to f6 without it. */
const RING = new SquareSet(0x3c3c_0000, 0x0000_3c3c).diff(CORE);

const KEYS = (['center.key.d4', 'center.key.e4', 'center.key.d5', 'center.key.e5'] as const satisfies TagName[]).map(
  name => ({ name, square: parseSquare(name.slice(-2)) as Square }),
);

/** The half of the board that belongs to a side at the start. */
const HALF: Record<Color, SquareSet> = { white: new SquareSet(-1, 0), black: new SquareSet(0, -1) };

/** Two or three squares more are only whose move it was; this many are felt. */
const MORE_SPACE = 4;

/** The squares of a zone that more men of one side look at than of the other, by side. */
function controlOf(sight: Sight, zone: SquareSet): Record<Color, SquareSet> {
  const balance = new Int8Array(64);
  for (const side of COLORS)
    for (const man of sight.board[side])
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

/** Squares in the enemy's half that a side attacks and no enemy pawn guards. */
function spaceOf(sight: Sight, side: Color): number {
  let guarded = SquareSet.empty();
  for (const pawn of sight.board.pieces(other(side), 'pawn')) guarded = guarded.union(reachOf(sight, pawn));
  return sight.covered[side].intersect(HALF[other(side)]).diff(guarded).size();
}

export function centerTags(sight: Sight, side: Color): Tag[] {
  const tags: Tag[] = [];
  const zones = [
    ['center.control.core', CORE],
    ['center.control.near', RING],
  ] as const;
  for (const [name, zone] of zones) {
    const control = controlOf(sight, zone);
    if (control[side].size() > control[other(side)].size()) tags.push(tag(name, side, asSeenBy(side, control[side])));
  }
  for (const { name, square } of KEYS)
    if (sight.board[side].has(square) && !isLosable(sight, square)) tags.push(tag(name, side, [square]));
  if (spaceOf(sight, side) >= spaceOf(sight, other(side)) + MORE_SPACE) tags.push(tag('center.space', side));
  return tags;
}
