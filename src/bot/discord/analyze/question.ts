import { DEFAULTS } from '../../../analysis/expected/params.ts';
import { current } from '../../../chess/game.ts';
import { other } from '../../../chess/position.ts';
import type { FoundPosition } from '../../../lichess/find.ts';
import type { PositionQuestion } from '../../../questions/position.ts';
import { gameInput } from '../../../service/jobs.ts';
import type { Ratings, Speed } from '../../../store/links.ts';
import { RATING_BOUNDS } from '../../../store/settings.ts';
import type { BotContext } from '../core/context.ts';
import type { Requester } from '../core/requester.ts';

/** What somebody has said about a question; the rest is null. */
type Saying = 'threshold' | 'depth' | 'loss' | 'rating' | 'opponentRating';
type Said = Readonly<Record<Saying, number | null>>;

export const NOTHING_SAID: Said = { threshold: null, depth: null, loss: null, rating: null, opponentRating: null };

/** What is not said is taken from the game, from who asks, or from what the server has decided. */
export function usualQuestion(
  { game, side, names, ratings }: FoundPosition,
  said: Said,
  { user, settings }: Pick<Requester, 'user' | 'settings'>,
  { store }: Pick<BotContext, 'store'>,
): PositionQuestion {
  const { turn } = current(game);
  const own = () => usualRating(store.links.get(user)?.ratings ?? {}) ?? settings.rating;
  const rating = said.rating ?? known(ratings[turn] ?? own());
  return {
    ...gameInput(game),
    params: {
      threshold: said.threshold ?? DEFAULTS.threshold,
      depth: said.depth ?? settings.depth,
      loss: said.loss ?? DEFAULTS.loss,
      rating,
      opponentRating: said.opponentRating ?? known(ratings[other(turn)] ?? rating),
    },
    names,
    ...(side && { side }),
  };
}

/** The nearest rating that Maia knows. */
const known = (rating: number): number => Math.min(RATING_BOUNDS.max, Math.max(RATING_BOUNDS.min, rating));

/** The more time people take, the more their rating says about how they analyse. */
const TELLING: readonly Speed[] = ['rapid', 'classical', 'blitz', 'bullet', 'correspondence', 'ultraBullet'];

function usualRating(ratings: Ratings): number | undefined {
  const speed = TELLING.find(each => ratings[each] !== undefined);
  return speed && ratings[speed];
}
