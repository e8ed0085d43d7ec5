import type { Color } from 'chessops/types';
import { type Disc, drawBadge } from './badges.ts';
import { BAR_COLOURS } from './bar.ts';
import { type Context, createCanvas } from './canvas.ts';
import { type Box, bottom, clamp, fillDisc, fillRounded, right } from './geometry.ts';
import { type GlyphColours, REVIEW_GLYPH_COLOURS, type ReviewGlyph } from './glyphs.ts';
import { drawClocks, drawCurve, drawDifficulty } from './history-curve.ts';
import { type HistoryLayout, layoutHistory } from './history-layout.ts';
import type { Mark } from './history-marks.ts';
import type { HistoryScene } from './history-scene.ts';
import type { Strip } from './history-strip.ts';
import { describeHistory } from './history-words.ts';
import { type Picture, pictureOf } from './picture.ts';
import { drawLabel, type PlacedLabel } from './text.ts';
import { type SurroundingsTheme, THEMES, themeOf } from './theme.ts';

const RING_COLOUR = '#ffffff';

/** At the reference width. */
const RING = 1.25;
const NEEDLE = 2;
const HALO = 2.5;
const SPOT = 3;
const TICK = 4;
const CORNER = 3;
const PILL_CORNER = 5;
/** Of the radius. */
const GLYPH = 1.3;

interface Ink {
  surroundings: SurroundingsTheme;
  marks: Record<ReviewGlyph, GlyphColours>;
}

function drawGlyph(context: Context, { glyph, ...disc }: Disc & { glyph: ReviewGlyph }, { marks }: Ink): void {
  drawBadge(context, glyph, disc, { size: disc.radius * GLYPH, ...marks[glyph] });
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
  else fillDisc(context, x, y, radius, ink.marks[glyph].fill);
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

export type {
  HistoryPoint,
  HistoryScene,
  PhaseBand,
} from './history-scene.ts';

/** White's win rate over the moves of a game. */
export function historyPicture(scene: HistoryScene): Promise<Picture> {
  const layout = layoutHistory(scene);
  const canvas = createCanvas(layout.width, layout.height);
  const theme = scene.theme ?? THEMES[0];
  const { surroundings } = themeOf(theme, scene.surroundings);
  drawHistory(canvas.getContext('2d'), layout, { surroundings, marks: REVIEW_GLYPH_COLOURS[theme] });
  return pictureOf(canvas, describeHistory(scene, layout.points));
}
