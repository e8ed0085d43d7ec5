import { pack, unpack } from '../base/json.ts';
import type { Sqlite } from '../base/sqlite.ts';
import type { Processes } from './processes.ts';
import type { Tolerance } from './tolerance.ts';

/**
 * For so long an interaction can be answered; https://discord.com/developers/docs/interactions/receiving-and-responding
 */
export const TOKEN_LIFE_MS = 15 * 60_000;

/** A question that is being answered, and all that is needed to answer it. */
export interface Interaction {
  id: string;
  token: string;
  application: string;
  channel: string;
  /** Null as long as there is no message. */
  message: string | null;
  user: string;
  locale: string;
  /** Plain data. */
  question: unknown;
}

/** One whose process has died over it. */
export interface LeftBehind extends Interaction {
  begun: number;
  /** Whether its token is still good; otherwise all that is left is a message of its own. */
  answerable: boolean;
  /** How many processes have died over it. */
  deaths: number;
}

interface Row extends Omit<Interaction, 'question'> {
  question: Buffer;
  begun: number;
  attempts: number;
}

/** Of those that have ended, how many are remembered for as long as that cannot be written. */
const MOST_ENDED = 1000;

/**
 * The interactions in flight, so that a restart can finish them or apologise. Where that cannot be written they are
 * answered all the same.
 */
export class Running {
  readonly #sql: Sqlite;
  readonly #processes: Processes;
  readonly #tolerance: Tolerance;
  readonly #now: () => number;
  /** Those that have ended, while the store could not be told. */
  readonly #ended = new Set<string>();

  constructor(sql: Sqlite, processes: Processes, tolerance: Tolerance, now: () => number) {
    this.#sql = sql;
    this.#processes = processes;
    this.#tolerance = tolerance;
    this.#now = now;
  }

  begin({ id, token, application, channel, message, user, locale, question }: Interaction): void {
    this.#processes.join();
    this.#tolerance.write(() =>
      this.#sql.run(
        `INSERT OR REPLACE INTO running
         (id, process, attempts, begun, token, application, channel, message, user, locale, question)
         VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, this.#processes.me, this.#now(), token, application, channel, message, user, locale, pack(question)],
      ),
    );
  }

  /** Where its answer stands. */
  setMessage(id: string, message: string): void {
    this.#tolerance.write(() => this.#sql.run('UPDATE running SET message = ? WHERE id = ?', message, id));
  }

  end(id: string): void {
    this.#ended.add(id);
    for (const ended of this.#ended) {
      const isWritten = this.#tolerance.write(() => this.#sql.run('DELETE FROM running WHERE id = ?', ended));
      if (!isWritten) break;
      this.#ended.delete(ended);
    }
    if (this.#ended.size > MOST_ENDED) this.#ended.delete(this.#ended.values().next().value as string);
  }

  /** The interactions of processes that died, oldest first. They belong to this process from now on, and to it only. */
  takeOver(): LeftBehind[] {
    this.#processes.join();
    return this.#tolerance.read(() => this.#sql.transaction(() => this.#take()), []);
  }

  #take(): LeftBehind[] {
    const living = JSON.stringify(this.#processes.living());
    const rows = this.#sql.all<Row>(`SELECT * FROM running WHERE ${ORPHANED} ORDER BY begun, id`, living);
    this.#sql.run(
      `UPDATE running SET process = ?, attempts = attempts + 1 WHERE ${ORPHANED}`,
      ...[this.#processes.me, living],
    );
    return rows.map(row => this.#leftBehind(row));
  }

  #leftBehind({ id, token, application, channel, message, user, locale, question, begun, attempts }: Row): LeftBehind {
    const answerable = begun + TOKEN_LIFE_MS > this.#now();
    const interaction = { id, token, application, channel, message, user, locale, question: unpack(question) };
    return { ...interaction, begun, answerable, deaths: attempts };
  }
}

const ORPHANED = 'process NOT IN (SELECT value FROM json_each(?))';
