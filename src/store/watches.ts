import { randomBytes } from 'node:crypto';
import { COLORS, type Color } from 'chessops/types';
import type { StoreFile } from './file.ts';

/** What can be followed on Lichess: one game, the games of a user, or whatever is on TV. */
export const WATCH_KINDS = ['game', 'user', 'tv'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

export interface NewWatch {
  kind: WatchKind;
  /** The id of the game, or the name of the user; nothing for TV. */
  target: string;
  /** The side of the board that is below, where it was chosen. */
  side: Color | null;
  channel: string;
  /** The id of the server; null in private. */
  server: string | null;
  /** The user who asked for it; `locale` is their language. */
  owner: string;
  locale: string;
}

export interface Watch extends NewWatch {
  id: string;
  created: number;
  /** The game that was shown last. */
  last: string | null;
}

/** A message in which a game is shown until it is over. */
export interface WatchMessage {
  message: string;
  game: string;
  posted: number;
}

/** How many watches an owner, a channel, a server and the whole bot may have at once. */
export const WATCH_BOUNDS = { owner: 3, channel: 3, server: 10, all: 100 } as const;
export type WatchBound = keyof typeof WATCH_BOUNDS;

export type Added =
  | { kind: 'added'; watch: Watch }
  /** The same is already followed in this channel. */
  | { kind: 'known'; watch: Watch }
  | { kind: 'full'; bound: WatchBound; most: number };

const ID_BYTES = 12;

interface Row extends Omit<Watch, 'kind' | 'side'> {
  kind: string;
  side: string | null;
}

/** What is followed in channels, so that a restart can go on with it. */
export class Watches {
  readonly #sql: StoreFile;

  constructor(sql: StoreFile) {
    this.#sql = sql;
  }

  add(wanted: NewWatch): Added {
    return this.#sql.transaction((): Added => {
      const { kind, target, side, channel, server, owner, locale } = wanted;
      const known = this.#one('channel = ? AND kind = ? AND target = ?', channel, kind, target);
      if (known) return { kind: 'known', watch: known };
      const bound = this.#exhausted(wanted);
      if (bound) return { kind: 'full', bound, most: WATCH_BOUNDS[bound] };
      const id = randomBytes(ID_BYTES).toString('base64url');
      const created = this.#sql.now();
      this.#sql.run(
        `INSERT INTO watches (id, kind, target, side, channel, server, owner, locale, created, last)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
        ...[id, kind, target, side, channel, server, owner, locale, created],
      );
      return { kind: 'added', watch: { ...wanted, id, created, last: null } };
    });
  }

  #exhausted({ owner, channel, server }: NewWatch): WatchBound | undefined {
    const counts: Record<WatchBound, number> = {
      owner: this.#count('owner = ?', owner),
      channel: this.#count('channel = ?', channel),
      server: server === null ? 0 : this.#count('server = ?', server),
      all: this.#count('1 = 1'),
    };
    return (Object.keys(counts) as WatchBound[]).find(bound => counts[bound] >= WATCH_BOUNDS[bound]);
  }

  get(id: string): Watch | undefined {
    return this.#one('id = ?', id);
  }

  /** The watches of a channel, oldest first. */
  in(channel: string): Watch[] {
    return this.#many('channel = ?', channel);
  }

  all(): Watch[] {
    return this.#many('1 = 1');
  }

  /** Removes a watch; true if it was there. */
  remove(id: string): boolean {
    this.#sql.run('DELETE FROM watch_messages WHERE watch = ?', id);
    return this.#sql.run('DELETE FROM watches WHERE id = ?', id) > 0;
  }

  /** Removes a watch whose game or stream has ended. */
  end(id: string): void {
    this.#sql.tryWrite(() => this.remove(id));
  }

  /** Notes a new message of a watch, or the next game of a known message. */
  setMessage(watch: string, shown: WatchMessage): void {
    this.#sql.tryWrite(() => this.#setMessage(watch, shown));
  }

  #setMessage(watch: string, { message, game, posted }: WatchMessage): void {
    this.#sql.transaction(() => {
      // The watch has been stopped in the meantime: there is nothing to note.
      if (this.#sql.run('UPDATE watches SET last = ? WHERE id = ?', game, watch) === 0) return;
      this.#sql.run(
        `INSERT INTO watch_messages (watch, message, game, posted) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET game = excluded.game, posted = excluded.posted`,
        ...[watch, message, game, posted],
      );
    });
  }

  /** The messages of games whose end has not been seen yet, oldest first. */
  messages(watch: string): WatchMessage[] {
    const query = 'SELECT message, game, posted FROM watch_messages WHERE watch = ? ORDER BY posted, message';
    return this.#sql.tryRead(() => this.#sql.all<WatchMessage>(query, watch), []);
  }

  /** Removes a message that will not be edited any more. */
  endMessage(watch: string, message: string): void {
    const query = 'DELETE FROM watch_messages WHERE watch = ? AND message = ?';
    this.#sql.tryWrite(() => this.#sql.run(query, watch, message));
  }

  #one(where: string, ...values: string[]): Watch | undefined {
    return this.#many(where, ...values)[0];
  }

  #many(where: string, ...values: string[]): Watch[] {
    return this.#sql.all<Row>(`SELECT * FROM watches WHERE ${where} ORDER BY created, id`, ...values).flatMap(watchOf);
  }

  #count(where: string, ...values: string[]): number {
    const found = this.#sql.get<{ count: number }>(`SELECT count(*) AS count FROM watches WHERE ${where}`, ...values);
    return found?.count ?? 0;
  }
}

/** The watch in a row; none if its kind is of another version. */
function watchOf({ id, target, channel, server, owner, locale, created, last, ...row }: Row): Watch[] {
  const kind = WATCH_KINDS.find(one => one === row.kind);
  const side = COLORS.find(color => color === row.side) ?? null;
  return kind ? [{ id, kind, target, side, channel, server, owner, locale, created, last }] : [];
}
