import type { NewWatch, Watch } from '../../../store/watches.ts';
import type { WatchedGames, WatchStart } from '../core/context.ts';
import type { SingletonTask } from '../core/singleton-tasks.ts';
import { Following, type FollowingOptions } from './following.ts';
import type { Live } from './live.ts';

type WatchingOptions = Omit<FollowingOptions, 'isOurs'>;

/** For so long whoever asks waits to hear whether it can be shown at all. */
const PATIENCE_MS = 8_000;
/** How often the store is asked meanwhile, where another process follows. */
const LOOK_MS = 250;

/** What is to be followed. The store has it; the process whose duty it is follows it. */
export class Watching implements SingletonTask, WatchedGames {
  readonly #options: WatchingOptions;
  #following: Following | undefined;

  constructor(options: WatchingOptions) {
    this.#options = options;
  }

  /** Goes on with what an earlier process has left. */
  begin(isOurs: () => boolean): void {
    this.#following = new Following({ ...this.#options, isOurs });
    this.#following.look();
  }

  look(): void {
    this.#following?.look();
  }

  /** Leaves everything as it is, for the next process. */
  async leave(): Promise<void> {
    const following = this.#following;
    this.#following = undefined;
    await following?.close();
  }

  async add(wanted: NewWatch): Promise<WatchStart> {
    const added = this.#options.store.watches.add(wanted);
    if (added.kind !== 'added') return added;
    const { watch } = added;
    const { clock } = this.#options.lichess;
    const enough = new AbortController();
    const shown = this.#following?.follow(watch).first ?? this.#shownElsewhere(watch, enough.signal);
    const isShown = await Promise.race([shown, clock.sleep(PATIENCE_MS, enough.signal).then(() => true)]).finally(() =>
      enough.abort(),
    );
    return isShown ? { kind: 'started', watch } : { kind: 'unwritable' };
  }

  /** Another process follows it: the message that it posts is in the store, and what it cannot write is gone from there. */
  async #shownElsewhere({ id, kind }: Watch, signal: AbortSignal): Promise<boolean> {
    const { store, lichess } = this.#options;
    if (kind === 'user') return true;
    while (store.watches.get(id)) {
      if (store.watches.messages(id).length > 0) return true;
      await lichess.clock.sleep(LOOK_MS, signal);
    }
    return false;
  }

  /** The games that are shown for it just now, as far as this process knows. */
  games(watch: string): readonly Live[] {
    return this.#following?.games(watch) ?? [];
  }

  /** Whether it was there. */
  stop(watch: string): boolean {
    const wasThere = this.#options.store.watches.remove(watch);
    this.#following?.look();
    return wasThere;
  }
}
