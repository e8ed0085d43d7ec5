import { createRequire } from 'node:module';

/**
 * The one door to the library that packs GIF files. It ships no types, and Node and the test runner disagree about what
 * a default import of it is; hence the types here, of what is used, and the old way of loading.
 */

export type Colour = [red: number, green: number, blue: number];

export interface FrameOptions {
  /** Of the whole file, with the first frame. */
  palette?: readonly Colour[];
  /** Milliseconds. */
  delay: number;
  transparent: boolean;
  transparentIndex: number;
  dispose: number;
  /** 0: for ever. */
  repeat: number;
  /** Bits an index. */
  colorDepth: number;
}

export interface Encoder {
  writeFrame(indexes: Uint8Array, width: number, height: number, options: FrameOptions): void;
  finish(): void;
  /** What is written so far, not a copy. */
  bytesView(): Uint8Array;
}

interface Library {
  GIFEncoder(): Encoder;
  /** At most so many colours for RGBA pixels. */
  quantize(rgba: Uint8Array, colours: number): Colour[];
}

export const { GIFEncoder, quantize }: Library = createRequire(import.meta.url)('gifenc');

/** A copy, as those have bytes who write files and send them. */
export const bytesOf = (view: Uint8Array): Buffer => Buffer.from(view);
