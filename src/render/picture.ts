import type { Canvas } from './canvas.ts';
import { encodePng } from './png.ts';

/** What everything in this folder makes: a file, and the words for those who cannot see it. */
export interface Picture {
  png: Buffer;
  width: number;
  height: number;
  alt: string;
}

export const pictureOf = async (canvas: Canvas, alt: string): Promise<Picture> => ({
  png: await encodePng(canvas),
  width: canvas.width,
  height: canvas.height,
  alt,
});
