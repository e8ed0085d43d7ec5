import type { AppContext } from '../app/service.ts';
import type { JobKind, JobOf, JobOptions, JobResults } from '../service/jobs.ts';
import type { Terminal } from './terminal.ts';

/** An option: `value` names what follows it, if anything does; `help` is its line on the help page. */
export interface Option {
  short?: string;
  /** May be given several times. */
  multiple?: boolean;
  value?: string;
  help: string;
}
export type OptionTable = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface Context extends AppContext {
  readonly terminal: Terminal;
  /** Runs a job with its progress shown. Starts the service at the first call. */
  run<K extends JobKind>(job: JobOf<K>, options?: Pick<JobOptions, 'deadlineMs'>): Promise<JobResults[K]>;
}

/** One thin file a command: options in, report out. */
export interface Command {
  /** The words that it takes besides options, as its page of help shows them. */
  usage?: string;
  /** How many of them at the most; none if it does not say. */
  words?: number;
  options: OptionTable;
  /** The exit code: 0 fine, 1 not. Bad input is thrown as a `Fault` and becomes 2. */
  run(args: string[], values: Values, context: Context): Promise<number>;
}
