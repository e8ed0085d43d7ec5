import type { MatchGameReport } from '../analysis/match/game.ts';
import type { MatchGameParams } from '../analysis/match/params.ts';
import type { Pairing, PlayedPairing } from '../analysis/match/plan.ts';
import { fenOf, startPosition } from '../chess/position.ts';
import { Fault, type FaultCode, throwIfAborted } from '../engine/fault.ts';
import type { AnalysisService, JobOptions } from './jobs.ts';

/** A match is so many games, each a job of its own: what one of them suffers is nothing to the others. */

export interface MatchWishes extends Omit<MatchGameParams, 'maia' | 'elo' | 'seed'> {
  /** For the whole match; each game has its own from it. */
  seed: number;
  /** Which Maia plays; the one that is set if nothing is said. */
  model?: string;
  /** Games at the same time. */
  concurrency: number;
}

export interface MatchOptions extends Pick<JobOptions, 'owner' | 'priority' | 'deadlineMs'> {
  signal: AbortSignal;
  /** Each game when it has ended; the next one begins when this is done. */
  onGame: (played: PlayedPairing) => Promise<void> | void;
}

/** An engine that died takes its game with it, which is then played again. */
const ATTEMPTS = 3;
const PASSING: readonly FaultCode[] = ['engine-failed', 'crashed'];

export async function playMatch(
  pairings: readonly Pairing[],
  wishes: MatchWishes,
  service: AnalysisService,
  { signal, onGame, ...options }: MatchOptions,
): Promise<void> {
  // The first one that cannot be played ends the others, too: whoever waits hears of it at once.
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const waiting = pairings.values();
  const table = async () => {
    for (const pairing of waiting) {
      throwIfAborted(either);
      await onGame({ ...pairing, report: await playRound(pairing, wishes, service, { ...options, signal: either }) });
    }
  };
  const tables = Array.from({ length: Math.min(wishes.concurrency, pairings.length) }, table);
  try {
    await Promise.all(tables);
  } finally {
    over.abort();
    await Promise.allSettled(tables);
  }
}

async function playRound(
  { number, elo, maia, opening }: Pairing,
  { concurrency: _, seed, model, ...wishes }: MatchWishes,
  service: AnalysisService,
  options: JobOptions,
): Promise<MatchGameReport> {
  const input = { fen: fenOf(startPosition()), moves: opening.moves.split(' ') };
  const params = { ...wishes, maia, elo, seed: seed + number };
  const job = { kind: 'match' as const, input, ...(model && { model }), params, cache: true };
  for (let attempt = 1; ; attempt++) {
    try {
      return await service.run(job, options);
    } catch (error) {
      const passes = error instanceof Fault && PASSING.includes(error.code);
      if (!passes || attempt >= ATTEMPTS) throw error;
    }
  }
}
