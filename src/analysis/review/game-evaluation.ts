import type { Game } from '../../chess/game.ts';
import { historyOf, type Outcome, outcomeOf } from '../../chess/history.ts';
import { legalMoves, type Position, uciOf } from '../../chess/position.ts';
import { cp, type Score, turnScore, winPercent } from '../../chess/score.ts';
import type { SearchRequest, SearchResult } from '../../engine/stockfish.ts';
import type { Limit } from '../../engine/uci.ts';
import { addSearch, type Engines, NO_SEARCHES, type SearchSums } from '../engines.ts';

/** What Stockfish makes of a position of the game. */
export interface PositionEvaluation {
  /** White's; null where mate stands on the board, or the position is not evaluated. */
  score: Score | null;
  /** How it would go on, in UCI; empty where the game is over or the position is not evaluated. */
  line: readonly string[];
  /** How much win percentage the second-best move costs, where the best one was played and there was a choice. */
  gap: number | null;
}

/** The searches of one review, and what they came to. */
export interface Evaluations extends SearchSums {
  /** One for each position of the game, the start included. */
  positions: PositionEvaluation[];
}

/** Positions that follow each other in a game, by their ply: from the first on, up to the last but without it. */
export interface Stretch {
  from: number;
  to: number;
}

export interface SearchOptions {
  limit: Limit;
  deterministic: boolean;
  onEvaluated: (ply: number, score: Score | null) => void;
}

/** Searches that others may help with. */
export interface Searching {
  stretch: Stretch;
  /** A part of it, on the engines that are here. */
  here: (part: Stretch) => Promise<Evaluations>;
  onEvaluated: SearchOptions['onEvaluated'];
}

export interface EvaluateOptions extends SearchOptions {
  /** How the game has ended on the board. */
  ending: Outcome | null;
  /** Who searches; all of it is searched here if nothing is said. */
  shareOut?: (searching: Searching) => Promise<Evaluations>;
}

/** Every position of the game. A finished game needs no engine for its last one. */
export async function evaluateGame(game: Game, engines: Engines, options: EvaluateOptions): Promise<Evaluations> {
  const { ending, onEvaluated, shareOut = ({ stretch, here }) => here(stretch) } = options;
  const end = finished(ending);
  if (end) onEvaluated(game.moves.length, end.score);
  const stretch = { from: 0, to: game.positions.length - (end ? 1 : 0) };
  const here = (part: Stretch) => evaluateStretch(game, part, engines, options);
  const searched = await shareOut({ stretch, here, onEvaluated });
  return end ? { ...searched, positions: [...searched.positions, end] } : searched;
}

/**
 * Some positions of a game, the last first: what comes later in a game is found in the engine's memory when the moves
 * before it are searched.
 */
export async function evaluateStretch(
  game: Game,
  { from, to }: Stretch,
  engines: Engines,
  options: SearchOptions,
): Promise<Evaluations> {
  const sums = { ...NO_SEARCHES };
  const search: Search = async (position, request) => {
    const result = await engines.search(position, {
      ...request,
      multipv: 1,
      ...(options.deterministic && { deterministic: true }),
    });
    addSearch(sums, result);
    return result;
  };
  const work = game.positions.slice(from, to).map((position, index) => async () => {
    const evaluation = await evaluate(game, from + index, position, options.limit, search);
    options.onEvaluated(from + index, evaluation.score);
    return evaluation;
  });
  const positions = await Promise.all(work.reverse().map(evaluateOne => evaluateOne()));
  return { positions: positions.reverse(), ...sums };
}

/** Of stretches that follow each other. */
export function joinEvaluations(parts: readonly Evaluations[]): Evaluations {
  const sum = (name: 'searches' | 'nodes' | 'searchMs' | 'cacheHits') =>
    parts.reduce((total, part) => total + part[name], 0);
  return {
    positions: parts.flatMap(({ positions }) => positions),
    engineName: parts[0]?.engineName ?? null,
    ...{ searches: sum('searches'), nodes: sum('nodes'), searchMs: sum('searchMs'), cacheHits: sum('cacheHits') },
  };
}

type Search = (position: Position, request: Omit<SearchRequest, 'multipv'>) => Promise<SearchResult>;

async function evaluate(
  game: Game,
  ply: number,
  position: Position,
  limit: Limit,
  search: Search,
): Promise<PositionEvaluation> {
  const [first] = (await search(position, { limit })).lines;
  if (!first) throw new RangeError('a search has at least one line');
  const { score, uci: line } = first;
  const move = game.moves[ply];
  const wasBest = move && uciOf(position, move) === line[0];
  const others = wasBest ? legalMoves(position).filter(({ uci }) => uci !== line[0]) : [];
  if (others.length === 0) return { score, line, gap: null };
  const searchmoves = others.map(({ uci }) => uci);
  const [second] = (await search(position, { limit: lessThan(limit), searchmoves })).lines;
  if (!second) throw new RangeError('a search has at least one line');
  const own = (white: Score) => winPercent(turnScore(white, position.turn));
  return { score, line, gap: own(score) - own(second.score) };
}

/** Whether every other move is far worse takes less than what the best one is worth. */
const QUARTER = 4;
const LESS_DEEP = 3;
const lessThan = (limit: Limit): Limit =>
  limit.kind === 'nodes'
    ? { kind: 'nodes', nodes: Math.ceil(limit.nodes / QUARTER) }
    : { kind: 'depth', depth: Math.max(1, limit.depth - LESS_DEEP) };

/** What a game has come to at its end: a draw is even, and mate needs no score. */
const finished = (ending: Outcome | null): PositionEvaluation | undefined =>
  ending ? { score: ending === 'checkmate' ? null : cp(0), line: [], gap: null } : undefined;

/**
 * The evaluations that a PGN has, which go before Stockfish's; the one of the start is not among them.
 */
export function givenEvaluations(
  game: Game,
  evals: readonly (Score | null)[],
  ending: Outcome | null,
): PositionEvaluation[] {
  return game.positions.map((_, ply) => {
    const score = ply === 0 ? null : (evals[ply - 1] ?? null);
    const isOver = ply === game.moves.length && (ending === 'checkmate' || !score);
    return (isOver && finished(ending)) || { score, line: [], gap: null };
  });
}

/**
 * How a game has ended on the board. A third repetition and fifty moves end it only if the headers do not say that one
 * side has won: they have to be claimed.
 */
export function endingOfGame(game: Game, headers: Record<string, string>): Outcome | null {
  const outcome = outcomeOf(historyOf(game)) ?? null;
  const isClaim = outcome === 'repetition' || outcome === 'fifty-moves';
  return isClaim && DECISIVE.includes(headers.Result ?? '') ? null : outcome;
}

const DECISIVE = ['1-0', '0-1'];
