import type { Color } from 'chessops/types';
import type { Parameter } from '../base/bounds.ts';
import { nucleus, softmax } from '../base/probability.ts';
import { current, type Game } from '../chess/game.ts';
import { type Ending, endingOf, fenOf, legalMoves, other, type Position, sanOf } from '../chess/position.ts';
import { RATING, USUAL_RATING } from '../chess/rating.ts';
import type { MaiaAnswer } from '../engine/maia-pool.ts';
import { HISTORY_LENGTH } from '../engine/maia3-encoding.ts';
import type { Engines } from './engines.ts';

export interface MaiaParams {
  /** Of the side to move. */
  rating: number;
  opponentRating: number;
  /** 1 is what people really play; below 1 sharpens, 0 keeps only the likeliest move. */
  temperature: number;
  /** Only the likeliest moves that together make up this much; all of them if nothing is said. */
  topP?: number | undefined;
}

/** All that is a number: a job and the command line take their bounds from here. */
export const PARAMETERS = {
  rating: { ...RATING, usual: USUAL_RATING, help: 'Of the side to move' },
  opponentRating: { ...RATING, usual: USUAL_RATING, help: 'Of the other side' },
  temperature: { min: 0, max: 10, usual: 1, whole: false, help: '1: as people play; lower: only their favourites' },
  topP: { min: 0.01, max: 1, usual: 1, whole: false, help: 'Only the likeliest moves that together make up this much' },
} as const satisfies Readonly<Record<string, Parameter>>;

export interface MaiaReport {
  kind: 'maia';
  version: 1;
  fen: string;
  model: string;
  ending: Ending | null;
  rating: number;
  opponentRating: number;
  temperature: number;
  topP: number;
  /** Likeliest first; all legal moves, and none else, summing to 1. */
  moves: { san: string; uci: string; probability: number }[];
  /** How games between these two ratings end from here, for the side to move. Null where the game is over. */
  wdl: MaiaAnswer['wdl'] | null;
  cached: boolean;
}

export async function predictMoves(game: Game, params: MaiaParams, engines: Engines): Promise<MaiaReport> {
  const position = current(game);
  const { rating, opponentRating, temperature, topP = 1 } = params;
  const ending = endingOf(position) ?? null;
  const about = { fen: fenOf(position), model: engines.model, ending, rating, opponentRating, temperature, topP };
  const head = { kind: 'maia', version: 1, ...about } as const;
  if (ending) return { ...head, moves: [], wdl: null, cached: false };
  const { logits, wdl, cached } = await engines.predict({ history: game.positions, rating, opponentRating });
  const probabilities = nucleus(softmax(logits, temperature), topP);
  const moves = legalMoves(position)
    .map(({ uci, move }, index) => ({ san: sanOf(position, move), uci, probability: probabilities[index] ?? 0 }))
    // Equal probabilities (temperature 0) in the order of their names, so that an answer is always the same.
    .sort((a, b) => b.probability - a.probability || (a.uci < b.uci ? -1 : 1));
  return { ...head, moves, wdl, cached };
}

export interface MaiasReport {
  kind: 'maias';
  version: 1;
  /** One for each position, in their order. */
  reports: MaiaReport[];
}

/** Many positions at once: they travel in batches, which takes less than half of the time. */
export async function predictMany(games: readonly Game[], params: MaiaParams, engines: Engines): Promise<MaiasReport> {
  const reports = await Promise.all(games.map(game => predictMoves(game, params, engines)));
  return { kind: 'maias', version: 1, reports };
}

/** What people of the mover's rating play in one position of the game. */
export interface PositionPrediction {
  position: Position;
  /** By UCI, the likeliest first; sums to 1. */
  probabilities: ReadonlyMap<string, number>;
  wdl: MaiaAnswer['wdl'];
}

/** One for each half-move: the position before it. */
export const predictGame = (
  game: Game,
  engines: Engines,
  ratings: Record<Color, number>,
): Promise<PositionPrediction[]> =>
  Promise.all(
    game.moves.map(async (_, ply): Promise<PositionPrediction> => {
      const position = game.positions[ply] as Position;
      const { logits, wdl } = await engines.predict({
        history: game.positions.slice(Math.max(0, ply + 1 - HISTORY_LENGTH), ply + 1),
        rating: ratings[position.turn],
        opponentRating: ratings[other(position.turn)],
      });
      const shares = softmax(logits);
      const probabilities = legalMoves(position)
        .map(({ uci }, index) => [uci, shares[index] ?? 0] as const)
        .sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1));
      return { position, probabilities: new Map(probabilities), wdl };
    }),
  );
