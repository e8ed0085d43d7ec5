import type { Color } from 'chessops/types';
import type { MatchGameReport } from './game.ts';
import { MATCH_OPENINGS, type MatchOpening } from './openings.ts';

/** Which games a match has. A game is known by its opponent and its number, whoever plays it and whenever. */

export interface MatchPlan {
  /** Against each level. */
  games: number;
  /** Stockfish's ratings, one after the other. */
  elos: readonly number[];
  /** Where the games begin, two by two; our own if nothing is said. */
  openings?: readonly MatchOpening[];
}

export interface Pairing {
  elo: number;
  /** From 1 on, against each level. */
  number: number;
  maia: Color;
  opening: MatchOpening;
}

/** A game of a match that is over. */
export type PlayedPairing = Pairing & { report: MatchGameReport };

/** Maia has White in the first game, and in every second from there; each opening is played from both sides. */
export const pairings = ({ games, elos, openings = MATCH_OPENINGS }: MatchPlan): Pairing[] =>
  elos.flatMap(elo => Array.from({ length: games }, (_, index) => pairing(elo, index, openings)));

function pairing(elo: number, index: number, openings: readonly MatchOpening[]): Pairing {
  const opening = openings[Math.floor(index / 2) % openings.length];
  if (!opening) throw new RangeError('a match has openings');
  return { elo, number: index + 1, maia: index % 2 === 0 ? 'white' : 'black', opening };
}

/** In the way of the PGN standard, which puts parts of a round side by side with dots. */
export const roundOf = ({ elo, number }: Pick<Pairing, 'elo' | 'number'>): string => `${elo}.${number}`;
