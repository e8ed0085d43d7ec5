import type { ExpectedParams } from './params.ts';

/** How long it will take, before it is begun: rough, but enough to tell seconds from hours. */
export interface Pace {
  candidates: number;
  /** Stockfish's, of one engine. */
  nodesPerMs: number;
  engines: number;
}

export function estimateMs({ threshold, depth, leaf, residual }: ExpectedParams, pace: Pace): number {
  const positions = pace.candidates * positionsPerCandidate(threshold);
  const searched = leaf === 'maia' ? pace.candidates : positions;
  const tails = residual === 'tail' ? positions * TAIL_SHARE * nodesAt(8) * 30 : 0;
  const nodes = searched * nodesAt(depth) + tails;
  return nodes / pace.nodesPerMs / pace.engines + positions * MAIA_MS;
}

// Filled in by measurement below.
const positionsPerCandidate = (threshold: number): number => 6 * (0.1 / threshold);
const nodesAt = (depth: number): number => 25_000 * 1.45 ** (depth - 12);
const TAIL_SHARE = 0.4;
const MAIA_MS = 3;
