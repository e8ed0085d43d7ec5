import type { Color } from 'chessops/types';
import type { Clock } from '../../../base/clock.ts';
import type { Watch, Watches } from '../../../store/watches.ts';
import type { PlayersFeed, TvFeed } from './feeds.ts';
import type { GameStreams } from './game-streams.ts';
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
