import { shareText } from '../base/text.ts';
import { type ChartRow, columnsOf, type LegendItem, placeLegend, placeRow, ROW } from './chart-row.ts';
import type { ChartCandidate, ChartScene } from './chart-scene.ts';
import { type Box, clamp, middle, right, shareOf } from './geometry.ts';
import { type PlacedLabel, placeLabel, within } from './text.ts';

/** The part of 0 to 1 that an axis shows, and where it has numbers. */
interface Scale {
  from: number;
  to: number;
  ticks: number[];
}

/**
 * Bars begin at 0, and half as long is half as good, as long as the moves are this far apart. Closer together they
 * could hardly be told apart, and the question is which is better: then the axis begins later, and every bar shows that
 * it is cut.
 */
const APART = 0.12;
/** In percents: around what is shown on a cut axis, and what its ends are multiples of. */
const AIR = 3;
const ROUND = 5;
/** A cut that hides less than this is not worth it. */
const LEAST_HIDDEN = 0.5;

// Counted in hundredths: tenths do not add up.
function ticksOf(from: number, to: number): number[] {
  const [first, last] = [Math.round(from * 100), Math.round(to * 100)];
  const step = last - first <= 25 ? 5 : last - first <= 50 ? 10 : 25;
  const ticks: number[] = [];
  for (let tick = first; tick <= last; tick += step) ticks.push(tick / 100);
  return ticks;
}

/** `ranked` are the values that the bars are about; `others` are marks that must be on the axis too. */
export function scaleOf(ranked: readonly number[], others: readonly number[]): Scale {
  const whole = { from: 0, to: 1, ticks: ticksOf(0, 1) };
  if (ranked.length < 2 || Math.max(...ranked) - Math.min(...ranked) >= APART) return whole;
  const all = [...ranked, ...others];
  const low = Math.floor((Math.min(...all) * 100 - AIR) / ROUND) * ROUND;
  const high = Math.ceil((Math.max(...all) * 100 + AIR) / ROUND) * ROUND;
  const from = clamp(low, 0, 100) / 100;
  const to = clamp(high, 0, 100) / 100;
  return from + 1 - to < LEAST_HIDDEN || from === 0 ? whole : { from, to, ticks: ticksOf(from, to) };
}

/** Lengths at a width of 450 pixels, which is about what a phone shows. */
export const CHART_REFERENCE = 450;
const MOST_ROWS = 8;
const GAP = 8;
const SMALL_GAP = 4;
const TITLE = { height: 30, size: 17 };
const MESSAGE = { height: 30, size: 16 };
const AXIS = { height: 20, size: 11.5 };
const MORE = { height: 20, size: 12.5 };
const CAPTION = { height: 22, size: 13 };

export interface ChartLayout {
  box: Box;
  unit: number;
  title?: PlacedLabel;
  caption?: PlacedLabel;
  /** Instead of rows. */
  message?: PlacedLabel;
  rows: ChartRow[];
  /** What the bars can fill. */
  plot: Box;
  /** The axis does not begin at 0. */
  cut: boolean;
  x: (share: number) => number;
  ticks: { x: number; share: number; label: PlacedLabel }[];
  more?: PlacedLabel;
  legend: LegendItem[];
}

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

/**
 * Where everything goes in a column. Beside a board it may be narrow: then `unit` is larger than its width asks for.
 */
export function layoutChart(
  scene: ChartScene,
  { x: left, y: top, width }: Omit<Box, 'height'>,
  unit: number = width / CHART_REFERENCE,
): ChartLayout {
  const px = (length: number) => Math.round(length * unit);
  let y = top;
  const takeLine = ({ height, size }: { height: number; size: number }, text: string, weight?: 'bold'): PlacedLabel => {
    const label = placeLabel(text, left, y + px(height) / 2, width, { size: size * unit, weight: weight ?? 'regular' });
    y += px(height);
    return label;
  };
  const title = scene.title ? takeLine(TITLE, scene.title, 'bold') : undefined;

  const { shown, more } = shownCandidates(scene);
  const expected = shown.map(candidate => candidate.expected);
  const marks = shown.flatMap(({ winrate, human }) => [shareOf(winrate), shareOf(human)]);
  const columns = columnsOf(shown, left, width, unit);
  const { plotFrom, plotTo } = columns;
  const scale = scaleOf(
    expected,
    marks.filter(mark => mark !== null),
  );
  const x = (share: number) =>
    plotFrom + clamp((share - scale.from) / (scale.to - scale.from), 0, 1) * (plotTo - plotFrom);
  const texts = valueTexts(expected);
  const plotTop = y;
  const rows = shown.map((candidate, index) => {
    const row = placeRow(candidate, index + 1, texts[index] as string, y, columns, x);
    y += row.box.height + px(ROW.gap);
    return row;
  });

  const layout: ChartLayout = {
    box: { x: left, y: top, width, height: 0 },
    unit,
    rows,
    plot: { x: plotFrom, y: plotTop, width: plotTo - plotFrom, height: y - plotTop },
    cut: scale.from > 0,
    x,
    ticks: [],
    legend: [],
  };
  if (title) layout.title = title;
  if (rows.length === 0) layout.message = takeLine(MESSAGE, 'no moves to compare');
  else {
    const axis = { x: left, y, width, height: px(AXIS.height) };
    for (const share of scale.ticks) {
      const at = placeLabel(shareText(share), x(share), middle(axis), width, { size: AXIS.size * unit }, 'center');
      const label = within(at, axis);
      const previous = layout.ticks.at(-1)?.label.box;
      if (!previous || label.box.x >= right(previous) + px(GAP)) layout.ticks.push({ x: x(share), share, label });
    }
    y += axis.height;
  }
  if (more > 0) layout.more = takeLine(MORE, `+ ${more} more`);
  y += px(SMALL_GAP);
  const legend = placeLegend(rows, { x: left, y, width }, unit);
  layout.legend = legend.items;
  y += legend.height;
  if (scene.caption) layout.caption = takeLine(CAPTION, scene.caption);
  layout.box.height = y - top;
  return layout;
}
