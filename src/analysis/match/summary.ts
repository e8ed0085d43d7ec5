import type { Color } from 'chessops/types';
import { type GameResult, WINS } from '../../chess/game.ts';
import type { MatchEnd } from './game.ts';

/** A game of a match that is over, as far as the score goes. */
export interface MatchResult {
  elo: number;
  number: number;
  maia: Color;
  result: GameResult;
  by: MatchEnd;
}

export interface MatchSummary {
  games: number;
  /** From Maia's side, the weakest opponent first. */
  levels: (Level & { strength: Strength | null })[];
  /** Over all levels. */
  strength: Strength | null;
  /** How the games ended. */
  ends: Partial<Record<MatchEnd, number>>;
}

export function summarize(results: readonly MatchResult[]): MatchSummary {
  const elos = [...new Set(results.map(({ elo }) => elo))].sort((a, b) => a - b);
  const levels = elos.map(elo =>
    levelOf(
      elo,
      results.filter(one => one.elo === elo),
    ),
  );
  const ends: MatchSummary['ends'] = {};
  for (const { by } of results) ends[by] = (ends[by] ?? 0) + 1;
  return {
    games: results.length,
    levels: levels.map(level => ({ ...level, strength: strengthOf([level]) })),
    strength: strengthOf(levels),
    ends,
  };
}

function levelOf(elo: number, results: readonly MatchResult[]): Level {
  const count = (holds: (one: MatchResult) => boolean) => results.filter(holds).length;
  return {
    elo,
    wins: count(({ maia, result }) => result === WINS[maia]),
    draws: count(({ result }) => result === '1/2-1/2'),
    losses: count(({ maia, result }) => result !== WINS[maia] && result !== '1/2-1/2'),
  };
}

// The strength of a player by the score against opponents of known strength.

/** Games against one opponent, from the side of the one who is measured. */
interface Tally {
  wins: number;
  draws: number;
  losses: number;
}

/** A tally against an opponent of this rating. */
export interface Level extends Tally {
  elo: number;
}

/**
 * `beyond`: every game was won, or every game lost; then all that is known is one end of the interval, and the estimate
 * stands `BEYOND` away from the opponent. Null where there are no games.
 */
export interface Strength {
  elo: number;
  beyond: 'above' | 'below' | null;
  /** 95 %. */
  low: number;
  high: number;
}

/** Where a score says nothing but "more" or "less": what this score would be, 99 %, is about as much. */
const BEYOND = 800;
/** Of the normal distribution, for 95 %. */
const Z = 1.96;
/** Bounds of a search for a rating, from the opponents'; a score there is 0 or 1 to 15 digits. */
const FAR = 6_000;
const STEPS = 60;

export const gamesOf = ({ wins, draws, losses }: Tally): number => wins + draws + losses;
export const scoreOf = (tally: Tally): number => (tally.wins + tally.draws / 2) / gamesOf(tally);

/** The share of points that a player gets who is so much stronger. */
export const expectedScore = (difference: number): number => 1 / (1 + 10 ** (-difference / 400));

/**
 * The rating at which the points that were made are the points to be expected, which is also the one that makes them
 * likeliest. The interval holds every rating at which they would not be surprising: the distance to what is expected
 * is at most 1.96 of its own standard deviations. With one opponent that is Wilson's interval. Draws make results less
 * scattered than wins and losses alone; how much less is taken from the games themselves.
 */
export function strengthOf(levels: readonly Level[]): Strength | null {
  const played = levels.filter(level => gamesOf(level) > 0);
  const games = sum(played, gamesOf);
  if (games === 0) return null;
  const points = sum(played, ({ wins, draws }) => wins + draws / 2);
  const beyond = points === games ? 'above' : points === 0 ? 'below' : null;
  const expected = (elo: number) => sum(played, level => gamesOf(level) * expectedScore(elo - level.elo));
  const best = solve(played, elo => expected(elo) - points);
  const ratio = beyond ? 1 : scatter(played, best);
  const deviation = (elo: number) =>
    Math.sqrt(ratio * sum(played, level => gamesOf(level) * variance(expectedScore(elo - level.elo))));
  const elos = played.map(({ elo }) => elo);
  return {
    elo: beyond === 'above' ? Math.max(...elos) + BEYOND : beyond === 'below' ? Math.min(...elos) - BEYOND : best,
    beyond,
    low:
      beyond === 'below' ? Number.NEGATIVE_INFINITY : solve(played, elo => expected(elo) + Z * deviation(elo) - points),
    high:
      beyond === 'above' ? Number.POSITIVE_INFINITY : solve(played, elo => expected(elo) - Z * deviation(elo) - points),
  };
}

const variance = (score: number): number => score * (1 - score);

/** The variance of the results around what was expected, as a part of what it would be without draws. */
function scatter(levels: readonly Level[], elo: number): number {
  const found = sum(levels, ({ wins, draws, losses, elo: opponent }) => {
    const mean = expectedScore(elo - opponent);
    return wins * (1 - mean) ** 2 + draws * (0.5 - mean) ** 2 + losses * mean ** 2;
  });
  const binary = sum(levels, level => gamesOf(level) * variance(expectedScore(elo - level.elo)));
  return Math.min(1, found / binary);
}

/** Where a function that grows with the rating is 0. */
function solve(levels: readonly Level[], growing: (elo: number) => number): number {
  let low = Math.min(...levels.map(({ elo }) => elo)) - FAR;
  let high = Math.max(...levels.map(({ elo }) => elo)) + FAR;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (growing(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const sum = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((total, item) => total + value(item), 0);
