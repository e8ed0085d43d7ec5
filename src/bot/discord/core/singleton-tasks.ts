import { once } from 'node:events';
import type { Logger } from 'pino';
import type { Leadership } from '../../../base/leadership.ts';

/** Work that one of all processes with the same store does by itself, such as following live games. */
export interface SingletonTask {
  begin(isOurs: () => boolean): void;
  /** Another process may have left something in the store. */
  look(): void;
  /** It may begin again later. */
  leave(): Promise<void>;
}

interface SingletonTasksOptions {
  tasks: readonly SingletonTask[];
  /** A new one for each time that this process wants to become the leader. */
  leadership: () => Leadership;
  log: Logger;
}

/** How long a command that another process has received may wait for this one to see it in the store. */
const LOOK_MS = 1_000;

/** Does these tasks while this process is the leader. */
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
    const { tasks, log } = this.#options;
    const leadership = this.#options.leadership();
    let looking: NodeJS.Timeout | undefined;
    try {
      await Promise.race([leadership.begun, stopped]);
      if (this.#stop.signal.aborted) return;
      this.#each(task => task.begin(() => leadership.isHeld));
      looking = setInterval(() => this.#each(task => task.look()), LOOK_MS);
      await Promise.race([leadership.lost, stopped]);
    } catch (error) {
      log.warn((error as Error).message);
    } finally {
      clearInterval(looking);
      for (const left of await Promise.allSettled(tasks.map(task => task.leave())))
        if (left.status === 'rejected') log.warn(left.reason, 'something that goes on by itself did not end well');
      await leadership.close();
    }
  }

  /** A task that fails is tried again at the next look. */
  #each(act: (task: SingletonTask) => void): void {
    for (const task of this.#options.tasks)
      try {
        act(task);
      } catch (error) {
        this.#options.log.warn(error, 'something that goes on by itself does not');
      }
  }
}
