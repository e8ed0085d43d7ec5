import { COLORS, type Color } from 'chessops/types';
import type { Game } from '../../chess/game.ts';
import { fenOf, other, type Position } from '../../chess/position.ts';
import { type Score, winPercent } from '../../chess/score.ts';
import { type Engines, NO_SEARCHES, whyNoMaia } from '../engines.ts';
import { type PositionPrediction, predictGame } from '../move-predictions.ts';
import { phasesOf } from '../phases/phases.ts';
import { type EvaluateOptions, endingOfGame, evaluateGame, givenEvaluations } from './game-evaluation.ts';
import type { ReviewNotes, ReviewParams } from './params.ts';
import { askPlayedLike } from './played-like.ts';
import { reviewPlayer, reviewPlies, startScore } from './plies.ts';
import type { Moment, PlayedLike, ReviewedPly, ReviewProgress, ReviewReport } from './report.ts';

/** What a review names at the most. */
const MOMENTS = 3;
/** From here on a side is winning: Lichess's win percentage of about two and a half pawns. */
const WINNING = 70;

/** Beside a move that lost as much as the first, one that lost less than the second did not matter. */
const LARGE = 15;
const SMALL = 10;

interface Candidate extends Moment {
  color: Color;
  lost: number;
}

/**
 * The moves that decided the game: those that gave away most, and always the one after which the winner stayed ahead to
 * the end, however little it seemed at the time. In the order in which they were played.
 */
export function momentsOf(plies: readonly ReviewedPly[], startWinPercent: number | null): Moment[] {
  const accused = candidatesOf(plies, startWinPercent);
  const largest = [...accused].sort((a, b) => b.lost - a.lost || a.ply - b.ply);
  const decisive = decisiveOf(plies, accused);
  const isLarge = (largest[0]?.lost ?? 0) >= LARGE;
  const weighty = largest.filter(({ lost }) => !isLarge || lost >= SMALL);
  const byWeight = new Set([...(decisive ? [decisive] : []), ...weighty]);
  const chosen = [...byWeight].slice(0, MOMENTS).sort((a, b) => a.ply - b.ply);
  return chosen.map(({ ply, before, after }) => ({ ply, before, after }));
}

function candidatesOf(plies: readonly ReviewedPly[], startWinPercent: number | null): Candidate[] {
  return plies.flatMap(({ ply, color, judgement, winPercent, lost }, index) => {
    const previous = index === 0 ? startWinPercent : (plies[index - 1]?.winPercent ?? null);
    if (!judgement || winPercent === null || previous === null || lost === null) return [];
    const own = (white: number) => (color === 'white' ? white : 100 - white);
    return [{ ply, color, lost, before: own(previous), after: own(winPercent) }];
  });
}

/** The loser's move after which the other side was winning for good, if it is one to be accused. */
function decisiveOf(plies: readonly ReviewedPly[], accused: readonly Candidate[]): Candidate | undefined {
  const winner = COLORS.find(color => shareOf(plies.at(-1), color) >= WINNING);
  if (!winner) return undefined;
  const lastDoubt = plies.findLast(ply => shareOf(ply, winner) < WINNING)?.ply ?? 0;
  return accused.find(({ ply, color }) => ply === lastDoubt + 1 && color === other(winner));
}

/** Unknown is in doubt. */
function shareOf(ply: ReviewedPly | undefined, color: Color): number {
  const white = ply?.winPercent ?? 50;
  return color === 'white' ? white : 100 - white;
}

interface ReviewOptions extends Pick<EvaluateOptions, 'shareOut'> {
  /** The same input gives the same report but for its times. */
  deterministic: boolean;
  onProgress: (progress: ReviewProgress) => void;
}

/** A game to be reviewed, and all that is known of it beforehand. */
interface ReviewQuestion {
  game: Game;
  notes: ReviewNotes;
  params: ReviewParams;
}

/**
 * A game, move by move: what it was worth, what should have been played, and what people of these ratings play there.
 */
export async function reviewGame(
  question: ReviewQuestion,
  engines: Engines,
  options: ReviewOptions,
): Promise<ReviewReport> {
  const started = performance.now();
  const { game, notes, params } = question;
  const ending = endingOfGame(game, notes.headers);
  const given = notes.evals && givenEvaluations(game, notes.evals, ending);
  const tracker = new ReviewTracker(options.onProgress, game.positions.length);
  given?.forEach(({ score }, ply) => {
    tracker.evaluated(ply, score);
  });
  const [searched, people] = await Promise.all([
    given
      ? { positions: [], ...NO_SEARCHES }
      : evaluateGame(game, engines, { ...options, limit: params.limit, ending, onEvaluated: tracker.evaluated }),
    params.maia ? askMaia(question, engines, options, tracker) : NOT_ASKED,
  ]);
  const evaluations = given ?? searched.positions;
  const phases = phasesOf(game, notes.lastBookPly);
  const counted = reviewPlies({ game, notes, phases, evaluations, predictions: people.predictions });
  const plies = counted.map(({ ply }) => ply);
  const start = startScore(game, evaluations);
  const startWinPercent = start && winPercent(start);
  const playerOf = (color: Color) => reviewPlayer(color, counted, params.ratings[color], people.playedLike[color]);
  return {
    kind: 'review',
    version: 1,
    headers: notes.headers,
    start: fenOf(game.positions[0] as Position),
    startWinPercent,
    opening: notes.opening,
    phases,
    players: { white: playerOf('white'), black: playerOf('black') },
    plies,
    moments: momentsOf(plies, startWinPercent),
    ending,
    engine: searched.engineName === null ? null : { name: searched.engineName, limit: params.limit },
    model: people.predictions && { id: engines.model },
    problem: people.problem,
    stats: {
      plies: plies.length,
      stockfishPositions: searched.searches,
      stockfishNodes: searched.nodes,
      maiaPositions: people.asked,
      cacheHits: searched.cacheHits + people.cacheHits,
      time: { totalMs: performance.now() - started, searchMs: searched.searchMs, maiaMs: people.ms },
    },
    cacheStatus: 'fresh',
  };
}

/** What Maia says of the game. */
interface MaiaFindings {
  predictions: PositionPrediction[] | null;
  playedLike: Record<Color, PlayedLike | null>;
  asked: number;
  cacheHits: number;
  ms: number;
  problem: string | null;
}

const NOT_ASKED: MaiaFindings = {
  predictions: null,
  playedLike: { white: null, black: null },
  asked: 0,
  cacheHits: 0,
  ms: 0,
  problem: null,
};

async function askMaia(
  { game, notes, params: { ratings } }: ReviewQuestion,
  engines: Engines,
  { deterministic }: ReviewOptions,
  tracker: ReviewTracker,
): Promise<MaiaFindings> {
  const started = performance.now();
  let asked = 0;
  let cacheHits = 0;
  const counting: Engines = {
    ...engines,
    predict: async request => {
      tracker.asked();
      const answer = await engines.predict({ ...request, ...(deterministic && { deterministic }) });
      asked++;
      if (answer.cached) cacheHits++;
      tracker.predicted();
      return answer;
    },
  };
  try {
    const [predictions, white, black] = await Promise.all([
      predictGame(game, counting, ratings),
      // Nets for a part of all ratings could only name one of these; and the interval is fitted to Maia-3.
      engines.allRatings ? askPlayedLike(game, 'white', notes.lastBookPly, counting) : null,
      engines.allRatings ? askPlayedLike(game, 'black', notes.lastBookPly, counting) : null,
    ]);
    const ms = performance.now() - started;
    return { predictions, playedLike: { white, black }, asked, cacheHits, ms, problem: null };
  } catch (error) {
    return { ...NOT_ASKED, problem: whyNoMaia(error) };
  }
}

/** Keeps count, and tells. */
class ReviewTracker {
  readonly #tell: (progress: ReviewProgress) => void;
  readonly #progress: ReviewProgress;

  constructor(tell: (progress: ReviewProgress) => void, positions: number) {
    this.#tell = tell;
    this.#progress = {
      evaluated: 0,
      positions,
      predicted: 0,
      predictions: 0,
      winPercents: Array(positions).fill(null),
    };
  }

  readonly evaluated = (ply: number, score: Score | null): void => {
    this.#progress.evaluated++;
    this.#progress.winPercents[ply] = score && winPercent(score);
    this.#say();
  };

  asked(): void {
    this.#progress.predictions++;
  }

  predicted(): void {
    this.#progress.predicted++;
    this.#say();
  }

  #say(): void {
    this.#tell({ ...this.#progress, winPercents: [...this.#progress.winPercents] });
  }
}
