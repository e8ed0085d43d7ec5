import zlib from 'node:zlib';
import { createCanvas, loadImage } from '../../src/render/canvas.ts';
import { paletteOf, pixelsOf } from '../../src/render/gif.ts';
import { INDEXED, pngOf } from '../../src/render/picture.ts';

/** A picture in at most 256 colours: nobody sees the difference, and it takes a third of the bytes. */
export async function shrunk(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png);
  const { width, height } = image;
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const pixels = pixelsOf(canvas.data());
  const { colours, indexOf } = paletteOf([pixels], []);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = indexOf(pixels[y * width + x] as number);
  const body = zlib.deflateSync(rows, { level: zlib.constants.Z_BEST_COMPRESSION });
  return pngOf({ width, height, kind: INDEXED }, [
    ['PLTE', Buffer.from(colours.flat())],
    ['IDAT', body],
  ]);
}
