import { legalMoves, type Position } from '../../chess/position.ts';
import { type Score, worth } from '../../chess/score.ts';
import type { SearchLine } from '../../engine/uci.ts';
import type { Engines } from '../engines.ts';
import { type InvestigationParams, SEARCHES } from './params.ts';
import { illusionsIn, nameFor, type RankedMove, ranked } from './ranking.ts';

/** What the searches of one investigation came to. */
export interface SearchSums {
  engineName: string | null;
  searches: number;
  nodes: number;
  searchMs: number;
  cacheHits: number;
}

/** The searches of one investigation. There is a limit to them, so whoever wants some takes them first. */
export interface Searches {
  readonly sums: Readonly<SearchSums>;
  /** Somebody wanted more than there were left. */
  readonly exhausted: boolean;
  /** Whether so many more may be made; if so, they are taken. */
  take(searches: number): boolean;
  /** Every move as the shallow search sees it: one search. */
  glance(position: Position): Promise<RankedMove[]>;
  /** Every move as the deep search sees it: two searches, for two engines. */
  deepAll(position: Position): Promise<RankedMove[]>;
  /** The moves that may be illusions, and the best, as the deep search sees them; their ranks are those among all moves. Two searches. */
  deepWhereFooled(position: Position, glance: readonly RankedMove[]): Promise<RankedMove[]>;
  /** How the deep search would go on: one search. */
  reply(position: Position): Promise<readonly string[]>;
  /** One search. */
  shallowScore(position: Position): Promise<Score>;
}

/**
 * The middle search, which decides what is worth a deep one. Measured on the inner nodes of 11 positions at depth 16: 23 of 24 illusions
 * of two percent or more are those of a deep search of all moves, in 28 % of the time.
 */
const MIDDLE_DEPTH = 8;
/** Moves that the middle search likes best: one of them will be the best. */
const LIKELY_BEST = 3;
/** The strongest illusions by the middle search, more than are followed: some will change places. */
const SUSPECTS = 8;

export interface SearchOptions {
  params: InvestigationParams;
  onSearched: () => void;
}

export function searchesOf(engines: Engines, { params: { deep, shallow }, onSearched }: SearchOptions): Searches {
  const sums: SearchSums = { engineName: null, searches: 0, nodes: 0, searchMs: 0, cacheHits: 0 };
  let left = SEARCHES;
  let exhausted = false;
  const search = async (position: Position, depth: number, multipv: number, among?: readonly string[]) => {
    const result = await engines.search(position, {
      limit: { kind: 'depth', depth },
      multipv,
      ...(among && { searchmoves: among }),
      // Always: with a warm hash the shallow search would know what the deep one has found.
      deterministic: true,
    });
    sums.engineName = result.engine;
    sums.searches++;
    if (result.cached) sums.cacheHits++;
    else {
      sums.nodes += result.nodes;
      sums.searchMs += result.ms;
    }
    onSearched();
    return result.lines;
  };
  const all = async (position: Position, depth: number): Promise<RankedMove[]> =>
    ranked(await search(position, depth, legalMoves(position).length), position.turn);
  const among = (position: Position, depth: number, moves: readonly string[]): Promise<SearchLine[]> =>
    search(position, depth, moves.length, moves);
  const best = async (position: Position, depth: number): Promise<SearchLine> => {
    const [first] = await search(position, depth, 1);
    if (!first) throw new RangeError('a search has at least one line');
    return first;
  };
  return {
    sums,
    get exhausted() {
      return exhausted;
    },
    take: searches => {
      if (searches > left) exhausted = true;
      else left -= searches;
      return !exhausted;
    },
    glance: position => all(position, shallow),
    deepAll: async position => {
      const halves = await Promise.all(halvesOf(position).map(half => among(position, deep, half)));
      return ranked(halves.flat(), position.turn);
    },
    deepWhereFooled: async (position, glance) => {
      const middle = await all(position, Math.min(deep, MIDDLE_DEPTH));
      const fooling = illusionsIn(position, glance, middle).slice(0, SUSPECTS);
      const chosen = new Set([...middle.slice(0, LIKELY_BEST), ...fooling].map(({ uci }) => uci));
      const value = ({ score }: RankedMove) => worth(score, position.turn);
      const others = middle.filter(({ uci }) => !chosen.has(uci)).map(value);
      const looked = ranked(await among(position, deep, [...chosen]), position.turn);
      return looked.map(move => ({ ...move, rank: move.rank + others.filter(other => other > value(move)).length }));
    },
    reply: async position => (await best(position, deep)).uci,
    shallowScore: async position => (await best(position, shallow)).score,
  };
}

/** So that two engines share what everything else waits for; the same halves for mirrored moves. */
function halvesOf(position: Position): string[][] {
  const ordered = legalMoves(position)
    .map(({ uci }) => uci)
    .sort((a, b) => (nameFor(position.turn, a) < nameFor(position.turn, b) ? -1 : 1));
  return [0, 1].map(half => ordered.filter((_, index) => index % 2 === half)).filter(half => half.length > 0);
}
