import { setImmediate as turn } from 'node:timers/promises';
import { tellParent } from '../src/base/process.ts';
import { boardPicture } from '../src/render/board-picture.ts';
import { fullScene } from './picture-scenes.ts';
import { mean, playouts } from './support.ts';

/** What the process took after so many images. */
export interface MemoryUse {
  images: number;
  mb: number;
}

const SIZE = 360;
const STOPS = [1_000, 5_000, 10_000];
/** Between two collections memory goes up and down: a mean of the last so many images. */
const WINDOW = 200;

/** A process of its own that makes pictures and nothing else, so that nothing else has grown before. */
async function use(): Promise<MemoryUse[]> {
  const positions = playouts(50).flat();
  const stops: MemoryUse[] = [];
  const last: number[] = [];
  for (let images = 1; images <= Math.max(...STOPS); images++) {
    await boardPicture(fullScene(SIZE, positions[images % positions.length]));
    await turn();
    last[images % WINDOW] = process.memoryUsage.rss() / 1e6;
    if (STOPS.includes(images)) stops.push({ images, mb: mean(last) });
  }
  return stops;
}

tellParent(await use());
