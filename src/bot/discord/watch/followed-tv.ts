import type { Color } from 'chessops/types';
import { deferred } from '../../../base/deferred.ts';
import type { WatchMessage } from '../../../store/watches.ts';
import type { TvGame } from './feeds.ts';
import { type Followed, type FollowedOptions, viewOf, type WatchContext } from './followed-games.ts';
import type { LiveGame } from './live-game.ts';
import type { LiveMessage } from './live-message.ts';
import type { WatchNote } from './view.ts';

/** TV changes every few minutes: so seldom there is a new message, and in between the next game comes into the same. */
const TV_MESSAGE_MS = 10 * 60_000;
/** How long the end of a game stays before the next one takes its place. */
const HOLD_MS = 6_000;

interface FollowedTvOptions extends FollowedOptions {
  /** The message in which it is shown already. */
  shown?: WatchMessage | undefined;
}

/** A message, and the game that is in it now. */
interface Screen {
  readonly post: LiveMessage;
  readonly posted: number;
  game: string;
  side: Color;
  /** None after a restart. */
  live: LiveGame | undefined;
  /** The game that was in it before, if it is over. */
  before: LiveGame | undefined;
}

/** What is on TV, in one message after the other. */
export class FollowedTv implements Followed {
  readonly #show: FollowedTvOptions;
  readonly #watchContext: WatchContext;
  readonly #unfollow: () => void;
  readonly #first = deferred<boolean>();
  #screen: Screen | undefined;
  #newest: TvGame | undefined;
  #isChanging = false;
  #isOver = false;

  constructor(show: FollowedTvOptions, watchContext: WatchContext) {
    this.#show = show;
    this.#watchContext = watchContext;
    if (show.shown) this.#screen = this.#screenFor(show.shown.game, show.shown);
    this.#unfollow = watchContext.tv.follow(now => this.#see(now));
  }

  get first(): Promise<boolean> {
    return this.#first.promise;
  }

  get games(): readonly LiveGame[] {
    return this.#screen?.live ? [this.#screen.live] : [];
  }

  stop(): void {
    if (this.#isOver) return;
    this.#leave();
    const screen = this.#screen;
    if (screen?.live) this.#tell(screen, { kind: 'stopped' });
    this.#watchContext.aside(async () => {
      await screen?.post.settled();
      if (!this.#watchContext.signal.aborted) this.#show.onEnd();
    });
  }

  #leave(): void {
    this.#isOver = true;
    this.#unfollow();
  }

  #see(now: TvGame): void {
    this.#newest = now;
    if (this.#isChanging || this.#isOver) return;
    const screen = this.#screen;
    if (!screen || screen.game === now.live.id) return this.#turnTo(now);
    this.#isChanging = true;
    this.#watchContext.aside(() => this.#change(screen));
  }

  /** How the game ended is shown for a while; then comes whatever is on by that time. */
  async #change(screen: Screen): Promise<void> {
    const { outcome, now, clock, signal, watches } = this.#watchContext;
    try {
      const isOld = now() - screen.posted >= TV_MESSAGE_MS;
      const ended = await outcome(screen.game);
      if (this.#isOver) return;
      if (ended) this.#tell(Object.assign(screen, { live: ended, before: undefined }), { kind: 'none' });
      else if (isOld && screen.live) this.#tell(screen, { kind: 'off-tv' });
      await screen.post.settled();
      signal.throwIfAborted();
      if (isOld) {
        if (screen.post.message) watches.endMessage(this.#show.watch.id, screen.post.message);
        this.#screen = undefined;
      } else if (ended) {
        await clock.sleep(HOLD_MS, signal);
        screen.before = ended;
      }
    } finally {
      this.#isChanging = false;
    }
    if (this.#newest && !this.#isOver) this.#turnTo(this.#newest);
  }

  /** Into the message that is there, or into a new one. */
  #turnTo({ live, orientation }: TvGame): void {
    const screen = this.#screen ?? this.#screenFor(live.id);
    const { message } = screen.post;
    if (screen.game !== live.id && message !== undefined)
      this.#watchContext.watches.setMessage(this.#show.watch.id, { message, game: live.id, posted: screen.posted });
    this.#screen = Object.assign(screen, { game: live.id, live, side: orientation });
    this.#tell(screen, { kind: 'none' });
  }

  #screenFor(game: string, shown?: WatchMessage): Screen {
    const post = this.#watchContext.post(this.#show.watch, game, shown?.message, () => {
      this.#leave();
      this.#show.onLost();
    });
    void post.first.then(this.#first.resolve);
    const posted = shown?.posted ?? this.#watchContext.now();
    return { post, posted, game, side: 'white', live: undefined, before: undefined };
  }

  #tell({ post, game, side, live, before }: Screen, note: WatchNote): void {
    post.show({ ...viewOf(this.#show.watch, game, live, note, side), before });
  }
}
