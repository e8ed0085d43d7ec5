import { INITIAL_FEN } from 'chessops/fen';
import type { Color } from 'chessops/types';
import { type GameStatus, isOver } from '../../../lichess/schema.ts';
import type { Featured, WatchedGame, WatchedMove, WatchedPlayer } from '../../../lichess/watch.ts';

/** A game of other people, as far as Lichess has told of it. Plain data. */
export interface Live {
  readonly id: string;
  readonly players: Readonly<Record<Color, WatchedPlayer>>;
  /** Lichess says nothing of these on TV. */
  readonly variant: string | undefined;
  readonly speed: string | undefined;
  readonly rated: boolean | undefined;
  /** None where Lichess has said nothing of it. */
  readonly board: Board | undefined;
  /** None while it is being played. */
  readonly end: End | undefined;
}

export interface Board {
  readonly fen: string;
  /** In UCI. */
  readonly lastMove: string | undefined;
  /** In milliseconds. */
  readonly clocks: Readonly<Record<Color, number>> | undefined;
}

export interface End {
  readonly status: GameStatus;
  readonly winner: Color | undefined;
}

/** What is known after the next line of a game's stream. */
export function withLine(live: Live | undefined, line: WatchedGame | WatchedMove): Live | undefined {
  if (line.kind === 'move') return live && { ...live, board: boardOf(line) };
  const { id, players, variant, speed, rated, fen, lastMove, status, winner } = line;
  const described = { id, players, variant, speed, rated };
  // How it stands in truth may be said first, but the moves come three late: a board would go forth and back.
  if (!status || !isOver(status)) return { ...described, board: live?.board ?? startOf(line), end: undefined };
  const board = fen === undefined ? live?.board : { fen, lastMove, clocks: live?.board?.clocks };
  return { ...described, board, end: { status, winner } };
}

/** The same for TV, where a game is described when it comes on. */
export function withFeed(live: Live | undefined, line: Featured | WatchedMove): Live | undefined {
  if (line.kind === 'move') return live && { ...live, board: boardOf(line) };
  const { id, players, fen, clocks } = line;
  return {
    ...{ id, players, variant: undefined, speed: undefined, rated: undefined },
    board: { fen, lastMove: undefined, clocks },
    end: undefined,
  };
}

const startOf = ({ initialFen = INITIAL_FEN }: WatchedGame): Board => ({
  fen: initialFen,
  lastMove: undefined,
  clocks: undefined,
});

const boardOf = ({ fen, lastMove, clocks }: WatchedMove): Board => ({ fen, lastMove, clocks });
