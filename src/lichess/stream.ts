import { type Clock, later } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { parseJson } from '../base/json.ts';
import { legible } from '../base/text.ts';
import { type Line, LineSplitter, MAX_LINE_BYTES } from './ndjson.ts';
import type { Stop } from './stop.ts';

/** Lichess sends an empty line every 7 s: https://lichess.org/api#tag/bot/GET/api/stream/event */
const SILENCE_MS = 20_000;

/** Who reads, and whom to tell about what cannot be read. */
interface Reader {
  clock: Clock;
  host: string;
  complain(message: string): void;
}

/** The values of an NDJSON stream. A connection that has died without a word is given up by way of `stop`. */
export async function* readValues(
  body: AsyncIterable<Uint8Array>,
  reader: Reader,
  stop: Stop,
  silenceMs = SILENCE_MS,
): AsyncGenerator<unknown, void, undefined> {
  const splitter = new LineSplitter();
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await heard(chunks.next(), reader, stop, silenceMs);
    yield* values(done ? splitter.end() : splitter.push(value), reader);
    if (done) return;
  }
}

/** Only those who listen can tell silence: while a value is being worked on, no time is counted. */
async function heard<T>(next: Promise<T>, { clock, host }: Reader, stop: Stop, ms: number): Promise<T> {
  const silent = `${host} has said nothing for ${ms / 1000} s; the connection is given up.`;
  const callOff = later(clock, ms, () => stop.abort(new Fault('lichess-failed', silent)));
  try {
    return await next;
  } finally {
    callOff();
  }
}

function* values(lines: readonly Line[], reader: Reader): Generator<unknown, void, undefined> {
  for (const line of lines) {
    const value = line.kind === 'line' ? parseJson(line.text) : undefined;
    if (value !== undefined) yield value;
    else reader.complain(`${reader.host} sent a line that ${wrong(line)}`);
  }
}

const wrong = (line: Line): string =>
  line.kind === 'line' ? `is not JSON: ${legible(line.text)}` : `takes more than ${MAX_LINE_BYTES / 1e6} MB`;
