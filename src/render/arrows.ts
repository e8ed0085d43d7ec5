import type { Color } from 'chessops/types';
import { squareFile, squareRank } from 'chessops/util';
import { type Disc, drawBadge } from './badges.ts';
import { centreOf } from './board.ts';
import type { Context } from './canvas.ts';
import type { Box } from './geometry.ts';
import { GLYPH_COLOURS } from './glyphs.ts';
import type { Arrow, Step } from './scene.ts';
import { ARROW_COLOURS, type ArrowColour, type BoardTheme, type Hex, inkOn } from './theme.ts';

/**
 * Shares of a square. An arrow leaves the head of the piece that moves free, and ends short of the middle of its aim.
 */
const START_GAP = 0.34;
const END_GAP = 0.02;
const SHAFT = { thin: 0.08, wide: 0.21 };
const HEAD_LENGTH = { thin: 0.28, wide: 0.4 };
const HEAD_WIDTH = { thin: 0.3, wide: 0.5 };
const DISC_RADIUS = 0.185;
/** From the middle of the square where the arrow begins: the piece there keeps its head. */
const DISC_DISTANCE = 0.56;
const NUMBER_SIZE = 0.25;
const USUAL_WIDTH = 0.6;
const ALPHA = 0.84;
const RING = 0.025;
const RING_COLOUR = '#ffffff';
/** A hairline sets an arrow off from squares and pieces of any colour. */
const OUTLINE = '#ffffffb0';
const OUTLINE_WIDTH = 0.022;

/** The way from the base of an arrow's head back to its beginning: where its number may stand. */
type WayBack = readonly Point[];

interface Point {
  x: number;
  y: number;
}

const isKnightStep = ({ from, to }: Step): boolean => {
  const files = Math.abs(squareFile(from) - squareFile(to));
  const ranks = Math.abs(squareRank(from) - squareRank(to));
  return files * ranks === 2;
};

const away = ({ x, y }: Point, towards: Point, distance: number): Point => {
  const length = Math.hypot(towards.x - x, towards.y - y);
  return { x: x + ((towards.x - x) * distance) / length, y: y + ((towards.y - y) * distance) / length };
};

/** The unit vector to the left of the way from one point to the other. */
function leftOf(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
}

const between = ({ thin, wide }: { thin: number; wide: number }, share: number): number => thin + (wide - thin) * share;

/** The corners of the way: two points, or three for a knight, who goes the long leg first. */
function wayOf(arrow: Step, box: Box, orientation: Color): Point[] {
  const from = centreOf(arrow.from, box, orientation);
  const to = centreOf(arrow.to, box, orientation);
  if (!isKnightStep(arrow)) return [from, to];
  const corner = Math.abs(to.x - from.x) > Math.abs(to.y - from.y) ? { x: to.x, y: from.y } : { x: from.x, y: to.y };
  return [from, corner, to];
}

/** One outline for shaft and head: overlapping halves would show through each other. */
function trace(context: Context, way: readonly Point[], shaft: number, headWidth: number, headLength: number): Point {
  const tip = way.at(-1) as Point;
  const before = way.at(-2) as Point;
  const base = away(tip, before, headLength);
  const spine = [...way.slice(0, -1), base];
  const sides = spine.slice(1).map((point, index) => leftOf(spine[index] as Point, point));
  const edge = (sign: 1 | -1): Point[] =>
    spine.map(({ x, y }, index) => {
      // At a right angle the outline's corner is off by both sides at once.
      const near = [sides[index - 1], sides[index]].filter(side => side !== undefined);
      const dx = near.reduce((sum, side) => sum + side.x, 0);
      const dy = near.reduce((sum, side) => sum + side.y, 0);
      return { x: x + (sign * dx * shaft) / 2, y: y + (sign * dy * shaft) / 2 };
    });
  const side = sides.at(-1) as Point;
  const wing = (sign: 1 | -1): Point => ({
    x: base.x + (sign * side.x * headWidth) / 2,
    y: base.y + (sign * side.y * headWidth) / 2,
  });
  context.beginPath();
  for (const { x, y } of [...edge(1), wing(1), tip, wing(-1), ...edge(-1).reverse()]) context.lineTo(x, y);
  context.closePath();
  return base;
}

const isNamed = (colour: ArrowColour | Hex): colour is ArrowColour => ARROW_COLOURS.some(name => name === colour);

function walk([first, second, ...rest]: WayBack, distance: number): Point {
  if (!first || !second) throw new RangeError('this way is shorter');
  const leg = Math.hypot(second.x - first.x, second.y - first.y);
  return distance <= leg ? away(first, second, distance) : walk([second, ...rest], distance - leg);
}

const lengthOf = (way: WayBack): number =>
  way.slice(1).reduce((sum, { x, y }, index) => {
    const before = way[index] as Point;
    return sum + Math.hypot(x - before.x, y - before.y);
  }, 0);

/** Behind the head, so that one sees where it points; further back if another disc is there already. */
function discPlace(way: WayBack, edge: number, taken: readonly Point[]): Point {
  const radius = edge * (DISC_RADIUS + RING);
  const room = Math.max(0, lengthOf(way) - edge * (DISC_DISTANCE - START_GAP));
  const first = Math.min(room, radius);
  for (let back = first; back <= room; back += radius / 4) {
    const place = walk(way, back);
    if (taken.every(other => Math.hypot(other.x - place.x, other.y - place.y) >= 2 * radius)) return place;
  }
  return walk(way, first);
}

/** One arrow; says where its number may stand. */
function drawArrow(context: Context, way: Point[], edge: number, width: number, colour: Hex): WayBack {
  const [start, second] = way as [Point, Point];
  way[0] = away(start, second, edge * START_GAP);
  way[way.length - 1] = away(way.at(-1) as Point, way.at(-2) as Point, edge * END_GAP);
  const share = Math.max(0, Math.min(1, width));
  const [shaft, headWidth, headLength] = [SHAFT, HEAD_WIDTH, HEAD_LENGTH].map(
    range => edge * between(range, share),
  ) as [number, number, number];
  const base = trace(context, way, shaft, headWidth, headLength);
  context.globalAlpha = ALPHA;
  context.fillStyle = colour;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = Math.max(1, edge * OUTLINE_WIDTH);
  context.strokeStyle = OUTLINE;
  context.stroke();
  return [base, ...way.slice(0, -1).reverse()];
}

/** What stands on an arrow, and on which colour. */
function signOf({ number, glyph }: Arrow, shade: Hex): { text: string; colour: Hex } | undefined {
  if (number !== undefined) return { text: String(number), colour: shade };
  return glyph && { text: glyph, colour: GLYPH_COLOURS[glyph] };
}

/**
 * The first arrow is drawn last, and so lies on top; numbers lie above all arrows. What leads nowhere is left out. Says
 * where the numbers are.
 */
export function drawArrows(
  context: Context,
  box: Box,
  arrows: readonly Arrow[],
  theme: BoardTheme,
  orientation: Color = 'white',
): Disc[] {
  const edge = box.width / 8;
  const drawn = arrows
    .filter(({ from, to }) => from !== to)
    .toReversed()
    .map(({ colour = 'green', width = USUAL_WIDTH, ...arrow }) => {
      const shade = isNamed(colour) ? theme.arrows[colour] : colour;
      const back = drawArrow(context, wayOf(arrow, box, orientation), edge, width, shade);
      return { back, sign: signOf(arrow, shade) };
    });
  // The most important number has the first choice of a place.
  const taken: Disc[] = [];
  for (const { back, sign } of drawn.reverse()) {
    if (!sign) continue;
    const place = discPlace(back, edge, taken);
    taken.push({ ...place, radius: edge * (DISC_RADIUS + RING) });
    drawBadge(
      context,
      sign.text,
      { ...place, radius: edge * DISC_RADIUS },
      {
        size: Math.round(edge * NUMBER_SIZE),
        fill: sign.colour,
        ink: inkOn(sign.colour),
        ring: { width: Math.max(1.5, edge * RING), colour: RING_COLOUR },
      },
    );
  }
  return taken;
}
