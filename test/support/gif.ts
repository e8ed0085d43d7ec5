/** A reader of GIF files for tests, after https://www.w3.org/Graphics/GIF/spec-gif89a.txt: what a viewer would show. */

export interface Shown {
  /** Milliseconds. */
  delay: number;
  /** The part that was written. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The whole picture as it then is. */
  rgba: Uint8Array;
}

export interface Decoded {
  width: number;
  height: number;
  colours: number;
  /** How often it is shown again; 0 for ever, undefined not at all. */
  repeat: number | undefined;
  frames: Shown[];
}

const MAX_CODE = 4096;

/**
 * https://en.wikipedia.org/wiki/Lempel–Ziv–Welch, in GIF's variant: codes that grow, a clear code and an end code. What
 * a code stands for has been written once: the pixels of the code before it, and the one behind them.
 */
function unpack(bytes: Uint8Array, rootBits: number, length: number): Uint8Array {
  const clear = 1 << rootBits;
  const out = new Uint8Array(length);
  const starts = new Int32Array(MAX_CODE);
  const lengths = new Int32Array(MAX_CODE);
  let next = clear + 2;
  let bits = rootBits + 1;
  /** Pixels of the code before; 0 for none. */
  let before = 0;
  let at = 0;
  let bit = 0;
  for (;;) {
    let code = 0;
    for (let index = 0; index < bits; index++, bit++) {
      const byte = bytes[bit >> 3];
      if (byte === undefined) throw new Error('a GIF image without an end');
      code |= ((byte >> (bit & 7)) & 1) << index;
    }
    if (code === clear) {
      next = clear + 2;
      bits = rootBits + 1;
      before = 0;
      continue;
    }
    if (code === clear + 1) break;
    if (code > next || (code === next && before === 0)) throw new Error(`a GIF code out of nowhere: ${code}`);
    if (before > 0 && next < MAX_CODE) {
      starts[next] = at - before;
      lengths[next] = before + 1;
      next++;
    }
    const [start, across] = code < clear ? [at, 1] : [starts[code] as number, lengths[code] as number];
    if (code < clear) out[at] = code;
    else for (let index = 0; index < across; index++) out[at + index] = out[start + index] as number;
    if (next === 1 << bits && bits < 12) bits++;
    before = across;
    at += across;
  }
  if (at !== length) throw new Error(`a GIF image of ${at} pixels instead of ${length}`);
  return out;
}

export function decodeGif(file: Buffer): Decoded {
  if (file.toString('latin1', 0, 6) !== 'GIF89a') throw new Error('not a GIF');
  const [width, height, flags] = [file.readUInt16LE(6), file.readUInt16LE(8), file.readUInt8(10)];
  const colours = 2 << (flags & 7);
  const palette = file.subarray(13, 13 + 3 * colours);
  const shades = Array.from(
    { length: colours },
    (_, index) => (0xff000000 | (palette.readUIntLE(3 * index, 3) & 0xffffff)) >>> 0,
  );
  const screen = new Uint32Array(width * height);
  const frames: Shown[] = [];
  let repeat: number | undefined;
  let control = { disposal: 0, delay: 0, transparent: -1 };
  let at = 13 + palette.length;
  const blocks = () => {
    const parts: Buffer[] = [];
    for (let size = file.readUInt8(at++); size > 0; size = file.readUInt8(at++)) {
      parts.push(file.subarray(at, at + size));
      at += size;
    }
    return Buffer.concat(parts);
  };
  for (;;) {
    const kind = file.readUInt8(at++);
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = file.readUInt8(at++);
      const body = blocks();
      if (label === 0xff && body.toString('latin1', 0, 11) === 'NETSCAPE2.0') repeat = body.readUInt16LE(12);
      if (label === 0xf9) {
        const packed = body.readUInt8(0);
        control = {
          disposal: (packed >> 2) & 7,
          delay: body.readUInt16LE(1) * 10,
          transparent: packed & 1 ? body.readUInt8(3) : -1,
        };
      }
      continue;
    }
    if (kind !== 0x2c) throw new Error(`a GIF block of kind ${kind} at ${at - 1}`);
    const [x, y, across, down] = [0, 2, 4, 6].map(offset => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
      number,
    ];
    if (file.readUInt8(at + 8) !== 0) throw new Error('a GIF image with colours of its own, or interlaced');
    if (x + across > width || y + down > height) throw new Error('a GIF image that leaves the picture');
    if (control.disposal !== 1) throw new Error(`a GIF image that does not stay (${control.disposal})`);
    const rootBits = file.readUInt8(at + 9);
    at += 10;
    const indexes = unpack(blocks(), rootBits, across * down);
    indexes.forEach((index, place) => {
      if (index === control.transparent) return;
      screen[(y + Math.floor(place / across)) * width + x + (place % across)] = shades[index] as number;
    });
    frames.push({
      delay: control.delay,
      x,
      y,
      width: across,
      height: down,
      rgba: new Uint8Array(screen.slice().buffer),
    });
  }
  if (at !== file.length) throw new Error('a GIF with something behind its end');
  return { width, height, colours, repeat, frames };
}
