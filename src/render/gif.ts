import type { Box } from './box.ts';
import { bytesOf, GIFEncoder } from './gifenc.ts';
import { type Palette, UNCHANGED } from './palette.ts';

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
