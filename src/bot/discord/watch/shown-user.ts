import type { Watch, WatchMessage } from '../../../store/watches.ts';
import type { Followed, WatchContext } from './context.ts';
import type { Live } from './live.ts';
import { ShownGame } from './shown-game.ts';

interface UserToShow {
  watch: Watch;
  /** Games that have been shown already and are not known to be over. */
  messages: readonly WatchMessage[];
  /** It was stopped, and that has been said. */
  onEnd: () => void;
  /** It cannot be shown any more. */
  onLost: () => void;
}

/** Every game of somebody, each in a message of its own. */
export class ShownUser implements Followed {
  /** There may be nothing to show for days. */
  readonly first = Promise.resolve(true);
  readonly #show: UserToShow;
  readonly #watchContext: WatchContext;
  readonly #games = new Map<string, ShownGame>();
  readonly #unfollow: () => void;
  #isOver = false;

  constructor(show: UserToShow, watchContext: WatchContext) {
    this.#show = show;
    this.#watchContext = watchContext;
    for (const shown of show.messages) this.#begin(shown.game, shown);
    this.#unfollow = watchContext.playing.follow(show.watch.target, game =>
      watchContext.aside(async () => this.#hear(game)),
    );
  }

  get games(): readonly Live[] {
    return [...this.#games.values()].flatMap(({ games }) => games);
  }

  stop(): void {
    this.#isOver = true;
    this.#unfollow();
    if (this.#games.size === 0) this.#show.onEnd();
    for (const game of this.#games.values()) game.stop();
  }

  #hear(game: string): void {
    const isKnown = this.#games.has(game) || this.#watchContext.watches.get(this.#show.watch.id)?.last === game;
    if (!isKnown && !this.#isOver) this.#begin(game);
  }

  #begin(game: string, shown?: WatchMessage): void {
    const { watch, onEnd, onLost } = this.#show;
    const end = () => {
      this.#games.delete(game);
      if (this.#isOver && this.#games.size === 0) onEnd();
    };
    const lost = () => {
      this.#isOver = true;
      this.#unfollow();
      for (const one of this.#games.values()) one.stop();
      onLost();
    };
    this.#games.set(game, new ShownGame({ watch, game, shown, onEnd: end, onLost: lost }, this.#watchContext));
  }
}
