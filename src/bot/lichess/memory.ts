import { z } from 'zod';
import { parseJson } from '../../store/json.ts';
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
export type Remembered = z.infer<typeof remembered>;

const NEW: Remembered = { greeted: false, takebacks: 0, offered: null, rating: null, open: null };

const NOTE = 'lichess-games';
const notes = z.record(z.string(), remembered);

/** The games that are or will be played, in the store: those that ended while nobody listened are found by it, too. */
export class Memory {
  readonly #store: Pick<Store, 'notes'>;
  readonly #now: () => number;
  readonly #games: Map<string, Remembered>;

  constructor(store: Pick<Store, 'notes'>, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
    this.#games = new Map(Object.entries(read(store.notes.get(NOTE))));
  }

  /** Those that have begun. */
  get ids(): string[] {
    return [...this.#games].flatMap(([id, { open }]) => (open === null ? [id] : []));
  }

  get(id: string): Remembered {
    return this.#games.get(id) ?? NEW;
  }

  put(id: string, change: Partial<Remembered>): void {
    for (const [other, { open }] of this.#games) if (open !== null && open <= this.#now()) this.#games.delete(other);
    this.#games.set(id, { ...this.get(id), ...change });
    this.#write();
  }

  /** A game that waits for somebody to come. */
  expect(id: string, rating: number | undefined, ms: number): void {
    this.put(id, { rating: rating ?? null, open: this.#now() + ms });
  }

  begins(id: string): void {
    this.put(id, { open: null });
  }

  forget(id: string): void {
    if (this.#games.delete(id)) this.#write();
  }

  #write(): void {
    this.#store.notes.set(NOTE, JSON.stringify(Object.fromEntries(this.#games)));
  }
}

/** What another version has written, or nobody, is nothing. */
const read = (text = ''): Record<string, Remembered> => notes.safeParse(parseJson(text)).data ?? {};
