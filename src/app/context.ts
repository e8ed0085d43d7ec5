import type { MeasurableService, Progress } from '../service/jobs.ts';
import type { Config } from './config.ts';

/** What a bot, a worker or a server gets from the command that starts it. */
export interface AppContext {
  readonly config: Config;
  /** Aborted when the command is to end. */
  readonly signal: AbortSignal;
  readonly terminal: {
    note(text: string): void;
    progress(progress: Progress): void;
    endProgress(): void;
  };
  /** The service, which is started at the first call. */
  service(): Promise<MeasurableService>;
}

/** Resolves when the signal is aborted. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
