/**
 * The most urgent first: a move on a running Lichess clock, a short answer, a longer answer for which a person waits, a
 * game that is followed, the rest.
 */
export const PRIORITIES = ['move', 'short', 'interactive', 'live', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Who asks, and how urgently. `owner` is whatever fairness is measured by: a user, a server, the command line. */
export interface Claim {
  priority: Priority;
  owner: string;
}

/** Priorities of short work, which must not wait for long work. */
export const isUrgent = ({ priority }: Claim): boolean => priority === 'move' || priority === 'short';

type Lanes<T> = Map<string, T[]>;

/** Higher priorities first; within one, owners take turns, and one owner's items keep their order. */
export class FairQueue<T> {
  // A Map keeps insertion order: the first owner is next, and moves to the end once served.
  readonly #lanes: Record<Priority, Lanes<T>> = {
    move: new Map(),
    short: new Map(),
    interactive: new Map(),
    live: new Map(),
    background: new Map(),
  };
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(item: T, { priority, owner }: Claim): void {
    const lanes = this.#lanes[priority];
    const lane = lanes.get(owner);
    if (lane) lane.push(item);
    else lanes.set(owner, [item]);
    this.#size++;
  }

  /** Puts an item ahead of all others of its priority: for work that was taken once and has to be done again. */
  unshift(item: T, { priority, owner }: Claim): void {
    const lanes = this.#lanes[priority];
    const lane = [item, ...(lanes.get(owner) ?? [])];
    lanes.delete(owner);
    this.#lanes[priority] = new Map([[owner, lane], ...lanes]);
    this.#size++;
  }

  /**
   * Puts back an item that was taken too early: ahead of its owner's others, with its owner behind all other owners.
   */
  giveWay(item: T, { priority, owner }: Claim): void {
    const lanes = this.#lanes[priority];
    const lane = [item, ...(lanes.get(owner) ?? [])];
    lanes.delete(owner);
    lanes.set(owner, lane);
    this.#size++;
  }

  /** The next item whose owner passes `allowed`; owners that do not are skipped without losing their turn. */
  take(allowed: (item: T, priority: Priority) => boolean = () => true): T | undefined {
    return this.#takeOut((lane, priority) => (allowed(lane[0] as T, priority) ? 0 : -1));
  }

  /** The next item that passes `allowed`, wherever it stands among its owner's; those before it keep their places. */
  pick(allowed: (item: T) => boolean): T | undefined {
    return this.#takeOut(lane => lane.findIndex(allowed));
  }

  /** Whether `take` with the same `allowed` would find an item. */
  has(allowed: (item: T) => boolean): boolean {
    return this.#find(lane => (allowed(lane[0] as T) ? 0 : -1)) !== undefined;
  }

  #takeOut(placeIn: (lane: readonly T[], priority: Priority) => number): T | undefined {
    const found = this.#find(placeIn);
    if (!found) return undefined;
    const { lanes, owner, lane, place } = found;
    const [item] = lane.splice(place, 1);
    lanes.delete(owner);
    if (lane.length > 0) lanes.set(owner, lane);
    this.#size--;
    return item;
  }

  #find(placeIn: (lane: readonly T[], priority: Priority) => number) {
    for (const priority of PRIORITIES) {
      const lanes = this.#lanes[priority];
      for (const [owner, lane] of lanes) {
        const place = placeIn(lane, priority);
        if (place >= 0) return { lanes, owner, lane, place };
      }
    }
    return undefined;
  }

  /** Owners keep their turns. Returns whether it was there. */
  remove(item: T): boolean {
    const found = this.#find(lane => lane.indexOf(item));
    if (!found) return false;
    const { lanes, owner, lane, place } = found;
    lane.splice(place, 1);
    if (lane.length === 0) lanes.delete(owner);
    this.#size--;
    return true;
  }

  /** Everything in one priority, owner by owner. */
  in(priority: Priority): T[] {
    return [...this.#lanes[priority].values()].flat();
  }

  /** What one owner has waiting in one priority, in its order. */
  of({ priority, owner }: Claim): readonly T[] {
    return this.#lanes[priority].get(owner) ?? [];
  }

  /** All items in the order in which they would be taken. */
  order(): T[] {
    const items: T[] = [];
    for (const priority of PRIORITIES) {
      const lanes = [...this.#lanes[priority].values()];
      const longest = Math.max(0, ...lanes.map(lane => lane.length));
      for (let turn = 0; turn < longest; turn++) {
        for (const lane of lanes) if (turn < lane.length) items.push(lane[turn] as T);
      }
    }
    return items;
  }
}
