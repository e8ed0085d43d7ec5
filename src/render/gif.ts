import type { Box } from './geometry.ts';
import { bytesOf, type Colour, GIFEncoder, quantize } from './gifenc.ts';
import type { Hex } from './theme.ts';

/** The first colour of every palette is never seen: it stands for pixels that stay as they were. */
export const UNCHANGED = 0;
export const COLOURS = { min: 8, max: 256 };
/** Of the places that are left, so many go to the most common colours as they are; the rest to means of the others. */
const COMMON_SHARE = 0.25;

/**
 * A pixel is read as one number, blue first: 0xaabbggrr. Every processor that Node runs on has the least byte first,
 * and pictures here are opaque.
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

/**
 * How often each colour occurs. Most pixels are like the one before, so that most are counted without looking it up.
 */
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

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt: an image lies over the ones before it, and stays. */
const KEEP = 1;
const FOR_EVER = 0;
/** Delays are told in hundredths of a second, in two bytes. */
const TICK_MS = 10;
const MAX_TICKS = 0xffff;
/** Bytes before the first frame, besides three a colour. */
const HEADER = 32;
/** Where things stand after the start of a frame: the delay, then the place in the picture. */
const DELAY_AT = 4;
const PLACE_AT = 9;

/** A part of the picture: pixels as numbers, row by row. */
export interface Patch extends Box {
  pixels: Uint32Array;
}

/** RGBA bytes, seen as pixels where that is possible without copying. */
export function pixelsOf(rgba: Uint8Array | Uint8ClampedArray): Uint32Array {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

interface GifWriter {
  /** Shows a patch, and the picture as it then is for so many milliseconds. The first one is the whole picture. */
  add(patch: Patch, delay: number): void;
  bytes(): number;
  finish(): Buffer;
}

/** Writes only what changes: the rectangle around it, with everything in it that stays left out. */
export function gifWriter(width: number, height: number, palette: Palette): GifWriter {
  const encoder = GIFEncoder();
  const colorDepth = Math.ceil(Math.log2(palette.colours.length));
  /** What the picture is made of now: as it was drawn, and as it is shown. */
  const drawn = new Uint32Array(width * height);
  const shown = new Uint8Array(width * height).fill(UNCHANGED);
  const changed = new Uint8Array(width * height);
  /** Of the last frame. */
  let start = 0;
  let ticks = 0;

  /** Puts one row of a patch into the picture; says from where to where it differs from what was there. */
  function changeRow(pixels: Uint32Array, from: number, to: number, across: number): [left: number, right: number] {
    let left = 0;
    while (left < across && pixels[from + left] === drawn[to + left]) left++;
    let right = across - 1;
    while (right >= left && pixels[from + right] === drawn[to + right]) right--;
    for (let column = left; column <= right; column++) {
      const pixel = pixels[from + column] as number;
      if (pixel === drawn[to + column]) continue;
      drawn[to + column] = pixel;
      const index = palette.indexOf(pixel);
      if (index === shown[to + column]) continue;
      shown[to + column] = index;
      changed[to + column] = index;
    }
    return [left, right];
  }

  /** Puts a patch into the picture; where it changed by it, as an image. */
  function change({ x, y, width: across, height: down, pixels }: Patch): { box: Box; indexes: Uint8Array } | undefined {
    changed.fill(UNCHANGED);
    let [first, last, top, bottom] = [across, -1, down, -1];
    for (let row = 0; row < down; row++) {
      const [left, right] = changeRow(pixels, row * across, (y + row) * width + x, across);
      if (left > right) continue;
      first = Math.min(first, left);
      last = Math.max(last, right);
      top = Math.min(top, row);
      bottom = row;
    }
    if (bottom < 0) return undefined;
    const box = { x: x + first, y: y + top, width: last - first + 1, height: bottom - top + 1 };
    const indexes = new Uint8Array(box.width * box.height);
    for (let row = 0; row < box.height; row++) {
      const from = (box.y + row) * width + box.x;
      indexes.set(changed.subarray(from, from + box.width), row * box.width);
    }
    return { box, indexes };
  }

  const patched = () => {
    const view = encoder.bytesView();
    return new DataView(view.buffer, view.byteOffset, view.byteLength);
  };

  return {
    add(patch, delay) {
      const first = start === 0;
      if (first && patch.pixels.length !== shown.length) throw new RangeError('the first patch is the whole picture');
      const image = change(patch);
      const time = Math.max(1, Math.round(delay / TICK_MS));
      if (!image) {
        ticks = Math.min(MAX_TICKS, ticks + time);
        patched().setUint16(start + DELAY_AT, ticks, true);
        return;
      }
      start = first ? HEADER + 3 * 2 ** colorDepth : encoder.bytesView().length;
      ticks = Math.min(MAX_TICKS, time);
      const { box, indexes } = image;
      encoder.writeFrame(indexes, box.width, box.height, {
        ...(first ? { palette: palette.colours } : {}),
        delay: ticks * TICK_MS,
        transparent: !first,
        transparentIndex: UNCHANGED,
        dispose: KEEP,
        repeat: FOR_EVER,
        colorDepth,
      });
      // The library has no offsets.
      const view = patched();
      view.setUint16(start + PLACE_AT, box.x, true);
      view.setUint16(start + PLACE_AT + 2, box.y, true);
    },
    bytes: () => encoder.bytesView().length,
    finish() {
      encoder.finish();
      return bytesOf(encoder.bytesView());
    },
  };
}
