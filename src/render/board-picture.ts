import { altText } from './alt.ts';
import { createCanvas } from './canvas.ts';
import { keep } from './keep.ts';
import { type Layout, layoutOf, paintScene } from './paint.ts';
import { type Picture, pictureOf } from './picture.ts';
import { pieceSprites } from './pieces.ts';
import type { Scene } from './scene.ts';

const KEPT_CANVASES = 4;

/**
 * Making and freeing a canvas is a tenth of the work. A scene covers all of it, and it is read before the next one is
 * drawn.
 */
const canvasFor = keep(
  KEPT_CANVASES,
  ({ width, height }: Layout) => createCanvas(width, height),
  ({ width, height }) => `${width} ${height}`,
);

/** A board with everything the scene puts on it and around it. */
export async function boardPicture(scene: Scene): Promise<Picture> {
  const layout = layoutOf(scene);
  const sprites = await pieceSprites(layout.square);
  const canvas = canvasFor(layout);
  paintScene(canvas.getContext('2d'), scene, layout, sprites);
  return pictureOf(canvas, altText(scene));
}
