import { z } from 'zod';
import { parseJson } from '../base/json.ts';
import type { StoreFile } from './file.ts';

// https://lichess.org/api: the speeds that have a rating of their own
export const SPEEDS = ['ultraBullet', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;
export type RatedSpeed = (typeof SPEEDS)[number];
export type Ratings = Partial<Record<RatedSpeed, number>>;

/** A user's account on Lichess, with a rating for each speed that they play. */
interface Account {
  name: string;
  ratings: Ratings;
}

interface LinkedAccount extends Account {
  fetched: number;
}

const ratingsSchema = z.partialRecord(z.enum(SPEEDS), z.number());

/** The Lichess accounts of users of Discord. */
export class Links {
  readonly #sql: StoreFile;

  constructor(sql: StoreFile) {
    this.#sql = sql;
  }

  get(user: string): LinkedAccount | undefined {
    const row = this.#sql.get<{ name: string; ratings: string; fetched: number }>(
      'SELECT name, ratings, fetched FROM links WHERE user = ?',
      user,
    );
    if (!row) return undefined;
    const { name, fetched } = row;
    const ratings = ratingsSchema.safeParse(parseJson(row.ratings));
    // Ratings that cannot be read count as outdated, and are fetched again when they are needed.
    return ratings.success ? { name, ratings: ratings.data, fetched } : { name, ratings: {}, fetched: 0 };
  }

  /** Stores an account that has just been fetched. */
  put(user: string, { name, ratings }: Account): void {
    this.#sql.run(
      `INSERT INTO links VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET name = excluded.name, ratings = excluded.ratings, fetched = excluded.fetched`,
      ...[user, name, JSON.stringify(ratings), this.#sql.now()],
    );
  }

  /** Removes the account of a user; true if there was one. */
  remove(user: string): boolean {
    return this.#sql.run('DELETE FROM links WHERE user = ?', user) > 0;
  }
}
