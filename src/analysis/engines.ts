import { Fault, type FaultCode } from '../base/fault.ts';
import type { Position } from '../chess/position.ts';
import type { MaiaAnswer, MaiaRequest } from '../engine/maia-pool.ts';
import type { SearchRequest, SearchResult } from '../engine/stockfish.ts';

/** What an analysis may ask of the engines. The owner, the priority and the signal of its job are set already. */
export interface Engines {
  search(position: Position, request: SearchRequest): Promise<Cached<SearchResult>>;
  predict(request: MaiaRequest): Promise<Cached<MaiaAnswer>>;
  /** The id of the model that `predict` asks. */
  readonly model: string;
  /** Whether it answers for people of any rating; the nets of Maia-1 know one each, from 1100 to 1900. */
  readonly allRatings: boolean;
  /** How many searches can run at once. */
  readonly width: number;
}

export type Cached<T> = T & { cached: boolean };

/** What Stockfish says stands without Maia. */
const DISPENSABLE: readonly FaultCode[] = ['model-missing', 'model-broken', 'engine-failed'];

/** Why Maia could not be asked, as one sentence for people. What nothing can be said without is thrown on. */
export function whyNoMaia(error: unknown): string {
  if (!(error instanceof Fault && DISPENSABLE.includes(error.code))) throw error;
  return error.message;
}
