import { type Colour, quantize } from './gifenc.ts';
import type { Hex } from './theme.ts';

/** The first colour of every palette is never seen: it stands for pixels that stay as they were. */
export const UNCHANGED = 0;
export const COLOURS = { min: 8, max: 256 };
/** Of the places that are left, so many go to the most common colours as they are; the rest to means of the others. */
const COMMON_SHARE = 0.25;

/**
 * A pixel is read as one number, blue first: 0xaabbggrr. Every processor that Node runs on has the least byte first, and
 * pictures here are opaque.
 */
const RGB = 0xffffff;

const pixelOf = (colour: Hex): number => {
  const value = Number.parseInt(colour.slice(1), 16);
  return ((value & 0xff) << 16) | (value & 0xff00) | (value >> 16);
};

const colourOf = (pixel: number): Colour => [pixel & 0xff, (pixel >> 8) & 0xff, (pixel >> 16) & 0xff];

export interface Palette {
  colours: readonly Colour[];
  /** The place of the colour nearest to a pixel; never `UNCHANGED`. */
  indexOf(pixel: number): number;
}

/** How often each colour occurs. Most pixels are like the one before, so that most are counted without looking it up. */
function countColours(samples: readonly Uint32Array[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const pixels of samples) {
    let from = 0;
    for (let at = 1; at <= pixels.length; at++) {
      if (at < pixels.length && pixels[at] === pixels[from]) continue;
      const colour = (pixels[from] as number) & RGB;
      counts.set(colour, (counts.get(colour) ?? 0) + at - from);
      from = at;
    }
  }
  return counts;
}

/**
 * Means for the shades at the edges of pieces and letters. A colour counts by the root of how often it occurs: the red
 * under a king in check is rare, and still it should be red.
 */
function means(counted: readonly (readonly [number, number])[], places: number): Colour[] {
  const pixels = counted.flatMap(([pixel, count]) => new Array<number>(Math.ceil(Math.sqrt(count))).fill(pixel));
  if (pixels.length === 0 || places <= 0) return [];
  return quantize(new Uint8Array(Uint32Array.from(pixels).buffer), places);
}

/** Remembers every answer: 16 MB of addresses, of which only those are ever touched that a picture asks for. */
function lookup(colours: readonly Colour[]): Palette['indexOf'] {
  const known = new Uint8Array(RGB + 1);
  const nearest = (pixel: number): number => {
    const [red, green, blue] = colourOf(pixel);
    let best = UNCHANGED;
    let least = Number.POSITIVE_INFINITY;
    for (let index = UNCHANGED + 1; index < colours.length; index++) {
      const [r, g, b] = colours[index] as Colour;
      // What the eye makes of red, green and blue, roughly.
      const distance = 2 * (red - r) ** 2 + 4 * (green - g) ** 2 + 3 * (blue - b) ** 2;
      if (distance >= least) continue;
      least = distance;
      best = index;
    }
    return best;
  };
  return pixel => {
    const key = pixel & RGB;
    const index = known[key] as number;
    if (index !== UNCHANGED) return index;
    known[key] = nearest(key);
    return known[key] as number;
  };
}

/**
 * One palette for a whole animation, from some of its pictures: the colours in `exact` as they are (the first ones, if
 * there are too many), then the most common ones, then means.
 */
export function paletteOf(samples: readonly Uint32Array[], exact: readonly Hex[], limit = COLOURS.max): Palette {
  if (!(limit >= COLOURS.min && limit <= COLOURS.max))
    throw new RangeError(`a palette has ${COLOURS.min} to ${COLOURS.max} colours, not ${limit}`);
  const places = limit - 1;
  const counts = countColours(samples);
  const kept = new Set(exact.map(pixelOf).slice(0, places));
  const others = [...counts].filter(([pixel]) => !kept.has(pixel)).sort(([, a], [, b]) => b - a);
  const left = places - kept.size;
  const common = others.length <= left ? others.length : Math.floor(left * COMMON_SHARE);
  for (const [pixel] of others.slice(0, common)) kept.add(pixel);
  const colours = [...kept].map(colourOf).concat(means(others.slice(common), places - kept.size));
  colours.unshift([0, 0, 0]);
  return { colours, indexOf: lookup(colours) };
}
