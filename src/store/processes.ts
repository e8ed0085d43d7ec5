import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Sqlite } from '../base/sqlite.ts';
import type { Tolerance } from './file.ts';

/** How often a process writes that it lives, and after how long a silence it counts as dead. */
export const BEAT_MS = 15_000;
export const SILENCE_MS = 60_000;

/** The ids of all that are open within this process: they share its process id, which cannot tell them apart. */
const here = new Set<string>();

interface Row {
  id: string;
  host: string;
  pid: number;
  beat: number;
}

/** The processes that share the file, and which of them are alive. */
export class Processes {
  readonly me = randomUUID();
  readonly #sql: Sqlite;
  readonly #tolerance: Tolerance;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(sql: Sqlite, tolerance: Tolerance, now: () => number) {
    this.#sql = sql;
    this.#tolerance = tolerance;
    this.#now = now;
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
      ...[this.me, hostname(), process.pid, this.#now()],
    );
  }

  /** A beat that cannot be written may be missed: several fit into `SILENCE_MS`. */
  #tryToBeat(): void {
    this.#tolerance.write(() => this.beat());
  }

  /** The ids of the living processes; the entries of dead ones are deleted. */
  living(): string[] {
    const rows = this.#sql.all<Row>('SELECT id, host, pid, beat FROM processes');
    const [living, dead] = [rows.filter(row => this.#lives(row)), rows.filter(row => !this.#lives(row))];
    for (const { id } of dead) this.#sql.run('DELETE FROM processes WHERE id = ?', id);
    return living.map(({ id }) => id);
  }

  /**
   * The process id shows a death at once, but only on the same machine and in the same container; and another process
   * may have got the same id since. In those cases the missing beats show it.
   */
  #lives({ id, host, pid, beat }: Row): boolean {
    if (id === this.me) return true;
    if (beat + SILENCE_MS <= this.#now()) return false;
    if (host !== hostname()) return true;
    return pid === process.pid ? here.has(id) : isRunning(pid);
  }

  leave(): void {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    here.delete(this.me);
    this.#tolerance.write(() => this.#sql.run('DELETE FROM processes WHERE id = ?', this.me));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
