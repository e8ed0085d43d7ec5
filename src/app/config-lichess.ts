import type { Bounds } from '../base/bounds.ts';
import {
  DEFAULT_LICHESS_SETTINGS,
  type LichessSettings,
  MODES,
  OPPONENTS,
  PLAYED_SPEEDS,
  VARIANTS,
} from '../bot/lichess/settings.ts';
import { RATING } from '../chess/rating.ts';
import {
  contact,
  decimal,
  listOf,
  model,
  names,
  type Setting,
  strength,
  switched,
  text,
  whole,
} from './config-keys.ts';

/** The settings of the bot on Lichess. */

export const LICHESS_KEYS = {
  LICHESS_TOKEN: text,
  LICHESS_CONTACT: contact,
  LICHESS_RATING: strength,
  LICHESS_USUAL_RATING: whole(RATING.min, RATING.max),
  LICHESS_MODEL: model,
  LICHESS_TEMPERATURE: decimal(0, 2),
  LICHESS_PACE: decimal(0, 2),
  LICHESS_GUARD: whole(50, 10_000),
  LICHESS_VARIANTS: listOf(VARIANTS),
  LICHESS_SPEEDS: listOf(PLAYED_SPEEDS),
  LICHESS_MIN_SECONDS: whole(0, DEFAULT_LICHESS_SETTINGS.challengeFilter.limit.max),
  LICHESS_MAX_SECONDS: whole(0, DEFAULT_LICHESS_SETTINGS.challengeFilter.limit.max),
  LICHESS_MIN_INCREMENT: whole(0, DEFAULT_LICHESS_SETTINGS.challengeFilter.increment.max),
  LICHESS_MAX_INCREMENT: whole(0, DEFAULT_LICHESS_SETTINGS.challengeFilter.increment.max),
  LICHESS_MODES: listOf(MODES),
  LICHESS_OPPONENTS: listOf(OPPONENTS),
  LICHESS_MIN_RATING: whole(0, DEFAULT_LICHESS_SETTINGS.challengeFilter.rating.max),
  LICHESS_MAX_RATING: whole(0, DEFAULT_LICHESS_SETTINGS.challengeFilter.rating.max),
  LICHESS_ALLOW: names,
  LICHESS_BLOCK: names,
  LICHESS_GAMES: whole(1, 20),
  LICHESS_GAMES_PER_OPPONENT: whole(1, 20),
  LICHESS_CORRESPONDENCE_GAMES: whole(0, 100),
  LICHESS_QUEUE: whole(0, 30),
  LICHESS_QUEUE_SECONDS: whole(1, 15),
  LICHESS_RESIGN_AFTER: whole(0, 100),
  LICHESS_DRAWS: switched,
  LICHESS_TAKEBACKS: whole(0, 100),
  LICHESS_ABORT_SECONDS: whole(5, 600),
  LICHESS_CHAT: switched,
};
type KeyName = keyof typeof LICHESS_KEYS;
type Values = { [K in KeyName]: (typeof LICHESS_KEYS)[K] extends Setting<infer T> ? T : never };

/** Pairs of settings of which the first may not be larger than the second. */
export const LICHESS_BOUNDS: readonly (readonly [KeyName, KeyName])[] = [
  ['LICHESS_MIN_SECONDS', 'LICHESS_MAX_SECONDS'],
  ['LICHESS_MIN_INCREMENT', 'LICHESS_MAX_INCREMENT'],
  ['LICHESS_MIN_RATING', 'LICHESS_MAX_RATING'],
];

/** `usual`: the model that is used elsewhere. */
export const makeLichessConfig = (values: Values, usual: string | undefined) =>
  Object.freeze({
    /** A secret: it is never logged, nor handed to any process but a shard, which is a bot itself. */
    token: values.LICHESS_TOKEN,
    /** The contact to whom Lichess can write about the bot. */
    contact: values.LICHESS_CONTACT,
    settings: Object.freeze<LichessSettings>({ ...settingsOf(values), model: values.LICHESS_MODEL ?? usual }),
  });

const within = (usual: Bounds, min = usual.min, max = usual.max): Bounds => ({ min, max });

function settingsOf(values: Values): Omit<LichessSettings, 'model'> {
  const { challengeFilter: filter } = DEFAULT_LICHESS_SETTINGS;
  return {
    challengeFilter: Object.freeze({
      variants: values.LICHESS_VARIANTS ?? filter.variants,
      speeds: values.LICHESS_SPEEDS ?? filter.speeds,
      limit: within(filter.limit, values.LICHESS_MIN_SECONDS, values.LICHESS_MAX_SECONDS),
      increment: within(filter.increment, values.LICHESS_MIN_INCREMENT, values.LICHESS_MAX_INCREMENT),
      modes: values.LICHESS_MODES ?? filter.modes,
      opponents: values.LICHESS_OPPONENTS ?? filter.opponents,
      rating: within(filter.rating, values.LICHESS_MIN_RATING, values.LICHESS_MAX_RATING),
      allow: values.LICHESS_ALLOW ?? filter.allow,
      block: values.LICHESS_BLOCK ?? filter.block,
    }),
    games: values.LICHESS_GAMES ?? DEFAULT_LICHESS_SETTINGS.games,
    gamesPerOpponent: values.LICHESS_GAMES_PER_OPPONENT ?? DEFAULT_LICHESS_SETTINGS.gamesPerOpponent,
    correspondenceGames: values.LICHESS_CORRESPONDENCE_GAMES ?? DEFAULT_LICHESS_SETTINGS.correspondenceGames,
    queue: values.LICHESS_QUEUE ?? DEFAULT_LICHESS_SETTINGS.queue,
    queueMs: inMs(values.LICHESS_QUEUE_SECONDS) ?? DEFAULT_LICHESS_SETTINGS.queueMs,
    rating: values.LICHESS_RATING ?? DEFAULT_LICHESS_SETTINGS.rating,
    usualRating: values.LICHESS_USUAL_RATING ?? DEFAULT_LICHESS_SETTINGS.usualRating,
    temperature: values.LICHESS_TEMPERATURE ?? DEFAULT_LICHESS_SETTINGS.temperature,
    pace: values.LICHESS_PACE ?? DEFAULT_LICHESS_SETTINGS.pace,
    guard: values.LICHESS_GUARD,
    resignAfter: values.LICHESS_RESIGN_AFTER ?? DEFAULT_LICHESS_SETTINGS.resignAfter,
    draws: isOn(values.LICHESS_DRAWS, DEFAULT_LICHESS_SETTINGS.draws),
    takebacks: values.LICHESS_TAKEBACKS ?? DEFAULT_LICHESS_SETTINGS.takebacks,
    abortMs: inMs(values.LICHESS_ABORT_SECONDS) ?? DEFAULT_LICHESS_SETTINGS.abortMs,
    chat: isOn(values.LICHESS_CHAT, DEFAULT_LICHESS_SETTINGS.chat),
  };
}

const inMs = (seconds: number | undefined): number | undefined => seconds && 1000 * seconds;
const isOn = (value: 'off' | 'on' | undefined, usual: boolean): boolean => (value ? value === 'on' : usual);
