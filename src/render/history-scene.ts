import type { Color } from 'chessops/types';
import { clean, cut, plural, shareText } from '../base/text.ts';
import type { Phase } from '../chess/game.ts';
import { nameOf } from '../chess/words.ts';
import { shareOf } from './geometry.ts';
import { REVIEW_GLYPH_WORDS, REVIEW_GLYPHS, type ReviewGlyph } from './glyphs.ts';
import type { SurroundingsName, ThemeName } from './theme.ts';

export const HISTORY_WIDTH = { min: 400, max: 1600, usual: 900 };

/** A game as a curve. Plies are counted from the usual starting position: 1 is White's first move. */
export interface HistoryScene {
  /** In any order; of two with one ply the later counts. */
  points: readonly HistoryPoint[];
  /** The ply of the position that the game began with; 0 if nothing is said. */
  start?: number;
  phases?: readonly PhaseBand[];
  /** The ply that is shown elsewhere. */
  selected?: number;
  players?: Record<Color, HistoryPlayer>;
  title?: string;
  caption?: string;
  width?: number;
  theme?: ThemeName;
  surroundings?: SurroundingsName;
}

export interface HistoryPoint {
  /** The position after this many half-moves. */
  ply: number;
  /** White's, in [0,1]; null for a position that was not evaluated. */
  winrate: number | null;
  /** The move that led here: `23…Rd8`. */
  label?: string;
  glyph?: ReviewGlyph;
  /** What the move took. Bars are drawn if any point has this. */
  seconds?: number | null;
  /** How hard the position before was for people, in [0,1]. A line is drawn if any point has this. */
  difficulty?: number | null;
}

/** The moves `from` to `to`, both included, as plies. */
export interface PhaseBand {
  phase: Phase;
  from: number;
  to: number;
  /** Which endgame: `Rook endgame`, `Rook`, `Queen + Two Minor Piece`, `Transitional`. */
  type?: string;
}

export interface HistoryPlayer {
  name: string;
  title?: string;
  rating?: number;
}

/** The side and the number of the move that makes a ply. */
export const moverOf = (ply: number): Color => (ply % 2 === 1 ? 'white' : 'black');
export const moveNumber = (ply: number): number => Math.ceil(ply / 2);

/** What is not there is not counted. */
export function countGlyphs(points: readonly HistoryPoint[], side: Color): [ReviewGlyph, number][] {
  const own = points.filter(({ ply }) => moverOf(ply) === side);
  return REVIEW_GLYPHS.map((one): [ReviewGlyph, number] => [
    one,
    own.filter(({ glyph }) => glyph === one).length,
  ]).filter(([, count]) => count > 0);
}

/** Win rate that must change hands with one move to be worth telling, and how many such moves are told. */
const SWING = 0.1;
const SWINGS = 3;
/** Names longer than this are cut: who listens wants to hear about the game. */
const MOST_NAME = 40;

/** How far from even a mean win rate is, smallest first. */
const LEADS: [upTo: number, words: (side: string) => string][] = [
  [0.05, () => 'about even'],
  [0.15, side => `${side} slightly ahead`],
  [0.3, side => `${side} ahead`],
  [Number.POSITIVE_INFINITY, side => `${side} winning`],
];

interface Known {
  point: HistoryPoint;
  winrate: number;
}

function leadOf(known: readonly Known[]): string {
  const lead = known.reduce((sum, { winrate }) => sum + winrate - 0.5, 0) / known.length;
  const words = LEADS.find(([upTo]) => Math.abs(lead) <= upTo)?.[1];
  return words?.(nameOf(lead > 0 ? 'white' : 'black')) ?? '';
}

function inPhases(phases: readonly PhaseBand[], known: readonly Known[]): string[] {
  return phases.flatMap(({ phase, from, to, type }) => {
    const own = known.filter(({ point: { ply } }) => ply >= from && ply <= to);
    return own.length > 0 ? [`${leadOf(own)} in the ${phase === 'endgame' ? endgameName(type) : phase}`] : [];
  });
}

/** `endgame (Rook)`, or as the type itself says it: `rook endgame`. */
function endgameName(type = 'endgame'): string {
  const shown = cut(clean(type), MOST_NAME);
  return /endgame/i.test(shown) ? shown.toLowerCase() : `endgame (${shown})`;
}

/** Largest first. */
function swingsOf(points: readonly HistoryPoint[]): string[] {
  return points
    .flatMap((point, index) => {
      const [before, after] = [shareOf(points[index - 1]?.winrate), shareOf(point.winrate)];
      return before === null || after === null ? [] : [{ point, before, after, by: Math.abs(after - before) }];
    })
    .filter(({ by }) => by >= SWING)
    .sort((a, b) => b.by - a.by)
    .slice(0, SWINGS)
    .map(({ point, before, after }) => `${moveName(point)} ${shareText(before)} to ${shareText(after)}`);
}

const moveName = ({ ply, label, glyph }: HistoryPoint): string =>
  label ? cut(clean(label), MOST_NAME) + (glyph ?? '') : `${nameOf(moverOf(ply))}’s move ${moveNumber(ply)}`;

function judged(points: readonly HistoryPoint[], side: Color): string[] {
  const counts = countGlyphs(points, side).map(([one, count]) => plural(count, ...REVIEW_GLYPH_WORDS[one]));
  return counts.length > 0 ? [`${nameOf(side)}: ${counts.join(', ')}.`] : [];
}

/** The graph for those who cannot see it: who was ahead where, what turned the game, who went wrong how often. */
export function describeHistory(
  { start = 0, players, phases = [] }: HistoryScene,
  points: readonly HistoryPoint[],
): string {
  const last = points.at(-1);
  const who = players
    ? `, ${cut(clean(players.white.name), MOST_NAME)} against ${cut(clean(players.black.name), MOST_NAME)}`
    : '';
  if (!last || last.ply <= start) return `Evaluation graph${who}: no moves yet.`;
  const moves = moveNumber(last.ply) - moveNumber(start + 1) + 1;
  const head = `Evaluation graph of ${plural(moves, 'move')}${who}`;
  const known = points.flatMap(point => {
    const winrate = shareOf(point.winrate);
    return winrate === null ? [] : [{ point, winrate }];
  });
  const final = known.at(-1);
  if (!final) return `${head}: nothing evaluated yet.`;
  const told = inPhases(phases, known);
  const swings = swingsOf(points);
  return [
    `${head}: ${(told.length > 0 ? told : [`${leadOf(known)} on average`]).join(', ')}.`,
    ...(swings.length > 0 ? [`Largest swings of White’s win rate: ${swings.join(', ')}.`] : []),
    ...judged(points, 'white'),
    ...judged(points, 'black'),
    `At the end White has ${shareText(final.winrate)}.`,
  ].join(' ');
}
