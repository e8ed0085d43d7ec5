import type { Color } from 'chessops/types';
import { type Ending, endingOf, fenOf, legalMoves, type Position, sanLine } from '../chess/position.ts';
import { type Score, winrate } from '../chess/score.ts';
import type { SearchRequest } from '../engine/stockfish.ts';
import type { Limit, Wdl } from '../engine/uci.ts';
import type { Engines } from './engines.ts';

export interface EvalParams {
  limit: Limit;
  multipv: number;
  searchmoves?: string[];
  deterministic: boolean;
}

export interface EvalLine {
  /** From White's side. */
  score: Score;
  /** The engine's own forecast for the side to move, where it gives one; sums to 1. */
  wdl?: Wdl;
  san: string[];
  uci: string[];
}

export interface EvalReport {
  kind: 'eval';
  version: 1;
  fen: string;
  /** Null where the game is over, and there was nothing to search; then there are no lines either. */
  engine: string | null;
  ending: Ending | null;
  depth: number;
  nodes: number;
  /** From White's side. */
  score: Score | null;
  /** For the side to move, in [0,1]. */
  winrate: number;
  best: { san: string; uci: string } | null;
  lines: EvalLine[];
  /** Milliseconds the engine searched, now or when the answer was cached. */
  ms: number;
  cached: boolean;
}

export async function evaluate(position: Position, params: EvalParams, engines: Engines): Promise<EvalReport> {
  const fen = fenOf(position);
  const ending = endingOf(position) ?? null;
  const nothing: EvalReport = {
    ...{ kind: 'eval', version: 1, fen, engine: null, ending, depth: 0, nodes: 0, score: null },
    winrate: ending === 'checkmate' ? 0 : 0.5,
    ...{ best: null, lines: [], ms: 0, cached: false },
  };
  if (ending) return nothing;
  const moves = legalMoves(position).length;
  const request: SearchRequest = { ...params, multipv: Math.min(params.multipv, params.searchmoves?.length ?? moves) };
  const { engine, depth, nodes, lines, ms, cached } = await engines.search(position, request);
  const written = lines.map(({ score, wdl, uci }): EvalLine => {
    const san = sanLine(position, uci);
    return { score, ...(wdl && { wdl: sharesFor(position.turn, wdl) }), san, uci: uci.slice(0, san.length) };
  });
  const [first] = written;
  const score = first?.score ?? null;
  return {
    ...nothing,
    engine,
    depth,
    nodes,
    score,
    winrate: score ? winrate(score, position.turn) : 0.5,
    best: first?.san[0] && first.uci[0] ? { san: first.san[0], uci: first.uci[0] } : null,
    lines: written,
    ms,
    cached,
  };
}

const sharesFor = (side: Color, { win, draw, loss }: Wdl): Wdl => {
  const [own, other] = side === 'white' ? [win, loss] : [loss, win];
  return { win: own / 1000, draw: draw / 1000, loss: other / 1000 };
};
