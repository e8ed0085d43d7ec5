import type { Color } from 'chessops/types';
import type { Clock } from '../../../base/clock.ts';
import type { Watch, Watches, WatchMessage } from '../../../store/watches.ts';
import type { PlayersFeed, TvFeed } from './feeds.ts';
import type { GameStreams, StreamNews } from './game-streams.ts';
import type { LiveGame } from './live-game.ts';
import type { LiveMessage } from './live-message.ts';
import type { WatchNote, WatchView } from './view.ts';

/** Shared by all games, users and TV that are followed. */
export interface WatchContext {
  readonly streams: GameStreams;
  readonly tv: TvFeed;
  readonly playing: PlayersFeed;
  readonly watches: Watches;
  readonly clock: Clock;
  /** In milliseconds since 1970, as the store counts. */
  readonly now: () => number;
  /** Aborted when Kibitz shuts down: what is followed then goes on after the next start. */
  readonly signal: AbortSignal;
  /** Runs work that is not awaited; its errors are logged. */
  readonly aside: (work: () => Promise<void>) => void;
  /** A message for a game, new or already there; `lost` when it cannot be written. */
  readonly post: (watch: Watch, game: string, message: string | undefined, lost: () => void) => LiveMessage;
  /** The game as it ended; undefined while it is being played, or if Lichess does not say. */
  readonly outcome: (game: string) => Promise<LiveGame | undefined>;
}

/** A game, a user or TV that is being followed. */
export interface Followed {
  /** Whether it could be shown, once that is known. */
  readonly first: Promise<boolean>;
  /** The games that are shown, by what is known of them. */
  readonly games: readonly LiveGame[];
  /** Ends it, and says so where it was shown. */
  stop(): void;
}

export function viewOf(watch: Watch, id: string, live: LiveGame | undefined, note: WatchNote, side?: Color): WatchView {
  const { kind, owner } = watch;
  return { kind, id, owner, side: watch.side ?? side ?? 'white', live, note, before: undefined };
}

export interface FollowedOptions {
  watch: Watch;
  /** It is over, or stopped, and that has been said. */
  onEnd: () => void;
  /** It cannot be shown any more. */
  onLost: () => void;
}

interface FollowedGameOptions extends FollowedOptions {
  game: string;
  /** The message in which it is shown already. */
  shown?: WatchMessage | undefined;
}

/** One game in one message, until it is over. */
export class FollowedGame implements Followed {
  readonly #show: FollowedGameOptions;
  readonly #watchContext: WatchContext;
  readonly #post: LiveMessage;
  readonly #unfollow: () => void;
  #live: LiveGame | undefined;
  #isOver = false;

  constructor(show: FollowedGameOptions, watchContext: WatchContext) {
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

  get games(): readonly LiveGame[] {
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
      case 'queued':
      case 'silent':
        // What stands in the message from before a restart says more than that.
        if (this.#live || !this.#show.shown) this.#tell(news);
        return;
      case 'over':
        this.#live = news.live;
        return this.#end({ kind: 'none' });
      case 'gone':
        // A user's game without a message was never shown: there is nothing to say.
        if (this.#show.watch.kind === 'user' && !this.#post.message) return this.#end(undefined);
        return this.#end({ kind: 'lost' });
    }
  }

  #tell(note: WatchNote): void {
    const { watch, game } = this.#show;
    this.#post.show(viewOf(watch, game, this.#live, note, sideOf(watch, this.#live)));
  }

  #end(note: WatchNote | undefined): void {
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

/** A followed user is shown at the bottom of the board. */
const sideOf = ({ kind, target }: Watch, live: LiveGame | undefined): Color =>
  kind === 'user' && live?.players.black.id === target.toLowerCase() ? 'black' : 'white';

interface FollowedUserOptions extends FollowedOptions {
  /** Games that have been shown already and are not known to be over. */
  messages: readonly WatchMessage[];
}

/** Every game of a user, each in a message of its own. */
export class FollowedUser implements Followed {
  /** There may be nothing to show for days. */
  readonly first = Promise.resolve(true);
  readonly #show: FollowedUserOptions;
  readonly #watchContext: WatchContext;
  readonly #games = new Map<string, FollowedGame>();
  readonly #unfollow: () => void;
  #isOver = false;

  constructor(show: FollowedUserOptions, watchContext: WatchContext) {
    this.#show = show;
    this.#watchContext = watchContext;
    for (const shown of show.messages) this.#begin(shown.game, shown);
    this.#unfollow = watchContext.playing.follow(show.watch.target, game =>
      watchContext.aside(async () => this.#hear(game)),
    );
  }

  get games(): readonly LiveGame[] {
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
    this.#games.set(game, new FollowedGame({ watch, game, shown, onEnd: end, onLost: lost }, this.#watchContext));
  }
}
