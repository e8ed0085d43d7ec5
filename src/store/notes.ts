import type { Sqlite } from '../base/sqlite.ts';
import type { Tolerance } from './tolerance.ts';

/** Of those that could not be written, how many are known until the process ends. */
const MOST_UNKEPT = 1000;

/**
 * Single things worth remembering between two starts, such as which game on Lichess has been greeted. What cannot be
 * written is known for as long as this process lives.
 */
export class Notes {
  readonly #sql: Sqlite;
  readonly #tolerance: Tolerance;
  /** What the store was not told; null for what is to be gone. */
  readonly #unkept = new Map<string, string | null>();

  constructor(sql: Sqlite, tolerance: Tolerance) {
    this.#sql = sql;
    this.#tolerance = tolerance;
  }

  get(name: string): string | undefined {
    const unkept = this.#unkept.get(name);
    if (unkept !== undefined) return unkept ?? undefined;
    const read = () => this.#sql.get<{ value: string }>('SELECT value FROM notes WHERE name = ?', name)?.value;
    return this.#tolerance.read(read, undefined);
  }

  set(name: string, value: string): void {
    this.#write(name, value, 'INSERT INTO notes VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', value);
  }

  /** What stands there: the first of those that write it together. */
  settle(name: string, value: string): string {
    const known = this.get(name);
    if (known !== undefined) return known;
    this.#write(name, value, 'INSERT INTO notes VALUES (?, ?) ON CONFLICT DO NOTHING', value);
    return this.get(name) ?? value;
  }

  /** All whose names begin so. */
  under(prefix: string): { name: string; value: string }[] {
    const query = 'SELECT name, value FROM notes WHERE substr(name, 1, ?) = ?';
    const read = () => this.#sql.all<{ name: string; value: string }>(query, prefix.length, prefix);
    const notes = new Map(
      this.#tolerance.read(read, []).map(({ name, value }): [string, string | null] => [name, value]),
    );
    for (const [name, value] of this.#unkept) if (name.startsWith(prefix)) notes.set(name, value);
    return [...notes].flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  }

  remove(name: string): void {
    this.#write(name, null, 'DELETE FROM notes WHERE name = ?');
  }

  #write(name: string, value: string | null, sql: string, ...values: string[]): void {
    this.#unkept.delete(name);
    if (this.#tolerance.write(() => this.#sql.run(sql, name, ...values))) return;
    this.#unkept.set(name, value);
    if (this.#unkept.size > MOST_UNKEPT) this.#unkept.delete(this.#unkept.keys().next().value as string);
  }
}
