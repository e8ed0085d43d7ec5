import { INITIAL_FEN } from 'chessops/fen';

/** What is agreed upon before a game, and what Lichess calls it. */

export interface Limits {
  /** Seconds. */
  limit: number;
  increment: number;
}

export const VARIANTS = {
  standard: { name: 'Standard', short: 'Std' },
  chess960: { name: 'Chess960', short: '960' },
  fromPosition: { name: 'From Position', short: 'FEN' },
  antichess: { name: 'Antichess', short: 'Anti' },
  atomic: { name: 'Atomic', short: 'Atom' },
  crazyhouse: { name: 'Crazyhouse', short: 'Crazy' },
  horde: { name: 'Horde', short: 'Horde' },
  kingOfTheHill: { name: 'King of the Hill', short: 'KotH' },
  racingKings: { name: 'Racing Kings', short: 'Racing' },
  threeCheck: { name: 'Three-check', short: '3check' },
} as const;
export type VariantKey = keyof typeof VARIANTS;

export const SPEEDS = {
  ultraBullet: 'UltraBullet',
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Rapid',
  classical: 'Classical',
  correspondence: 'Correspondence',
} as const;
type Speed = keyof typeof SPEEDS;

export interface Setting {
  variant: VariantKey;
  rated: boolean;
  /** Without, there is no hurry. */
  clock?: Limits;
  /** For each move, where there is no clock; without, there is no limit at all. */
  days?: number;
  /** Where it does not begin as usual. */
  fen?: string;
}

/** https://github.com/lichess-org/scalachess/blob/master/core/src/main/scala/Speed.scala: by what forty moves take. */
export function speedOf({ clock }: Setting): Speed {
  if (!clock) return 'correspondence';
  const seconds = clock.limit + 40 * clock.increment;
  if (seconds < 30) return 'ultraBullet';
  if (seconds < 180) return 'bullet';
  if (seconds < 480) return 'blitz';
  return seconds < 1500 ? 'rapid' : 'classical';
}

/** The kind of rating that is at stake. */
export const perfOf = (setting: Setting): string =>
  setting.variant === 'standard' || setting.variant === 'fromPosition' ? speedOf(setting) : setting.variant;

export const perfName = (setting: Setting): string => {
  const perf = perfOf(setting);
  return perf in SPEEDS ? SPEEDS[perf as Speed] : VARIANTS[perf as VariantKey].name;
};

export const variantJson = ({ variant }: Setting) => ({ key: variant, ...VARIANTS[variant] });

/** Games of Chess960 begin with any of its positions; one of them is enough here. */
const START_960 = 'bnrkqbrn/pppppppp/8/8/8/8/PPPPPPPP/BNRKQBRN w KQkq - 0 1';

export const startOf = ({ variant, fen }: Setting): string => fen ?? (variant === 'chess960' ? START_960 : INITIAL_FEN);
