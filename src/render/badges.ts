import type { Color } from 'chessops/types';
import { centreOf } from './board.ts';
import type { Context } from './canvas.ts';
import { type Box, fillDisc, strokeDisc } from './geometry.ts';
import { GLYPH_COLOURS } from './glyphs.ts';
import type { Badge } from './scene.ts';
import { drawText } from './text.ts';

/** Shares of a square: a disc on a corner, moved in where the board ends. */
const RADIUS = 0.22;
const INWARD = 0.13;
const RING = 0.03;
const GLYPH_SIZE = 0.32;
const INK = '#ffffff';
const SHADOW = '#00000059';

export interface Disc {
  x: number;
  y: number;
  radius: number;
}

interface BadgeStyle {
  /** Of the letters. */
  size: number;
  fill: string;
  ink: string;
  ring?: { width: number; colour: string };
}

/** A glyph or a number in a disc. */
export function drawBadge(
  context: Context,
  text: string,
  { x, y, radius }: Disc,
  { size, fill, ink, ring }: BadgeStyle,
): void {
  fillDisc(context, x, y, radius, fill);
  if (ring) strokeDisc(context, x, y, radius, ring.width, ring.colour);
  drawText(context, text, x, y, 2 * radius, { size, weight: 'bold', colour: ink, align: 'center' });
}

/** Right and down, from the middle of a square: the usual corner first. */
const CORNERS = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

const touch = (a: Disc, b: Disc): boolean => Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius;

/** The disc of a badge, with its ring: on the upper right corner, or on the next one that no disc in `taken` covers. */
export function badgePlace(
  { square }: Badge,
  box: Box,
  orientation: Color = 'white',
  taken: readonly Disc[] = [],
): Disc {
  const edge = box.width / 8;
  const middle = centreOf(square, box, orientation);
  const radius = edge * (RADIUS + RING);
  const out = edge * (0.5 - INWARD);
  const within = (at: number, from: number) => Math.max(from + radius, Math.min(at, from + box.width - radius));
  const places = CORNERS.map(([right, down]) => ({
    x: within(middle.x + right * out, box.x),
    y: within(middle.y + down * out, box.y),
    radius,
  }));
  return places.find(place => !taken.some(disc => touch(place, disc))) ?? (places[0] as Disc);
}

/** `taken` are the numbers of the arrows below. */
export function drawBadges(
  context: Context,
  box: Box,
  badges: readonly Badge[],
  orientation: Color = 'white',
  taken: readonly Disc[] = [],
): void {
  const edge = box.width / 8;
  for (const badge of badges) {
    const { x, y, radius } = badgePlace(badge, box, orientation, taken);
    fillDisc(context, x, y + edge * RING, radius, SHADOW);
    fillDisc(context, x, y, radius, INK);
    const style = { size: Math.round(edge * GLYPH_SIZE), fill: GLYPH_COLOURS[badge.glyph], ink: INK };
    drawBadge(context, badge.glyph, { x, y, radius: edge * RADIUS }, style);
  }
}
