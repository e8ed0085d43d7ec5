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
import type { Watch, WatchMessage } from '../../../store/watches.ts';
import type { ReportHandler } from '../core/context.ts';
import { loggable, problemOf } from '../core/problems.ts';
import type { Followed, WatchContext } from './context.ts';
import { endedGame } from './ended-game.ts';
import type { Live } from './live.ts';
import { Playing } from './playing.ts';
import { Post } from './post.ts';
import { ShownGame } from './shown-game.ts';
import { ShownTv } from './shown-tv.ts';
import { ShownUser } from './shown-user.ts';
import { GameStreams } from './streams.ts';
import { TvFeed } from './tv.ts';
import { showWatched } from './view.ts';

export interface FollowingOptions {
  client: Client<true>;
  lichess: LichessClient;
  store: Store;
  handlers: readonly ReportHandler<unknown>[];
  log: Logger;
  now: () => number;
  /** Whether nobody else does it: to be asked before anything is written. */
  isOurs: () => boolean;
}

/** For edits that are under way. */
const GRACE_MS = 2_000;

/** All live games that the store says, in all channels, for as long as this process is the one that follows them. */
export class Following {
  readonly #options: FollowingOptions;
  readonly #watchContext: WatchContext;
  readonly #stop = new AbortController();
  readonly #followed = new Map<string, Followed>();
  readonly #writing = new Set<Promise<unknown>>();

  constructor(options: FollowingOptions) {
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
      playing: new Playing({ ask: (names, signal) => fetchPlaying(lichess, names, { signal }), clock, onTrouble }),
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
  games(watch: string): readonly Live[] {
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

  #post(watch: Watch, game: string, message: string | undefined, lost: () => void): Post {
    const { client, store, now, lichess, handlers, isOurs } = this.#options;
    const { channel, server, locale } = watch;
    return new Post({
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

  async #outcome(game: string): Promise<Live | undefined> {
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
      return new ShownGame({ watch, game: watch.target, shown, onEnd: end, onLost: end }, watchContext);
    }
    case 'user':
      return new ShownUser({ watch, messages, onEnd: end, onLost: end }, watchContext);
    case 'tv':
      return new ShownTv({ watch, shown: messages.at(-1), onEnd: end, onLost: end }, watchContext);
  }
}
