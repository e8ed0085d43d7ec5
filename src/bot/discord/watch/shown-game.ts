import type { Color } from 'chessops/types';
import type { Watch, WatchMessage } from '../../../store/watches.ts';
import { type Followed, viewOf, type WatchContext } from './context.ts';
import type { Live } from './live.ts';
import type { Post } from './post.ts';
import type { StreamNews } from './streams.ts';
import type { Note } from './view.ts';

interface GameToShow {
  watch: Watch;
  game: string;
  /** Where it has been shown already. */
  shown?: WatchMessage | undefined;
  /** It is over, or stopped, and that has been said. */
  onEnd: () => void;
  /** It cannot be shown any more. */
  onLost: () => void;
}

/** One game in one message, until it is over. */
export class ShownGame implements Followed {
  readonly #show: GameToShow;
  readonly #watchContext: WatchContext;
  readonly #post: Post;
  readonly #unfollow: () => void;
  #live: Live | undefined;
  #isOver = false;

  constructor(show: GameToShow, watchContext: WatchContext) {
    const { watch, game, shown, onLost } = show;
    this.#show = show;
    this.#watchContext = watchContext;
    this.#post = watchContext.post(watch, game, shown?.message, () => {
      this.#isOver = true;
      this.#unfollow();
      onLost();
    });
    this.#unfollow = watchContext.streams.follow(game, news => this.#hear(news));
  }

  get first(): Promise<boolean> {
    return this.#post.first;
  }

  get games(): readonly Live[] {
    return this.#live ? [this.#live] : [];
  }

  stop(): void {
    this.#end({ kind: 'stopped' });
  }

  #hear(news: StreamNews): void {
    switch (news.kind) {
      case 'live':
        this.#live = news.live;
        return this.#tell({ kind: 'none' });
      case 'line':
      case 'silent':
        // What stands in the message from before a restart says more than that.
        if (this.#live || !this.#show.shown) this.#tell(news);
        return;
      case 'over':
        this.#live = news.live;
        return this.#end({ kind: 'none' });
      case 'gone':
        // Of a game that nobody asked for by name, and nobody has seen, there is nothing to say.
        if (this.#show.watch.kind === 'user' && !this.#post.message) return this.#end(undefined);
        return this.#end({ kind: 'lost' });
    }
  }

  #tell(note: Note): void {
    const { watch, game } = this.#show;
    this.#post.show(viewOf(watch, game, this.#live, note, sideOf(watch, this.#live)));
  }

  #end(note: Note | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unfollow();
    if (note) this.#tell(note);
    this.#watchContext.aside(async () => {
      await this.#post.settled();
      if (this.#watchContext.signal.aborted) return;
      if (this.#post.message) this.#watchContext.watches.endMessage(this.#show.watch.id, this.#post.message);
      this.#show.onEnd();
    });
  }
}

/** Whoever is followed sits below. */
const sideOf = ({ kind, target }: Watch, live: Live | undefined): Color =>
  kind === 'user' && live?.players.black.id === target.toLowerCase() ? 'black' : 'white';
