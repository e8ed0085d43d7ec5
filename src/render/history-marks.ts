import { shareText } from '../base/text.ts';
import { type Box, bottom, clamp, grown, middle, overlap, right, shareOf } from './geometry.ts';
import { BY_WEIGHT, type ReviewGlyph } from './glyphs.ts';
import { type HistoryPoint, moveNumber } from './history-scene.ts';
import { type PlacedLabel, placeLabel, textWidth, within } from './text.ts';

/** Radii at the reference width. */
const BADGE = 7.5;
const DOT = 4;
/** Between two badges. */
const AIR = 2;

/**
 * What a reader looks for gets its glyph; the rest would only hide the curve, and its colour is told beside the names.
 */
const WITH_GLYPH: Record<ReviewGlyph, boolean> = { '!': true, '□': false, '?!': false, '?': true, '??': true };

export interface Mark {
  ply: number;
  glyph: ReviewGlyph;
  x: number;
  y: number;
  radius: number;
  /** A dot is too small for its glyph. */
  kind: 'badge' | 'dot';
}

/** Where the curve is. */
export interface Curve {
  points: readonly HistoryPoint[];
  plot: Box;
  x: (ply: number) => number;
  y: (winrate: number) => number;
  unit: number;
}

/** In the order in which they are drawn. The heaviest get a badge as long as there is room; the others are dots. */
export function placeMarks({ points, plot, x, y, unit }: Curve): Mark[] {
  const place = (point: HistoryPoint, glyph: ReviewGlyph, winrate: number, kind: Mark['kind']): Mark => {
    const radius = (kind === 'badge' ? BADGE : DOT) * unit;
    return {
      ply: point.ply,
      glyph,
      x: clamp(x(point.ply), plot.x + radius, right(plot) - radius),
      y: clamp(y(winrate), plot.y + radius, bottom(plot) - radius),
      radius,
      kind,
    };
  };
  const badges: Box[] = [];
  const marks: Mark[] = [];
  for (const glyph of BY_WEIGHT.toReversed())
    for (const point of points) {
      const winrate = shareOf(point.winrate);
      if (point.glyph !== glyph || winrate === null) continue;
      const badge = place(point, glyph, winrate, 'badge');
      const box = boxOf(badge);
      const fits = WITH_GLYPH[glyph] && !badges.some(other => overlap(grown(other, AIR * unit), box));
      if (fits) badges.push(box);
      marks.push(fits ? badge : place(point, glyph, winrate, 'dot'));
    }
  // A dot that covers half a glyph tells nothing.
  return marks.toReversed().sort((a, b) => Number(a.kind === 'badge') - Number(b.kind === 'badge'));
}

export const boxOf = ({ x, y, radius }: Pick<Mark, 'x' | 'y' | 'radius'>): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});

/** At the reference width. */
const SIZE = 11.5;
const GAP = 10;
const PAD = 6;
/** Between the plot and the name of the selected move. */
const DROP = 2;
/** Each number on the axis is a multiple of one of these. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

export interface Tick {
  x: number;
  label: PlacedLabel;
}

export interface Selected {
  ply: number;
  x: number;
  /** Null where the curve has a gap. */
  y: number | null;
  pill: Box;
  label: PlacedLabel;
}

/** The selected move's name stands on the axis, where the numbers make room. */
export function placeSelected(point: HistoryPoint, axis: Box, { plot, x, y, unit }: Curve): Selected {
  const winrate = shareOf(point.winrate);
  const name = point.label ?? (point.ply > 0 ? `move ${moveNumber(point.ply)}` : 'start');
  const text = winrate === null ? name : `${name} · ${shareText(winrate)}`;
  const at = x(point.ply);
  const pad = PAD * unit;
  const drop = DROP * unit;
  const pillAt = { ...axis, y: axis.y + drop, height: axis.height - drop };
  const inside = { ...plot, x: plot.x + pad, width: plot.width - 2 * pad };
  const style = { size: SIZE * unit, weight: 'bold' } as const;
  const label = within(placeLabel(text, at, middle(pillAt), inside.width, style, 'center'), inside);
  const pill = { ...pillAt, x: label.box.x - pad, width: label.box.width + 2 * pad };
  return { ply: point.ply, x: at, y: winrate === null ? null : y(winrate), pill, label };
}

/** Move numbers below White's moves, as many as can be told apart. */
export function placeTicks(axis: Box, { points, plot, x, unit }: Curve, taken?: Box): Tick[] {
  const style = { size: SIZE * unit };
  const bounds = { ...axis, x: plot.x, width: right(axis) - plot.x };
  const from = Math.max(1, Math.ceil(((points[0]?.ply ?? 0) + 1) / 2));
  const to = Math.floor(((points.at(-1)?.ply ?? 0) + 1) / 2);
  const room = textWidth(String(to), style) + GAP * unit;
  const step = STEPS.find(one => x(2 * one) - x(0) >= room) ?? Math.max(1, to);
  const round = Math.ceil(from / step) * step;
  // The first move has its number, unless that would crowd the next one.
  const numbers = new Set(round <= to && (round - from) * 2 <= step ? [] : [from]);
  for (let move = round; move <= to; move += step) numbers.add(move);
  const ticks: Tick[] = [];
  for (const move of numbers) {
    const at = x(2 * move - 1);
    const label = within(placeLabel(String(move), at, middle(axis), axis.width, style, 'center'), bounds);
    const near = grown(label.box, (GAP * unit) / 2);
    const previous = ticks.at(-1)?.label.box;
    if (move > to || (taken && overlap(near, taken)) || (previous && overlap(near, previous))) continue;
    ticks.push({ x: at, label });
  }
  return ticks;
}
