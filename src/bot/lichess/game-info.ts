import type { Color } from 'chessops/types';
import { current, type Game, playUci } from '../../chess/game.ts';
import { extendHistory, historyOf, outcomeOf } from '../../chess/history.ts';
import { after, legalMoves, other, type Position, parsePosition, startPosition } from '../../chess/position.ts';
import { knownRating } from '../../chess/rating.ts';
import type { LichessClient } from '../../lichess/client.ts';
import type { GameFull, GamePlayer, GameState } from '../../lichess/play.ts';
import type { GameStatus, Speed } from '../../lichess/schema.ts';
import { isPlayable } from './challenge-policy.ts';
import type { MoveChooserContext } from './move-chooser.ts';
import type { SavedGames } from './saved-games.ts';
import { type LichessSettings, VARIANTS } from './settings.ts';

/** What does not change during a game, from our side of the board. */
export interface GameInfo {
  id: string;
  /** Ours. */
  color: Color;
  opponent: GamePlayer;
  /** None where it is a game that we do not know how to play. */
  start: Position | undefined;
  rated: boolean;
  speed: Speed;
  /** Milliseconds; none where days may pass between two moves. */
  clock: { initial: number; increment: number } | undefined;
  /** Whose moves we play, and against whom. */
  rating: number;
  opponentRating: number;
  /** Whether the one is the other. */
  isMatched: boolean;
}

/** What is the same for all games of the bot. */
export interface GameContext extends MoveChooserContext {
  client: LichessClient;
  settings: LichessSettings;
  savedGames: SavedGames;
  /** Our own id. */
  me: string;
  /** Where the source of Kibitz is. */
  sourceUrl: string;
}

/** What the parts of one game are made with: its chat, the replies to offers, the timeout of the opponent. */
export interface GamePartOptions extends GameContext {
  info: GameInfo;
  signal: AbortSignal;
}

/** The result of a game. */
export interface FinishedGame extends Pick<GameInfo, 'id' | 'color' | 'opponent' | 'rating' | 'rated' | 'speed'> {
  status: GameStatus;
  /** None: a draw, or no game at all. */
  winner: Color | undefined;
  /** Half-moves. */
  plies: number;
}

/** Undefined for a game of other people. */
export function gameInfo(
  full: GameFull,
  me: string,
  settings: Pick<LichessSettings, 'rating' | 'usualRating'>,
): GameInfo | undefined {
  const { id, rated, speed, clock } = full;
  const color = colorOf(full, me);
  if (!color) return undefined;
  const opponent = full[other(color)];
  const start = startOf(full);
  return { id, color, opponent, start, rated, speed, clock, ...strengthsFor(opponent, settings) };
}

/** A rating that is not yet known says nothing, and the AI of Lichess has none. */
export function strengthsFor(
  { rating, provisional }: Pick<GamePlayer, 'rating' | 'provisional'>,
  settings: Pick<LichessSettings, 'rating' | 'usualRating'>,
): Pick<GameInfo, 'rating' | 'opponentRating' | 'isMatched'> {
  const known = rating === undefined || provisional ? undefined : knownRating(rating);
  const own = settings.rating === 'match' ? (known ?? settings.usualRating) : settings.rating;
  return { rating: own, opponentRating: known ?? own, isMatched: settings.rating === 'match' && known !== undefined };
}

const nameOfPlayer = ({ name, aiLevel }: GamePlayer): string =>
  name ?? (aiLevel === undefined ? 'somebody' : `Stockfish level ${aiLevel}`);

/** For the log. */
export function beginWords({ id, color, opponent, rated, clock, rating }: GameInfo, plies: number): string {
  const tempo = clock ? `${clock.initial / 60_000}+${clock.increment / 1000}` : 'correspondence';
  const who = `${nameOfPlayer(opponent)} (${opponent.rating ?? 'no rating'})`;
  const what = plies < 2 ? 'begins' : 'goes on';
  return `Lichess: ${id} ${what}: ${tempo} ${rated ? 'rated' : 'casual'}, ${color} against ${who}, like ${rating}`;
}

export function endWords({ id, color, opponent, status, winner, plies }: FinishedGame): string {
  const result = winner ? (winner === color ? 'won' : 'lost') : status === 'aborted' ? 'no game' : 'drawn';
  return `Lichess: ${id} ends: ${result} against ${nameOfPlayer(opponent)} (${status}) after ${plies} half-moves`;
}

/** A game of Lichess as we see it: everything is read off the full list of its moves. */

/** Undefined for variants and positions that we cannot play. */
function startOf({ variant, initialFen }: Pick<GameFull, 'variant' | 'initialFen'>): Position | undefined {
  if (!VARIANTS.some(known => known === variant) || !isPlayable(initialFen)) return undefined;
  if (initialFen === 'startpos') return startPosition();
  const position = parsePosition(initialFen);
  return position.ok ? position.value : undefined;
}

/** Undefined if Lichess has a move that we hold to be illegal. */
export const gameFromState = (start: Position, { moves }: Pick<GameState, 'moves'>): Game | undefined =>
  playUci(start, moves);

/** Undefined in games of other people. */
function colorOf({ white, black }: Pick<GameFull, Color>, me: string): Color | undefined {
  if (white.id === me) return 'white';
  return black.id === me ? 'black' : undefined;
}

export const leftOf = ({ wtime, btime }: GameState, color: Color): number => (color === 'white' ? wtime : btime);
export const incrementOf = ({ winc, binc }: GameState, color: Color): number => (color === 'white' ? winc : binc);
export const offersDraw = ({ wdraw, bdraw }: GameState, color: Color): boolean => (color === 'white' ? wdraw : bdraw);
export const asksTakeback = ({ wtakeback, btakeback }: GameState, color: Color): boolean =>
  color === 'white' ? wtakeback : btakeback;

/** Clocks run from the second move of the game on, which is each side's first. */
export const clocksRun = ({ moves }: Pick<GameState, 'moves'>): boolean => moves.length >= 2;

/** Whether a draw can be claimed: the position has stood on the board three times, or will once this is played. */
export function isThreefold(game: Game, uci: string): boolean {
  const history = historyOf(game);
  if (outcomeOf(history) === 'repetition') return true;
  const move = legalMoves(current(game)).find(one => one.uci === uci)?.move;
  return move !== undefined && outcomeOf(extendHistory(history, after(current(game), move))) === 'repetition';
}
