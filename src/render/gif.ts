import { GIFEncoder } from './gifenc.ts';
import type { Box } from './layout.ts';
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
  /** What the picture is made of now: as it was drawn, and as it is shown. */
  const drawn = new Uint32Array(width * height);
  const shown = new Uint8Array(width * height).fill(UNCHANGED);
  /** Of the last frame. */
  let start = 0;
  let ticks = 0;

  /** The part of a patch that differs from what was there. Most rows do not. */
  function differing({ x, y, width: across, height: down, pixels }: Patch): Box | undefined {
    let [left, top, right, bottom] = [across, down, -1, -1];
    for (let row = 0; row < down; row++) {
      const from = row * across;
      const to = (y + row) * width + x;
      let column = 0;
      while (column < across && pixels[from + column] === drawn[to + column]) column++;
      if (column === across) continue;
      left = Math.min(left, column);
      column = across - 1;
      while (column > right && pixels[from + column] === drawn[to + column]) column--;
      right = Math.max(right, column);
      top = Math.min(top, row);
      bottom = row;
    }
    return bottom < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  }

  /** Puts a patch into the picture; what changed by it, as an image. */
  function change(patch: Patch): { box: Box; indexes: Uint8Array } | undefined {
    const part = differing(patch);
    if (!part) return undefined;
    const box = { ...part, x: patch.x + part.x, y: patch.y + part.y };
    const indexes = new Uint8Array(box.width * box.height);
    for (let row = 0, at = 0; row < box.height; row++) {
      let from = (part.y + row) * patch.width + part.x;
      let to = (box.y + row) * width + box.x;
      for (let column = 0; column < box.width; column++, at++, from++, to++) {
        const pixel = patch.pixels[from] as number;
        if (pixel === drawn[to]) continue;
        drawn[to] = pixel;
        const index = palette.indexOf(pixel);
        if (index === shown[to]) continue;
        shown[to] = index;
        indexes[at] = index;
      }
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
      return Buffer.from(encoder.bytesView());
    },
  };
}
