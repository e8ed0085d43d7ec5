const NEWLINE = 0x0a;

/** A line of more than this is no event: the longest, a game of 600 moves, takes 4 kB. */
export const MAX_LINE_BYTES = 1_000_000;

export type Line = { kind: 'line'; text: string } | { kind: 'too-long' };

/**
 * Bytes in, lines out, however the bytes are cut. Lines are made of bytes and read as text only when they are complete:
 * no byte of a letter outside ASCII is a line break.
 */
export class LineSplitter {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  /** In a line that is too long, and has been told: its end is waited for. */
  #skipping = false;

  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = [];
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
  end(): Line[] {
    const lines: Line[] = [];
    this.#finish(lines);
    return lines;
  }

  #keep(part: Uint8Array, lines: Line[]): void {
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

  #finish(lines: Line[]): void {
    const text = Buffer.concat(this.#parts).toString('utf8').trim();
    // An empty line says that somebody is still there.
    if (text) lines.push({ kind: 'line', text });
    this.#drop();
    this.#skipping = false;
  }

  #drop(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}
