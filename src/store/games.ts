import { randomBytes } from 'node:crypto';
import { parseJson } from '../base/json.ts';
import type { StoreFile } from './file.ts';

/** The owner of a game and the server on which it is played; null in private. */
interface Place {
  owner: string;
  server: string | null;
}

/** The state of a game, as plain data. */
interface Standing {
  state: unknown;
  over: boolean;
}

interface StoredGame extends Place, Standing {
  id: string;
  /** Goes up with every change, so that a button of an older state of the game can be recognised. */
  version: number;
  updated: number;
}

const DAY_MS = 24 * 60 * 60_000;
/** A game without a move for so long is deleted. */
export const GAME_LIFE_MS = 30 * DAY_MS;
/** How many games are kept, of some 500 bytes each; those without a move for longest are deleted first. */
const MAX_GAMES = 20_000;
/** Room made beyond what is needed, so that a full table is not swept at every game. */
const SWEEP_TO = 0.9;
const ID_BYTES = 12;

interface Row extends Omit<StoredGame, 'state' | 'over'> {
  state: string;
  over: number;
}

/** Games that people play against Kibitz. */
export class Games {
  readonly #sql: StoreFile;
  readonly #most: number;

  constructor(sql: StoreFile, most = MAX_GAMES) {
    this.#sql = sql;
    this.#most = most;
  }

  begin({ owner, server }: Place, state: unknown): StoredGame {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const updated = this.#sql.now();
    this.#sql.transaction(() => {
      this.#sweep();
      this.#sql.run(
        'INSERT INTO games (id, owner, server, version, over, state, updated) VALUES (?, ?, ?, 1, 0, ?, ?)',
        ...[id, owner, server, JSON.stringify(state), updated],
      );
    });
    return { id, owner, server, version: 1, over: false, state, updated };
  }

  get(id: string): StoredGame | undefined {
    return this.#read(this.#sql.get<Row>('SELECT * FROM games WHERE id = ?', id));
  }

  /** The owner's unfinished game on that server, the latest if there are several. */
  unfinished({ owner, server }: Place): StoredGame | undefined {
    const found = this.#sql.get<Row>(
      'SELECT * FROM games WHERE owner = ? AND server IS ? AND over = 0 ORDER BY updated DESC LIMIT 1',
      ...[owner, server],
    );
    return this.#read(found);
  }

  /** Stores the new state of a game; undefined, without a change, if the game has a newer version than that. */
  change({ id, version }: Pick<StoredGame, 'id' | 'version'>, { state, over }: Standing): StoredGame | undefined {
    const changed = this.#sql.run(
      'UPDATE games SET version = version + 1, over = ?, state = ?, updated = ? WHERE id = ? AND version = ?',
      ...[over ? 1 : 0, JSON.stringify(state), this.#sql.now(), id, version],
    );
    return changed > 0 ? this.get(id) : undefined;
  }

  #read(row: Row | undefined): StoredGame | undefined {
    if (!row || row.updated + GAME_LIFE_MS <= this.#sql.now()) return undefined;
    const { id, owner, server, version, updated } = row;
    return { id, owner, server, version, over: row.over === 1, state: parseJson(row.state), updated };
  }

  #sweep(): void {
    this.#sql.run('DELETE FROM games WHERE updated <= ?', this.#sql.now() - GAME_LIFE_MS);
    const count = this.#sql.get<{ count: number }>('SELECT count(*) AS count FROM games')?.count ?? 0;
    if (count < this.#most) return;
    const gone = count - Math.floor(this.#most * SWEEP_TO);
    this.#sql.run('DELETE FROM games WHERE id IN (SELECT id FROM games ORDER BY over DESC, updated LIMIT ?)', gone);
  }
}
