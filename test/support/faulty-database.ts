import type Libsql from 'libsql';
import { vi } from 'vitest';

// The name itself leads back here.
const { default: Database } = await vi.importActual<{ default: typeof Libsql }>('libsql');

/** SQLite whose disk fills up at a chosen statement, for `vi.mock('libsql', …)`. */

type Way = 'once' | 'onwards';
type Use = 'get' | 'all' | 'run';

class FullDisk extends Error {
  readonly code = 'SQLITE_FULL';
  constructor() {
    super('database or disk is full');
  }
}

/** Which statements of the program fail, counted from the moment it is set. */
class Disk {
  #until = Number.POSITIVE_INFINITY;
  #way: Way = 'once';
  #count = 0;

  /** Statements since then. */
  get count(): number {
    return this.#count;
  }

  fillsUpAt(statement: number, way: Way): void {
    this.#until = statement;
    this.#way = way;
    this.#count = 0;
  }

  hasRoom(): void {
    this.fillsUpAt(Number.POSITIVE_INFINITY, 'once');
  }

  /** Taking back needs no room. */
  use(sql: string): void {
    if (sql === 'ROLLBACK') return;
    const index = this.#count++;
    if (index === this.#until || (index > this.#until && this.#way === 'onwards')) throw new FullDisk();
  }
}

export const disk = new Disk();

export class FaultyDatabase extends Database {
  override exec(sql: string): this {
    disk.use(sql);
    return super.exec(sql);
  }

  override prepare: Libsql.Database['prepare'] = (sql: string): never => {
    const statement = super.prepare(sql);
    const uses: readonly Use[] = ['get', 'all', 'run'];
    for (const use of uses) {
      const original = statement[use].bind(statement) as (...values: unknown[]) => never;
      statement[use] = (...values: unknown[]): never => {
        disk.use(sql);
        return original(...values);
      };
    }
    return statement as never;
  };
}
