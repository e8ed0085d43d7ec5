import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Leadership } from '../../../base/leadership.ts';

/** What goes on without anybody asking, in one of all processes that share a store. */
export interface SingletonTask {
  begin(isOurs: () => boolean): void;
  /** Another process may have left something in the store. */
  look(): void;
  /** It may begin again later. */
  leave(): Promise<void>;
}

interface SingletonTasksOptions {
  duties: readonly SingletonTask[];
  /** One for each time that it is this process's turn. */
  leadership: () => Leadership;
  log: Logger;
}

/** Nobody waits for much longer than this after a command that another process has heard. */
const LOOK_MS = 1_000;

/** Does what there is to do whenever it is this process's turn. */
export class SingletonTasks {
  readonly #options: SingletonTasksOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: SingletonTasksOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const stopped = signal.aborted ? Promise.resolve() : once(signal, 'abort').then(() => undefined);
    while (!signal.aborted) await this.#serve(stopped);
  }

  async #serve(stopped: Promise<void>): Promise<void> {
    const { duties, log } = this.#options;
    const leadership = this.#options.leadership();
    let looking: NodeJS.Timeout | undefined;
    try {
      await Promise.race([leadership.begun, stopped]);
      if (this.#stop.signal.aborted) return;
      this.#each(duty => duty.begin(() => leadership.isHeld));
      looking = setInterval(() => this.#each(duty => duty.look()), LOOK_MS);
      await Promise.race([leadership.lost, stopped]);
    } catch (error) {
      log.warn((error as Error).message);
    } finally {
      clearInterval(looking);
      for (const left of await Promise.allSettled(duties.map(duty => duty.leave())))
        if (left.status === 'rejected') log.warn(left.reason, 'something that goes on by itself did not end well');
      await leadership.close();
    }
  }

  /** What goes wrong with one may be better at the next look. */
  #each(act: (duty: SingletonTask) => void): void {
    for (const duty of this.#options.duties)
      try {
        act(duty);
      } catch (error) {
        this.#options.log.warn(error, 'something that goes on by itself does not');
      }
  }
}
