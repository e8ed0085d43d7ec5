import type { Logger } from 'pino';
import type { Sqlite } from '../base/sqlite.ts';
import { openAnyway, openFile, Tolerance } from './file.ts';
import { Games } from './games.ts';
import { Links } from './links.ts';
import { Notes } from './notes.ts';
import { Processes } from './processes.ts';
import { Reports } from './reports.ts';
import { Running } from './running.ts';
import { Settings } from './settings.ts';
import { Watches } from './watches.ts';

const DEFAULT_REPORT_BYTES = 512 * 1024 * 1024;

export interface StoreOptions {
  folder: string;
  log: Logger;
  /** How many bytes reports may take. */
  maxReportBytes?: number;
  /** Whether a store in memory takes the place of a file that cannot be written; otherwise this is a `Fault`. */
  mayForget?: boolean;
  now?: () => number;
}

/** The bytes of reports in a store in memory. */
const FORGOTTEN_REPORT_BYTES = 32 * 1024 * 1024;

/**
 * All data of users, in one file that several processes may share. Unlike the cache it is never put aside: a file that
 * is damaged or of a later version is a `Fault`.
 */
export class Store {
  readonly reports: Reports;
  readonly settings: Settings;
  readonly links: Links;
  readonly games: Games;
  readonly running: Running;
  readonly watches: Watches;
  readonly notes: Notes;
  /** Why the store is in memory only; undefined if it is not. */
  readonly problem: string | undefined;
  readonly #sql: Sqlite;
  readonly #processes: Processes;

  constructor(options: StoreOptions) {
    const { folder, log, maxReportBytes = DEFAULT_REPORT_BYTES, mayForget = false, now = Date.now } = options;
    const { sql, problem } = mayForget ? openAnyway(folder, log) : { sql: openFile(folder), problem: undefined };
    const maxBytes = problem === undefined ? maxReportBytes : Math.min(maxReportBytes, FORGOTTEN_REPORT_BYTES);
    const tolerance = new Tolerance(log, now);
    this.#sql = sql;
    this.problem = problem;
    this.#processes = new Processes(sql, tolerance, now);
    this.reports = new Reports(sql, { maxBytes, now }, tolerance);
    this.settings = new Settings(sql, log);
    this.links = new Links(sql, now);
    this.games = new Games(sql, now);
    this.running = new Running(sql, this.#processes, tolerance, now);
    this.watches = new Watches(sql, tolerance, now);
    this.notes = new Notes(sql, tolerance);
  }

  /** Interactions that have not ended are left to the next process. */
  close(): void {
    try {
      this.#processes.leave();
    } finally {
      this.#sql.close();
    }
  }
}
