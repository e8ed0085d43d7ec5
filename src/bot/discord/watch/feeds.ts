import type { Color } from 'chessops/types';
import { doublingMs, keepOpen } from '../../../base/backoff.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Fault } from '../../../base/fault.ts';
import type { Featured, WatchedMove } from '../../../lichess/watch.ts';
import { type LiveGame, withFeed } from './live-game.ts';

export interface TvGame {
  live: LiveGame;
  orientation: Color;
}

interface TvFeedOptions {
  open: (signal: AbortSignal) => AsyncIterable<Featured | WatchedMove>;
  clock: Clock;
  /** Called with the first of several faults in a row. */
  onTrouble?: ((fault: Fault) => void) | undefined;
}

/** What is on TV, over one connection for all followers; closed while there is none. */
export class TvFeed {
  readonly #options: TvFeedOptions;
  readonly #followers = new Set<(now: TvGame) => void>();
  #now: TvGame | undefined;
  #stop: AbortController | undefined;

  constructor(options: TvFeedOptions) {
    this.#options = options;
  }

  /** Calls the follower with how it stands now and with every change; the function that it returns stops that. */
  follow(follower: (now: TvGame) => void): () => void {
    this.#followers.add(follower);
    if (this.#now) follower(this.#now);
    if (!this.#stop) this.#start();
    return () => {
      this.#followers.delete(follower);
      if (this.#followers.size === 0) this.close();
    };
  }

  close(): void {
    this.#stop?.abort();
    this.#stop = undefined;
    this.#now = undefined;
  }

  #start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    const { signal } = stop;
    void keepOpen({
      clock: this.#options.clock,
      signal,
      connect: () => this.#read(signal),
      onTrouble: (failures, fault) => {
        if (fault && failures <= 1) this.#options.onTrouble?.(fault);
      },
    });
  }

  async #read(signal: AbortSignal): Promise<undefined> {
    for await (const line of this.#options.open(signal)) {
      const live = withFeed(this.#now?.live, line);
      if (!live) continue;
      const orientation = line.kind === 'featured' ? line.orientation : (this.#now?.orientation ?? 'white');
      this.#now = { live, orientation };
      for (const follower of [...this.#followers]) follower(this.#now);
    }
    return undefined;
  }
}

/** https://lichess.org/api#tag/users/GET/api/users/status: every 5 seconds is fine; all names are asked for at once. */
const EVERY_MS = 10_000;

/** Called with the id of the game that the player is in, again and again while it is played. */
type PlayerFollower = (game: string) => void;

interface PlayersFeedOptions {
  /** The games of those who play, by name in small letters. */
  ask: (names: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;
  clock: Clock;
  /** Called with the first of several faults in a row. */
  onTrouble?: ((fault: Fault) => void) | undefined;
}

/** Which of the followed players are playing. Lichess is not asked while no player is followed. */
export class PlayersFeed {
  readonly #options: PlayersFeedOptions;
  readonly #followers = new Map<string, Set<PlayerFollower>>();
  #stop: AbortController | undefined;

  constructor(options: PlayersFeedOptions) {
    this.#options = options;
  }

  follow(name: string, follower: PlayerFollower): () => void {
    const key = name.toLowerCase();
    const followers = this.#followers.get(key) ?? new Set();
    this.#followers.set(key, followers.add(follower));
    // A new name is asked about at once.
    this.#start();
    return () => {
      followers.delete(follower);
      if (followers.size === 0) this.#followers.delete(key);
      if (this.#followers.size === 0) this.close();
    };
  }

  close(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }

  #start(): void {
    this.close();
    const stop = new AbortController();
    this.#stop = stop;
    void this.#run(stop.signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    await undefined; // several may come at once, as after a restart
    await keepOpen({
      ...{ clock: this.#options.clock, signal },
      connect: async steady => {
        await this.#look(signal);
        steady();
      },
      onTrouble: (failures, fault) => {
        if (fault && failures === 1) this.#options.onTrouble?.(fault);
      },
      pauseMs: failures => Math.max(EVERY_MS, doublingMs(failures)),
    });
  }

  async #look(signal: AbortSignal): Promise<void> {
    const games = await this.#options.ask([...this.#followers.keys()], signal);
    if (signal.aborted) return;
    for (const [name, followers] of this.#followers) {
      const game = games.get(name);
      if (game !== undefined) for (const follower of [...followers]) follower(game);
    }
  }
}
