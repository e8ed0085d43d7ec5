import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { cancelled, type Fault } from '../../base/fault.ts';
import { type ErrorAnswer, EVENTS, type RunDone, type RunProgress } from '../protocol.ts';
import { HEADERS } from './responses.ts';

type Said = { progress: RunProgress } | { done: RunDone } | { failed: ErrorAnswer };

/** One of the things that a run has said, by its number. */
interface RunEvent {
  id: number;
  name: (typeof EVENTS)[keyof typeof EVENTS];
  data: RunProgress | RunDone | ErrorAnswer;
}

interface Listener {
  hear(event: RunEvent): void;
  /** There is nothing more to hear. */
  end(): void;
}

const ID_BYTES = 16;
/** More pages than one visitor has open on one run; one more closes the oldest stream. */
const MAX_LISTENERS = 4;

/**
 * A question that is being answered while pages listen. When the last stream breaks, the run goes on for a while, and a
 * page that comes back hears the latest event; if none comes back, the run is cancelled.
 */
export class Run {
  /** A secret: it is all that is needed to listen and to cancel. */
  readonly id = randomBytes(ID_BYTES).toString('base64url');
  readonly #patienceMs: number;
  readonly #listeners = new Set<Listener>();
  readonly #abort = new AbortController();
  #latest: RunEvent | undefined;
  #isOver = false;
  #alone: NodeJS.Timeout | undefined;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
    this.#wait();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  say(said: Said): void {
    if (this.#isOver) return;
    const id = (this.#latest?.id ?? 0) + 1;
    if ('progress' in said) this.#latest = { id, name: EVENTS.progress, data: said.progress };
    else if ('done' in said) this.#latest = { id, name: EVENTS.done, data: said.done };
    else this.#latest = { id, name: EVENTS.failed, data: said.failed };
    for (const listener of this.#listeners) listener.hear(this.#latest);
    if ('progress' in said) return;
    this.#isOver = true;
    clearTimeout(this.#alone);
    for (const listener of this.#listeners) listener.end();
    this.#listeners.clear();
  }

  /** Begins with the latest, unless that has been heard. What it returns ends the listening. */
  listen(listener: Listener, heard: number): () => void {
    if (this.#latest && this.#latest.id > heard) listener.hear(this.#latest);
    if (this.#isOver) {
      listener.end();
      return () => undefined;
    }
    clearTimeout(this.#alone);
    this.#listeners.add(listener);
    const [longest] = this.#listeners;
    if (longest && this.#listeners.size > MAX_LISTENERS) {
      this.#listeners.delete(longest);
      longest.end();
    }
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0 && !this.#isOver) this.#wait();
    };
  }

  cancel(fault: Fault = cancelled()): void {
    this.#abort.abort(fault);
  }

  #wait(): void {
    this.#alone = setTimeout(() => this.cancel(), this.#patienceMs).unref();
  }
}

/** After which a browser comes back by itself. */
const RETRY_MS = 1_000;

/**
 * What a run says, as server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. A page that
 * reads too slowly gets fewer events, and nothing piles up.
 */
export function streamRun(run: Run, request: IncomingMessage, response: ServerResponse, heartbeatMs: number): void {
  response.writeHead(200, {
    ...HEADERS,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // nginx would wait until it has a few kilobytes.
    'x-accel-buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  // Who has not read the last words by the next beat is not there.
  const beat = setInterval(() => {
    if (response.writableNeedDrain) response.destroy();
    else response.write(':\n\n');
  }, heartbeatMs).unref();
  const heard = Number(request.headers['last-event-id'] ?? 0) || 0;
  const leave = run.listen(
    {
      hear: event => {
        if (event.name !== 'progress' || !response.writableNeedDrain) response.write(textOf(event));
      },
      end: () => response.end(),
    },
    heard,
  );
  response.on('close', () => {
    clearInterval(beat);
    leave();
  });
}

const textOf = ({ id, name, data }: RunEvent): string => `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
