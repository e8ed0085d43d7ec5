import type { Color } from 'chessops/types';
import { Fault } from '../../base/fault.ts';
import type { Game } from '../../chess/game.ts';
import { legalMoves, uciOf } from '../../chess/position.ts';
import type { Limit } from '../../engine/uci.ts';
import type { Engines } from '../engines.ts';
import { predictGame } from '../move-predictions.ts';
import { type EvaluateParams, TOP } from './params.ts';

/** What the one who was asked would have played at a half-move of a real game. */
export interface MoveChoices {
  /** In UCI, the first choice first; fewer than `TOP` only where there are not more moves. */
  top: string[];
  /**
   * The natural logarithm of the probability of the move that was played. Stockfish does not speak of probabilities.
   */
  logLikelihood: number | null;
}

export interface EvaluateReport {
  kind: 'evaluate';
  version: 1;
  /** The id of the model, or Stockfish's own name. */
  asked: string;
  /** One for each half-move. */
  choices: MoveChoices[];
  /** How many of them were not in the cache. */
  fresh: number;
}

/** What Maia or Stockfish would have played all through a game. */
export async function evaluateMoves(game: Game, params: EvaluateParams, engines: Engines): Promise<EvaluateReport> {
  const found =
    params.ask === 'maia'
      ? await maiasChoices(game, params.ratings, engines)
      : await stockfishsChoices(game, params.limit, engines);
  return { kind: 'evaluate', version: 1, ...found };
}

type Found = Pick<EvaluateReport, 'asked' | 'choices' | 'fresh'>;

/** All positions at once: they travel in batches. */
async function maiasChoices(game: Game, ratings: Record<Color, number>, engines: Engines): Promise<Found> {
  let fresh = 0;
  const counting: Engines = {
    ...engines,
    predict: async request => {
      const answer = await engines.predict(request);
      if (!answer.cached) fresh++;
      return answer;
    },
  };
  const predictions = await predictGame(game, counting, ratings);
  const choices = predictions.map(({ position, probabilities }, ply): MoveChoices => {
    const move = game.moves[ply];
    const probability = move && probabilities.get(uciOf(position, move));
    if (probability === undefined) throw new Fault('internal', 'Maia was not asked about the move that was played.');
    // What is too small for a number is still not impossible.
    const logLikelihood = Math.log(Math.max(probability, Number.MIN_VALUE));
    return { top: [...probabilities.keys()].slice(0, TOP), logLikelihood };
  });
  return { asked: engines.model, choices, fresh };
}

/**
 * The last position first: what comes later in a game is found in the engine's memory when the moves before it are
 * searched.
 */
async function stockfishsChoices(game: Game, limit: Limit, engines: Engines): Promise<Found> {
  const before = game.positions.slice(0, game.moves.length).reverse();
  const results = await Promise.all(
    before.map(position => engines.search(position, { limit, multipv: Math.min(TOP, legalMoves(position).length) })),
  );
  const choices = results.map(
    ({ lines }): MoveChoices => ({ top: lines.flatMap(({ uci: [first] }) => first ?? []), logLikelihood: null }),
  );
  const fresh = results.filter(({ cached }) => !cached).length;
  return { asked: results[0]?.engine ?? '', choices: choices.reverse(), fresh };
}
