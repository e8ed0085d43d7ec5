import type { Round } from './round.ts';
import type { Stream } from './stream.ts';
import { featured, tvMove, watchRound } from './watch.ts';

/** Those who watch. */

/** From one address, which is where everybody is here: https://lichess.org/api#operation/streamGame */
const WATCHED_AT_ONCE = 8;

export class Audience {
  readonly #watchers = new Set<Stream>();
  readonly #viewers = new Set<Stream>();
  #onTv: Round | undefined;

  /** Whether there is room for one more. */
  get watchable(): boolean {
    return this.#watchers.size < WATCHED_AT_ONCE;
  }

  watch(round: Round, stream: Stream): void {
    join(this.#watchers, stream);
    watchRound(round, stream);
  }

  /** Puts a game on TV. */
  feature(round: Round): void {
    this.#onTv = round;
    for (const viewer of this.#viewers) void viewer.send(featured(round, 'white'));
    const stop = round.listen(({ kind }) => {
      if (this.#onTv !== round) return stop();
      if (kind === 'move') for (const viewer of this.#viewers) void viewer.send(tvMove(round));
    });
  }

  watchTv(stream: Stream): void {
    join(this.#viewers, stream);
    if (this.#onTv) void stream.send(featured(this.#onTv, 'white'));
  }
}

function join(streams: Set<Stream>, stream: Stream): void {
  streams.add(stream);
  stream.onClose(() => streams.delete(stream));
}
