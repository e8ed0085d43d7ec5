import { deferred } from './deferred.ts';
import { throwIfAborted } from './fault.ts';

interface Flight<T> {
  result: Promise<T>;
  passengers: number;
  abort: AbortController;
}

/** Runs work only once that is requested several times at once. It is aborted only when all who asked have left. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  async run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    throwIfAborted(signal);
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.passengers++;
    const answer = deferred<T>(signal, fault => {
      if (--flight.passengers > 0) return;
      // The last one to leave ends the work; its entry goes first, since work that is ending cannot be joined.
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
      flight.abort.abort(fault);
    });
    flight.result.then(answer.resolve, answer.reject);
    return answer.promise;
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const abort = new AbortController();
    const flight: Flight<T> = { result: work(abort.signal), passengers: 0, abort };
    const land = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    flight.result.then(land, land);
    this.#flights.set(key, flight);
    return flight;
  }
}
