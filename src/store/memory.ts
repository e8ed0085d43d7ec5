import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { MIGRATIONS, migrate } from './migrations.ts';
import { MEMORY, Sql } from './sql.ts';

/** A store without a file, for a folder in which none can be written: what is kept in it is gone with the process. */

/** What people and servers have decided and what is followed; not the reports, which may be large. */
const TAKEN_ON = ['notes', 'settings', 'links', 'games', 'watches', 'watch_messages'];

/** With what is in the file, if there is one that can at least be read. */
export function openInMemory(path: string, log: Logger): Sql {
  const sql = new Sql(MEMORY);
  migrate(sql);
  if (!existsSync(path)) return sql;
  try {
    // Its log, if there is one, has the latest changes; without one it can be read with nothing written beside it.
    const how = existsSync(`${path}-wal`) ? 'mode=ro' : 'immutable=1';
    sql.run('ATTACH ? AS old', `${pathToFileURL(path).href}?${how}`);
    const { user_version: version } = sql.get<{ user_version: number }>('PRAGMA old.user_version') ?? {};
    if (version === MIGRATIONS.length)
      sql.transaction(() => {
        for (const table of TAKEN_ON) sql.exec(`INSERT INTO main.${table} SELECT * FROM old.${table}`);
      });
  } catch (error) {
    log.warn(error, `${path} could not be read, so nothing in it is known`);
  }
  return sql;
}
