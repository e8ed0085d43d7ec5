import { INITIAL_FEN } from 'chessops/fen';
import { COLORS, type Color } from 'chessops/types';
import { current, uciMoves } from '../../../chess/game.ts';
import { endingOf, fenOf } from '../../../chess/position.ts';
import type { PgnGame } from '../../../input/pgn.ts';
import { type GameStatus, isOver } from '../../../lichess/schema.ts';
import type { Featured, WatchedGame, WatchedMove, WatchedPlayer } from '../../../lichess/watch.ts';

/** A game of other people, as far as Lichess has told of it. Plain data. */
export interface LiveGame {
  readonly id: string;
  readonly players: Readonly<Record<Color, WatchedPlayer>>;
  /** Lichess says nothing of these on TV. */
  readonly variant: string | undefined;
  readonly speed: string | undefined;
  readonly rated: boolean | undefined;
  /** None where Lichess has said nothing of it. */
  readonly board: LiveBoard | undefined;
  /** None while it is being played. */
  readonly end: GameEnd | undefined;
}

export interface LiveBoard {
  readonly fen: string;
  /** In UCI. */
  readonly lastMove: string | undefined;
  /** In milliseconds. */
  readonly clocks: Readonly<Record<Color, number>> | undefined;
}

export interface GameEnd {
  readonly status: GameStatus;
  readonly winner: Color | undefined;
}

/** What is known after the next line of a game's stream. */
export function withLine(live: LiveGame | undefined, line: WatchedGame | WatchedMove): LiveGame | undefined {
  if (line.kind === 'move') return live && { ...live, board: boardOf(line) };
  const { id, players, variant, speed, rated, fen, lastMove, status, winner } = line;
  const described = { id, players, variant, speed, rated };
  // How it stands in truth may be said first, but the moves come three late: a board would go forth and back.
  if (!status || !isOver(status)) return { ...described, board: live?.board ?? startOf(line), end: undefined };
  const board = fen === undefined ? live?.board : { fen, lastMove, clocks: live?.board?.clocks };
  return { ...described, board, end: { status, winner } };
}

/** The same for TV, where a game is described when it comes on. */
export function withFeed(live: LiveGame | undefined, line: Featured | WatchedMove): LiveGame | undefined {
  if (line.kind === 'move') return live && { ...live, board: boardOf(line) };
  const { id, players, fen, clocks } = line;
  return {
    ...{ id, players, variant: undefined, speed: undefined, rated: undefined },
    board: { fen, lastMove: undefined, clocks },
    end: undefined,
  };
}

const startOf = ({ initialFen = INITIAL_FEN }: WatchedGame): LiveBoard => ({
  fen: initialFen,
  lastMove: undefined,
  clocks: undefined,
});

const boardOf = ({ fen, lastMove, clocks }: WatchedMove): LiveBoard => ({ fen, lastMove, clocks });

/** A game that is over, from its PGN. */
export function endedGame(id: string, pgn: PgnGame): LiveGame {
  const [white, black] = COLORS.map(color => playerOf(pgn, color)) as [WatchedPlayer, WatchedPlayer];
  return {
    ...{ id, players: { white, black }, variant: undefined, speed: undefined, rated: undefined },
    board: endedBoard(pgn),
    end: endOf(pgn),
  };
}

const playerOf = ({ names, titles, ratings }: PgnGame, color: Color): WatchedPlayer => ({
  ...{ id: names[color]?.toLowerCase(), name: names[color], title: titles[color], rating: ratings[color] },
  aiLevel: undefined,
});

/** A clock is known after its owner's moves. */
function endedBoard({ game, notes }: PgnGame): LiveBoard {
  const clocks = notes.slice(-2).map(({ clock }) => clock);
  const [last, one] = [clocks.pop(), clocks.pop()];
  const { turn } = current(game);
  const known = last !== undefined && one !== undefined;
  const [white, black] = turn === 'white' ? [one, last] : [last, one];
  return {
    fen: fenOf(current(game)),
    lastMove: uciMoves(game).at(-1),
    clocks: known ? { white: 1000 * (white ?? 0), black: 1000 * (black ?? 0) } : undefined,
  };
}

/** https://github.com/lichess-org/lila/blob/master/modules/game/src/main/PgnDump.scala has the words. */
const TERMINATIONS: Readonly<Record<string, GameStatus>> = {
  'Time forfeit': 'outoftime',
  Abandoned: 'timeout',
  'Rules infraction': 'cheat',
};

function endOf({ game, headers, result }: PgnGame): GameEnd {
  const winner = result === '1-0' ? 'white' : result === '0-1' ? 'black' : undefined;
  const ending = endingOf(current(game));
  if (ending === 'checkmate') return { status: 'mate', winner };
  if (ending === 'stalemate') return { status: 'stalemate', winner };
  const told = TERMINATIONS[headers.Termination ?? ''];
  if (told) return { status: told, winner };
  if (!result) return { status: 'unknownFinish', winner };
  return { status: winner ? 'resign' : 'draw', winner };
}
