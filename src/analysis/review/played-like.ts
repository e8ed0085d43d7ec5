import type { Color } from 'chessops/types';
import type { Game } from '../../chess/game.ts';
import { legalMoves, type Position, uciOf } from '../../chess/position.ts';
import { softmax } from '../../engine/policy.ts';
import type { Engines } from '../engines.ts';
import type { PlayedLike } from './report.ts';
import { splineThrough } from './spline.ts';

/**
 * The ratings that Maia is asked about; a smooth curve through them stands for all from 600 to 2600. Against asking
 * at every hundred that moves the estimate by 4 points on average and the ends of the interval by 1 (docs/decisions.md).
 */
export const ASKED_RATINGS = [600, 800, 1000, 1300, 1600, 1900, 2100, 2400, 2600] as const;

const LOWEST = ASKED_RATINGS[0];
const HIGHEST = ASKED_RATINGS[ASKED_RATINGS.length - 1] as number;
export const FEWEST_MOVES = 15;
/** Half of 3.84, which chi-squared with one degree of freedom stays below 95 % of the time: the interval if the model were the truth. */
const DROP = 1.92;
/**
 * What no number of moves takes away: people have better and worse days, ratings lag behind, the model is not the truth. Fitted to the
 * ratings of real games, so that the interval holds them in at least nine of ten others (docs/review.md).
 */
const DAY_TO_DAY = 350;
/** One move in a hundred is taken for a slip that could be any legal move, so that no single one decides alone. */
const SLIP = 0.01;
/** Nobody plays like 1634. */
const ROUNDED_TO = 10;

/** How likely one move is to be played by people of each of the asked ratings: natural logarithms. */
type Likelihoods = readonly number[];

/** The rating that makes these moves, each of them a choice, most likely. */
export function playedLike(moves: readonly Likelihoods[]): PlayedLike {
  if (moves.length < FEWEST_MOVES) return { kind: 'too-few-moves', moves: moves.length };
  const sums = ASKED_RATINGS.map((_, at) => moves.reduce((sum, move) => sum + (move[at] as number), 0));
  const curve = splineThrough(ASKED_RATINGS, sums);
  const heights = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, index) => curve(LOWEST + index));
  const top = heights.reduce((best, height) => Math.max(best, height));
  const isLikely = (height: number) => height >= top - DROP;
  const rating = LOWEST + heights.indexOf(top);
  const down = Math.hypot(rating - (LOWEST + heights.findIndex(isLikely)), DAY_TO_DAY);
  const up = Math.hypot(LOWEST + heights.findLastIndex(isLikely) - rating, DAY_TO_DAY);
  return {
    kind: 'estimate',
    rating: rounded(rating),
    low: rounded(Math.max(LOWEST, rating - down)),
    high: rounded(Math.min(HIGHEST, rating + up)),
    moves: moves.length,
  };
}

const rounded = (rating: number): number => Math.round(rating / ROUNDED_TO) * ROUNDED_TO;

/** Asks Maia about one player's moves after the half-move `lastBookPly`, the last that is theory. */
export async function askPlayedLike(
  game: Game,
  color: Color,
  lastBookPly: number,
  engines: Pick<Engines, 'predict'>,
): Promise<PlayedLike> {
  const choices = choicesOf(game, color, lastBookPly);
  if (choices.length < FEWEST_MOVES) return { kind: 'too-few-moves', moves: choices.length };
  return playedLike(await Promise.all(choices.map(choice => likelihoodsOf(choice, engines))));
}

interface Choice {
  /** The game up to the position in which the move was played. */
  history: readonly Position[];
  /** Where the played move is among the legal ones. */
  played: number;
}

/** A forced move says nothing about who plays it. */
function choicesOf({ positions, moves }: Game, color: Color, lastBookPly: number): Choice[] {
  return moves.flatMap((move, ply) => {
    const position = positions[ply] as Position;
    if (position.turn !== color || ply < lastBookPly) return [];
    const legal = legalMoves(position);
    const uci = uciOf(position, move);
    const played = legal.findIndex(one => one.uci === uci);
    return legal.length > 1 ? [{ history: positions.slice(0, ply + 1), played }] : [];
  });
}

/**
 * Both players are taken to have the rating that is asked about: measured against giving the opponent's real one, it is nearer to the
 * truth, and nobody's rating has to be known.
 */
const likelihoodsOf = ({ history, played }: Choice, engines: Pick<Engines, 'predict'>): Promise<Likelihoods> =>
  Promise.all(
    ASKED_RATINGS.map(async rating => {
      const { logits } = await engines.predict({ history, rating, opponentRating: rating });
      return Math.log((1 - SLIP) * (softmax(logits)[played] as number) + SLIP / logits.length);
    }),
  );
