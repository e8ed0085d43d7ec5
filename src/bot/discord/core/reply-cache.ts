import { SingleFlight } from '../../../base/single-flight.ts';
import type { Reply } from './reply.ts';

/** What all of them may take: a dozen long animations, or some hundreds of boards. */
const MAX_BYTES = 64_000_000;

/** Replies that cost something to make, the last ones that anybody wanted. One that several want is made once. */
export class ReplyCache {
  /** The first is the one that nobody has wanted for longest. */
  readonly #kept = new Map<string, { reply: Reply; bytes: number }>();
  readonly #making = new SingleFlight<Reply>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  async get(key: string, signal: AbortSignal, make: (signal: AbortSignal) => Promise<Reply>): Promise<Reply> {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.reply;
    }
    return this.#making.run(key, signal, async wanted => {
      const reply = await make(wanted);
      this.#keep(key, reply);
      return reply;
    });
  }

  #keep(key: string, reply: Reply): void {
    const bytes = sizeOf(reply);
    this.#kept.set(key, { reply, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#kept.delete(oldest);
      this.#bytes -= freed;
    }
  }
}

function sizeOf({ files = [], ...words }: Reply): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, JSON.stringify(words).length);
}
