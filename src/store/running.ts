import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { pack, unpack } from '../base/json.ts';
import { isRunning } from '../base/process.ts';
import type { StoreFile } from './file.ts';

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
  readonly #sql: StoreFile;
  readonly #processes: Processes;
  /** The interactions whose end could not be written yet. */
  readonly #ended = new Set<string>();

  constructor(sql: StoreFile) {
    this.#sql = sql;
    this.#processes = new Processes(sql);
  }

  begin({ id, token, application, channel, message, user, locale, question }: Interaction): void {
    const { me } = this.#processes;
    this.#processes.join();
    this.#sql.tryWrite(() =>
      this.#sql.run(
        `INSERT OR REPLACE INTO running
         (id, process, attempts, begun, token, application, channel, message, user, locale, question)
         VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, me, this.#sql.now(), token, application, channel, message, user, locale, pack(question)],
      ),
    );
  }

  /** Notes the message in which the interaction is answered. */
  setMessage(id: string, message: string): void {
    this.#sql.tryWrite(() => this.#sql.run('UPDATE running SET message = ? WHERE id = ?', message, id));
  }

  end(id: string): void {
    this.#ended.add(id);
    for (const ended of this.#ended) {
      const isWritten = this.#sql.tryWrite(() => this.#sql.run('DELETE FROM running WHERE id = ?', ended));
      if (!isWritten) break;
      this.#ended.delete(ended);
    }
    if (this.#ended.size > MOST_ENDED) this.#ended.delete(this.#ended.values().next().value as string);
  }

  /** The interactions of processes that died, oldest first. They belong to this process from now on, and to it only. */
  takeOver(): LeftBehind[] {
    this.#processes.join();
    return this.#sql.tryRead(() => this.#sql.transaction(() => this.#take()), []);
  }

  /** Interactions that have not ended are left to the next process. */
  close(): void {
    this.#processes.leave();
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
    const answerable = begun + TOKEN_LIFE_MS > this.#sql.now();
    const interaction = { id, token, application, channel, message, user, locale, question: unpack(question) };
    return { ...interaction, begun, answerable, deaths: attempts };
  }
}

const ORPHANED = 'process NOT IN (SELECT value FROM json_each(?))';

/** How often a process writes that it lives, and after how long a silence it counts as dead. */
export const BEAT_MS = 15_000;
export const SILENCE_MS = 60_000;

/** The ids of all that are open within this process: they share its process id, which cannot tell them apart. */
const here = new Set<string>();

interface ProcessRow {
  id: string;
  host: string;
  pid: number;
  beat: number;
}

/** The processes that share the file, and which of them are alive. */
class Processes {
  readonly me = randomUUID();
  readonly #sql: StoreFile;
  #timer: NodeJS.Timeout | undefined;

  constructor(sql: StoreFile) {
    this.#sql = sql;
  }

  /** Signs this process in as alive from now on. A process that only reads, such as a command, need not join. */
  join(): void {
    if (this.#timer) return;
    this.#tryToBeat();
    here.add(this.me);
    this.#timer = setInterval(() => this.#tryToBeat(), BEAT_MS).unref();
  }

  beat(): void {
    this.#sql.run(
      'INSERT INTO processes VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET beat = excluded.beat',
      ...[this.me, hostname(), process.pid, this.#sql.now()],
    );
  }

  /** A beat that cannot be written may be missed: several fit into `SILENCE_MS`. */
  #tryToBeat(): void {
    this.#sql.tryWrite(() => this.beat());
  }

  /** The ids of the living processes; the entries of dead ones are deleted. */
  living(): string[] {
    const rows = this.#sql.all<ProcessRow>('SELECT id, host, pid, beat FROM processes');
    const [living, dead] = [rows.filter(row => this.#lives(row)), rows.filter(row => !this.#lives(row))];
    for (const { id } of dead) this.#sql.run('DELETE FROM processes WHERE id = ?', id);
    return living.map(({ id }) => id);
  }

  /**
   * The process id shows a death at once, but only on the same machine and in the same container; and another process
   * may have got the same id since. In those cases the missing beats show it.
   */
  #lives({ id, host, pid, beat }: ProcessRow): boolean {
    if (id === this.me) return true;
    if (beat + SILENCE_MS <= this.#sql.now()) return false;
    if (host !== hostname()) return true;
    return pid === process.pid ? here.has(id) : isRunning(pid);
  }

  leave(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    here.delete(this.me);
    this.#sql.tryWrite(() => this.#sql.run('DELETE FROM processes WHERE id = ?', this.me));
  }
}
