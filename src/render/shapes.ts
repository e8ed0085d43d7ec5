import type { Box } from './box.ts';
import type { Context } from './canvas.ts';

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
