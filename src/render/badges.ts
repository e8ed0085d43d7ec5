import type { Color } from 'chessops/types';
import { centreOf } from './board.ts';
import type { Box } from './box.ts';
import type { Context } from './canvas.ts';
import type { Badge, Glyph } from './scene.ts';
import { drawText } from './text.ts';
import type { Hex } from './theme.ts';

/** Shares of a square: a disc on a corner, moved in where the board ends. */
const RADIUS = 0.22;
const INWARD = 0.13;
const RING = 0.03;
const GLYPH_SIZE = 0.32;
const INK = '#ffffff';
const SHADOW = '#00000059';

/** White letters on all of them stand out by at least 3 to 1: they are large and bold. */
export const GLYPH_COLOURS: Record<Glyph, Hex> = {
  '!!': '#0f8a83',
  '!': '#3a7d2c',
  '!?': '#8a4fb0',
  '□': '#5a6672',
  '?!': '#b58a00',
  '?': '#d46a12',
  '??': '#c4271f',
};

export interface Disc {
  x: number;
  y: number;
  /** With its ring. */
  radius: number;
}

/** Right and down, from the middle of a square: the usual corner first. */
const CORNERS = [
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const;

const touch = (a: Disc, b: Disc): boolean => Math.hypot(a.x - b.x, a.y - b.y) < a.radius + b.radius;

/** Where a badge stands: on the upper right corner, or on the next one that no disc in `taken` covers. */
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
    const disc = (middle: number, size: number, colour: string) => {
      context.beginPath();
      context.arc(x, middle, size, 0, 2 * Math.PI);
      context.fillStyle = colour;
      context.fill();
    };
    disc(y + edge * RING, radius, SHADOW);
    disc(y, radius, INK);
    disc(y, edge * RADIUS, GLYPH_COLOURS[badge.glyph]);
    const style = { size: Math.round(edge * GLYPH_SIZE), weight: 'bold', colour: INK, align: 'center' } as const;
    drawText(context, badge.glyph, x, y, 2 * radius, style);
  }
}
