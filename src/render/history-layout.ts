import type { Color } from 'chessops/types';
import { shareText } from '../base/text.ts';
import type { Phase } from '../chess/game.ts';
import { nameOf } from '../chess/words.ts';
import { type Box, bottom, clamp, middle, right, shareOf } from './geometry.ts';
import type { ReviewGlyph } from './glyphs.ts';
import {
  type Curve,
  type Mark,
  placeMarks,
  placeSelected,
  placeTicks,
  type Selected,
  type Tick,
} from './history-marks.ts';
import {
  countGlyphs,
  HISTORY_WIDTH,
  type HistoryPlayer,
  type HistoryPoint,
  type HistoryScene,
  type PhaseBand,
} from './history-scene.ts';
import { type PlacedLabel, placeLabel, textWidth } from './text.ts';

/**
 * Lengths at a width of 450 pixels, which is about what a phone shows; everything grows and shrinks with the picture.
 */
const REFERENCE = 450;
const MARGIN = 12;
const GAP = 4;
const TITLE = { height: 26, size: 17 };
const STRIP_HEIGHT = 27;
const BAND = { height: 21, gap: 3 };
const PLOT_HEIGHT = 158;
const LEVELS = { width: 38, gap: 6, size: 11.5, shown: [1, 0.5, 0] };
const AXIS_HEIGHT = 21;
const MESSAGE_SIZE = 17;
const HEADING = { height: 19, size: 11.5 };
const CLOCKS_HEIGHT = 44;
const DIFFICULTY_HEIGHT = 32;
const CAPTION = { height: 24, size: 13 };

interface Panel {
  heading: PlacedLabel;
  box: Box;
}

export interface HistoryLayout extends Curve {
  width: number;
  height: number;
  title?: PlacedLabel;
  caption?: PlacedLabel;
  /** Instead of a curve. */
  message?: PlacedLabel;
  strips: Record<Color, Strip>;
  bands: Band[];
  levels: PlacedLabel[];
  ticks: Tick[];
  marks: Mark[];
  selected?: Selected;
  clocks?: Panel & { longest: number };
  difficulty?: Panel;
}

function pointsOf(points: readonly HistoryPoint[]): HistoryPoint[] {
  const byPly = new Map(points.filter(({ ply }) => Number.isSafeInteger(ply)).map(point => [point.ply, point]));
  return [...byPly.values()].sort((a, b) => a.ply - b.ply);
}

/** `12 s`, `1:05`. */
function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Where everything goes. */
export function layoutHistory(scene: HistoryScene): HistoryLayout {
  const width = Math.round(scene.width ?? HISTORY_WIDTH.usual);
  if (!(width >= HISTORY_WIDTH.min && width <= HISTORY_WIDTH.max))
    throw new RangeError(`a graph is ${HISTORY_WIDTH.min} to ${HISTORY_WIDTH.max} pixels wide, not ${scene.width}`);
  const unit = width / REFERENCE;
  const px = (length: number) => Math.round(length * unit);
  const points = pointsOf(scene.points);
  const first = points[0]?.ply ?? 0;
  const last = points.at(-1)?.ply ?? 0;
  const margin = px(MARGIN);
  const left = margin + px(LEVELS.width);
  const plotWidth = width - margin - left;

  let top = margin;
  const take = (height: number): Box => {
    const box = { x: margin, y: top, width: width - 2 * margin, height: px(height) };
    top += box.height;
    return box;
  };
  const takeLine = ({ height, size }: { height: number; size: number }, text: string, weight?: 'bold'): PlacedLabel => {
    const box = take(height);
    return placeLabel(text, box.x, middle(box), box.width, { size: size * unit, weight: weight ?? 'regular' });
  };
  const takePanel = (height: number, text: string): Panel => {
    const heading = takeLine(HEADING, text);
    return { heading, box: { ...take(height), x: left, width: plotWidth } };
  };
  const strip = (side: Color) => placeStrip(take(STRIP_HEIGHT), side, scene.players?.[side], points, unit);

  // A line of text has air of its own.
  top -= px(GAP);
  const title = scene.title ? takeLine(TITLE, scene.title, 'bold') : undefined;
  const black = strip('black');
  top += px(GAP);
  const x = (ply: number) => left + (last > first ? (plotWidth * (ply - first)) / (last - first) : plotWidth / 2);
  const bandRow = { x: left, y: top, width: plotWidth, height: px(BAND.height) };
  const bands = last > first ? placeBands(scene.phases ?? [], bandRow, first, last, x, unit) : [];
  if (bands.length > 0) top += bandRow.height + px(BAND.gap);
  const plot = { ...take(PLOT_HEIGHT), x: left, width: plotWidth };
  const y = (winrate: number) => plot.y + plot.height * (1 - winrate);
  const curve: Curve = { points, plot, x, y, unit };
  const axis = take(AXIS_HEIGHT);
  const chosen = points.find(({ ply }) => ply === scene.selected);
  const selected = chosen && placeSelected(chosen, axis, curve);

  const layout: HistoryLayout = {
    ...curve,
    width,
    height: 0,
    strips: { white: strip('white'), black },
    bands,
    levels: LEVELS.shown.map(level => {
      const size = LEVELS.size * unit;
      const at = clamp(y(level), plot.y + size / 2, bottom(plot) - size / 2);
      return placeLabel(shareText(level), left - px(LEVELS.gap), at, left, { size }, 'right');
    }),
    ticks: last > first ? placeTicks(axis, curve, selected?.pill) : [],
    marks: placeMarks(curve),
  };
  if (title) layout.title = title;
  if (selected) layout.selected = selected;
  if (last <= (scene.start ?? 0)) {
    const style = { size: MESSAGE_SIZE * unit };
    layout.message = placeLabel('no moves yet', left + plotWidth / 2, middle(plot), plotWidth, style, 'center');
  }
  const longest = Math.max(0, ...points.map(({ seconds }) => (Number.isFinite(seconds) ? (seconds as number) : 0)));
  if (longest > 0)
    layout.clocks = { ...takePanel(CLOCKS_HEIGHT, `Time for each move, at most ${duration(longest)}`), longest };
  if (points.some(({ difficulty }) => shareOf(difficulty) !== null))
    layout.difficulty = takePanel(DIFFICULTY_HEIGHT, 'How hard the position was for people');
  if (scene.caption) {
    if (layout.clocks || layout.difficulty) top += px(GAP);
    layout.caption = takeLine(CAPTION, scene.caption);
  }
  // A panel has no air below.
  layout.height = top + margin - (layout.caption || !(layout.clocks || layout.difficulty) ? px(GAP) : 0);
  return layout;
}

/** At the reference width. */
const BAND_SIZE = 12;
const BAND_INSET = 5;
const BAND_GAP = 2;
/** Less than this much of a type tells less than the word for the phase. */
const LEAST_TYPE = 80;

const PHASE_WORDS: Record<Phase, string> = { opening: 'Opening', middlegame: 'Middlegame', endgame: 'Endgame' };
const SHORT_PHASES: Record<Phase, string> = { opening: 'Open', middlegame: 'Middle', endgame: 'End' };
/** Types that say by themselves that it is an endgame, or that it is not quite one. */
const WHOLE = /endgame|transition/i;

interface Band {
  phase: Phase;
  box: Box;
  /** Absent where there is no room for it. */
  label?: PlacedLabel;
}

const phaseName = ({ phase, type }: PhaseBand): string => {
  if (phase !== 'endgame' || !type) return PHASE_WORDS[phase];
  return WHOLE.test(type) ? type : `${type} endgame`;
};

/** The longest name that fits; else what kind of endgame it is, as far as there is room; else the phase in a word. */
function placeName(band: PhaseBand, box: Box, unit: number): PlacedLabel | undefined {
  const style = { size: BAND_SIZE * unit };
  const room = box.width - 2 * BAND_INSET * unit;
  const word = PHASE_WORDS[band.phase];
  const type = band.phase === 'endgame' && band.type ? band.type : word;
  const fits = (name: string) => textWidth(name, style) <= room;
  const cut = room >= LEAST_TYPE * unit ? type : undefined;
  const text = [phaseName(band), type].find(fits) ?? cut ?? [word, SHORT_PHASES[band.phase]].find(fits);
  return text === undefined ? undefined : placeLabel(text, box.x + box.width / 2, middle(box), room, style, 'center');
}

/** Bands side by side: where two claim the same moves, the earlier keeps them. */
function placeBands(
  phases: readonly PhaseBand[],
  row: Box,
  first: number,
  last: number,
  x: (ply: number) => number,
  unit: number,
): Band[] {
  const bands: Band[] = [];
  let begin = first;
  for (const band of [...phases].sort((a, b) => a.from - b.from)) {
    // A move lies between the position before it and the one after.
    const from = clamp(band.from - 1, begin, last);
    const to = clamp(band.to, from, last);
    if (!(to > from)) continue;
    begin = to;
    const left = Math.round(x(from)) + (from > first ? BAND_GAP * unit : 0);
    const box = { ...row, x: left, width: Math.max(1, Math.round(x(to)) - left) };
    const label = placeName(band, box, unit);
    bands.push(label ? { phase: band.phase, box, label } : { phase: band.phase, box });
  }
  return bands;
}

/** At the reference width. */
const STRIP_SIZE = 14.5;
const DISC = 7;
const CHIP = 8;
const STRIP_GAP = 10;
/** Before the rating, and between a mark and its number. */
const SMALL_GAP = 6;
/** Of the line: titles are short, but a PGN may have any text as one. */
const MOST_TITLE = 0.25;

interface Chip {
  glyph: ReviewGlyph;
  x: number;
  y: number;
  radius: number;
  count: PlacedLabel;
}

export interface Strip {
  disc: { x: number; y: number; radius: number };
  title: PlacedLabel;
  name: PlacedLabel;
  rating: PlacedLabel;
  chips: Chip[];
}

/** Room is given to what must not be cut: the counts, the rating, then the name with what is left. */
function placeStrip(
  box: Box,
  side: Color,
  player: HistoryPlayer = { name: nameOf(side) },
  points: readonly HistoryPoint[],
  unit: number,
): Strip {
  const y = middle(box);
  const bold = { size: STRIP_SIZE * unit, weight: 'bold' } as const;
  const plain = { size: STRIP_SIZE * unit };
  const [gap, small, radius] = [STRIP_GAP * unit, SMALL_GAP * unit, CHIP * unit];
  const chips: Chip[] = [];
  let edge = right(box);
  for (const [glyph, number] of countGlyphs(points, side).reverse()) {
    const count = placeLabel(String(number), edge, y, box.width, bold, 'right');
    chips.unshift({ glyph, x: count.box.x - small - radius, y, radius, count });
    edge = count.box.x - small - 2 * radius - gap;
  }
  const disc = { x: box.x + DISC * unit, y, radius: DISC * unit };
  const from = box.x + 2 * disc.radius + gap;
  const title = placeLabel(player.title ?? '', from, y, MOST_TITLE * (edge - from), bold);
  const nameFrom = title.text ? right(title.box) + small : from;
  const shown = Number.isFinite(player.rating) ? String(player.rating) : '';
  const ratingWidth = shown ? textWidth(shown, plain) + small : 0;
  const name = placeLabel(player.name, nameFrom, y, Math.max(0, edge - nameFrom - ratingWidth), bold);
  const rating = placeLabel(shown, right(name.box) + small, y, ratingWidth, plain);
  return { disc, title, name, rating, chips };
}
