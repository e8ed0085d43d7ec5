import type * as drawing from '../../../render/canvas.ts';

/** A canvas of the browser, as far as pictures use it like the other one. */
export const createCanvas = ((width: number, height: number) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  // The first one who asks says what it is for.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return Object.assign(canvas, { data: () => context?.getImageData(0, 0, width, height).data });
}) as unknown as typeof drawing.createCanvas;
