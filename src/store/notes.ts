import type { Sql } from './sql.ts';

/** Single things worth remembering between two starts, such as which commands Discord was told about. */
export class Notes {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get(name: string): string | undefined {
    return this.#sql.get<{ value: string }>('SELECT value FROM notes WHERE name = ?', name)?.value;
  }

  set(name: string, value: string): void {
    this.#sql.run('INSERT INTO notes VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', name, value);
  }

  /** What stands there: the first of those that write it together. */
  settle(name: string, value: string): string {
    this.#sql.run('INSERT INTO notes VALUES (?, ?) ON CONFLICT DO NOTHING', name, value);
    return this.get(name) ?? value;
  }

  /** All whose names begin so. */
  under(prefix: string): { name: string; value: string }[] {
    return this.#sql.all('SELECT name, value FROM notes WHERE substr(name, 1, ?) = ?', prefix.length, prefix);
  }

  remove(name: string): void {
    this.#sql.run('DELETE FROM notes WHERE name = ?', name);
  }
}
