import type { Picture } from '../../src/render/picture.ts';
import { decode } from './pixels.ts';

/** A picture by the names of its colours: six digits, like those of the themes. */
export interface Hues {
  width: number;
  height: number;
  at: (x: number, y: number) => string;
}

export async function huesOf({ png, ...said }: Picture): Promise<Hues> {
  const { width, height, at } = await decode(png);
  if (width !== said.width || height !== said.height) throw new Error('the picture is not as large as it says');
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  return { width, height, at: (x, y) => `#${at(Math.floor(x), Math.floor(y)).map(hex).join('')}` };
}

/** Whether the outermost pixels are all of one colour: nothing has run into the edge. */
export function isFramed({ width, height, at }: Hues, colour: string): boolean {
  for (let x = 0; x < width; x++) if (at(x, 0) !== colour || at(x, height - 1) !== colour) return false;
  for (let y = 0; y < height; y++) if (at(0, y) !== colour || at(width - 1, y) !== colour) return false;
  return true;
}
