import { shareText } from '../base/text.ts';
import { type ChartCandidate, type ChartScene, SIGNS, type Sign, shownCandidates, valueTexts } from './chart-scene.ts';
import { type Box, clamp, middle, right, shareOf } from './geometry.ts';
import { type PlacedLabel, placeLabel, textWidth, within } from './text.ts';

/** At the reference width. */
const ROW = { height: 42, gap: 3 };
const RANK = { radius: 9, width: 26, size: 12 };
const LARGE = 16;
const SMALL = 11.5;
const GAP = 8;
/** The bar for people, the thin one for Stockfish below it, and the forecast across that one. */
const BAR = { top: 4, height: 17 };
const THIN = { top: 26, height: 6 };
const FORECAST = { top: 23, width: 3, height: 12 };
const SIGN = { height: 17, gap: 2, pad: 5 };
/** The least that a bar can be read from: signs that would take it away are left out. */
const LEAST_BAR = 110;
/** Of the width. */
const MOST_NAME = 0.3;

/** Less often than this it is not what the move is about. */
const WORTH_TELLING = 0.15;

export interface ChartRow {
  candidate: ChartCandidate;
  box: Box;
  rank: { x: number; y: number; radius: number; label: PlacedLabel };
  san: PlacedLabel;
  people: PlacedLabel;
  bar: Box;
  value: PlacedLabel;
  /** The number stands in the bar: behind it there is no room. */
  inside: boolean;
  thin?: Box;
  forecast?: Box;
  signs: { sign: Sign; box: Box; label: PlacedLabel }[];
}

/** What all rows have in common. */
interface Columns {
  unit: number;
  left: number;
  nameFrom: number;
  nameWidth: number;
  plotFrom: number;
  plotTo: number;
  /** 0 where there are no signs, or no room for them. */
  signWidth: number;
}

const peopleText = ({ maia }: ChartCandidate): string => {
  const share = shareOf(maia);
  return share === null ? '' : `${shareText(share)} play it`;
};

const signsOf = (candidate: ChartCandidate): { sign: Sign; text: string }[] =>
  SIGNS.flatMap(sign => {
    const share = shareOf(candidate[sign]);
    return share !== null && share >= WORTH_TELLING ? [{ sign, text: `${sign} ${shareText(share)}` }] : [];
  });

function columnsOf(shown: readonly ChartCandidate[], left: number, width: number, unit: number): Columns {
  const px = (length: number) => Math.round(length * unit);
  const large = { size: LARGE * unit, weight: 'bold' } as const;
  const small = { size: SMALL * unit };
  const names = shown.map(one => Math.max(textWidth(one.san, large), textWidth(peopleText(one), small)));
  const nameWidth = Math.ceil(Math.min(MOST_NAME * width, Math.max(0, ...names)));
  const nameFrom = left + px(RANK.width);
  const plotFrom = Math.round(nameFrom + nameWidth + px(GAP));
  const signs = shown.flatMap(one => signsOf(one).map(({ text }) => textWidth(text, small)));
  const wanted = signs.length > 0 ? Math.ceil(Math.max(...signs)) + 2 * px(SIGN.pad) : 0;
  const room = Math.floor(left + width) - plotFrom;
  const signWidth = room - wanted - px(GAP) >= LEAST_BAR * unit ? wanted : 0;
  const plotTo = Math.floor(left + width) - (signWidth > 0 ? signWidth + px(GAP) : 0);
  return { unit, left, nameFrom, nameWidth, plotFrom, plotTo, signWidth };
}

/** The row of the move with this rank, from the height `top` on; `value` is the text at the end of its bar. */
function placeRow(
  candidate: ChartCandidate,
  rank: number,
  value: string,
  top: number,
  columns: Columns,
  x: (share: number) => number,
): ChartRow {
  const { unit, left, nameFrom, nameWidth, plotFrom, plotTo, signWidth } = columns;
  const px = (length: number) => Math.round(length * unit);
  const large = { size: LARGE * unit, weight: 'bold' } as const;
  const small = { size: SMALL * unit };
  const until = (share: number, { top: from, height }: { top: number; height: number }): Box => ({
    x: plotFrom,
    y: top + px(from),
    width: Math.round(x(share)) - plotFrom,
    height: px(height),
  });
  const bar = until(candidate.expected, BAR);
  const center = middle(bar);
  const rankAt = left + px(RANK.radius);
  const rankStyle = { size: RANK.size * unit, weight: 'bold' } as const;
  const end = plotFrom + bar.width;
  const inside = end + px(GAP) + textWidth(value, large) > plotTo;
  const signLeft = plotTo + px(GAP);
  const row: ChartRow = {
    candidate,
    box: { x: left, y: top, width: signLeft + signWidth - left, height: px(ROW.height) },
    rank: {
      x: rankAt,
      y: center,
      radius: px(RANK.radius),
      label: placeLabel(String(rank), rankAt, center, 2 * px(RANK.radius), rankStyle, 'center'),
    },
    san: placeLabel(candidate.san, nameFrom, center, nameWidth, large),
    people: placeLabel(peopleText(candidate), nameFrom, top + px(THIN.top + THIN.height / 2 + 1), nameWidth, small),
    bar,
    value: inside
      ? placeLabel(value, end - px(GAP), center, bar.width, large, 'right')
      : placeLabel(value, end + px(GAP), center, plotTo - end, large),
    inside,
    signs: (signWidth > 0 ? signsOf(candidate) : []).map(({ sign, text }, place) => {
      const y = top + px(BAR.top) + place * px(SIGN.height + SIGN.gap);
      const box = { x: signLeft, y, width: signWidth, height: px(SIGN.height) };
      return { sign, box, label: placeLabel(text, box.x + box.width / 2, middle(box), box.width, small, 'center') };
    }),
  };
  const winrate = shareOf(candidate.winrate);
  if (winrate !== null) row.thin = until(winrate, THIN);
  const human = shareOf(candidate.human);
  if (human !== null) {
    const width = px(FORECAST.width);
    // Its rim stays within the plot too.
    const at = clamp(Math.round(x(human) - width / 2), plotFrom + px(1), plotTo - width - px(1));
    row.forecast = { x: at, y: top + px(FORECAST.top), width, height: px(FORECAST.height) };
  }
  return row;
}

/** At the reference width. */
const SIZE = 11.5;
const LINE_HEIGHT = 20;
const SWATCH = { width: 18, gap: 5, apart: 14 };

const LEGEND_KEYS = ['expected', 'engine', 'forecast'] as const;
export type LegendKey = (typeof LEGEND_KEYS)[number];

const KEY_WORDS: Record<LegendKey, string> = {
  expected: 'expected against people',
  engine: 'Stockfish',
  forecast: 'Maia’s forecast',
};

const SIGN_WORDS: Record<Sign, string> = {
  trap: 'trap: the reply often goes wrong',
  risk: 'risk: you often go wrong later',
};

interface LegendItem {
  /** Signs are words themselves. */
  key?: LegendKey;
  swatch: Box;
  label: PlacedLabel;
}

/** Only what is in the picture is explained; as many lines as it takes. */
function placeLegend(rows: readonly ChartRow[], { x: left, y: top, width }: Omit<Box, 'height'>, unit: number) {
  const px = (length: number) => Math.round(length * unit);
  const edge = left + width;
  const seen: Record<LegendKey, boolean> = {
    expected: rows.length > 0,
    engine: rows.some(({ thin }) => thin),
    forecast: rows.some(({ forecast }) => forecast),
  };
  const signs = SIGNS.filter(one => rows.some(row => row.signs.some(({ sign }) => sign === one)));
  const entries: { key?: LegendKey; text: string }[] = [
    ...LEGEND_KEYS.filter(key => seen[key]).map(key => ({ key, text: KEY_WORDS[key] })),
    ...signs.map(sign => ({ text: SIGN_WORDS[sign] })),
  ];
  const style = { size: SIZE * unit };
  const items: LegendItem[] = [];
  let [x, y] = [left, top];
  for (const { key, text } of entries) {
    const lead = key ? px(SWATCH.width + SWATCH.gap) : 0;
    if (x > left && x + lead + textWidth(text, style) > edge) {
      x = left;
      y += px(LINE_HEIGHT);
    }
    const swatch = { x, y, width: key ? px(SWATCH.width) : 0, height: px(LINE_HEIGHT) };
    const label = placeLabel(text, x + lead, middle(swatch), edge - x - lead, style);
    items.push(key ? { key, swatch, label } : { swatch, label });
    x = right(label.box) + px(SWATCH.apart);
  }
  return { items, height: items.length > 0 ? y + px(LINE_HEIGHT) - top : 0 };
}

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
