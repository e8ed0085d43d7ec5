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

  remove(name: string): void {
    this.#sql.run('DELETE FROM notes WHERE name = ?', name);
  }
}
