import type { Color } from 'chessops/types';
import { other, type Position } from '../../chess/position.ts';
import type { GameFull, GamePlayer } from '../../lichess/play.ts';
import type { GameStatus, Speed } from '../../lichess/schema.ts';
import { knownRating } from '../../service/jobs.ts';
import { colorOf, startOf } from './board.ts';
import type { LichessSettings } from './settings.ts';

/** What does not change in the course of a game. */
export interface Facts {
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

/** What is told of a game when it is over. */
export interface FinishedGame extends Pick<Facts, 'id' | 'color' | 'opponent' | 'rating' | 'rated' | 'speed'> {
  status: GameStatus;
  /** None: a draw, or no game at all. */
  winner: Color | undefined;
  /** Half-moves. */
  plies: number;
}

/** Undefined for a game of other people. */
export function factsOf(
  full: GameFull,
  me: string,
  settings: Pick<LichessSettings, 'rating' | 'usualRating'>,
): Facts | undefined {
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
): Pick<Facts, 'rating' | 'opponentRating' | 'isMatched'> {
  const known = rating === undefined || provisional ? undefined : knownRating(rating);
  const own = settings.rating === 'match' ? (known ?? settings.usualRating) : settings.rating;
  return { rating: own, opponentRating: known ?? own, isMatched: settings.rating === 'match' && known !== undefined };
}

const nameOfPlayer = ({ name, aiLevel }: GamePlayer): string =>
  name ?? (aiLevel === undefined ? 'somebody' : `Stockfish level ${aiLevel}`);

/** As our log tells it. */
export function beginWords({ id, color, opponent, rated, clock, rating }: Facts, plies: number): string {
  const tempo = clock ? `${clock.initial / 60_000}+${clock.increment / 1000}` : 'correspondence';
  const who = `${nameOfPlayer(opponent)} (${opponent.rating ?? 'no rating'})`;
  const what = plies < 2 ? 'begins' : 'goes on';
  return `Lichess: ${id} ${what}: ${tempo} ${rated ? 'rated' : 'casual'}, ${color} against ${who}, like ${rating}`;
}

export function endWords({ id, color, opponent, status, winner, plies }: FinishedGame): string {
  const result = winner ? (winner === color ? 'won' : 'lost') : status === 'aborted' ? 'no game' : 'drawn';
  return `Lichess: ${id} ends: ${result} against ${nameOfPlayer(opponent)} (${status}) after ${plies} half-moves`;
}
