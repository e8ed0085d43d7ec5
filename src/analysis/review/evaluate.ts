import type { Game } from '../../chess/game.ts';
import { legalMoves, type Position, uciOf } from '../../chess/position.ts';
import { cp, type Score, turnScore } from '../../chess/score.ts';
import { type Outcome, outcomeOf, trailOf } from '../../chess/trail.ts';
import { winPercent } from '../../chess/winrate.ts';
import type { SearchRequest, SearchResult } from '../../engine/stockfish.ts';
import type { Limit } from '../../engine/uci.ts';
import type { Cached, Engines } from '../engines.ts';

/** What Stockfish makes of a position of the game. */
export interface Evaluation {
  /** White's; null where mate stands on the board, or nobody has looked. */
  score: Score | null;
  /** How it would go on, in UCI; empty where the game is over or nobody has looked. */
  line: readonly string[];
  /** How much win percentage the second-best move costs, where the best one was played and there was a choice. */
  gap: number | null;
}

/** The searches of one review, and what they came to. */
export interface Evaluations {
  /** One for each position of the game, the start included. */
  positions: Evaluation[];
  engineName: string | null;
  searches: number;
  nodes: number;
  searchMs: number;
  cacheHits: number;
}

export interface EvaluateOptions {
  limit: Limit;
  deterministic: boolean;
  /** How the game has ended on the board. */
  ending: Outcome | null;
  onEvaluated: (ply: number, score: Score | null) => void;
}

/**
 * Every position of the game, the last first: what comes later in a game is found in the engine's memory when
 * the moves before it are searched. A finished game needs no engine for its last position.
 */
export async function evaluateGame(game: Game, engines: Engines, options: EvaluateOptions): Promise<Evaluations> {
  const sums: Omit<Evaluations, 'positions'> = { engineName: null, searches: 0, nodes: 0, searchMs: 0, cacheHits: 0 };
  const search = async (position: Position, request: Omit<SearchRequest, 'multipv'>): Promise<Cached<SearchResult>> => {
    const result = await engines.search(position, {
      ...request,
      multipv: 1,
      ...(options.deterministic && { deterministic: true }),
    });
    sums.engineName = result.engine;
    sums.searches++;
    if (result.cached) sums.cacheHits++;
    else {
      sums.nodes += result.nodes;
      sums.searchMs += result.ms;
    }
    return result;
  };
  const positions: Evaluation[] = new Array(game.positions.length);
  const work = game.positions.map((position, ply) => async () => {
    positions[ply] =
      (ply === game.moves.length && finished(options.ending)) ||
      (await evaluate(game, ply, position, options.limit, search));
    options.onEvaluated(ply, positions[ply].score);
  });
  await Promise.all(work.reverse().map(evaluateOne => evaluateOne()));
  return { positions, ...sums };
}

type Search = (position: Position, request: Omit<SearchRequest, 'multipv'>) => Promise<SearchResult>;

async function evaluate(
  game: Game,
  ply: number,
  position: Position,
  limit: Limit,
  search: Search,
): Promise<Evaluation> {
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
const finished = (ending: Outcome | null): Evaluation | undefined =>
  ending ? { score: ending === 'checkmate' ? null : cp(0), line: [], gap: null } : undefined;

/** The evaluations that somebody else has written down, which go before ours; the one of the start is not among them. */
export function givenEvaluations(game: Game, evals: readonly (Score | null)[], ending: Outcome | null): Evaluation[] {
  return game.positions.map((_, ply) => {
    const score = ply === 0 ? null : (evals[ply - 1] ?? null);
    const isOver = ply === game.moves.length && (ending === 'checkmate' || !score);
    return (isOver && finished(ending)) || { score, line: [], gap: null };
  });
}

/**
 * How a game has ended on the board. A third repetition and fifty moves end it only if nobody says that somebody has won: they have to
 * be claimed.
 */
export function endingOfGame(game: Game, headers: Record<string, string>): Outcome | null {
  const outcome = outcomeOf(trailOf(game)) ?? null;
  const isClaim = outcome === 'repetition' || outcome === 'fifty-moves';
  return isClaim && DECISIVE.includes(headers.Result ?? '') ? null : outcome;
}

const DECISIVE = ['1-0', '0-1'];
