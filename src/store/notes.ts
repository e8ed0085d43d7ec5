import type { StoreFile } from './file.ts';

/** How many notes that could not be written are kept in memory. */
const MOST_UNKEPT = 1000;

/**
 * Single facts that are remembered between two starts, such as the games on Lichess in which the bot has greeted. A
 * note that cannot be written is kept in memory until the process ends.
 */
export class Notes {
  readonly #sql: StoreFile;
  /** The notes that could not be written; null for one that could not be deleted. */
  readonly #unkept = new Map<string, string | null>();

  constructor(sql: StoreFile) {
    this.#sql = sql;
  }

  get(name: string): string | undefined {
    const unkept = this.#unkept.get(name);
    if (unkept !== undefined) return unkept ?? undefined;
    const read = () => this.#sql.get<{ value: string }>('SELECT value FROM notes WHERE name = ?', name)?.value;
    return this.#sql.tryRead(read, undefined);
  }

  set(name: string, value: string): void {
    this.#write(name, value, 'INSERT INTO notes VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', value);
  }

  /** Writes a note unless it is there, and returns its value: of several processes the first one decides. */
  settle(name: string, value: string): string {
    const known = this.get(name);
    if (known !== undefined) return known;
    this.#write(name, value, 'INSERT INTO notes VALUES (?, ?) ON CONFLICT DO NOTHING', value);
    return this.get(name) ?? value;
  }

  /** All notes whose names begin with the prefix. */
  under(prefix: string): { name: string; value: string }[] {
    const query = 'SELECT name, value FROM notes WHERE substr(name, 1, ?) = ?';
    const read = () => this.#sql.all<{ name: string; value: string }>(query, prefix.length, prefix);
    const notes = new Map(this.#sql.tryRead(read, []).map(({ name, value }): [string, string | null] => [name, value]));
    for (const [name, value] of this.#unkept) if (name.startsWith(prefix)) notes.set(name, value);
    return [...notes].flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  }

  remove(name: string): void {
    this.#write(name, null, 'DELETE FROM notes WHERE name = ?');
  }

  #write(name: string, value: string | null, sql: string, ...values: string[]): void {
    this.#unkept.delete(name);
    if (this.#sql.tryWrite(() => this.#sql.run(sql, name, ...values))) return;
    this.#unkept.set(name, value);
    if (this.#unkept.size > MOST_UNKEPT) this.#unkept.delete(this.#unkept.keys().next().value as string);
  }
}
