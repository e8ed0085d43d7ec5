import type { Color } from 'chessops/types';
import type { ReviewParams } from '../analysis/review/params.ts';
import type { Game } from '../chess/game.ts';
import { type Book, lastBookPly, openingOf } from '../chess/openings/openings.ts';
import { knownRating } from '../chess/rating.ts';
import type { Score } from '../chess/score.ts';
import { gameInput, type JobOf } from './jobs.ts';
import { openings } from './openings.ts';

/** A game with its headers and notes, as far as a review uses them. */
interface WrittenGame {
  game: Game;
  headers: Record<string, string>;
  /** One for each half-move. */
  notes: readonly { clock?: number; score?: Score }[];
}

interface ReviewWishes {
  /** The positions that count as theory; by default those with an ECO name. */
  book?: Book;
  /** Evaluations that are used in place of Stockfish's. */
  evals?: readonly (Score | null)[] | null;
  deterministic?: boolean;
  cache?: boolean;
}

export function reviewJob(
  { game, headers, notes }: WrittenGame,
  params: ReviewParams,
  { book, evals = null, deterministic = false, cache = true }: ReviewWishes = {},
): JobOf<'review'> {
  return {
    kind: 'review',
    input: {
      ...gameInput(game),
      headers,
      clocks: notes.map(({ clock }) => clock ?? null),
      evals: evals && [...evals],
      ...theoryOf(game, book),
    },
    params,
    deterministic,
    cache,
  };
}

/** The opening of a game and its last half-move of theory; by default positions with an ECO name are theory. */
export const theoryOf = (
  game: Game,
  book: Book = openings(),
): Pick<JobOf<'review'>['input'], 'opening' | 'lastBookPly'> => ({
  opening: openingOf(game, openings()) ?? null,
  lastBookPly: lastBookPly(game, book),
});

/** The ratings with whose people the players are compared: their own ones where they are known. */
export function comparedRatings(ratings: Partial<Record<Color, number>>, fallback: number): Record<Color, number> {
  const of = (color: Color) => knownRating(ratings[color] ?? fallback);
  return { white: of('white'), black: of('black') };
}
