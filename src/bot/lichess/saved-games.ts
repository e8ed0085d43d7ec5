import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import type { Store } from '../../store/store.ts';

/** What Lichess does not know of a game, and a restart must not forget. */
const remembered = z.object({
  greeted: z.boolean(),
  takebacks: z.number().int().min(0),
  /** The half-move of our last offer of a draw. */
  offered: z.number().int().min(0).nullable(),
  /** The rating to play at, if the inviter has chosen one. */
  rating: z.number().int().nullable(),
  /** Until when the invitation is open; null once the game has begun. */
  open: z.number().nullable(),
});
type SavedGame = z.infer<typeof remembered>;

const NEW: SavedGame = { greeted: false, takebacks: 0, offered: null, rating: null, open: null };

/** One for each game, so that several processes can write into the store without a loss. */
const NOTE = 'lichess-game:';

/**
 * The games that are or will be played, in the store. Games that ended while the bot was not running are found here.
 */
export class SavedGames {
  readonly #notes: Store['notes'];
  readonly #now: () => number;

  constructor({ notes }: Pick<Store, 'notes'>, now: () => number = Date.now) {
    this.#notes = notes;
    this.#now = now;
  }

  /** Of the games that have begun. */
  get ids(): string[] {
    return this.#all().flatMap(({ id, game }) => (game.open === null ? [id] : []));
  }

  get(id: string): SavedGame {
    return read(this.#notes.get(NOTE + id)) ?? NEW;
  }

  put(id: string, change: Partial<SavedGame>): void {
    this.#notes.set(NOTE + id, JSON.stringify({ ...this.get(id), ...change }));
  }

  /** An invitation that is open for so long. Expired ones are forgotten. */
  expect(id: string, rating: number | undefined, ms: number): void {
    const isStale = ({ open }: SavedGame) => open !== null && open <= this.#now();
    for (const { id: other, game } of this.#all()) if (isStale(game)) this.forget(other);
    this.put(id, { rating: rating ?? null, open: this.#now() + ms });
  }

  begins(id: string): void {
    this.put(id, { open: null });
  }

  forget(id: string): void {
    this.#notes.remove(NOTE + id);
  }

  #all(): { id: string; game: SavedGame }[] {
    return this.#notes.under(NOTE).flatMap(({ name, value }) => {
      const game = read(value);
      return game ? [{ id: name.slice(NOTE.length), game }] : [];
    });
  }
}

/** Undefined for what is missing, or was written by another version. */
const read = (text = ''): SavedGame | undefined => remembered.safeParse(parseJson(text)).data;
