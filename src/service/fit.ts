import type { Color } from 'chessops/types';
import { askedRating, type ModelChoice } from '../engine/model-choice.ts';

/** The ratings that a question is about. */
interface Rated {
  rating?: number;
  opponentRating?: number | undefined;
  ratings?: Record<Color, number>;
}

/** The question with ratings that the model knows, the nearest ones: a report names those whose people were asked. */
export function fitRatings<P extends object>(params: P, model: ModelChoice): P {
  const { rating, opponentRating, ratings }: Rated = params;
  const asked = (one: number) => askedRating(model, one);
  return {
    ...params,
    ...(rating !== undefined && { rating: asked(rating) }),
    ...(opponentRating !== undefined && { opponentRating: asked(opponentRating) }),
    ...(ratings && { ratings: { white: asked(ratings.white), black: asked(ratings.black) } }),
  };
}

export function ratingsIn(params: object): number[] {
  const { rating, opponentRating, ratings }: Rated = params;
  return [rating, opponentRating, ratings?.white, ratings?.black].filter(one => one !== undefined);
}
