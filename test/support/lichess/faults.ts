import type { Clock } from '../../../src/base/clock.ts';
import { answer, type Mishap, reset, tooMany } from './mishaps.ts';
import type { Seen } from './request.ts';
import type { Pour, Stream } from './stream.ts';

/** Things that go wrong by chance, and things that go wrong because a test wants it. */

export const FAULTS = [
  /** 5xx, and nothing has happened. */
  'refuses',
  /** 5xx, and it has. */
  'denies',
  /** Hangs up before anything has happened. */
  'resets',
  /** Hangs up afterwards. */
  'forgets',
  /** 429. */
  'limits',
  /** Takes its time. */
  'dawdles',
  /** A stream is cut, before a line or after it. */
  'drops',
  /** A stream stays open and says no more. */
  'silences',
  /** A line comes in pieces, cut within letters. */
  'splits',
  /** A game starts twice. */
  'repeats',
] as const;
export type FaultKind = (typeof FAULTS)[number];

/** How often, from 0 to 1, and at which requests such as `POST /api/…`. */
export type Rate = number | { rate: number; where: RegExp };

/** What happens instead of the answer, and whether what was asked is done all the same. */
interface Instead {
  mishap: Mishap;
  done: boolean;
}

interface Scripted extends Instead {
  where: RegExp;
  times: number;
}

/** Those that an answer falls victim to. */
const INSTEAD = {
  limits: { what: 'limit', done: false },
  refuses: { what: 'trouble', done: false },
  denies: { what: 'trouble', done: true },
  resets: { what: 'reset', done: false },
  forgets: { what: 'reset', done: true },
} as const satisfies Partial<Record<FaultKind, object>>;

/** By Lichess' clock. */
const DAWDLE_MS = 1_500;

const labelOf = ({ method, path }: Seen): string => `${method} ${path}`;

export class Faults {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #rates = new Map<FaultKind, Rate>();
  readonly #scripted: Scripted[] = [];
  /** How often each has happened. */
  readonly counts = Object.fromEntries(FAULTS.map(kind => [kind, 0])) as Record<FaultKind, number>;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  set(rates: Partial<Record<FaultKind, Rate>>): void {
    for (const kind of FAULTS) if (rates[kind] !== undefined) this.#rates.set(kind, rates[kind]);
  }

  /** From now on all is well. */
  end(): void {
    this.#rates.clear();
    this.#scripted.length = 0;
  }

  script(where: RegExp, mishap: Mishap, { times = 1, done = false } = {}): void {
    this.#scripted.push({ where, mishap, times, done });
  }

  strikes(kind: FaultKind, label: string): boolean {
    const rate = this.#rates.get(kind) ?? 0;
    const { rate: chance, where } = typeof rate === 'number' ? { rate, where: /^/ } : rate;
    if (chance === 0 || !where.test(label) || this.#random() >= chance) return false;
    this.counts[kind]++;
    return true;
  }

  instead(request: Seen): Instead | undefined {
    const label = labelOf(request);
    const scripted = this.#scripted.find(({ where }) => where.test(label));
    if (scripted) {
      if (--scripted.times === 0) this.#scripted.splice(this.#scripted.indexOf(scripted), 1);
      return scripted;
    }
    const kind = (Object.keys(INSTEAD) as (keyof typeof INSTEAD)[]).find(one => this.strikes(one, label));
    if (!kind) return undefined;
    request.fault = kind;
    return { mishap: this.#mishap(INSTEAD[kind].what), done: INSTEAD[kind].done };
  }

  #mishap(what: 'limit' | 'trouble' | 'reset'): Mishap {
    if (what === 'reset') return reset;
    return what === 'limit' ? this.#limit() : this.#trouble();
  }

  #pick<T>(...choices: T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T;
  }

  #limit(): Mishap {
    return tooMany(this.#pick({}, { header: 30 }, { body: 45 }, { header: 61, body: 20 }));
  }

  #trouble(): Mishap {
    return this.#pick(answer(500, '{"error":"Internal error"}'), answer(502, '<html>Bad gateway</html>'), answer(503));
  }

  /** Before something is done, or after it. */
  async dawdles(request: Seen): Promise<void> {
    if (this.strikes('dawdles', labelOf(request))) await this.#clock.sleep(this.#random() * DAWDLE_MS);
  }

  pourFor(request: Seen): Pour {
    const label = labelOf(request);
    return async (stream, bytes) => {
      if (this.strikes('silences', label)) {
        stream.silent = true;
        return;
      }
      const drops = this.strikes('drops', label);
      if (drops && this.#random() < 0.5) return stream.drop();
      if (this.strikes('splits', label)) await inPieces(stream, bytes);
      else stream.write(bytes);
      if (drops) stream.drop();
    };
  }
}

/** A letter that takes several bytes is always cut. */
async function inPieces(stream: Stream, bytes: Buffer): Promise<void> {
  const within = bytes.findIndex(byte => byte >= 0x80) + 1 || Math.ceil(bytes.length / 2);
  for (const piece of [bytes.subarray(0, within), bytes.subarray(within)]) {
    stream.write(piece);
    // Long enough to arrive by itself.
    await new Promise(resolve => setTimeout(resolve, 2));
  }
}
