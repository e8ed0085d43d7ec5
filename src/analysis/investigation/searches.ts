import type { Color } from 'chessops/types';
import { legalMoves, nameFor, type Position, sanOf } from '../../chess/position.ts';
import { type Score, turnScore, winPercent, worth } from '../../chess/score.ts';
import type { SearchLine } from '../../engine/uci.ts';
import { addSearch, type Engines, inHalves, NO_SEARCHES, type SearchSums } from '../engines.ts';
import { type InvestigationParams, OBVIOUS, SEARCHES } from './params.ts';
import type { Illusion } from './report.ts';

/** A move as a search sees it, and its place among all moves: 1 is the best. */
export interface RankedMove {
  uci: string;
  /** White's. */
  score: Score;
  rank: number;
  /** The line in UCI, which begins with the move itself. */
  line: readonly string[];
}

type SeenMove = Omit<RankedMove, 'rank'>;

export const seen = ({ score, uci }: SearchLine): SeenMove => ({ uci: uci[0] ?? '', score, line: uci });

/** Sorts moves with the best first; equal ones keep the engine's order. */
export const ranked = (moves: readonly SeenMove[], mover: Color): RankedMove[] =>
  [...moves]
    .sort((a, b) => worth(b.score, mover) - worth(a.score, mover))
    .map((move, index) => ({ ...move, rank: index + 1 }));

/** Pairs the two searches' results for each move that both have searched. */
export function compared(position: Position, shallow: readonly RankedMove[], deep: readonly RankedMove[]): Illusion[] {
  const { turn } = position;
  const looks = new Map(shallow.map(move => [move.uci, move]));
  const names = new Map(legalMoves(position).map(({ uci, move }) => [uci, sanOf(position, move)]));
  const chances = (score: Score) => winPercent(turnScore(score, turn));
  return deep.flatMap(({ uci, score, rank }): Illusion[] => {
    const look = looks.get(uci);
    if (!look) return [];
    const gap = chances(look.score) - chances(score);
    const san = names.get(uci) ?? uci;
    return [{ san, uci, shallowRank: look.rank, deepRank: rank, shallow: look.score, deep: score, gap }];
  });
}

/**
 * Moves that look better than they are: they stand higher in the shallow ranking than in the deep one, and promise more
 * than they keep, on the scale of winning chances, where a pawn more or less is nothing in a game that is won. The best
 * move is never one of them. The strongest illusion first.
 */
export const illusionsIn = (
  position: Position,
  shallow: readonly RankedMove[],
  deep: readonly RankedMove[],
): Illusion[] =>
  compared(position, shallow, deep)
    .filter(({ shallowRank, deepRank, gap }) => deepRank > 1 && shallowRank < deepRank && gap > 0)
    .sort((a, b) => b.gap - a.gap || (nameFor(position.turn, a.uci) < nameFor(position.turn, b.uci) ? -1 : 1));

/** The illusions to follow: those that look good before those that look bad at a glance, the strongest first. */
export function strongest(illusions: readonly Illusion[], most: number): Illusion[] {
  const isObvious = ({ shallowRank }: Illusion) => shallowRank <= OBVIOUS;
  const chosen = new Set([...illusions.filter(isObvious), ...illusions].map(({ uci }) => uci));
  const followed = [...chosen].slice(0, most);
  return illusions.filter(({ uci }) => followed.includes(uci));
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

/** The searches of one investigation. Their number is limited, so they are reserved before they are made. */
export class Searches {
  readonly sums: SearchSums = { ...NO_SEARCHES };
  readonly #engines: Engines;
  readonly #params: InvestigationParams;
  readonly #onSearched: () => void;
  #left = SEARCHES;
  #exhausted = false;

  constructor(engines: Engines, params: InvestigationParams, onSearched: () => void) {
    this.#engines = engines;
    this.#params = params;
    this.#onSearched = onSearched;
  }

  /** Whether more searches were requested than were left. */
  get exhausted(): boolean {
    return this.#exhausted;
  }

  /** Reserves so many searches; false if not so many are left. */
  reserve(searches: number): boolean {
    if (searches > this.#left) this.#exhausted = true;
    else this.#left -= searches;
    return !this.#exhausted;
  }

  /** Every move as the shallow search sees it: one search. */
  shallowAll(position: Position): Promise<RankedMove[]> {
    return this.#all(position, this.#params.shallow);
  }

  /** Every move as the deep search sees it: two searches, for two engines. */
  async deepAll(position: Position): Promise<RankedMove[]> {
    const moves = legalMoves(position).map(({ uci }) => uci);
    const halves = inHalves(moves, position.turn).map(half => this.#among(position, half));
    return ranked((await Promise.all(halves)).flat(), position.turn);
  }

  /**
   * Ranks the moves that may be the best or illusions among each other, by a shallow and a deep search. Other moves are
   * not searched deep. Two searches.
   */
  async deepen(
    position: Position,
    glance: readonly RankedMove[],
  ): Promise<{ glance: RankedMove[]; deep: RankedMove[] }> {
    const { turn } = position;
    const middle = await this.#all(position, Math.min(this.#params.deep, MIDDLE_DEPTH));
    const suspects = illusionsIn(position, glance, middle).slice(0, SUSPECTS);
    const candidates = [...middle.slice(0, LIKELY_BEST), ...glance.slice(0, OBVIOUS), ...suspects];
    const chosen = new Set(candidates.map(({ uci }) => uci));
    const kept = glance.filter(({ uci }) => chosen.has(uci));
    return { glance: ranked(kept, turn), deep: ranked(await this.#among(position, [...chosen]), turn) };
  }

  /** How the deep search would go on: one search. */
  async reply(position: Position): Promise<readonly string[]> {
    return (await this.#first(position, this.#params.deep)).uci;
  }

  /** One search. */
  async shallowScore(position: Position): Promise<Score> {
    return (await this.#first(position, this.#params.shallow)).score;
  }

  async #all(position: Position, depth: number): Promise<RankedMove[]> {
    const lines = await this.#search(position, depth, legalMoves(position).length);
    return ranked(lines.map(seen), position.turn);
  }

  async #among(position: Position, moves: readonly string[]): Promise<SeenMove[]> {
    return (await this.#search(position, this.#params.deep, moves.length, moves)).map(seen);
  }

  async #first(position: Position, depth: number): Promise<SearchLine> {
    const [line] = await this.#search(position, depth, 1);
    if (!line) throw new RangeError('a search has at least one line');
    return line;
  }

  async #search(
    position: Position,
    depth: number,
    multipv: number,
    among?: readonly string[],
  ): Promise<readonly SearchLine[]> {
    const result = await this.#engines.search(position, {
      limit: { kind: 'depth', depth },
      multipv,
      ...(among && { searchmoves: among }),
      // The hash is always cleared: with a warm one the shallow search would know what the deep one has found.
      deterministic: true,
    });
    addSearch(this.sums, result);
    this.#onSearched();
    return result.lines;
  }
}
