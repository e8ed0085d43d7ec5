import { z } from 'zod';
import { parseJson } from '../../store/json.ts';
import type { Store } from '../../store/store.ts';

/** What a restart must not forget of a game. All else is told by Lichess. */
const remembered = z.object({
  greeted: z.boolean(),
  takebacks: z.number().int().min(0),
  /** The half-move of our last offer of a draw. */
  offered: z.number().int().min(0).nullable(),
});
export type Remembered = z.infer<typeof remembered>;

const NEW: Remembered = { greeted: false, takebacks: 0, offered: null };

const NOTE = 'lichess-games';
const notes = z.record(z.string(), remembered);

/** The games that are being played, in the store: those that ended while nobody listened are found by it, too. */
export class Memory {
  readonly #store: Pick<Store, 'notes'>;
  readonly #games: Map<string, Remembered>;

  constructor(store: Pick<Store, 'notes'>) {
    this.#store = store;
    this.#games = new Map(Object.entries(read(store.notes.get(NOTE))));
  }

  get ids(): string[] {
    return [...this.#games.keys()];
  }

  get(id: string): Remembered {
    return this.#games.get(id) ?? NEW;
  }

  put(id: string, change: Partial<Remembered> = {}): void {
    this.#games.set(id, { ...this.get(id), ...change });
    this.#write();
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
