import { join } from 'node:path';
import type { Logger } from 'pino';
import { Fault } from '../engine/fault.ts';
import { makeFolder } from '../engine/folder.ts';
import { Games } from './games.ts';
import { Links } from './links.ts';
import { migrate } from './migrations.ts';
import { Notes } from './notes.ts';
import { Processes } from './processes.ts';
import { Reports } from './reports.ts';
import { Running } from './running.ts';
import { Settings } from './settings.ts';
import { Sql } from './sql.ts';
import { Watches } from './watches.ts';

export const STORE_FILE = 'kibitz.sqlite';
const DEFAULT_REPORT_BYTES = 512 * 1024 * 1024;

export interface StoreOptions {
  folder: string;
  log: Logger;
  /** What reports may take. */
  maxReportBytes?: number;
  now?: () => number;
}

/**
 * What people have left with Kibitz, in one file; several processes may share it. Unlike the cache it is never put aside
 * or done without: whatever stands in the way is a `Fault` that says so.
 */
export class Store {
  readonly reports: Reports;
  readonly settings: Settings;
  readonly links: Links;
  readonly games: Games;
  readonly running: Running;
  readonly watches: Watches;
  readonly notes: Notes;
  readonly #sql: Sql;
  readonly #processes: Processes;

  constructor({ folder, log, maxReportBytes = DEFAULT_REPORT_BYTES, now = Date.now }: StoreOptions) {
    const sql = openSql(folder);
    this.#sql = sql;
    this.#processes = new Processes(sql, log, now);
    this.reports = new Reports(sql, { maxBytes: maxReportBytes, now });
    this.settings = new Settings(sql, log);
    this.links = new Links(sql, now);
    this.games = new Games(sql, now);
    this.running = new Running(sql, this.#processes, now);
    this.watches = new Watches(sql, now);
    this.notes = new Notes(sql);
  }

  /** Interactions that have not ended are left to whoever comes next. */
  close(): void {
    try {
      this.#processes.leave();
    } finally {
      this.#sql.close();
    }
  }
}

function openSql(folder: string): Sql {
  try {
    makeFolder(folder);
  } catch (error) {
    const sentence = `${folder} could not be made (${(error as Error).message}); name another folder in KIBITZ_DATA_DIR.`;
    throw new Fault('store-failed', sentence, { cause: error });
  }
  const sql = new Sql(join(folder, STORE_FILE));
  try {
    migrate(sql);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}
