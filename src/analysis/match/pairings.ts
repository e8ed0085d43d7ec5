import type { Color } from 'chessops/types';
import { fenOf, startPosition } from '../../chess/position.ts';
import type { MatchGameReport } from './game.ts';

/** Moves in UCI, with blanks between them, from the usual start or from another. */
export interface MatchOpening {
  name: string;
  fen?: string;
  moves: string;
}

/** As a game that can be played on. */
export const openingInput = ({ fen, moves }: MatchOpening): { fen: string; moves: string[] } => ({
  fen: fen ?? fenOf(startPosition()),
  moves: moves === '' ? [] : moves.split(' '),
});

/**
 * Where the games of a match begin, so that careful players do not play the same game over and over: common openings in
 * which neither side is better off by much, as moves in UCI. A test asks Stockfish.
 */
export const MATCH_OPENINGS: readonly MatchOpening[] = [
  { name: 'Italian Game', moves: 'e2e4 e7e5 g1f3 b8c6 f1c4 f8c5' },
  { name: 'Ruy Lopez', moves: 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6' },
  { name: 'Scotch Game', moves: 'e2e4 e7e5 g1f3 b8c6 d2d4 e5d4' },
  { name: 'Four Knights Game', moves: 'e2e4 e7e5 g1f3 b8c6 b1c3 g8f6' },
  { name: 'Petrov Defence', moves: 'e2e4 e7e5 g1f3 g8f6 f3e5 d7d6' },
  { name: 'Vienna Game', moves: 'e2e4 e7e5 b1c3 g8f6' },
  { name: 'Sicilian Defence, open', moves: 'e2e4 c7c5 g1f3 d7d6 d2d4 c5d4' },
  { name: 'Sicilian Defence, Taimanov', moves: 'e2e4 c7c5 g1f3 e7e6 d2d4 c5d4' },
  { name: 'Sicilian Defence, Rossolimo', moves: 'e2e4 c7c5 g1f3 b8c6 f1b5' },
  { name: 'French Defence', moves: 'e2e4 e7e6 d2d4 d7d5' },
  { name: 'Caro-Kann Defence', moves: 'e2e4 c7c6 d2d4 d7d5' },
  { name: 'Scandinavian Defence', moves: 'e2e4 d7d5 e4d5 d8d5' },
  { name: 'Pirc Defence', moves: 'e2e4 d7d6 d2d4 g8f6' },
  { name: "Queen's Gambit Declined", moves: 'd2d4 d7d5 c2c4 e7e6' },
  { name: "Queen's Gambit Accepted", moves: 'd2d4 d7d5 c2c4 d5c4' },
  { name: 'Slav Defence', moves: 'd2d4 d7d5 c2c4 c7c6' },
  { name: 'London System', moves: 'd2d4 d7d5 g1f3 g8f6 c1f4' },
  { name: "King's Indian Defence", moves: 'd2d4 g8f6 c2c4 g7g6' },
  { name: 'Nimzo-Indian Defence', moves: 'd2d4 g8f6 c2c4 e7e6 b1c3 f8b4' },
  { name: "Queen's Indian Defence", moves: 'd2d4 g8f6 c2c4 e7e6 g1f3 b7b6' },
  { name: 'English Opening', moves: 'c2c4 e7e5' },
  { name: 'English Opening, symmetrical', moves: 'c2c4 c7c5' },
  { name: 'Réti Opening', moves: 'g1f3 d7d5 c2c4' },
  { name: 'Dutch Defence', moves: 'd2d4 f7f5 g2g3' },
];

// Which games a match has. A game is known by its opponent and its number.

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
