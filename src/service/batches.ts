import type { Color } from 'chessops/types';
import type { EvaluateReport } from '../analysis/evaluate/game.ts';
import type { EvaluateParams } from '../analysis/evaluate/params.ts';
import { bandOf, type MeasuredMove, measure } from '../analysis/evaluate/summary.ts';
import { openingInput, type Pairing, type PlayedPairing } from '../analysis/match/pairings.ts';
import type { MatchGameParams } from '../analysis/match/params.ts';
import { phaseOf, phasesOf } from '../analysis/phases/phases.ts';
import { Fault, type FaultCode } from '../base/fault.ts';
import { forEachLimit } from '../base/limiter.ts';
import type { Game } from '../chess/game.ts';
import { legalMoves, type Position, uciOf } from '../chess/position.ts';
import { knownRating } from '../chess/rating.ts';
import type { Limit } from '../engine/uci.ts';
import { type AnalysisService, gameInput, type JobKind, type JobOf, type JobOptions, type JobResults } from './jobs.ts';

/** Questions that take many jobs: a match has one for each game, an evaluation of games two. */

/** The options of each of many jobs. */
interface BatchOptions extends Pick<JobOptions, 'owner' | 'priority' | 'deadlineMs' | 'meter'> {
  signal: AbortSignal;
}

/** How often a job is tried whose engine or process has died. */
const ATTEMPTS = 3;
const PASSING: readonly FaultCode[] = ['engine-failed', 'crashed'];

async function runWithRetry<K extends JobKind>(
  service: AnalysisService,
  job: JobOf<K>,
  options: JobOptions,
): Promise<JobResults[K]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await service.run(job, options);
    } catch (error) {
      const passes = error instanceof Fault && PASSING.includes(error.code);
      if (!passes || attempt >= ATTEMPTS) throw error;
    }
  }
}

export interface MatchWishes extends Omit<MatchGameParams, 'maia' | 'elo' | 'seed'> {
  /** The seed of the whole match, from which each game gets its own. */
  seed: number;
  /** The model that plays; by default the configured one. */
  model?: string;
  /** How many games are played at the same time. */
  concurrency: number;
}

interface MatchOptions extends BatchOptions {
  /** Called when a game has ended; the next one begins when the promise has resolved. */
  onGame: (played: PlayedPairing) => Promise<void> | void;
}

/** Plays a match. */
export async function playMatch(
  pairings: readonly Pairing[],
  wishes: MatchWishes,
  service: AnalysisService,
  { signal, onGame, ...options }: MatchOptions,
): Promise<void> {
  const { concurrency, seed, model, ...how } = wishes;
  await forEachLimit(pairings, { concurrency, signal }, async (pairing, either) => {
    const { number, elo, maia, opening } = pairing;
    const params = { ...how, maia, elo, seed: seed + number };
    const input = openingInput(opening);
    const job: JobOf<'match'> = { kind: 'match', input, ...(model && { model }), params, cache: true };
    await onGame({ ...pairing, report: await runWithRetry(service, job, { ...options, signal: either }) });
  });
}

/** A game that people have played. */
export interface RealGame {
  game: Game;
  /** The ratings of the players, where they are known. */
  ratings: Partial<Record<Color, number>>;
  /** The last half-move of opening theory. */
  lastBookPly: number;
}

interface EvaluateWishes {
  /** The rating that Maia gets for both players; null for their own ratings. */
  rating: number | null;
  /** The limit of Stockfish's search for each position; null to do without Stockfish. */
  limit: Limit | null;
  /** How many games are evaluated at the same time. */
  concurrency: number;
  cache: boolean;
  /** The model, if it is not the configured one. */
  model?: string;
}

interface EvaluateOptions extends BatchOptions {
  onProgress: (asked: EvaluateParams['ask'], games: number) => void;
}

/** What either Maia or Stockfish has done. */
export interface Asked {
  /** The id of the model, or Stockfish's own name. */
  name: string;
  /** The number of positions that were not in the cache, and the time that they took together. */
  positions: number;
  ms: number;
}

export interface Evaluation {
  moves: MeasuredMove[];
  maia: Asked;
  stockfish: Asked | null;
}

/** Asks Maia about all games, then Stockfish, so that each has the machine to itself and its speed can be measured. */
export async function evaluateGames(
  games: readonly RealGame[],
  { rating, limit, ...wishes }: EvaluateWishes,
  service: AnalysisService,
  options: EvaluateOptions,
): Promise<Evaluation> {
  const ask = (paramsOf: (game: RealGame) => EvaluateParams) => askAll(games, paramsOf, wishes, service, options);
  const maia = await ask(({ ratings }) => ({ ask: 'maia', ratings: toldRatings(ratings, rating) }));
  const stockfish = limit && (await ask(() => ({ ask: 'stockfish', limit })));
  return {
    moves: games.flatMap((game, index) => movesOf(game, index, maia.reports[index], stockfish?.reports[index])),
    maia: maia.asked,
    stockfish: stockfish?.asked ?? null,
  };
}

function toldRatings(ratings: RealGame['ratings'], rating: number | null): Record<Color, number> {
  const of = (color: Color) => {
    const told = rating ?? ratings[color];
    if (told === undefined) throw new RangeError('games without ratings need one that is told');
    return knownRating(told);
  };
  return { white: of('white'), black: of('black') };
}

async function askAll(
  games: readonly RealGame[],
  paramsOf: (game: RealGame) => EvaluateParams,
  { concurrency, cache, model }: Pick<EvaluateWishes, 'concurrency' | 'cache' | 'model'>,
  service: AnalysisService,
  { signal, onProgress, ...options }: EvaluateOptions,
): Promise<{ reports: EvaluateReport[]; asked: Asked }> {
  const reports: EvaluateReport[] = new Array(games.length);
  const started = performance.now();
  let done = 0;
  await forEachLimit(games, { concurrency, signal }, async (game, either, index) => {
    const params = paramsOf(game);
    const input = gameInput(game.game);
    const job: JobOf<'evaluate'> = { kind: 'evaluate', input, ...(model && { model }), params, cache };
    reports[index] = await runWithRetry(service, job, { ...options, signal: either });
    onProgress(params.ask, ++done);
  });
  const positions = reports.reduce((sum, { fresh }) => sum + fresh, 0);
  return { reports, asked: { name: reports[0]?.asked ?? '', positions, ms: performance.now() - started } };
}

function movesOf(
  { game, ratings, lastBookPly }: RealGame,
  index: number,
  maia: EvaluateReport | undefined,
  stockfish: EvaluateReport | undefined,
): MeasuredMove[] {
  const phases = phasesOf(game, lastBookPly);
  return game.moves.flatMap((move, ply): MeasuredMove[] => {
    const position = game.positions[ply] as Position;
    const choice = maia?.choices[ply];
    if (!choice) return [];
    return [
      {
        game: index,
        band: bandOf(ratings[position.turn]),
        phase: phaseOf(position.fullmoves, phases),
        forced: legalMoves(position).length === 1,
        measured: measure(uciOf(position, move), choice, stockfish?.choices[ply]),
      },
    ];
  });
}
