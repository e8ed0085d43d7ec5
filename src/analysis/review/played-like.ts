import type { Color } from 'chessops/types';
import { softmax } from '../../base/probability.ts';
import type { Game } from '../../chess/game.ts';
import { legalMoves, type Position, uciOf } from '../../chess/position.ts';
import { RATING } from '../../chess/rating.ts';
import type { Engines } from '../engines.ts';
import type { PlayedLike } from './report.ts';

/**
 * The ratings that Maia is asked about; a smooth curve through them stands for all. Against asking at
 * every hundred that moves the estimate by 4 points on average and the ends of the interval by 1 (docs/decisions.md).
 */
export const ASKED_RATINGS = [RATING.min, 800, 1000, 1300, 1600, 1900, 2100, 2400, RATING.max] as const;

const LOWEST = ASKED_RATINGS[0];
const HIGHEST = ASKED_RATINGS[ASKED_RATINGS.length - 1] as number;
export const FEWEST_MOVES = 15;
/**
 * Half of 3.84, which chi-squared with one degree of freedom stays below 95 % of the time: the interval if the model
 * were the truth.
 */
const DROP = 1.92;
/**
 * What no number of moves takes away: people have better and worse days, ratings lag behind, the model is not the
 * truth. Fitted to the ratings of real games, so that the interval holds them in at least nine of ten others
 * (docs/review.md).
 */
const DAY_TO_DAY = 350;
/** One move in a hundred is taken for a slip that could be any legal move, so that no single one decides alone. */
const SLIP = 0.01;
/** An estimate is not exact enough for 1634. */
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
 * Both players are taken to have the rating that is asked about: measured against giving the opponent's real one, it is
 * nearer to the truth, and no rating has to be known.
 */
const likelihoodsOf = ({ history, played }: Choice, engines: Pick<Engines, 'predict'>): Promise<Likelihoods> =>
  Promise.all(
    ASKED_RATINGS.map(async rating => {
      const { logits } = await engines.predict({ history, rating, opponentRating: rating });
      return Math.log((1 - SLIP) * (softmax(logits)[played] as number) + SLIP / logits.length);
    }),
  );

/**
 * The smooth curve through points whose `xs` ascend (four or more): cubic between neighbours, with continuous
 * curvature. The first two pieces are one cubic, and so are the last two ("not a knot"), so that nothing is assumed
 * about the ends.
 */
export function splineThrough(xs: readonly number[], ys: readonly number[]): (x: number) => number {
  const last = xs.length - 1;
  if (last < 3 || ys.length !== xs.length) throw new RangeError('a spline goes through four points or more');
  const x = (at: number) => xs[at] as number;
  const y = (at: number) => ys[at] as number;
  const bends = curvatures(xs, ys);
  const bend = (at: number) => bends[at] as number;
  return value => {
    let at = 0;
    while (at < last - 1 && value > x(at + 1)) at++;
    const width = x(at + 1) - x(at);
    const left = (x(at + 1) - value) / width;
    const right = 1 - left;
    const curve = (left ** 3 - left) * bend(at) + (right ** 3 - right) * bend(at + 1);
    return left * y(at) + right * y(at + 1) + (curve * width ** 2) / 6;
  };
}

/**
 * The second derivatives at the points: a tridiagonal system in those inside; the outermost follow from their two
 * neighbours.
 */
function curvatures(xs: readonly number[], ys: readonly number[]): number[] {
  const last = xs.length - 1;
  const width = (at: number) => (xs[at + 1] as number) - (xs[at] as number);
  const slope = (at: number) => ((ys[at + 1] as number) - (ys[at] as number)) / width(at);
  const before = width(0) / width(1);
  const behind = width(last - 1) / width(last - 2);
  const lower: number[] = [];
  const middle: number[] = [];
  const upper: number[] = [];
  const right: number[] = [];
  for (let at = 1; at < last; at++) {
    const [own, next] = [width(at - 1), width(at)];
    lower[at] = at === last - 1 ? own - behind * next : own;
    middle[at] = 2 * (own + next) + (at === 1 ? own * (1 + before) : 0) + (at === last - 1 ? next * (1 + behind) : 0);
    upper[at] = at === 1 ? next - before * own : next;
    right[at] = 6 * (slope(at) - slope(at - 1));
  }
  const get = (values: readonly number[], at: number) => values[at] as number;
  for (let at = 2; at < last; at++) {
    const factor = get(lower, at) / get(middle, at - 1);
    middle[at] = get(middle, at) - factor * get(upper, at - 1);
    right[at] = get(right, at) - factor * get(right, at - 1);
  }
  const bends: number[] = [];
  for (let at = last - 1; at > 0; at--)
    bends[at] = (get(right, at) - (at === last - 1 ? 0 : get(upper, at) * get(bends, at + 1))) / get(middle, at);
  bends[0] = get(bends, 1) - before * (get(bends, 2) - get(bends, 1));
  bends[last] = get(bends, last - 1) + behind * (get(bends, last - 1) - get(bends, last - 2));
  return bends;
}
