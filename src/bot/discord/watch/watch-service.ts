import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'discord.js';
import type { Logger } from 'pino';
import { Fault } from '../../../base/fault.ts';
import { parsePgn } from '../../../input/pgn.ts';
import type { LichessClient } from '../../../lichess/client.ts';
import { exportGame } from '../../../lichess/export.ts';
import { fetchPlaying } from '../../../lichess/user.ts';
import { MAX_WATCHED_GAMES, watchGame, watchTv } from '../../../lichess/watch.ts';
import { voiceOf } from '../../../present/catalogue/voice.ts';
import { DEFAULT_SETTINGS } from '../../../store/settings.ts';
import type { Store } from '../../../store/store.ts';
import type { NewWatch, Watch, WatchMessage } from '../../../store/watches.ts';
import type { ReportHandler, WatchedGames, WatchStart } from '../core/context.ts';
import { loggable, problemOf } from '../core/rest.ts';
import type { SingletonTask } from '../core/singleton-tasks.ts';
import { PlayersFeed, TvFeed } from './feeds.ts';
import { type Followed, FollowedGame, FollowedUser, type WatchContext } from './followed-games.ts';
import { FollowedTv } from './followed-tv.ts';
import { GameStreams } from './game-streams.ts';
import { endedGame, type LiveGame } from './live-game.ts';
import { LiveMessage } from './live-message.ts';
import { showWatched } from './view.ts';

interface WatchRunnerOptions {
  client: Client<true>;
  lichess: LichessClient;
  store: Store;
  handlers: readonly ReportHandler<unknown>[];
  log: Logger;
  now: () => number;
  /** Whether this process still is the one that follows: asked before anything is written. */
  isOurs: () => boolean;
}

/** For edits that are under way. */
const GRACE_MS = 2_000;

/** All live games that the store says, in all channels, for as long as this process is the one that follows them. */
class WatchRunner {
  readonly #options: WatchRunnerOptions;
  readonly #watchContext: WatchContext;
  readonly #stop = new AbortController();
  readonly #followed = new Map<string, Followed>();
  readonly #writing = new Set<Promise<unknown>>();

  constructor(options: WatchRunnerOptions) {
    const { lichess, store, now, log } = options;
    const { clock } = lichess;
    const onTrouble = ({ message, code }: Fault) => log.info({ code }, `Lichess cannot be followed: ${message}`);
    this.#options = options;
    this.#watchContext = {
      streams: new GameStreams({
        open: (id, signal) => watchGame(lichess, id, { signal }),
        ...{ clock, most: MAX_WATCHED_GAMES, onTrouble },
      }),
      tv: new TvFeed({ open: signal => watchTv(lichess, { signal }), clock, onTrouble }),
      playing: new PlayersFeed({ ask: (names, signal) => fetchPlaying(lichess, names, { signal }), clock, onTrouble }),
      ...{ watches: store.watches, clock, now, signal: this.#stop.signal },
      aside: work => this.#aside(work),
      post: (watch, game, message, lost) => this.#post(watch, game, message, lost),
      outcome: game => this.#outcome(game),
    };
  }

  /** Begins with what is new in the store, and ends what is gone from there. */
  look(): void {
    const watches = this.#options.store.watches.all();
    for (const watch of watches) if (!this.#followed.has(watch.id)) this.follow(watch);
    const wanted = new Set(watches.map(({ id }) => id));
    for (const [id, followed] of this.#followed) if (!wanted.has(id)) followed.stop();
  }

  /** The games that are shown for it just now. */
  games(watch: string): readonly LiveGame[] {
    return this.#followed.get(watch)?.games ?? [];
  }

  /** Leaves everything as it is, for the next process. */
  async close(): Promise<void> {
    this.#stop.abort(new Fault('closing', 'Kibitz is shutting down.'));
    const { streams, tv, playing } = this.#watchContext;
    for (const source of [streams, tv, playing]) source.close();
    await Promise.race([Promise.all(this.#writing), sleep(GRACE_MS, undefined, { ref: false })]);
  }

  follow(watch: Watch): Followed {
    const end = () => this.#end(watch);
    const followed = followedBy(watch, this.#options.store.watches.messages(watch.id), this.#watchContext, end);
    this.#followed.set(watch.id, followed);
    return followed;
  }

  #end({ id }: Watch): void {
    this.#followed.delete(id);
    this.#options.store.watches.end(id);
  }

  #aside(work: () => Promise<void>): void {
    work().catch(error => {
      if (!this.#stop.signal.aborted) this.#options.log.error(loggable(error), 'a game could not be followed');
    });
  }

  #post(watch: Watch, game: string, message: string | undefined, lost: () => void): LiveMessage {
    const { client, store, now, lichess, handlers, isOurs } = this.#options;
    const { channel, server, locale } = watch;
    return new LiveMessage({
      ...{ client, clock: lichess.clock, signal: this.#stop.signal, isOurs, channel, message },
      nonce: `${watch.id}${game}`,
      draw: view => {
        const { theme } = server === null ? DEFAULT_SETTINGS : store.settings.of(server);
        return showWatched(view, { voice: voiceOf(locale), theme, home: lichess.url, handlers });
      },
      track: writing => {
        this.#writing.add(writing);
        return writing.finally(() => this.#writing.delete(writing));
      },
      onPosted: id => store.watches.setMessage(watch.id, { message: id, game, posted: now() }),
      onLost: error =>
        this.#aside(async () => {
          // What was stopped may as well be gone.
          if (store.watches.get(watch.id)) this.#complain(watch, error);
          lost();
        }),
    });
  }

  #complain({ id, channel }: Watch, error: unknown): void {
    const level = problemOf(error) === 'ours' ? 'error' : 'warn';
    this.#options.log[level](
      { ...loggable(error), channel, watch: id },
      'a watch has ended: nothing can be written there',
    );
  }

  async #outcome(game: string): Promise<LiveGame | undefined> {
    const { lichess, log } = this.#options;
    try {
      const pgn = parsePgn(await exportGame(lichess, game, { signal: this.#stop.signal }));
      return pgn.ok ? endedGame(game, pgn.value) : undefined;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.code !== 'bad-input') log.warn(loggable(error), 'how a game ended could not be asked');
      return undefined;
    }
  }
}

function followedBy(
  watch: Watch,
  messages: readonly WatchMessage[],
  watchContext: WatchContext,
  end: () => void,
): Followed {
  switch (watch.kind) {
    case 'game': {
      const [shown] = messages;
      return new FollowedGame({ watch, game: watch.target, shown, onEnd: end, onLost: end }, watchContext);
    }
    case 'user':
      return new FollowedUser({ watch, messages, onEnd: end, onLost: end }, watchContext);
    case 'tv':
      return new FollowedTv({ watch, shown: messages.at(-1), onEnd: end, onLost: end }, watchContext);
  }
}

type WatchServiceOptions = Omit<WatchRunnerOptions, 'isOurs'>;

/** How long the reply to /watch waits to learn whether the game can be shown. */
const PATIENCE_MS = 8_000;
/** How often the store is asked meanwhile, where another process follows. */
const LOOK_MS = 250;

/** What is to be followed. The store has it; the process that holds the leadership follows it. */
export class WatchService implements SingletonTask, WatchedGames {
  readonly #options: WatchServiceOptions;
  #following: WatchRunner | undefined;

  constructor(options: WatchServiceOptions) {
    this.#options = options;
  }

  /** Goes on with what an earlier process has left. */
  begin(isOurs: () => boolean): void {
    this.#following = new WatchRunner({ ...this.#options, isOurs });
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

  /**
   * Another process follows it: the message that it posts is in the store, and what it cannot write is gone from there.
   */
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
  games(watch: string): readonly LiveGame[] {
    return this.#following?.games(watch) ?? [];
  }

  /** Whether it was there. */
  stop(watch: string): boolean {
    const wasThere = this.#options.store.watches.remove(watch);
    this.#following?.look();
    return wasThere;
  }
}
