import { type Clock, later } from '../base/clock.ts';
import { type Deferred, deferred } from '../base/deferred.ts';
import { Fault, throwIfAborted, toFault } from '../base/fault.ts';
import { LinkedAbort } from '../base/linked-abort.ts';
import { LANES, type Lane } from './http-client.ts';

/** How long those of a lane wait for a request of a lane behind theirs before it is pushed aside. */
const PATIENCE_MS: Record<Lane, number> = {
  move: 50, // a move shall leave within 150 ms, and many a request ends within 50
  play: 1000, // a challenge has seconds to be answered, not minutes
  rest: Number.POSITIVE_INFINITY,
};

/** After a request that was given up: until then the other end has seen it go. */
const SETTLE_MS = 10;

/** Where somebody stands. */
export interface QueuedRequest {
  lane: Lane;
  /** On whose behalf it is asked: in the last lane owners take turns, however many requests one of them has waiting. */
  owner?: string | undefined;
  /** From `ticket()`: whoever comes back with an old one goes before the new ones of the lane. */
  ticket: number;
  signal: AbortSignal;
  /** Whether a job that is pushed aside is done again. */
  again: boolean;
}

interface Entry extends QueuedRequest {
  /** Ends in one of the answers to whoever waits, or, pushed aside, in none. */
  start(stop: LinkedAbort): Promise<void>;
}

interface RunningRequest {
  readonly lane: Lane;
  readonly owner: string | undefined;
  readonly stop: LinkedAbort;
  /** Of those who lose patience. */
  readonly timers: (() => void)[];
}

/** Owners whose last turn is remembered; those that had theirs longest ago are forgotten first. */
const MOST_OWNERS = 1000;

/** One at a time: moves first, then what playing needs, then the rest; each lane in the order of its tickets. */
export class RequestQueue {
  readonly #clock: Clock;
  readonly #waiting: Entry[] = [];
  #turn: RunningRequest | undefined;
  #tickets = 0;
  /** The owners who had a turn in the last lane, the latest at the end. */
  readonly #served = new Set<string | undefined>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ticket(): number {
    return this.#tickets++;
  }

  /** Does the job when it is its turn. Whoever gives up is answered at once, be it in line or under way. */
  async run<T>(place: QueuedRequest, job: (stop: LinkedAbort) => Promise<T>): Promise<T> {
    throwIfAborted(place.signal);
    const answer = deferred<T>(place.signal, () => this.#leave(entry));
    const entry: Entry = { ...place, start: stop => this.#start(entry, stop, job, answer) };
    this.#join(entry);
    return answer.promise;
  }

  #join(entry: Entry): void {
    const behind = this.#waiting.findIndex(other => isBefore(entry, other));
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, entry);
    const turn = this.#turn;
    if (!turn) this.#next();
    else if (LANES.indexOf(entry.lane) < LANES.indexOf(turn.lane))
      turn.timers.push(later(this.#clock, PATIENCE_MS[entry.lane], () => this.#push(entry, turn)));
  }

  #leave(entry: Entry): void {
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) this.#waiting.splice(index, 1);
  }

  #push(entry: Entry, turn: RunningRequest): void {
    if (this.#waiting.includes(entry)) turn.stop.abort(new Pushed());
  }

  #next(): void {
    const entry = this.#take();
    if (!entry) return;
    const turn: RunningRequest = {
      lane: entry.lane,
      owner: entry.owner,
      stop: new LinkedAbort(entry.signal),
      timers: [],
    };
    this.#turn = turn;
    void entry.start(turn.stop).then(() => this.#end(turn));
  }

  /** In the last lane that of the owner whose last turn was longest ago. */
  #take(): Entry | undefined {
    const [first] = this.#waiting;
    if (first?.lane !== 'rest') return this.#waiting.shift();
    const turns = [...this.#served];
    const since = ({ owner }: Entry) => turns.indexOf(owner);
    const next = this.#waiting.reduce((best, entry) => (since(entry) < since(best) ? entry : best), first);
    this.#leave(next);
    return next;
  }

  #hadTurn(owner: string | undefined): void {
    this.#served.delete(owner);
    this.#served.add(owner);
    if (this.#served.size > MOST_OWNERS) this.#served.delete(this.#served.values().next().value);
  }

  async #start<T>(
    entry: Entry,
    stop: LinkedAbort,
    job: (stop: LinkedAbort) => Promise<T>,
    answer: Deferred<T>,
  ): Promise<void> {
    // A job may take its time to notice that it is to stop, while a connection is made: nobody waits for that.
    const turn = deferred<T>(stop.signal);
    job(stop).then(turn.resolve, error => turn.reject(toFault(error)));
    try {
      answer.resolve(await turn.promise);
    } catch (error) {
      if (error instanceof Pushed && entry.again && !answer.settled) this.#join(entry);
      else answer.reject(toFault(error));
    }
  }

  #end({ lane, owner, stop, timers }: RunningRequest): void {
    for (const callOff of timers) callOff();
    // What was pushed aside is still to have its turn.
    if (lane === 'rest' && !(stop.signal.reason instanceof Pushed)) this.#hadTurn(owner);
    const next = () => {
      this.#turn = undefined;
      this.#next();
    };
    if (!stop.signal.aborted) return next(); // what has come of it may go on, as a stream does
    stop.release();
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
