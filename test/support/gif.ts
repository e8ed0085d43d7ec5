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

/** https://en.wikipedia.org/wiki/Lempel–Ziv–Welch, in GIF's variant: codes that grow, a clear code and an end code. */
function unpack(bytes: Uint8Array, rootBits: number, length: number): Uint8Array {
  const clear = 1 << rootBits;
  const out = new Uint8Array(length);
  let table: number[][] = [];
  let bits = rootBits + 1;
  let before: number[] | undefined;
  let at = 0;
  let bit = 0;
  const reset = () => {
    table = Array.from({ length: clear + 2 }, (_, value) => (value < clear ? [value] : []));
    bits = rootBits + 1;
    before = undefined;
  };
  reset();
  for (;;) {
    let code = 0;
    for (let index = 0; index < bits; index++, bit++) {
      const byte = bytes[bit >> 3];
      if (byte === undefined) throw new Error('a GIF image without an end');
      code |= ((byte >> (bit & 7)) & 1) << index;
    }
    if (code === clear) {
      reset();
      continue;
    }
    if (code === clear + 1) break;
    const entry: number[] | undefined =
      table[code] ?? (before && code === table.length ? [...before, before[0] as number] : undefined);
    if (!entry) throw new Error(`a GIF code out of nowhere: ${code}`);
    out.set(entry, at);
    at += entry.length;
    if (before && table.length < MAX_CODE) table.push([...before, entry[0] as number]);
    if (table.length === 1 << bits && bits < 12) bits++;
    before = entry;
  }
  if (at !== length) throw new Error(`a GIF image of ${at} pixels instead of ${length}`);
  return out;
}

export function decodeGif(file: Buffer): Decoded {
  if (file.toString('latin1', 0, 6) !== 'GIF89a') throw new Error('not a GIF');
  const [width, height, flags] = [file.readUInt16LE(6), file.readUInt16LE(8), file.readUInt8(10)];
  const colours = 2 << (flags & 7);
  const palette = file.subarray(13, 13 + 3 * colours);
  const screen = new Uint8Array(width * height * 4);
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
      const to = 4 * ((y + Math.floor(place / across)) * width + x + (place % across));
      screen.set([...palette.subarray(3 * index, 3 * index + 3), 255], to);
    });
    frames.push({ delay: control.delay, x, y, width: across, height: down, rgba: screen.slice() });
  }
  if (at !== file.length) throw new Error('a GIF with something behind its end');
  return { width, height, colours, repeat, frames };
}
