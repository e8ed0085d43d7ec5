import { COLORS, type Color } from 'chessops/types';
import { z } from 'zod';
import { capital } from '../../../base/text.ts';
import { current, type Game, type GameResult, MAX_PLIES, playUci, RESULTS } from '../../../chess/game.ts';
import { historyOf, OUTCOMES, outcomeOf } from '../../../chess/history.ts';
import { mainLine, makeTree } from '../../../chess/pgn/make.ts';
import { other, type Position, startPosition } from '../../../chess/position.ts';
import { RATING } from '../../../chess/rating.ts';

/** A game against Maia, as plain data, and what can happen in one. */

/** How a game can end here: by the rules, by what people say, or because it does not want to end. */
const ENDS = [...OUTCOMES, 'resignation', 'agreement', 'length'] as const;
type EndCause = (typeof ENDS)[number];

const playState = z.object({
  /** The player's. */
  color: z.enum(COLORS),
  /** Maia's. */
  rating: z.number().int().min(RATING.min).max(RATING.max),
  /** The player's, as it was when the game began. */
  name: z.string(),
  /** In UCI, from the start of a game. */
  moves: z.array(z.string().max(5)).max(MAX_PLIES),
  end: z.object({ result: z.enum(RESULTS), by: z.enum(ENDS) }).nullable(),
  /** The finished game among the reports, for a review. */
  report: z.string().nullable(),
});
export type PlayState = z.infer<typeof playState>;

export const newGame = (start: Pick<PlayState, 'color' | 'rating' | 'name'>): PlayState => ({
  ...start,
  moves: [],
  end: null,
  report: null,
});

/** Undefined for what was written by another version, or by hand. */
export function readState(state: unknown): PlayState | undefined {
  const read = playState.safeParse(state);
  return read.success && playUci(startPosition(), read.data.moves) ? read.data : undefined;
}

export function gameOf({ moves }: Pick<PlayState, 'moves'>): Game {
  const game = playUci(startPosition(), moves);
  if (!game) throw new RangeError(`no game: ${moves.join(' ')}`);
  return game;
}

export const positionOf = (state: PlayState): Position => current(gameOf(state));
const turnOf = ({ moves }: PlayState): Color => (moves.length % 2 === 0 ? 'white' : 'black');
export const isPlayersTurn = (state: PlayState): boolean => !state.end && turnOf(state) === state.color;
export const isMaiasTurn = (state: PlayState): boolean => !state.end && turnOf(state) !== state.color;

/** After a legal move of either side. */
export function withMove(state: PlayState, uci: string): PlayState {
  const moved = { ...state, moves: [...state.moves, uci] };
  const game = gameOf(moved);
  const outcome = outcomeOf(historyOf(game));
  if (outcome === 'checkmate') return ended(moved, outcome, other(current(game).turn));
  if (outcome) return ended(moved, outcome, null);
  return moved.moves.length >= MAX_PLIES ? ended(moved, 'length', null) : moved;
}

/** Without the player's last move and what came after it; undefined where the player has made none. */
export function takenBack(state: PlayState): PlayState | undefined {
  const plies = isPlayersTurn(state) ? 2 : 1;
  const left = state.moves.length - plies;
  return left < 0 || (state.color === 'black' && left < 1)
    ? undefined
    : { ...state, moves: state.moves.slice(0, left) };
}

export const resigned = (state: PlayState): PlayState => ended(state, 'resignation', other(state.color));
export const agreedDraw = (state: PlayState): PlayState => ended(state, 'agreement', null);

const WINS: Record<Color, GameResult> = { white: '1-0', black: '0-1' };

const ended = (state: PlayState, by: EndCause, winner: Color | null): PlayState => ({
  ...state,
  end: { result: winner ? WINS[winner] : '1/2-1/2', by },
});

/** What the result means to the player. */
export function resultFor(color: Color, result: GameResult): 'won' | 'lost' | 'drawn' {
  if (result === '1/2-1/2') return 'drawn';
  return result === WINS[color] ? 'won' : 'lost';
}

/** A game as it is handed on: to a review. */
interface PlayedGame {
  kind: 'play';
  version: 1;
  pgn: string;
}

export function playedGame(state: PlayState, when: number): PlayedGame {
  const { color, rating, name, end } = state;
  const headers = new Map([
    ['Event', 'Against Maia'],
    ['Site', 'Discord'],
    ['Date', new Date(when).toISOString().slice(0, 10).replaceAll('-', '.')],
    [capital(color), name],
    [capital(other(color)), 'Maia'],
    [`${capital(other(color))}Elo`, String(rating)],
    ['Result', end?.result ?? '*'],
  ]);
  return { kind: 'play', version: 1, pgn: makeTree({ headers, moves: mainLine(startPosition(), state.moves) }) };
}
