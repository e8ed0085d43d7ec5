import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import type { Store } from '../../store/store.ts';

/** What a restart must not forget of a game. All else is told by Lichess. */
const remembered = z.object({
  greeted: z.boolean(),
  takebacks: z.number().int().min(0),
  /** The half-move of our last offer of a draw. */
  offered: z.number().int().min(0).nullable(),
  /** How strong we are to be, where somebody has said so. */
  rating: z.number().int().nullable(),
  /** Until when somebody may come to play it; null once they are there. */
  open: z.number().nullable(),
});
type Remembered = z.infer<typeof remembered>;

const NEW: Remembered = { greeted: false, takebacks: 0, offered: null, rating: null, open: null };

/** One for each game, so that several processes can write into the store without a loss. */
const NOTE = 'lichess-game:';

/** The games that are or will be played, in the store: those that ended while nobody listened are found by it, too. */
export class Memory {
  readonly #notes: Store['notes'];
  readonly #now: () => number;

  constructor({ notes }: Pick<Store, 'notes'>, now: () => number = Date.now) {
    this.#notes = notes;
    this.#now = now;
  }

  /** Those that have begun. */
  get ids(): string[] {
    return this.#all().flatMap(({ id, game }) => (game.open === null ? [id] : []));
  }

  get(id: string): Remembered {
    return read(this.#notes.get(NOTE + id)) ?? NEW;
  }

  put(id: string, change: Partial<Remembered>): void {
    this.#notes.set(NOTE + id, JSON.stringify({ ...this.get(id), ...change }));
  }

  /** A game that waits for somebody to come. Those to which nobody came are forgotten. */
  expect(id: string, rating: number | undefined, ms: number): void {
    const isStale = ({ open }: Remembered) => open !== null && open <= this.#now();
    for (const { id: other, game } of this.#all()) if (isStale(game)) this.forget(other);
    this.put(id, { rating: rating ?? null, open: this.#now() + ms });
  }

  begins(id: string): void {
    this.put(id, { open: null });
  }

  forget(id: string): void {
    this.#notes.remove(NOTE + id);
  }

  #all(): { id: string; game: Remembered }[] {
    return this.#notes.under(NOTE).flatMap(({ name, value }) => {
      const game = read(value);
      return game ? [{ id: name.slice(NOTE.length), game }] : [];
    });
  }
}

/** What another version has written, or nobody, is nothing. */
const read = (text = ''): Remembered | undefined => remembered.safeParse(parseJson(text)).data;
