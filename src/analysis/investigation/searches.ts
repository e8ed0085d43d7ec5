import type { Color } from 'chessops/types';
import { legalMoves, type Position } from '../../chess/position.ts';
import type { Score } from '../../chess/score.ts';
import type { SearchLine } from '../../engine/uci.ts';
import type { Engines } from '../engines.ts';
import { type InvestigationParams, OBVIOUS, SEARCHES } from './params.ts';
import { illusionsIn, nameFor, type RankedMove, ranked, seen } from './ranking.ts';

/** The totals of the searches of one investigation. */
export interface SearchSums {
  engineName: string | null;
  searches: number;
  nodes: number;
  searchMs: number;
  cacheHits: number;
}

/** The searches of one investigation. Their number is limited, so they are reserved before they are made. */
export interface Searches {
  readonly sums: Readonly<SearchSums>;
  /** Whether more searches were requested than were left. */
  readonly exhausted: boolean;
  /** Reserves so many searches; false if not so many are left. */
  reserve(searches: number): boolean;
  /** Every move as the shallow search sees it: one search. */
  shallowAll(position: Position): Promise<RankedMove[]>;
  /** Every move as the deep search sees it: two searches, for two engines. */
  deepAll(position: Position): Promise<RankedMove[]>;
  /**
   * Ranks the moves that may be the best or illusions among each other, by a shallow and a deep search. Other moves are
   * not searched deep. Two searches.
   */
  deepen(position: Position, glance: readonly RankedMove[]): Promise<{ glance: RankedMove[]; deep: RankedMove[] }>;
  /** How the deep search would go on: one search. */
  reply(position: Position): Promise<readonly string[]>;
  /** One search. */
  shallowScore(position: Position): Promise<Score>;
}

/**
 * The middle search, which decides what is worth a deep one inside the tree; docs/investigation.md says how well it
 * does.
 */
const MIDDLE_DEPTH = 8;
/** Moves that the middle search likes best: one of them will be the best. */
const LIKELY_BEST = 3;
/** The strongest illusions by the middle search. */
const SUSPECTS = 6;

interface SearchOptions {
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
      // The hash is always cleared: with a warm one the shallow search would know what the deep one has found.
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
    ranked((await search(position, depth, legalMoves(position).length)).map(seen), position.turn);
  const among = async (position: Position, moves: readonly string[]) =>
    (await search(position, deep, moves.length, moves)).map(seen);
  const first = async (position: Position, depth: number): Promise<SearchLine> => {
    const [line] = await search(position, depth, 1);
    if (!line) throw new RangeError('a search has at least one line');
    return line;
  };
  return {
    sums,
    get exhausted() {
      return exhausted;
    },
    reserve: searches => {
      if (searches > left) exhausted = true;
      else left -= searches;
      return !exhausted;
    },
    shallowAll: position => all(position, shallow),
    deepAll: async position => {
      const moves = legalMoves(position).map(({ uci }) => uci);
      const halves = halvesOf(moves, position.turn).map(half => among(position, half));
      return ranked((await Promise.all(halves)).flat(), position.turn);
    },
    deepen: async (position, glance) => {
      const { turn } = position;
      const middle = await all(position, Math.min(deep, MIDDLE_DEPTH));
      const suspects = illusionsIn(position, glance, middle).slice(0, SUSPECTS);
      const candidates = [...middle.slice(0, LIKELY_BEST), ...glance.slice(0, OBVIOUS), ...suspects];
      const chosen = new Set(candidates.map(({ uci }) => uci));
      return {
        glance: ranked(
          glance.filter(({ uci }) => chosen.has(uci)),
          turn,
        ),
        deep: ranked(await among(position, [...chosen]), turn),
      };
    },
    reply: async position => (await first(position, deep)).uci,
    shallowScore: async position => (await first(position, shallow)).score,
  };
}

/** So that two engines share what everything else waits for; the same halves for mirrored moves. */
function halvesOf(moves: readonly string[], mover: Color): string[][] {
  const ordered = [...moves].sort((a, b) => (nameFor(mover, a) < nameFor(mover, b) ? -1 : 1));
  return [0, 1].map(half => ordered.filter((_, index) => index % 2 === half)).filter(half => half.length > 0);
}
