import type { Bounds } from '../../base/bounds.ts';
import type { Speed } from '../../lichess/schema.ts';

/** How the bot plays and which challenges it takes. */

/** The variants that Maia knows. Not Chess960: the model has no numbers for its castling. */
export const VARIANTS = ['standard', 'fromPosition'] as const;
export type PlayedVariant = (typeof VARIANTS)[number];

export const MODES = ['rated', 'casual'] as const;
export type Mode = (typeof MODES)[number];

export const OPPONENTS = ['humans', 'bots'] as const;
export type OpponentKind = (typeof OPPONENTS)[number];

/** The speeds that Lichess lets bots play, fastest first. */
export const PLAYED_SPEEDS = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const satisfies Speed[];
export type PlayedSpeed = (typeof PLAYED_SPEEDS)[number];

/** Which challenges are taken. */
export interface ChallengeFilter {
  variants: readonly PlayedVariant[];
  speeds: readonly PlayedSpeed[];
  /** Seconds on the clock at the start, and after every move. */
  limit: Bounds;
  increment: Bounds;
  modes: readonly Mode[];
  opponents: readonly OpponentKind[];
  rating: Bounds;
  /** Names in small letters. If `allow` has any, only these may challenge. */
  allow: readonly string[];
  block: readonly string[];
}

export interface LichessSettings {
  challengeFilter: ChallengeFilter;
  /** Games at once: with a clock, with one opponent, and by correspondence. */
  games: number;
  gamesPerOpponent: number;
  correspondenceGames: number;
  /** Challenges that may wait for a game to end, and for how long. */
  queue: number;
  queueMs: number;
  /** Whose moves are played: those of people with this rating, or with the opponent's. */
  rating: number | 'match';
  /** Where the opponent has no rating to go by. */
  usualRating: number;
  /** Which Maia plays; undefined: the one that everything else asks. */
  model: string | undefined;
  /** 1 is what people really play; below 1 sharpens, 0 keeps only the likeliest move. */
  temperature: number;
  /** 1 as people think, 0 not at all. */
  pace: number;
  /** A move that loses more centipawns than this is not played; undefined: people blunder. */
  guard: number | undefined;
  /** After so many hopeless moves in a row; 0: never. */
  resignAfter: number;
  /** Whether draws are offered and taken. */
  draws: boolean;
  /** In one casual game. */
  takebacks: number;
  /** How long the opponent may take over their first move. */
  abortMs: number;
  chat: boolean;
}

/** A bot that plays every opponent, at the opponent's strength. */
export const DEFAULT_LICHESS_SETTINGS: LichessSettings = {
  challengeFilter: {
    variants: VARIANTS,
    speeds: PLAYED_SPEEDS,
    // The longest clock and increment that Lichess knows.
    limit: { min: 0, max: 10_800 },
    increment: { min: 0, max: 180 },
    modes: MODES,
    opponents: OPPONENTS,
    rating: { min: 0, max: 4000 },
    allow: [],
    block: [],
  },
  games: 4,
  gamesPerOpponent: 1,
  correspondenceGames: 20,
  queue: 4,
  queueMs: 3_000,
  rating: 'match',
  usualRating: 1500,
  model: undefined,
  temperature: 1,
  pace: 1,
  guard: undefined,
  resignAfter: 4,
  draws: true,
  takebacks: 2,
  abortMs: 30_000,
  chat: true,
};
