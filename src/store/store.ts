import type { Logger } from 'pino';
import type { Sqlite } from '../base/sqlite.ts';
import { openAnyway, openFile } from './file.ts';
import { Games } from './games.ts';
import { Links } from './links.ts';
import { Notes } from './notes.ts';
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

  constructor(options: StoreOptions) {
    const { folder, log, maxReportBytes = DEFAULT_REPORT_BYTES, mayForget = false, now = Date.now } = options;
    const tools = { log, now };
    const { sql, problem } = mayForget
      ? openAnyway(folder, tools)
      : { sql: openFile(folder, tools), problem: undefined };
    const maxBytes = problem === undefined ? maxReportBytes : Math.min(maxReportBytes, FORGOTTEN_REPORT_BYTES);
    this.#sql = sql;
    this.problem = problem;
    this.reports = new Reports(sql, maxBytes);
    this.settings = new Settings(sql, log);
    this.links = new Links(sql);
    this.games = new Games(sql);
    this.running = new Running(sql);
    this.watches = new Watches(sql);
    this.notes = new Notes(sql);
  }

  close(): void {
    try {
      this.running.close();
    } finally {
      this.#sql.close();
    }
  }
}
