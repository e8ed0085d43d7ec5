import type { Color } from 'chessops/types';
import { shareText } from '../base/text.ts';
import { type Box, bottom, middle } from './box.ts';
import { placeSelected, placeTicks, type Selected, type Tick } from './history-axis.ts';
import { type Curve, type Mark, placeMarks } from './history-marks.ts';
import { HISTORY_WIDTH, type HistoryPoint, type HistoryScene } from './history-scene.ts';
import { placeStrip, type Strip } from './history-strip.ts';
import { type Label, placeLabel } from './label.ts';
import { type Band, placeBands } from './phase-bands.ts';
import { clamp, shareOf } from './share.ts';

/** Lengths at a width of 450 pixels, which is about what a phone shows; everything grows and shrinks with the picture. */
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

export interface Panel {
  heading: Label;
  box: Box;
}

export interface HistoryLayout extends Curve {
  width: number;
  height: number;
  title?: Label;
  caption?: Label;
  /** Instead of a curve. */
  message?: Label;
  strips: Record<Color, Strip>;
  bands: Band[];
  levels: Label[];
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
  const takeLine = ({ height, size }: { height: number; size: number }, text: string, weight?: 'bold'): Label => {
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
