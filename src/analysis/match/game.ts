import type { Color } from 'chessops/types';
import { Fault } from '../../base/fault.ts';
import { nucleus, sample, seededRandom, softmax } from '../../base/probability.ts';
import { current, type Game, type GameResult, uciMoves, WINS } from '../../chess/game.ts';
import { extendHistory, type History, historyOf, OUTCOMES, outcomeOf } from '../../chess/history.ts';
import { after, legalMoves, moveOf, other, type Position } from '../../chess/position.ts';
import type { Engines } from '../engines.ts';
import { MAX_PLIES, type MatchGameParams } from './params.ts';

/** How a game of a match can end: there is no resigning, and there are no offers of a draw. */
export const MATCH_ENDS = [...OUTCOMES, 'length'] as const;
export type MatchEnd = (typeof MATCH_ENDS)[number];

export interface MatchGameReport {
  kind: 'match';
  version: 1;
  model: string;
  /** Stockfish's own name. */
  engine: string;
  maia: Color;
  /** The opening and all that was played after it, in UCI. */
  moves: string[];
  result: GameResult;
  by: MatchEnd;
  ms: number;
}

/** One game of Maia against Stockfish, from where an opening ends. */
export async function playMatchGame(
  opening: Game,
  params: MatchGameParams,
  engines: Engines,
): Promise<MatchGameReport> {
  const started = performance.now();
  let [game, engine] = [opening, ''];
  let history = historyOf(game);
  let end = endOf(history, game.moves.length);
  while (!end) {
    const position = current(game);
    let uci: string;
    if (position.turn === params.maia) uci = await maiasMove(game, params, engines);
    else [uci, engine] = await stockfishsMove(position, params, engines);
    game = withMove(game, uci);
    history = extendHistory(history, current(game));
    end = endOf(history, game.moves.length);
  }
  const moves = uciMoves(game);
  const { model } = engines;
  const ms = performance.now() - started;
  return { kind: 'match', version: 1, model, engine, maia: params.maia, moves, ...end, ms };
}

async function maiasMove(game: Game, params: MatchGameParams, engines: Engines): Promise<string> {
  const { rating, opponentRating, temperature, topP, seed } = params;
  const { logits } = await engines.predict({ history: game.positions, rating, opponentRating });
  const probabilities = nucleus(softmax(logits, temperature), topP);
  const move = legalMoves(current(game))[sample(probabilities, seededRandom(seed, game.moves.length))];
  if (!move) throw new Fault('internal', 'Maia has no move.');
  return move.uci;
}

async function stockfishsMove(
  position: Position,
  { limit, elo }: MatchGameParams,
  engines: Engines,
): Promise<[move: string, engine: string]> {
  const { chosen, engine } = await engines.search(position, { limit, elo, multipv: 1 });
  if (chosen === undefined) throw new Fault('internal', 'Stockfish chose no move.');
  return [chosen, engine];
}

function withMove({ positions, moves }: Game, uci: string): Game {
  const position = positions.at(-1) as Position;
  const move = moveOf(position, uci);
  if (!move) throw new Fault('engine-failed', `${uci} is not a legal move.`);
  return { positions: [...positions, after(position, move)], moves: [...moves, move] };
}

function endOf(history: History, plies: number): { result: GameResult; by: MatchEnd } | undefined {
  const outcome = outcomeOf(history);
  if (outcome === 'checkmate') return { result: WINS[other(history.position.turn)], by: outcome };
  if (outcome) return { result: '1/2-1/2', by: outcome };
  return plies >= MAX_PLIES ? { result: '1/2-1/2', by: 'length' } : undefined;
}
