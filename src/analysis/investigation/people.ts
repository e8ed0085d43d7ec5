import { type History, lastPositions } from '../../chess/history.ts';
import { legalMoves } from '../../chess/position.ts';
import { HISTORY_LENGTH } from '../../engine/maia3-encoding.ts';
import { softmax } from '../../engine/policy.ts';
import { type Engines, whyNoMaia } from '../engines.ts';
import type { InvestigationParams } from './params.ts';

/** What Maia says of the position. */
export interface People {
  /** By UCI, every legal move. Null where nobody was asked, or nobody could be. */
  shares: Record<string, number> | null;
  problem: string | null;
  cached: boolean;
}

export const NOBODY: People = { shares: null, problem: null, cached: false };

export async function askPeople(
  history: History,
  { rating, opponentRating = rating, maia }: InvestigationParams,
  engines: Engines,
  deterministic: boolean,
): Promise<People> {
  if (!maia) return NOBODY;
  try {
    const { logits, cached } = await engines.predict({
      history: lastPositions(history, HISTORY_LENGTH),
      rating,
      opponentRating,
      ...(deterministic && { deterministic }),
    });
    const probabilities = softmax(logits);
    const moves = legalMoves(history.position).map(({ uci }, index) => [uci, probabilities[index] ?? 0] as const);
    return { shares: Object.fromEntries(moves), problem: null, cached };
  } catch (error) {
    return { ...NOBODY, problem: whyNoMaia(error) };
  }
}
