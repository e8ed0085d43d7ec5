import type { Color } from 'chessops/types';
import { softmax } from '../../base/probability.ts';
import type { Game } from '../../chess/game.ts';
import { legalMoves, other, type Position, sanOf } from '../../chess/position.ts';
import { HISTORY_LENGTH } from '../../engine/maia3-encoding.ts';
import type { Engines } from '../engines.ts';
import type { HumanView } from './report.ts';

/** What people of the mover's rating play in one position of the game. */
export interface PositionPrediction {
  position: Position;
  /** By UCI, the likeliest first; sums to 1. */
  probabilities: ReadonlyMap<string, number>;
  wdl: HumanView['wdl'];
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

const TOP = 3;

/** The same as it is reported, for the move that was played and the one that should have been. */
export function humanView(
  { position, probabilities, wdl }: PositionPrediction,
  played: string,
  best?: string,
): HumanView {
  const names = new Map(legalMoves(position).map(({ uci, move }) => [uci, sanOf(position, move)]));
  return {
    played: probabilities.get(played) ?? 0,
    best: best === undefined ? null : (probabilities.get(best) ?? 0),
    top: [...probabilities]
      .slice(0, TOP)
      .map(([uci, probability]) => ({ san: names.get(uci) ?? '', uci, probability })),
    wdl,
  };
}
