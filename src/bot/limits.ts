/** How much may be asked. */
export interface Quota {
  /** At the same time. */
  readonly running: number;
  readonly hourly: number;
}

export interface BotLimits {
  readonly user: Quota;
  readonly server: Quota;
  /** Discord users for whom there are none. */
  readonly owners: readonly string[];
}

/** Who asks, and where; in a private conversation there is no server. */
export interface Asker {
  user: string;
  server?: string | undefined;
}

export const LIMITS = ['user-running', 'user-hourly', 'server-running', 'server-hourly'] as const;
export type LimitName = (typeof LIMITS)[number];

export type Admission =
  /** `done` has to be called when it is over, however it ended; once is enough. */
  | { kind: 'admitted'; done: () => void }
  /** `next` is when it can be asked again; undefined where that is when something else has ended. */
  | { kind: 'refused'; limit: LimitName; most: number; next: number | undefined };

const HOUR_MS = 60 * 60_000;
/** Of users and of servers: whoever has not asked for longest is forgotten first. */
const MAX_REMEMBERED = 10_000;

interface Tally {
  running: number;
  /** When the questions of the last hour were asked, oldest first; never more than may be asked in one. */
  readonly asked: number[];
}

/** How much each user and each server may ask. Owners may ask as much as they like, and count for nobody. */
export class Limits {
  readonly #limits: BotLimits;
  readonly #now: () => number;
  readonly #users = new Map<string, Tally>();
  readonly #servers = new Map<string, Tally>();

  constructor(limits: BotLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Whether this is somebody who runs Kibitz. */
  isOwner(user: string): boolean {
    return this.#limits.owners.includes(user);
  }

  admit({ user, server }: Asker): Admission {
    if (this.isOwner(user)) return { kind: 'admitted', done: () => undefined };
    const tallies = [tallyOf(this.#users, user)];
    if (server !== undefined) tallies.push(tallyOf(this.#servers, server));
    const refusal =
      this.#refusal(tallies[0], this.#limits.user, 'user') ?? this.#refusal(tallies[1], this.#limits.server, 'server');
    if (refusal) return refusal;
    for (const tally of tallies) {
      tally.running++;
      tally.asked.push(this.#now());
    }
    return { kind: 'admitted', done: once(() => void tallies.map(tally => tally.running--)) };
  }

  #refusal(tally: Tally | undefined, { running, hourly }: Quota, whose: 'user' | 'server'): Admission | undefined {
    if (!tally) return undefined;
    const hourAgo = this.#now() - HOUR_MS;
    while ((tally.asked[0] ?? Number.POSITIVE_INFINITY) <= hourAgo) tally.asked.shift();
    const [oldest] = tally.asked;
    // The hour comes first: it is of no use to wait for what runs if the next is refused all the same.
    if (oldest !== undefined && tally.asked.length >= hourly)
      return { kind: 'refused', limit: `${whose}-hourly`, most: hourly, next: oldest + HOUR_MS };
    if (tally.running >= running) return { kind: 'refused', limit: `${whose}-running`, most: running, next: undefined };
    return undefined;
  }
}

/** Whoever asks moves to the end, and the first is the one who has not asked for longest. */
function tallyOf(tallies: Map<string, Tally>, id: string): Tally {
  const tally = tallies.get(id) ?? { running: 0, asked: [] };
  tallies.delete(id);
  tallies.set(id, tally);
  if (tallies.size > MAX_REMEMBERED) tallies.delete(tallies.keys().next().value as string);
  return tally;
}

function once(run: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) run();
    isDone = true;
  };
}
