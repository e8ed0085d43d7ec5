import type { Color } from 'chessops/types';
import { clean, shareText } from '../base/text.ts';
import { nameOf } from '../chess/words.ts';
import { shareOf } from './geometry.ts';
import type { SurroundingsName, ThemeName } from './theme.ts';

export const CHART_WIDTH = { min: 400, max: 1600, usual: 900 };

/** Moves side by side. Win rates are the player's, in [0,1]. */
export interface ChartScene {
  player: Color;
  /** The best first, by whatever they are sorted: their numbers are those of the arrows on a board. */
  candidates: readonly ChartCandidate[];
  /** Further moves that are not among the candidates. */
  more?: number;
  title?: string;
  caption?: string;
  width?: number;
  theme?: ThemeName;
  surroundings?: SurroundingsName;
}

export interface ChartCandidate {
  san: string;
  /** Against people. */
  expected: number;
  /** Stockfish's. */
  winrate: number | null;
  /** Forecast of the result among people, whatever they play. */
  human: number | null;
  /** How many people play the move. */
  maia: number | null;
  /** How often the opponent's reply is a mistake. */
  trap: number | null;
  /** How often the player goes wrong later. */
  risk: number | null;
}

/** What a row may be marked with, beside its bar. */
export const SIGNS = ['trap', 'risk'] as const;
export type Sign = (typeof SIGNS)[number];

const MOST_ROWS = 8;

/** As they come. What has no expected win rate has no bar, and is only counted. */
export function shownCandidates({ candidates, more = 0 }: ChartScene): { shown: ChartCandidate[]; more: number } {
  const shown = candidates
    .flatMap(candidate => {
      const expected = shareOf(candidate.expected);
      return expected === null ? [] : [{ ...candidate, expected }];
    })
    .slice(0, MOST_ROWS);
  return { shown, more: candidates.length - shown.length + Math.max(0, Math.floor(more) || 0) };
}

/** Whole percents, unless two moves that differ would read the same. */
export function valueTexts(values: readonly number[]): string[] {
  const same = values.some((value, index) => {
    const next = values[index + 1];
    return next !== undefined && next !== value && shareText(next) === shareText(value);
  });
  return values.map(value => (same ? `${(value * 100).toFixed(1)} %` : shareText(value)));
}

/** More of a move's name is no move. */
const MOST_SAN = 20;

function describeCandidate(candidate: ChartCandidate, value: string): string {
  const [winrate, maia] = [shareOf(candidate.winrate), shareOf(candidate.maia)];
  const notes = [
    ...(winrate === null ? [] : [`Stockfish ${shareText(winrate)}`]),
    ...(maia === null ? [] : [`${shareText(maia)} of people play it`]),
    ...SIGNS.flatMap(sign => {
      const share = shareOf(candidate[sign]);
      return share ? [`${sign} ${shareText(share)}`] : [];
    }),
  ];
  return `${clean(candidate.san).slice(0, MOST_SAN)} ${value}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

/** The chart for those who cannot see it. */
export function describeChart(scene: ChartScene): string {
  const { shown, more } = shownCandidates(scene);
  const head = `Expected win rates of ${nameOf(scene.player)}’s moves`;
  if (shown.length === 0) return `${head}: no moves to compare.`;
  const values = valueTexts(shown.map(({ expected }) => expected));
  const told = shown.map((candidate, index) => describeCandidate(candidate, values[index] as string));
  return `${head}, best first: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
