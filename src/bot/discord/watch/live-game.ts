import { INITIAL_FEN } from 'chessops/fen';
import { COLORS, type Color } from 'chessops/types';
import { current, type GameResult, uciMoves } from '../../../chess/game.ts';
import { endingOf, fenOf, other } from '../../../chess/position.ts';
import type { PgnGame } from '../../../input/pgn.ts';
import { type GameStatus, isOver } from '../../../lichess/schema.ts';
import type { Featured, WatchedGame, WatchedMove, WatchedPlayer } from '../../../lichess/watch.ts';
import type { TextKey } from '../../../present/catalogue/en.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import type { Watch } from '../../../store/watches.ts';
import type { WatchedGames } from '../core/context.ts';

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

/** As Lichess writes it; machines and people without an account have none. It is not yet safe to be shown. */
export function playerName({ name, aiLevel }: WatchedPlayer, voice: Voice): string {
  if (aiLevel !== undefined) return voice.say('watch.ai', { level: aiLevel });
  return name ?? voice.say('watch.anonymous');
}

/** What is followed, as people call it. It is not yet safe to be shown. */
export function watchName({ id, kind, target }: Watch, watching: WatchedGames, voice: Voice): string {
  switch (kind) {
    case 'game': {
      const [live] = watching.games(id);
      return live
        ? COLORS.map(color => playerName(live.players[color], voice)).join(' – ')
        : voice.say('unwatch.game', { id: target });
    }
    case 'user':
      return voice.say('unwatch.user', { name: target });
    case 'tv':
      return voice.say('watch.on-tv');
  }
}

/** How games end on Lichess, in words. */

type Won = Extract<
  TextKey,
  `watch.${'mate' | 'resign' | 'outoftime' | 'timeout' | 'nostart' | 'rules' | 'variant' | 'won'}`
>;
type Undecided = Extract<TextKey, `watch.${'stalemate' | 'flag-draw' | 'draw' | 'aborted' | 'ended'}`>;

/** With a winner, and without. */
const WORDS: Record<GameStatus, [won: Won, undecided: Undecided]> = {
  created: ['watch.won', 'watch.ended'],
  started: ['watch.won', 'watch.ended'],
  aborted: ['watch.won', 'watch.aborted'],
  mate: ['watch.mate', 'watch.ended'],
  resign: ['watch.resign', 'watch.ended'],
  stalemate: ['watch.won', 'watch.stalemate'],
  timeout: ['watch.timeout', 'watch.draw'],
  draw: ['watch.won', 'watch.draw'],
  outoftime: ['watch.outoftime', 'watch.flag-draw'],
  cheat: ['watch.rules', 'watch.ended'],
  noStart: ['watch.nostart', 'watch.aborted'],
  unknownFinish: ['watch.won', 'watch.ended'],
  insufficientMaterialClaim: ['watch.won', 'watch.draw'],
  variantEnd: ['watch.variant', 'watch.draw'],
};

export function endWords({ status, winner }: GameEnd, voice: Voice): string {
  const [won, undecided] = WORDS[status];
  if (!winner) return voice.say(undecided);
  const name = (color: Color) => voice.say(`color.${color}`);
  const fillings = { winner: name(winner), loser: name(other(winner)) };
  return voice.say(won, fillings);
}

const DRAWN: readonly Undecided[] = ['watch.stalemate', 'watch.flag-draw', 'watch.draw'];

/** Undefined if it is not known, or nothing was played. */
export function resultOf({ status, winner }: GameEnd): GameResult | undefined {
  if (winner) return winner === 'white' ? '1-0' : '0-1';
  return DRAWN.includes(WORDS[status][1]) ? '1/2-1/2' : undefined;
}
