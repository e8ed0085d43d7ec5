import { type Clock, later } from '../base/clock.ts';
import { type Deferred, deferred } from '../base/deferred.ts';
import { Fault, throwIfAborted, toFault } from '../base/fault.ts';
import { LinkedAbort } from '../base/linked-abort.ts';
import { LANES, type Lane } from './http-client.ts';

/** How long a request waits for one of a later lane before that is pushed aside. */
const PATIENCE_MS: Record<Lane, number> = {
  move: 50, // a move shall leave within 150 ms, and many a request ends within 50
  play: 1000, // a challenge has seconds to be answered, not minutes
  rest: Number.POSITIVE_INFINITY,
};

/** After an aborted request: by then Lichess has seen that the connection is gone. */
const SETTLE_MS = 10;

export interface QueuedRequest {
  lane: Lane;
  /** In the last lane owners take turns, however many requests one of them has waiting. */
  owner?: string | undefined;
  /** From `ticket()`: a request that comes back with an old one goes before the new ones of its lane. */
  ticket: number;
  signal: AbortSignal;
  /** Whether its job is done again if it is pushed aside. */
  again: boolean;
}

interface Entry extends QueuedRequest {
  /** Settles the promise of `run`, unless it is pushed aside. */
  start(abort: LinkedAbort): Promise<void>;
}

interface RunningRequest {
  readonly lane: Lane;
  readonly owner: string | undefined;
  readonly abort: LinkedAbort;
  /** Of the requests that wait for it to end. */
  readonly timers: (() => void)[];
}

/** Owners whose last turn is remembered; the oldest are forgotten first. */
const MOST_OWNERS = 1000;

/** One at a time: moves first, then what playing needs, then the rest; each lane in the order of its tickets. */
export class RequestQueue {
  readonly #clock: Clock;
  readonly #waiting: Entry[] = [];
  #running: RunningRequest | undefined;
  #tickets = 0;
  /** The owners who had a turn in the last lane, the latest at the end. */
  readonly #served = new Set<string | undefined>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ticket(): number {
    return this.#tickets++;
  }

  /** Does the job when it is its turn. Rejects at once when the signal is aborted. */
  async run<T>(request: QueuedRequest, job: (abort: LinkedAbort) => Promise<T>): Promise<T> {
    throwIfAborted(request.signal);
    const answer = deferred<T>(request.signal, () => this.#leave(entry));
    const entry: Entry = { ...request, start: abort => this.#start(entry, abort, job, answer) };
    this.#join(entry);
    return answer.promise;
  }

  #join(entry: Entry): void {
    const behind = this.#waiting.findIndex(other => isBefore(entry, other));
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, entry);
    const running = this.#running;
    if (!running) this.#next();
    else if (LANES.indexOf(entry.lane) < LANES.indexOf(running.lane))
      running.timers.push(later(this.#clock, PATIENCE_MS[entry.lane], () => this.#pushAside(entry, running)));
  }

  #leave(entry: Entry): void {
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) this.#waiting.splice(index, 1);
  }

  #pushAside(entry: Entry, running: RunningRequest): void {
    if (this.#waiting.includes(entry)) running.abort.abort(new Pushed());
  }

  #next(): void {
    const entry = this.#take();
    if (!entry) return;
    const running: RunningRequest = {
      lane: entry.lane,
      owner: entry.owner,
      abort: new LinkedAbort(entry.signal),
      timers: [],
    };
    this.#running = running;
    void entry.start(running.abort).then(() => this.#end(running));
  }

  /** In the last lane that of the owner whose last turn was longest ago. */
  #take(): Entry | undefined {
    const [first] = this.#waiting;
    if (first?.lane !== 'rest') return this.#waiting.shift();
    const served = [...this.#served];
    const since = ({ owner }: Entry) => served.indexOf(owner);
    const next = this.#waiting.reduce((best, entry) => (since(entry) < since(best) ? entry : best), first);
    this.#leave(next);
    return next;
  }

  #remember(owner: string | undefined): void {
    this.#served.delete(owner);
    this.#served.add(owner);
    if (this.#served.size > MOST_OWNERS) this.#served.delete(this.#served.values().next().value);
  }

  async #start<T>(
    entry: Entry,
    abort: LinkedAbort,
    job: (abort: LinkedAbort) => Promise<T>,
    answer: Deferred<T>,
  ): Promise<void> {
    // A job may notice late that it is aborted, while a connection is made: the queue goes on without it.
    const result = deferred<T>(abort.signal);
    job(abort).then(result.resolve, error => result.reject(toFault(error)));
    try {
      answer.resolve(await result.promise);
    } catch (error) {
      if (error instanceof Pushed && entry.again && !answer.settled) this.#join(entry);
      else answer.reject(toFault(error));
    }
  }

  #end({ lane, owner, abort, timers }: RunningRequest): void {
    for (const callOff of timers) callOff();
    // A request that was pushed aside has not had its turn.
    if (lane === 'rest' && !(abort.signal.reason instanceof Pushed)) this.#remember(owner);
    const next = () => {
      this.#running = undefined;
      this.#next();
    };
    if (!abort.signal.aborted) return next(); // its response may go on, as a stream does
    abort.release();
    later(this.#clock, SETTLE_MS, next);
  }
}

class Pushed extends Fault {
  constructor() {
    super('busy', 'Something more urgent had to be asked of Lichess first; try again.');
  }
}

const isBefore = (one: QueuedRequest, other: QueuedRequest): boolean => {
  const lanes = LANES.indexOf(one.lane) - LANES.indexOf(other.lane);
  return lanes < 0 || (lanes === 0 && one.ticket < other.ticket);
};
