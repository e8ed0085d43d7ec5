import { GIFEncoder } from './gifenc.ts';
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
export interface Patch {
  x: number;
  y: number;
  width: number;
  height: number;
  pixels: Uint32Array;
}

/** RGBA bytes, seen as pixels where that is possible without copying. */
export function pixelsOf(rgba: Uint8Array | Uint8ClampedArray): Uint32Array {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

export interface GifWriter {
  /** Shows a patch, and the picture as it then is for so many milliseconds. The first one is the whole picture. */
  add(patch: Patch, delay: number): void;
  bytes(): number;
  finish(): Buffer;
}

/** Writes only what changes: the rectangle around it, with everything in it that stays left out. */
export function gifWriter(width: number, height: number, palette: Palette): GifWriter {
  const encoder = GIFEncoder();
  const colorDepth = Math.ceil(Math.log2(palette.colours.length));
  const shown = new Uint8Array(width * height).fill(UNCHANGED);
  /** Of the last frame. */
  let start = 0;
  let ticks = 0;

  /** Puts a patch into `shown`; what changed by it, as an image. */
  function change({ x, y, width: across, height: down, pixels }: Patch) {
    const changed = new Uint8Array(pixels.length);
    let [left, top, right, bottom] = [across, down, -1, -1];
    for (let row = 0, from = 0; row < down; row++) {
      let to = (y + row) * width + x;
      for (let column = 0; column < across; column++, from++, to++) {
        const index = palette.indexOf(pixels[from] as number);
        if (index === shown[to]) continue;
        shown[to] = index;
        changed[from] = index;
        if (column < left) left = column;
        if (column > right) right = column;
        if (row < top) top = row;
        bottom = row;
      }
    }
    if (bottom < 0) return undefined;
    const size = { width: right - left + 1, height: bottom - top + 1 };
    const indexes = new Uint8Array(size.width * size.height);
    for (let row = 0; row < size.height; row++) {
      const from = (top + row) * across + left;
      indexes.set(changed.subarray(from, from + size.width), row * size.width);
    }
    return { x: x + left, y: y + top, ...size, indexes };
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
      encoder.writeFrame(image.indexes, image.width, image.height, {
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
      view.setUint16(start + PLACE_AT, image.x, true);
      view.setUint16(start + PLACE_AT + 2, image.y, true);
    },
    bytes: () => encoder.bytesView().length,
    finish() {
      encoder.finish();
      return Buffer.from(encoder.bytesView());
    },
  };
}
