import type { MatchGameReport } from '../analysis/match/game.ts';
import { openingInput, type Pairing, type PlayedPairing } from '../analysis/match/pairings.ts';
import type { MatchGameParams } from '../analysis/match/params.ts';
import { forEachLimit } from '../base/limiter.ts';
import type { AnalysisService, JobOf, JobOptions } from './jobs.ts';
import { type BatchOptions, runWithRetry } from './retry.ts';

/** Plays a match, each game of which is a job. */

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
