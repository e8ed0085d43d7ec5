import type { Color } from 'chessops/types';
import { Fault, type FaultCode } from '../base/fault.ts';
import { nameFor, type Position } from '../chess/position.ts';
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

/** What the searches of an analysis came to; cached ones cost nothing. */
export interface SearchSums {
  engineName: string | null;
  searches: number;
  nodes: number;
  searchMs: number;
  cacheHits: number;
}

export const NO_SEARCHES: Readonly<SearchSums> = { engineName: null, searches: 0, nodes: 0, searchMs: 0, cacheHits: 0 };

export function addSearch(sums: SearchSums, { engine, cached, nodes, ms }: Cached<SearchResult>): void {
  sums.engineName = engine;
  sums.searches++;
  if (cached) sums.cacheHits++;
  else {
    sums.nodes += nodes;
    sums.searchMs += ms;
  }
}

/** So that two engines share what everything else waits for; the same halves for mirrored moves. */
export function inHalves(moves: readonly string[], mover: Color): string[][] {
  const ordered = [...moves].sort((a, b) => (nameFor(mover, a) < nameFor(mover, b) ? -1 : 1));
  return [0, 1].map(half => ordered.filter((_, index) => index % 2 === half)).filter(half => half.length > 0);
}

/** What Stockfish says stands without Maia. */
const DISPENSABLE: readonly FaultCode[] = ['model-missing', 'model-broken', 'engine-failed'];

/** Why Maia could not be asked, as one sentence for people. What nothing can be said without is thrown on. */
export function whyNoMaia(error: unknown): string {
  if (!(error instanceof Fault && DISPENSABLE.includes(error.code))) throw error;
  return error.message;
}
