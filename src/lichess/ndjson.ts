import { type Clock, later } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { parseJson } from '../base/json.ts';
import type { LinkedAbort } from '../base/linked-abort.ts';
import { legible } from '../base/text.ts';

const NEWLINE = 0x0a;

/** A line of more than this is no event: the longest, a game of 600 moves, takes 4 kB. */
export const MAX_LINE_BYTES = 1_000_000;

export type NdjsonLine = { kind: 'line'; text: string } | { kind: 'too-long' };

/**
 * Bytes in, lines out, however the bytes are cut. Lines are made of bytes and read as text only when they are complete:
 * no byte of a letter outside ASCII is a line break.
 */
export class LineSplitter {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  /** Within a line that is too long and was reported: bytes are dropped up to its end. */
  #skipping = false;

  push(chunk: Uint8Array): NdjsonLine[] {
    const lines: NdjsonLine[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end), lines);
      this.#finish(lines);
      from = end + 1;
    }
    this.#keep(chunk.subarray(from), lines);
    return lines;
  }

  /** What is left when nothing more comes. */
  end(): NdjsonLine[] {
    const lines: NdjsonLine[] = [];
    this.#finish(lines);
    return lines;
  }

  #keep(part: Uint8Array, lines: NdjsonLine[]): void {
    if (this.#skipping) return;
    this.#bytes += part.length;
    if (this.#bytes <= MAX_LINE_BYTES) {
      this.#parts.push(part);
      return;
    }
    this.#drop();
    this.#skipping = true;
    lines.push({ kind: 'too-long' });
  }

  #finish(lines: NdjsonLine[]): void {
    const text = Buffer.concat(this.#parts).toString('utf8').trim();
    // Lichess sends empty lines to keep the connection alive.
    if (text) lines.push({ kind: 'line', text });
    this.#drop();
    this.#skipping = false;
  }

  #drop(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}

/** Lichess sends an empty line every 7 s: https://lichess.org/api#tag/bot/GET/api/stream/event */
const SILENCE_MS = 20_000;

export interface StreamReader {
  clock: Clock;
  host: string;
  complain(message: string): void;
}

/** The values of an NDJSON stream. A connection that stays silent is aborted. */
export async function* readValues(
  body: AsyncIterable<Uint8Array>,
  reader: StreamReader,
  abort: LinkedAbort,
  silenceMs = SILENCE_MS,
): AsyncGenerator<unknown, void, undefined> {
  const splitter = new LineSplitter();
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await nextChunk(chunks.next(), reader, abort, silenceMs);
    yield* values(done ? splitter.end() : splitter.push(value), reader);
    if (done) return;
  }
}

/** Silence is timed only while the next chunk is awaited: not while a value is being worked on. */
async function nextChunk<T>(
  next: Promise<T>,
  { clock, host }: StreamReader,
  abort: LinkedAbort,
  ms: number,
): Promise<T> {
  const silent = `${host} has said nothing for ${ms / 1000} s; the connection is given up.`;
  const callOff = later(clock, ms, () => abort.abort(new Fault('lichess-failed', silent)));
  try {
    return await next;
  } finally {
    callOff();
  }
}

function* values(lines: readonly NdjsonLine[], reader: StreamReader): Generator<unknown, void, undefined> {
  for (const line of lines) {
    const value = line.kind === 'line' ? parseJson(line.text) : undefined;
    if (value !== undefined) yield value;
    else reader.complain(`${reader.host} sent a line that ${wrong(line)}`);
  }
}

const wrong = (line: NdjsonLine): string =>
  line.kind === 'line' ? `is not JSON: ${legible(line.text)}` : `takes more than ${MAX_LINE_BYTES / 1e6} MB`;
