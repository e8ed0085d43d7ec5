import { createCanvas, loadImage } from '../../src/render/canvas.ts';
import type { Picture } from '../../src/render/picture.ts';

/** A picture as whoever opens the file sees it. */
interface Pixels {
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
