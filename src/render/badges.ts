import type { Color } from 'chessops/types';
import { centreOf } from './board.ts';
import type { Box } from './box.ts';
import type { Context } from './canvas.ts';
import type { Badge, Glyph } from './scene.ts';
import { drawText } from './text.ts';
import type { Hex } from './theme.ts';

/** Shares of a square: a disc on the upper right corner, moved in where the board ends. */
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

/** Where a badge stands: its middle and its outer radius. */
export function badgePlace({ square }: Badge, box: Box, orientation: Color = 'white') {
  const edge = box.width / 8;
  const middle = centreOf(square, box, orientation);
  const radius = edge * (RADIUS + RING);
  const out = edge * (0.5 - INWARD);
  return {
    x: Math.min(middle.x + out, box.x + box.width - radius),
    y: Math.max(middle.y - out, box.y + radius),
    radius,
  };
}

export function drawBadges(context: Context, box: Box, badges: readonly Badge[], orientation: Color = 'white'): void {
  const edge = box.width / 8;
  for (const badge of badges) {
    const { x, y, radius } = badgePlace(badge, box, orientation);
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
