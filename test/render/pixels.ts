import { createCanvas, loadImage } from '../../src/render/canvas.ts';
import type { Box } from '../../src/render/geometry.ts';

export type Colour = readonly [red: number, green: number, blue: number];

export interface Pixels {
  width: number;
  height: number;
  at(x: number, y: number): Colour;
  /** Red, green and blue of every pixel in a box, row by row. */
  inside(box: Box): Uint8Array;
}

/** A picture file as somebody sees it. */
export async function decode(png: Buffer): Promise<Pixels> {
  const image = await loadImage(png);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const at = (x: number, y: number): Colour => {
    const index = 4 * (y * width + x);
    return [data[index] as number, data[index + 1] as number, data[index + 2] as number];
  };
  return {
    width,
    height,
    at,
    inside: box => {
      const bytes = new Uint8Array(box.width * box.height * 3);
      let index = 0;
      for (let y = box.y; y < box.y + box.height; y++)
        for (let x = box.x; x < box.x + box.width; x++) {
          const from = 4 * (y * width + x);
          for (let channel = 0; channel < 3; channel++) bytes[index++] = data[from + channel] as number;
        }
      return bytes;
    },
  };
}

export const hex = ([red, green, blue]: Colour): string =>
  `#${[red, green, blue].map(value => value.toString(16).padStart(2, '0')).join('')}`;

const linear = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(first: Colour, second: Colour): number {
  const [a, b] = [first, second].map(
    ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05,
  ) as [number, number];
  return Math.max(a, b) / Math.min(a, b);
}
