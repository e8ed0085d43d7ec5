import { COLORS, type Color } from 'chessops/types';
import { current, uciMoves } from '../../../chess/game.ts';
import { endingOf, fenOf } from '../../../chess/position.ts';
import type { PgnGame } from '../../../input/pgn.ts';
import type { GameStatus } from '../../../lichess/schema.ts';
import type { WatchedPlayer } from '../../../lichess/watch.ts';
import type { Board, End, Live } from './live.ts';

/** A game that is over, from its PGN. */
export function endedGame(id: string, pgn: PgnGame): Live {
  const [white, black] = COLORS.map(color => playerOf(pgn, color)) as [WatchedPlayer, WatchedPlayer];
  return {
    ...{ id, players: { white, black }, variant: undefined, speed: undefined, rated: undefined },
    board: boardOf(pgn),
    end: endOf(pgn),
  };
}

const playerOf = ({ names, titles, ratings }: PgnGame, color: Color): WatchedPlayer => ({
  ...{ id: names[color]?.toLowerCase(), name: names[color], title: titles[color], rating: ratings[color] },
  aiLevel: undefined,
});

/** A clock is known after its owner's moves. */
function boardOf({ game, notes }: PgnGame): Board {
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

function endOf({ game, headers, result }: PgnGame): End {
  const winner = result === '1-0' ? 'white' : result === '0-1' ? 'black' : undefined;
  const ending = endingOf(current(game));
  if (ending === 'checkmate') return { status: 'mate', winner };
  if (ending === 'stalemate') return { status: 'stalemate', winner };
  const told = TERMINATIONS[headers.Termination ?? ''];
  if (told) return { status: told, winner };
  if (!result) return { status: 'unknownFinish', winner };
  return { status: winner ? 'resign' : 'draw', winner };
}
