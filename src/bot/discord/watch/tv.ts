import type { Color } from 'chessops/types';
import type { Clock } from '../../../base/clock.ts';
import type { Fault } from '../../../base/fault.ts';
import { keepOpen } from '../../../base/reconnect.ts';
import type { Featured, WatchedMove } from '../../../lichess/watch.ts';
import { type Live, withFeed } from './live.ts';

export interface OnTv {
  live: Live;
  orientation: Color;
}

interface TvOptions {
  open: (signal: AbortSignal) => AsyncIterable<Featured | WatchedMove>;
  clock: Clock;
  /** What goes wrong, once until it is better. */
  onTrouble?: ((fault: Fault) => void) | undefined;
}

/** What is on TV, over one connection for all who look; none while nobody does. */
export class TvFeed {
  readonly #options: TvOptions;
  readonly #viewers = new Set<(now: OnTv) => void>();
  #now: OnTv | undefined;
  #stop: AbortController | undefined;

  constructor(options: TvOptions) {
    this.#options = options;
  }

  /** Tells the viewer of everything, from how it stands now on; the answer stops that. */
  follow(viewer: (now: OnTv) => void): () => void {
    this.#viewers.add(viewer);
    if (this.#now) viewer(this.#now);
    if (!this.#stop) this.#start();
    return () => {
      this.#viewers.delete(viewer);
      if (this.#viewers.size === 0) this.close();
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
      for (const viewer of [...this.#viewers]) viewer(this.#now);
    }
    return undefined;
  }
}
