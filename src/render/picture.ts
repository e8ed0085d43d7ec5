import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Canvas } from './canvas.ts';

/**
 * The library's own encoder takes five times as long for a file that is a tenth smaller, and has no options. Pictures
 * here are opaque, so three bytes a pixel are enough.
 */
const LEVEL = 3;
/** Bytes handed over at a time: a whole file, as a rule, so that it goes to the other thread and back once. */
const PORTION = 1 << 18;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const TRUECOLOUR = 2;
/** Every pixel is the number of a colour. */
export const INDEXED = 3;

const deflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflate);

function chunk(type: string, body: Uint8Array): Buffer {
  const whole = Buffer.alloc(body.length + 12);
  whole.writeUInt32BE(body.length, 0);
  whole.write(type, 4, 'latin1');
  whole.set(body, 8);
  whole.writeUInt32BE(zlib.crc32(whole.subarray(4, body.length + 8)), body.length + 8);
  return whole;
}

interface Shape {
  width: number;
  height: number;
  kind: typeof TRUECOLOUR | typeof INDEXED;
}

function header({ width, height, kind }: Shape): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body[8] = BITS;
  body[9] = kind;
  return chunk('IHDR', body);
}

/** A file of these chunks, with what stands before and after them. */
export const pngOf = (shape: Shape, chunks: readonly (readonly [type: string, body: Uint8Array])[]): Buffer =>
  Buffer.concat([
    SIGNATURE,
    header(shape),
    ...chunks.map(([type, body]) => chunk(type, body)),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** Memory for the rows of the next picture, unless it is in use: what is thrown away has to be collected. */
let spare: ArrayBuffer | undefined;

function borrow(size: number): ArrayBuffer {
  const room = spare && spare.byteLength >= size ? spare : new ArrayBuffer(size);
  spare = undefined;
  return room;
}

/**
 * Rows of RGB, each after a zero that says it is not filtered. A pixel is read and written as one number, which halves
 * the time: what its alpha has covered is written next. All machines the canvas is built for put the red byte lowest.
 */
function rows(rgba: Buffer, width: number, height: number): Uint8Array<ArrayBuffer> {
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : new Uint8Array(rgba);
  const pixels = new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
  const size = height * (width * 3 + 1);
  const room = borrow(size + 1); // the last alpha
  const out = new DataView(room);
  let to = 0;
  let from = 0;
  for (let y = 0; y < height; y++) {
    out.setUint8(to++, 0);
    for (let x = 0; x < width; x++, to += 3) out.setInt32(to, pixels[from++] as number, true);
  }
  return new Uint8Array(room, 0, size);
}

/** An opaque canvas as a PNG file. It is read at once; the slow half runs on another thread. */
export async function encodePng(canvas: Canvas): Promise<Buffer> {
  const { width, height } = canvas;
  const plain = rows(canvas.data(), width, height);
  const body = await deflate(plain, { level: LEVEL, chunkSize: PORTION });
  spare = plain.buffer;
  return pngOf({ width, height, kind: TRUECOLOUR }, [['IDAT', body]]);
}

/** What everything in this folder makes: a file, and the words for those who cannot see it. */
export interface Picture {
  png: Buffer;
  width: number;
  height: number;
  alt: string;
}

export const pictureOf = async (canvas: Canvas, alt: string): Promise<Picture> => ({
  png: await encodePng(canvas),
  width: canvas.width,
  height: canvas.height,
  alt,
});
