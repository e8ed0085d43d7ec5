import type { Clock } from '../../../base/clock.ts';
import type { Fault } from '../../../base/fault.ts';
import { doublingMs, keepOpen } from '../../../base/reconnect.ts';

/** https://lichess.org/api#tag/users/GET/api/users/status: every 5 seconds is fine; all names are asked for at once. */
const EVERY_MS = 10_000;

/** Hears of the game that somebody plays, again and again for as long as it is played. */
type Fan = (game: string) => void;

interface PlayingOptions {
  /** The games of those who play, by name in small letters. */
  ask: (names: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;
  clock: Clock;
  /** What goes wrong, once until it is better. */
  onTrouble?: ((fault: Fault) => void) | undefined;
}

/** Who of those that somebody follows is playing. Nothing is asked while nobody is followed. */
export class Playing {
  readonly #options: PlayingOptions;
  readonly #fans = new Map<string, Set<Fan>>();
  #stop: AbortController | undefined;

  constructor(options: PlayingOptions) {
    this.#options = options;
  }

  follow(name: string, fan: Fan): () => void {
    const key = name.toLowerCase();
    const fans = this.#fans.get(key) ?? new Set();
    this.#fans.set(key, fans.add(fan));
    // Whoever has just asked does not wait for those who were asked about before.
    this.#start();
    return () => {
      fans.delete(fan);
      if (fans.size === 0) this.#fans.delete(key);
      if (this.#fans.size === 0) this.close();
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
    const games = await this.#options.ask([...this.#fans.keys()], signal);
    if (signal.aborted) return;
    for (const [name, fans] of this.#fans) {
      const game = games.get(name);
      if (game !== undefined) for (const fan of [...fans]) fan(game);
    }
  }
}
