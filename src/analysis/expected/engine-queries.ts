import type { Color } from 'chessops/types';
import { Limiter } from '../../base/limiter.ts';
import { softmax } from '../../base/probability.ts';
import { isEarly } from '../../chess/game.ts';
import { type History, lastPositions } from '../../chess/history.ts';
import { fenOf, legalMoves, type Position } from '../../chess/position.ts';
import { type Score, winrate } from '../../chess/score.ts';
import type { MaiaAnswer } from '../../engine/maia-pool.ts';
import { HISTORY_LENGTH } from '../../engine/maia3-encoding.ts';
import type { SearchRequest, SearchResult } from '../../engine/stockfish.ts';
import type { SearchLine } from '../../engine/uci.ts';
import type { Cached, Engines } from '../engines.ts';
import { depthFor, type ExpectedParams, shallowDepth } from './params.ts';
import type { PredictionTrace, SearchTrace, Trace } from './report.ts';

export interface NodeEvaluation {
  /** From White's side. */
  score: Score;
  /** The player's. */
  winrate: number;
  /** The best answer to the move that led here, in UCI. */
  reply: string | undefined;
  /** Of the search. */
  depth: number;
}

export interface NodePrediction {
  /** In the order of `legalMoves`. */
  probabilities: number[];
  /** The forecast for the player: wins, and half of the draws. */
  value: number;
}

/** From here on a move or two decides whether a win comes in time, so the clock is part of the position. */
const CLOCK_MATTERS = 80;

/** A deep search that is always worth keeping ready behind those that run. */
const READY = 1;

/** Before everything else: it is over in a moment, and others wait for it. */
export const AT_ONCE = Number.NEGATIVE_INFINITY;

/**
 * What the engines say about the positions of one analysis: each is asked once, however many lines lead to it.
 * Stockfish is asked in order of importance, Maia at once, so that it can answer in batches.
 */
export class EngineQueries {
  readonly #engines: Engines;
  readonly #params: ExpectedParams;
  readonly #player: Color;
  readonly #deterministic: boolean;
  readonly #limiter: Limiter;
  readonly #representatives = new Map<string, { position: Position; depth: number }>();
  readonly #searches = new Map<string, Promise<Search>>();
  readonly #afresh = new Map<string, Promise<Search>>();
  readonly #predictions = new Map<string, Promise<Asked>>();
  #engineName: string | undefined;
  #stockfishNodes = 0;
  #stockfishMs = 0;
  #cacheHits = 0;

  constructor(engines: Engines, params: ExpectedParams, player: Color, deterministic: boolean) {
    this.#engines = engines;
    this.#params = params;
    this.#player = player;
    this.#deterministic = deterministic;
    this.#limiter = new Limiter(engines.width + READY);
  }

  get engineName(): string | undefined {
    return this.#engineName;
  }

  /** How fast one engine searches here, by what it has done so far. */
  get nodesPerMs(): number {
    return Math.max(1, this.#stockfishNodes / Math.max(1, this.#stockfishMs));
  }

  get stats() {
    return {
      maiaPositions: this.#predictions.size,
      stockfishPositions: this.#searches.size,
      stockfishNodes: this.#stockfishNodes,
      cacheHits: this.#cacheHits,
    };
  }

  /** What people of the mover's rating play here, and how it ends. */
  async predict(history: History): Promise<NodePrediction> {
    const key = epds(history, HISTORY_LENGTH);
    const asked = this.#predictions.get(key) ?? this.#ask(key, lastPositions(history, HISTORY_LENGTH));
    const { answer, own } = await asked;
    const { win, draw, loss } = answer.wdl;
    return { probabilities: softmax(answer.logits), value: draw / 2 + (own ? win : loss) };
  }

  #ask(key: string, history: Position[]): Promise<Asked> {
    const own = history.at(-1)?.turn === this.#player;
    const { rating, opponentRating } = this.#params;
    const ratings = own ? { rating, opponentRating } : { rating: opponentRating, opponentRating: rating };
    const request = { history, ...ratings, ...(this.#deterministic && { deterministic: true }) };
    const asked = this.#engines.predict(request).then((answer): Asked => {
      this.#count(answer);
      return { history, ratings, answer, own };
    });
    this.#predictions.set(key, asked);
    return asked;
  }

  /**
   * The position stands for all that differ from it in nothing but the clock: the first to be known, as deep as any
   * needs.
   */
  register({ position, epd }: History, cumulative = 1): void {
    const key = shared(position, epd);
    const depth = depthFor(this.#params, cumulative);
    const known = this.#representatives.get(key);
    if (known) known.depth = Math.max(known.depth, depth);
    else this.#representatives.set(key, { position, depth });
  }

  get shallowDepth(): number {
    return shallowDepth(this.#params);
  }

  /**
   * The win rate after a search by an engine that has forgotten every other. What it remembers may mislead it, and then
   * the same question has another answer.
   */
  async evaluateAfresh({ position, epd }: History, priority: number, depth: number): Promise<NodeEvaluation> {
    const search = this.#search(position, { depth, afresh: true }, priority);
    this.#afresh.set(shared(position, epd), search);
    return this.#evaluation(await search);
  }

  /** The win rate after a search, as deep as the position deserves if no depth is said. */
  async evaluate({ position, epd }: History, priority: number, depth?: number): Promise<NodeEvaluation> {
    const key = shared(position, epd);
    const done = this.#afresh.get(key); // nothing is searched deeper than these
    if (done) return this.#evaluation(await done);
    const known = this.#representatives.get(key) ?? { position, depth: this.#params.depth };
    const asked = isEarly(position) ? asFirst(position) : known.position;
    return this.#evaluation(await this.#search(asked, { depth: depth ?? known.depth }, priority));
  }

  /** The win rate at a glance, to the full depth where that is not deeper. */
  async evaluateShallow(history: History, priority: number): Promise<NodeEvaluation> {
    return this.evaluate(history, priority, this.shallowDepth);
  }

  /** Several moves of a position compared at a glance: the win rate after each of them. */
  async compare(
    { position }: History,
    moves: readonly string[],
    priority: number,
  ): Promise<Map<string, NodeEvaluation>> {
    const all = moves.length === legalMoves(position).length;
    const searchmoves = [...moves].sort(); // the same question, however it is put
    const request = { depth: this.shallowDepth, moves: moves.length, ...(!all && { searchmoves }) };
    const { result } = await this.#search(position, request, priority);
    const judge = ({ score, uci: [first = '', reply] }: SearchLine) =>
      [first, { ...this.#judge(score), reply, depth: this.shallowDepth }] as const;
    return new Map(result.lines.map(judge));
  }

  #evaluation({ result, depth }: Search): NodeEvaluation {
    const [first] = result.lines;
    if (!first) throw new RangeError('a search has at least one line');
    return { ...this.#judge(first.score), reply: first.uci[0], depth };
  }

  #judge(score: Score): Pick<NodeEvaluation, 'score' | 'winrate'> {
    return { score, winrate: winrate(score, this.#player) };
  }

  #search(position: Position, look: Look, priority: number): Promise<Search> {
    const { depth, moves = 1, searchmoves, afresh = this.#deterministic } = look;
    const key = [fenOf(position), depth, moves, searchmoves?.join(' '), afresh].join('|');
    const known = this.#searches.get(key);
    if (known) return known;
    const request: SearchRequest = {
      limit: { kind: 'depth', depth },
      multipv: moves,
      ...(searchmoves && { searchmoves }),
      ...(afresh && { deterministic: true }),
    };
    const search = this.#limiter.run(priority, async (): Promise<Search> => {
      const result = await this.#engines.search(position, request);
      this.#count(result);
      this.#engineName = result.engine;
      this.#stockfishNodes += result.nodes;
      this.#stockfishMs += result.ms;
      return { fen: fenOf(position), depth, searchmoves, result };
    });
    this.#searches.set(key, search);
    return search;
  }

  #count({ cached }: Cached<unknown>): void {
    if (cached) this.#cacheHits++;
  }

  /** In an order that does not depend on who answered first. */
  async trace(): Promise<Trace> {
    const [searches, predictions] = await Promise.all([inOrder(this.#searches), inOrder(this.#predictions)]);
    return {
      kind: 'expected-trace',
      version: 1,
      searches: searches.map(traceSearch),
      predictions: predictions.map(tracePrediction),
    };
  }
}

interface Look {
  depth: number;
  moves?: number;
  searchmoves?: readonly string[];
  afresh?: boolean;
}

interface Search {
  fen: string;
  depth: number;
  searchmoves: readonly string[] | undefined;
  result: SearchResult;
}

interface Asked {
  history: Position[];
  ratings: { rating: number; opponentRating: number };
  answer: MaiaAnswer;
  /** Whether the player is to move. */
  own: boolean;
}

const shared = ({ halfmoves }: Position, epd: string): string =>
  halfmoves < CLOCK_MATTERS ? epd : `${epd} ${halfmoves}`;

/** In the first moves of a game neither clock nor number matters, and positions are asked for before all are known. */
function asFirst(position: Position): Position {
  const first = position.clone();
  first.halfmoves = 0;
  first.fullmoves = 1;
  return first;
}

function epds(history: History, count: number): string {
  const parts: string[] = [];
  for (let at: History | undefined = history; at && parts.length < count; at = at.before) parts.push(at.epd);
  return parts.join('|');
}

/** A move and the answer to it. */
const TRACED_MOVES = 2;

const inOrder = <T>(answers: ReadonlyMap<string, Promise<T>>): Promise<T[]> =>
  Promise.all([...answers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, answer]) => answer));

const traceSearch = ({ fen, depth, searchmoves, result }: Search): SearchTrace => ({
  fen,
  depth,
  ...(searchmoves && { searchmoves }),
  lines: result.lines.map(({ score, uci }) => ({ uci: uci.slice(0, TRACED_MOVES), score })),
  nodes: result.nodes,
});

function tracePrediction({ history, ratings, answer }: Asked): PredictionTrace {
  const position = history.at(-1) as Position;
  const probabilities = softmax(answer.logits);
  return {
    history: history.map(fenOf),
    ...ratings,
    moves: legalMoves(position).map(({ uci }, index) => ({ uci, probability: probabilities[index] ?? 0 })),
    wdl: answer.wdl,
  };
}
