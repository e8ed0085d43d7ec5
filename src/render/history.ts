import type { Color } from 'chessops/types';
import { type Disc, drawBadge } from './badges.ts';
import { BAR_COLOURS } from './bar.ts';
import { type Context, createCanvas } from './canvas.ts';
import { type Box, bottom, clamp, fillDisc, fillRounded, middle, right, type Share, shareOf } from './geometry.ts';
import { REVIEW_GLYPH_COLOURS, type ReviewGlyph } from './glyphs.ts';
import { type HistoryLayout, layoutHistory, type Strip } from './history-layout.ts';
import type { Curve, Mark } from './history-marks.ts';
import { describeHistory, type HistoryPoint, type HistoryScene, moverOf } from './history-scene.ts';
import { type Picture, pictureOf } from './picture.ts';
import { drawLabel, type PlacedLabel } from './text.ts';
import { type Hex, inkOn, type SurroundingsTheme, THEMES, themeOf } from './theme.ts';

interface Spot {
  x: number;
  y: number;
}

/** A line without a gap; never empty. */
type Run = [Spot, ...Spot[]];

/** The lines between the gaps. One value between two gaps is as wide as half a move on either side. */
function runsOf(
  { points, plot, x }: Curve,
  value: (point: HistoryPoint) => Share,
  y: (share: number) => number,
): Run[] {
  const runs: Spot[][] = [[]];
  for (const point of points) {
    const share = value(point);
    if (share === null) runs.push([]);
    else runs.at(-1)?.push({ x: x(point.ply), y: y(share) });
  }
  const reach = points.length > 1 ? Math.max(1, (x(1) - x(0)) / 2) : plot.width;
  const at = (spot: Spot, by: number): Spot => ({ ...spot, x: clamp(spot.x + by, plot.x, right(plot)) });
  return runs
    .filter((run): run is Run => run.length > 0)
    .map(run => (run.length > 1 ? run : [at(run[0], -reach), at(run[0], reach)]));
}

function strokeRun(context: Context, run: Run): void {
  context.beginPath();
  for (const { x, y } of run) context.lineTo(x, y);
  context.stroke();
}

/** From the line down to `floor`. */
function fillBelow(context: Context, run: Run, floor: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(run[0].x, floor);
  for (const { x, y } of run) context.lineTo(x, y);
  context.lineTo(lastOf(run).x, floor);
  context.fill();
}

const lastOf = (run: Run): Spot => run.at(-1) ?? run[0];

/** Seen on both sides of the curve. */
const CURVE = '#e08a1e';

/** At the reference width. */
const CURVE_WIDTH = 1.5;
const RULE_WIDTH = 1;
const DASH = [4, 3];
const HATCH = 6;

function hatch(context: Context, { x, y, width, height }: Box, unit: number, { panel, line }: SurroundingsTheme): void {
  context.fillStyle = panel;
  context.fillRect(x, y, width, height);
  context.strokeStyle = line;
  context.lineWidth = RULE_WIDTH * unit;
  context.beginPath();
  for (let at = -height; at < width; at += HATCH * unit) {
    context.moveTo(x + at, y + height);
    context.lineTo(x + at + height, y);
  }
  context.stroke();
}

/** Draws White's win rate; positions that were not evaluated stay hatched. */
function drawCurve(context: Context, layout: HistoryLayout, surroundings: SurroundingsTheme): void {
  const { plot, unit } = layout;
  const runs = runsOf(layout, ({ winrate }) => shareOf(winrate), layout.y);
  // Slanted strokes take longer than all the rest, so they are only drawn where they are seen.
  const covered = runs.some(run => run[0].x <= plot.x && lastOf(run).x >= right(plot));
  if (!covered) hatch(context, plot, unit, surroundings);
  for (const run of runs) {
    context.fillStyle = BAR_COLOURS.black;
    context.fillRect(run[0].x, plot.y, lastOf(run).x - run[0].x, plot.height);
    fillBelow(context, run, bottom(plot), BAR_COLOURS.white);
  }
  context.strokeStyle = BAR_COLOURS.middle;
  context.lineWidth = RULE_WIDTH * unit;
  context.setLineDash(DASH.map(length => length * unit));
  context.beginPath();
  context.moveTo(plot.x, middle(plot));
  context.lineTo(right(plot), middle(plot));
  for (const { box } of layout.bands.slice(1)) {
    context.moveTo(box.x - unit, plot.y);
    context.lineTo(box.x - unit, bottom(plot));
  }
  context.stroke();
  context.setLineDash([]);
  context.strokeStyle = CURVE;
  context.lineWidth = CURVE_WIDTH * unit;
  context.lineJoin = 'round';
  for (const run of runs) strokeRun(context, run);
}

/** As far from White's colour as from Black's. */
const BETWEEN = '#8c8e93';
const HARD = '#8e5bb5';
const HARD_FILL = '#8e5bb540';

/** At the reference width. */
const LINE_WIDTH = 1.5;
const CORNER = 3;
/** Of the room that a move has on the axis. */
const BAR = 0.8;

/**
 * White's upwards, Black's downwards. Short thoughts would vanish beside a long one, so the height is the root of the
 * time.
 */
function drawClocks(context: Context, { clocks, points, x, unit }: HistoryLayout): void {
  if (!clocks) return;
  const { box, longest } = clocks;
  fillRounded(context, box, CORNER * unit, BETWEEN);
  const step = points.length > 1 ? x(1) - x(0) : box.width / 4;
  const width = Math.max(1, step * BAR);
  const zero = middle(box);
  for (const { ply, seconds } of points) {
    if (ply < 1 || !seconds || !(seconds > 0)) continue;
    const side = moverOf(ply);
    const height = (box.height / 2 - unit) * Math.sqrt(Math.min(1, seconds / longest));
    // A move is made between two positions.
    const left = clamp(x(ply) - (step + width) / 2, box.x, right(box) - width);
    context.fillStyle = BAR_COLOURS[side];
    context.fillRect(left, side === 'white' ? zero - height : zero, width, height);
  }
}

function drawDifficulty(context: Context, layout: HistoryLayout, background: string): void {
  const { difficulty, unit } = layout;
  if (!difficulty) return;
  const { box } = difficulty;
  fillRounded(context, box, CORNER * unit, background);
  const inset = (LINE_WIDTH * unit) / 2;
  const y = (share: number) => box.y + inset + (box.height - 2 * inset) * (1 - share);
  context.strokeStyle = HARD;
  context.lineWidth = LINE_WIDTH * unit;
  context.lineJoin = 'round';
  for (const run of runsOf(layout, point => shareOf(point.difficulty), y)) {
    fillBelow(context, run, bottom(box), HARD_FILL);
    strokeRun(context, run);
  }
}

const RING_COLOUR = '#ffffff';

/** At the reference width. */
const RING = 1.25;
const NEEDLE = 2;
const HALO = 2.5;
const SPOT = 3;
const TICK = 4;
const PILL_CORNER = 5;
/** Of the radius. */
const GLYPH = 1.3;

interface Ink {
  surroundings: SurroundingsTheme;
  marks: Record<ReviewGlyph, Hex>;
}

function drawGlyph(context: Context, { glyph, ...disc }: Disc & { glyph: ReviewGlyph }, { marks }: Ink): void {
  drawBadge(context, glyph, disc, { size: disc.radius * GLYPH, fill: marks[glyph], ink: inkOn(marks[glyph]) });
}

function drawStrip(context: Context, strip: Strip, side: Color, ink: Ink, unit: number): void {
  const { disc, title, name, rating, chips } = strip;
  fillDisc(context, disc.x, disc.y, disc.radius, ink.surroundings.muted);
  fillDisc(context, disc.x, disc.y, disc.radius - RING * unit, BAR_COLOURS[side]);
  drawLabel(context, title, ink.surroundings.accent);
  drawLabel(context, name, ink.surroundings.ink);
  drawLabel(context, rating, ink.surroundings.muted);
  for (const chip of chips) {
    drawGlyph(context, chip, ink);
    drawLabel(context, chip.count, ink.surroundings.ink);
  }
}

function drawMark(context: Context, mark: Mark, ink: Ink, unit: number): void {
  const { glyph, x, y, radius, kind } = mark;
  fillDisc(context, x, y, radius + RING * unit, RING_COLOUR);
  if (kind === 'badge') drawGlyph(context, mark, ink);
  else fillDisc(context, x, y, radius, ink.marks[glyph]);
}

/** Drawn below the marks, so that a judged move keeps its glyph and gets a halo. */
function drawSelected(context: Context, { selected, marks, plot, unit }: HistoryLayout, { surroundings }: Ink): void {
  if (!selected) return;
  const { ply, pill, label } = selected;
  const width = NEEDLE * unit;
  const left = clamp(selected.x - width / 2, plot.x, right(plot) - width);
  context.fillStyle = surroundings.accent;
  context.fillRect(left, plot.y, width, pill.y - plot.y + unit);
  fillRounded(context, pill, PILL_CORNER * unit, surroundings.accent);
  drawLabel(context, label, surroundings.accentInk);
  if (selected.y === null) return;
  const { x, y, radius } = marks.find(mark => mark.ply === ply) ?? { ...selected, radius: SPOT * unit };
  fillDisc(context, x, y as number, radius + (RING + HALO) * unit, surroundings.accent);
  fillDisc(context, x, y as number, radius, RING_COLOUR);
}

function drawMessage(context: Context, message: PlacedLabel, plot: Box, { panel, muted }: SurroundingsTheme): void {
  context.fillStyle = panel;
  context.fillRect(plot.x, plot.y, plot.width, plot.height);
  drawLabel(context, message, muted);
}

function drawHistory(context: Context, layout: HistoryLayout, ink: Ink): void {
  const { surroundings } = ink;
  const { plot, unit } = layout;
  context.fillStyle = surroundings.background;
  context.fillRect(0, 0, layout.width, layout.height);
  if (layout.title) drawLabel(context, layout.title, surroundings.ink);
  for (const side of ['white', 'black'] as const) drawStrip(context, layout.strips[side], side, ink, unit);
  for (const { box, label } of layout.bands) {
    fillRounded(context, box, CORNER * unit, surroundings.panel);
    if (label) drawLabel(context, label, surroundings.ink);
  }
  context.fillStyle = BAR_COLOURS.border;
  context.fillRect(plot.x - unit, plot.y - unit, plot.width + 2 * unit, plot.height + 2 * unit);
  context.save();
  context.beginPath();
  context.rect(plot.x, plot.y, plot.width, plot.height);
  context.clip();
  drawCurve(context, layout, surroundings);
  context.restore();
  for (const level of layout.levels) drawLabel(context, level, surroundings.muted);
  context.fillStyle = BAR_COLOURS.border;
  for (const { x, label } of layout.ticks) {
    context.fillRect(Math.round(x - unit / 2), bottom(plot), unit, TICK * unit);
    drawLabel(context, label, surroundings.muted);
  }
  if (layout.message) drawMessage(context, layout.message, plot, surroundings);
  drawSelected(context, layout, ink);
  for (const mark of layout.marks) drawMark(context, mark, ink, unit);
  if (layout.clocks) drawLabel(context, layout.clocks.heading, surroundings.muted);
  drawClocks(context, layout);
  if (layout.difficulty) drawLabel(context, layout.difficulty.heading, surroundings.muted);
  drawDifficulty(context, layout, surroundings.panel);
  if (layout.caption) drawLabel(context, layout.caption, surroundings.muted);
}

/** White's win rate over the moves of a game. */
export function historyPicture(scene: HistoryScene): Promise<Picture> {
  const layout = layoutHistory(scene);
  const canvas = createCanvas(layout.width, layout.height);
  const theme = scene.theme ?? THEMES[0];
  const { surroundings } = themeOf(theme, scene.surroundings);
  drawHistory(canvas.getContext('2d'), layout, { surroundings, marks: REVIEW_GLYPH_COLOURS[theme] });
  return pictureOf(canvas, describeHistory(scene, layout.points));
}
