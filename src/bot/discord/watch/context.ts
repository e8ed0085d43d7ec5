import type { Color } from 'chessops/types';
import type { Clock } from '../../../base/clock.ts';
import type { Watch, Watches } from '../../../store/watches.ts';
import type { Live } from './live.ts';
import type { Playing } from './playing.ts';
import type { Post } from './post.ts';
import type { GameStreams } from './streams.ts';
import type { TvFeed } from './tv.ts';
import type { Note, View } from './view.ts';

/** What everything that is followed shares. */
export interface WatchContext {
  readonly streams: GameStreams;
  readonly tv: TvFeed;
  readonly playing: Playing;
  readonly watches: Watches;
  readonly clock: Clock;
  /** In milliseconds since 1970, as the store counts. */
  readonly now: () => number;
  /** Aborted when Kibitz shuts down: what is followed then goes on after the next start. */
  readonly signal: AbortSignal;
  /** For what nobody waits for: what goes wrong with it is logged. */
  readonly aside: (work: () => Promise<void>) => void;
  /** A message for a game, new or already there; `lost` when it cannot be written. */
  readonly post: (watch: Watch, game: string, message: string | undefined, lost: () => void) => Post;
  /** The game as it ended; undefined while it is being played, or where nobody knows. */
  readonly outcome: (game: string) => Promise<Live | undefined>;
}

/** Something that is being followed. */
export interface Followed {
  /** Whether it could be shown, once that is known. */
  readonly first: Promise<boolean>;
  /** The games that are shown, by what is known of them. */
  readonly games: readonly Live[];
  /** Ends it, and says so where it was shown. */
  stop(): void;
}

export function viewOf(watch: Watch, id: string, live: Live | undefined, note: Note, side?: Color): View {
  const { kind, owner } = watch;
  return { kind, id, owner, side: watch.side ?? side ?? 'white', live, note, before: undefined };
}
