import { pack, unpack } from '../base/json.ts';
import type { Sqlite } from '../base/sqlite.ts';
import type { Tolerance } from './file.ts';
import type { Processes } from './processes.ts';

/**
 * How long an interaction can be answered; https://discord.com/developers/docs/interactions/receiving-and-responding
 */
export const TOKEN_LIFE_MS = 15 * 60_000;

/** An interaction that is being answered, with everything that is needed to answer it. */
export interface Interaction {
  id: string;
  token: string;
  application: string;
  channel: string;
  /** The id of the answer's message; null as long as there is none. */
  message: string | null;
  user: string;
  locale: string;
  /** The question, as plain data. */
  question: unknown;
}

/** An interaction whose process has died before its end. */
export interface LeftBehind extends Interaction {
  begun: number;
  /** Whether its token is still valid; otherwise only a new message can be sent. */
  answerable: boolean;
  /** How many processes have died during this interaction. */
  deaths: number;
}

interface Row extends Omit<Interaction, 'question'> {
  question: Buffer;
  begun: number;
  attempts: number;
}

/** How many ended interactions are remembered while their end cannot be written. */
const MOST_ENDED = 1000;

/**
 * The interactions that are being answered, so that a restart can finish them or apologise. If the store cannot be
 * written, they are answered all the same.
 */
export class Running {
  readonly #sql: Sqlite;
  readonly #processes: Processes;
  readonly #tolerance: Tolerance;
  readonly #now: () => number;
  /** The interactions whose end could not be written yet. */
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

  /** Notes the message in which the interaction is answered. */
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
