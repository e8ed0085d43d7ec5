import type { MatchGameReport } from '../analysis/match/game.ts';
import { openingInput, type Pairing, type PlayedPairing } from '../analysis/match/pairings.ts';
import type { MatchGameParams } from '../analysis/match/params.ts';
import { forEachLimit } from '../base/limiter.ts';
import type { AnalysisService, JobOf, JobOptions } from './jobs.ts';
import { type BatchOptions, runWithRetry } from './retry.ts';

/** A match is so many games, each a job of its own. */

export interface MatchWishes extends Omit<MatchGameParams, 'maia' | 'elo' | 'seed'> {
  /** For the whole match; each game has its own from it. */
  seed: number;
  /** Which Maia plays; the one that is set if nothing is said. */
  model?: string;
  /** Games at the same time. */
  concurrency: number;
}

interface MatchOptions extends BatchOptions {
  /** Each game when it has ended; the next one begins when this is done. */
  onGame: (played: PlayedPairing) => Promise<void> | void;
}

export async function playMatch(
  pairings: readonly Pairing[],
  wishes: MatchWishes,
  service: AnalysisService,
  { signal, onGame, ...options }: MatchOptions,
): Promise<void> {
  const { concurrency } = wishes;
  await forEachLimit(pairings, { concurrency, signal }, async (pairing, either) => {
    await onGame({ ...pairing, report: await playRound(pairing, wishes, service, { ...options, signal: either }) });
  });
}

function playRound(
  { number, elo, maia, opening }: Pairing,
  { concurrency: _, seed, model, ...wishes }: MatchWishes,
  service: AnalysisService,
  options: JobOptions,
): Promise<MatchGameReport> {
  const params = { ...wishes, maia, elo, seed: seed + number };
  const input = openingInput(opening);
  const job: JobOf<'match'> = { kind: 'match', input, ...(model && { model }), params, cache: true };
  return runWithRetry(service, job, options);
}
