import { createCanvas, loadImage } from '../../src/render/canvas.ts';
import type { Picture } from '../../src/render/picture.ts';

/** A picture as whoever opens the file sees it. */
export interface Pixels {
  width: number;
  height: number;
  /** Six digits, like the colours of the themes. */
  at: (x: number, y: number) => string;
}

export async function pixelsOf({ png, width, height }: Picture): Promise<Pixels> {
  const image = await loadImage(png);
  if (image.width !== width || image.height !== height) throw new Error('the picture is not as large as it says');
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const at = (x: number, y: number) => {
    const from = 4 * (Math.floor(y) * width + Math.floor(x));
    return `#${[...data.subarray(from, from + 3)].map(value => value.toString(16).padStart(2, '0')).join('')}`;
  };
  return { width, height, at };
}

/** Whether the outermost pixels are all of one colour: nothing has run into the edge. */
export function frameIs({ width, height, at }: Pixels, colour: string): boolean {
  for (let x = 0; x < width; x++) if (at(x, 0) !== colour || at(x, height - 1) !== colour) return false;
  for (let y = 0; y < height; y++) if (at(0, y) !== colour || at(width - 1, y) !== colour) return false;
  return true;
}
