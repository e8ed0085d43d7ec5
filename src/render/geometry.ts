import type { Context } from './canvas.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sums of fractions are off by this much. */
const HAIR = 1e-6;

/** Whether two boxes share more than an edge. */
export const overlap = (a: Box, b: Box): boolean =>
  a.x < right(b) - HAIR && b.x < right(a) - HAIR && a.y < bottom(b) - HAIR && b.y < bottom(a) - HAIR;

export const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x - HAIR &&
  inner.y >= outer.y - HAIR &&
  right(inner) <= right(outer) + HAIR &&
  bottom(inner) <= bottom(outer) + HAIR;

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const middle = ({ y, height }: Box): number => y + height / 2;
export const right = ({ x, width }: Box): number => x + width;
export const bottom = ({ y, height }: Box): number => y + height;

/** Shares of a whole, as they come from elsewhere: a number in [0,1], or nothing that can be drawn. */
export type Share = number | null;

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** What is not a number is missing; what is beyond the ends is at the end. */
export const shareOf = (value: number | null | undefined): Share =>
  value === null || value === undefined || Number.isNaN(value) ? null : clamp(value, 0, 1);

export function fillRounded(context: Context, { x, y, width, height }: Box, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, width, height, Math.max(0, Math.min(radius, width / 2, height / 2)));
  context.fill();
}

export function fillDisc(context: Context, x: number, y: number, radius: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

export function strokeDisc(
  context: Context,
  x: number,
  y: number,
  radius: number,
  width: number,
  colour: string,
): void {
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}
