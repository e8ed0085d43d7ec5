import { keepOpen } from '../../../base/backoff.ts';
import type { Clock } from '../../../base/clock.ts';
import { Fault } from '../../../base/fault.ts';
import type { WatchedGame, WatchedMove } from '../../../lichess/watch.ts';
import { type LiveGame, withLine } from './live-game.ts';

/** News of a followed game. */
export type StreamNews =
  /** It has to wait, from 1 on; what was known of it still holds. */
  | { kind: 'queued'; place: number }
  | { kind: 'live'; live: LiveGame }
  /** Lichess does not tell anything at the moment. */
  | { kind: 'silent' }
  | { kind: 'over'; live: LiveGame }
  /** There is no such game. */
  | { kind: 'gone' };

type Follower = (news: StreamNews) => void;

interface StreamsOptions {
  open: (id: string, signal: AbortSignal) => AsyncIterable<WatchedGame | WatchedMove>;
  clock: Clock;
  /** At once. */
  most: number;
  /** Called with the first of several faults in a row. */
  onTrouble?: ((fault: Fault) => void) | undefined;
}

/** A stream begins with the whole game, in a burst: nothing is shown before it has come. */
const CATCH_UP_MS = 300;
/** When others wait, a game without a move for so long goes to the end of the queue: some take weeks. */
export const IDLE_MS = 5 * 60_000;

interface FollowedStream {
  readonly id: string;
  readonly followers: Set<Follower>;
  latest: StreamNews | undefined;
  /** While it has one of the places. */
  stop: AbortController | undefined;
  /** When something came last. */
  heard: number;
}

/**
 * The streams of games, of which Lichess allows so many: all others wait. One is enough for all who follow a
 * game.
 */
export class GameStreams {
  readonly #options: StreamsOptions;
  readonly #entries = new Map<string, FollowedStream>();
  /** The next one first. */
  #queue: FollowedStream[] = [];
  #idling: AbortController | undefined;

  constructor(options: StreamsOptions) {
    this.#options = options;
  }

  /** Calls the follower with the latest news and with all that comes; the function that it returns stops that. */
  follow(id: string, follower: Follower): () => void {
    const entry = this.#entries.get(id) ?? this.#enter(id);
    entry.followers.add(follower);
    if (entry.latest) follower(entry.latest);
    this.#moveUp();
    return () => {
      entry.followers.delete(follower);
      if (entry.followers.size === 0) this.#leave(entry);
    };
  }

  close(): void {
    for (const entry of this.#entries.values()) entry.stop?.abort();
    this.#entries.clear();
    this.#queue = [];
    this.#idling?.abort();
  }

  #enter(id: string): FollowedStream {
    const entry: FollowedStream = { id, followers: new Set(), latest: undefined, stop: undefined, heard: 0 };
    this.#entries.set(id, entry);
    this.#queue.push(entry);
    return entry;
  }

  #leave(entry: FollowedStream): void {
    if (this.#entries.get(entry.id) === entry) this.#entries.delete(entry.id);
    this.#queue = this.#queue.filter(one => one !== entry);
    entry.stop?.abort();
    entry.stop = undefined;
    this.#moveUp();
  }

  get #open(): FollowedStream[] {
    return [...this.#entries.values()].filter(({ stop }) => stop);
  }

  #moveUp(): void {
    while (this.#queue.length > 0 && this.#open.length < this.#options.most)
      this.#start(this.#queue.shift() as FollowedStream);
    this.#queue.forEach((entry, index) => {
      this.#tell(entry, { kind: 'queued', place: index + 1 });
    });
    this.#lookForIdle();
  }

  #start(entry: FollowedStream): void {
    const stop = new AbortController();
    entry.stop = stop;
    entry.heard = this.#options.clock.now();
    void this.#keepOpen(entry, stop.signal).then(last => {
      if (!last || stop.signal.aborted) return;
      // A game that is over makes room for the next one in the queue.
      this.#tell(entry, last);
      this.#leave(entry);
    });
  }

  #tell(entry: FollowedStream, news: StreamNews): void {
    const { latest } = entry;
    if (news.kind === 'queued' && latest?.kind === 'queued' && latest.place === news.place) return;
    entry.latest = news;
    for (const follower of [...entry.followers]) follower(news);
  }

  /** The last news of a game, however often the connection breaks; nothing if it is stopped before. */
  #keepOpen(entry: FollowedStream, signal: AbortSignal): Promise<StreamNews | undefined> {
    return keepOpen({
      clock: this.#options.clock,
      signal,
      connect: () => this.#read(entry, signal),
      onTrouble: (failures, fault) => {
        if (fault && failures <= 1) this.#options.onTrouble?.(fault);
        if (failures > 1 || !entry.latest) this.#tell(entry, { kind: 'silent' });
      },
    });
  }

  /** One connection: how the game has ended, if it says so. */
  async #read(entry: FollowedStream, signal: AbortSignal): Promise<StreamNews | undefined> {
    const { open, clock } = this.#options;
    const stop = new AbortController();
    let live: LiveGame | undefined;
    let caughtUp = false;
    const tell = () => {
      if (caughtUp && live?.board) this.#tell(entry, { kind: 'live', live });
    };
    const catchUp = async () => {
      await clock.sleep(CATCH_UP_MS, stop.signal);
      caughtUp = true;
      tell();
    };
    try {
      for await (const line of open(entry.id, signal)) {
        if (!live) void catchUp().catch(() => undefined); // it is over sooner
        live = withLine(live, line);
        entry.heard = clock.now();
        if (live?.end) return { kind: 'over', live };
        tell();
      }
      return undefined;
    } catch (error) {
      if (error instanceof Fault && error.code === 'bad-input') return { kind: 'gone' };
      throw error;
    } finally {
      stop.abort();
    }
  }

  /** Looks again when the first of those that have a place could be too quiet. */
  #lookForIdle(): void {
    this.#idling?.abort();
    if (this.#queue.length === 0) return;
    const stop = new AbortController();
    this.#idling = stop;
    const { clock } = this.#options;
    const quietest = this.#open.reduce((one, other) => (other.heard < one.heard ? other : one));
    const look = async () => {
      await clock.sleep(Math.max(0, quietest.heard + IDLE_MS - clock.now()), stop.signal);
      if (quietest.heard + IDLE_MS <= clock.now()) this.#makeRoom(quietest);
      else this.#lookForIdle();
    };
    void look().catch(() => undefined); // aborted by a newer look
  }

  #makeRoom(entry: FollowedStream): void {
    entry.stop?.abort();
    entry.stop = undefined;
    this.#queue.push(entry);
    this.#moveUp();
  }
}
