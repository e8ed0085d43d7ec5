import { altText, MAX_LENGTH } from './alt.ts';
import { type Context, createCanvas } from './canvas.ts';
import { CHART_REFERENCE, type ChartLayout, type ChartRow, type LegendKey, layoutChart } from './chart-layout.ts';
import { CHART_WIDTH, type ChartScene, describeChart, type Sign } from './chart-scene.ts';
import { type Box, bottom, clamp, fillDisc, fillRounded, grown, middle, right } from './geometry.ts';
import { layoutOf, paintScene } from './paint.ts';
import { type Picture, pictureOf } from './picture.ts';
import { pieceSprites } from './pieces.ts';
import type { Scene } from './scene.ts';
import { drawLabel } from './text.ts';
import { type Hex, inkOn, type PictureTheme, type SurroundingsTheme, themeOf, winrateColour } from './theme.ts';

/** At the reference width. */
const MARGIN = 14;
const CORNER = 3;
const RULE = 1;
const DASH = [4, 3];
/** Two slanted strokes through the beginning of a bar that does not begin at 0. */
const CUT = { from: 6, width: 3, slant: 4, apart: 3 };
/** Bars are square where they begin: that is where they are measured from. */
function fillBar(context: Context, { x, y, width, height }: Box, radius: number, colour: string): void {
  const corner = Math.max(0, Math.min(radius, width / 2));
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, y, width, height, [0, corner, corner, 0]);
  context.fill();
}

/** Seen on the thin bar and beside it. */
function drawForecast(context: Context, box: Box, unit: number, { panel, ink }: SurroundingsTheme): void {
  fillRounded(context, grown(box, unit), CORNER * unit, panel);
  fillRounded(context, box, unit, ink);
}

function drawCut(context: Context, { x, y, height }: Box, unit: number, background: string): void {
  context.strokeStyle = background;
  context.lineWidth = CUT.width * unit;
  context.beginPath();
  for (const place of [0, 1]) {
    const at = x + (CUT.from + place * (CUT.width + CUT.apart)) * unit;
    context.moveTo(at, y + height + unit);
    context.lineTo(at + CUT.slant * unit, y - unit);
  }
  context.stroke();
}

function drawRow(
  context: Context,
  row: ChartRow,
  { unit, cut }: ChartLayout,
  { board, surroundings }: PictureTheme,
): void {
  const { rank, candidate, bar, thin } = row;
  const best = rank.label.text === '1';
  const colour = winrateColour(candidate.expected, board);
  fillDisc(context, rank.x, rank.y, rank.radius, best ? surroundings.accent : surroundings.line);
  drawLabel(context, rank.label, best ? surroundings.accentInk : surroundings.ink);
  drawLabel(context, row.san, surroundings.ink);
  drawLabel(context, row.people, surroundings.muted);
  fillBar(context, bar, CORNER * unit, colour);
  if (thin) fillBar(context, thin, CORNER * unit, surroundings.muted);
  if (cut) drawCut(context, { ...bar, height: bottom(thin ?? bar) - bar.y }, unit, surroundings.panel);
  if (row.forecast) drawForecast(context, row.forecast, unit, surroundings);
  // A number is not crossed by the lines behind it.
  if (!row.inside) fillRounded(context, row.value.box, 0, surroundings.panel);
  drawLabel(context, row.value, row.inside ? inkOn(colour) : surroundings.ink);
  const signColours: Record<Sign, Hex> = { trap: board.scale[2], risk: board.scale[0] };
  for (const { sign, box, label } of row.signs) {
    fillRounded(context, box, CORNER * unit, signColours[sign]);
    drawLabel(context, label, inkOn(signColours[sign]));
  }
}

/** Behind the bars. 50 % is where neither side is ahead. */
function drawGrid(context: Context, { ticks, plot, unit }: ChartLayout, { surroundings }: PictureTheme): void {
  if (ticks.length > 0) fillRounded(context, plot, 0, surroundings.panel);
  for (const { x, share, label } of ticks) {
    const half = share === 0.5;
    context.strokeStyle = half ? surroundings.muted : surroundings.line;
    context.lineWidth = RULE * unit;
    context.setLineDash(half ? DASH.map(length => length * unit) : []);
    context.beginPath();
    const at = clamp(x, plot.x + (RULE * unit) / 2, right(plot) - (RULE * unit) / 2);
    context.moveTo(at, plot.y);
    context.lineTo(at, bottom(plot));
    context.stroke();
    drawLabel(context, label, half ? surroundings.ink : surroundings.muted);
  }
  context.setLineDash([]);
}

const SWATCHES: Record<
  LegendKey,
  (context: Context, swatch: Box, unit: number, theme: PictureTheme, share: number) => void
> = {
  expected: (context, swatch, unit, { board }, share) =>
    fillBar(
      context,
      { ...swatch, y: middle(swatch) - 5 * unit, height: 10 * unit },
      CORNER * unit,
      winrateColour(share, board),
    ),
  engine: (context, swatch, unit, { surroundings }) =>
    fillBar(context, { ...swatch, y: middle(swatch) - 3 * unit, height: 6 * unit }, CORNER * unit, surroundings.muted),
  forecast: (context, swatch, unit, { surroundings }) => {
    const box = { x: right(swatch) - 6 * unit, y: middle(swatch) - 6 * unit, width: 3 * unit, height: 12 * unit };
    drawForecast(context, box, unit, surroundings);
  },
};

/** How high the chart is in a column of this width; see `layoutChart` for `unit`. */
export const chartHeight = (scene: ChartScene, width: number, unit?: number): number =>
  layoutChart(scene, { x: 0, y: 0, width }, unit).box.height;

/** Draws into a column that has its background already. What is drawn stays within `chartHeight`. */
export function drawChart(context: Context, scene: ChartScene, box: Omit<Box, 'height'>, unit?: number): void {
  const layout = layoutChart(scene, box, unit);
  const theme = themeOf(scene.theme, scene.surroundings);
  const { ink, muted } = theme.surroundings;
  if (layout.title) drawLabel(context, layout.title, ink);
  if (layout.message) drawLabel(context, layout.message, muted);
  drawGrid(context, layout, theme);
  for (const row of layout.rows) drawRow(context, row, layout, theme);
  if (layout.more) drawLabel(context, layout.more, muted);
  for (const { key, swatch, label } of layout.legend) {
    if (key) SWATCHES[key](context, swatch, layout.unit, theme, layout.rows[0]?.candidate.expected ?? 0.5);
    drawLabel(context, label, muted);
  }
  if (layout.caption) drawLabel(context, layout.caption, muted);
}

/** The candidates of a position as bars: what to expect of each against people, and what Stockfish says. */
export function chartPicture(scene: ChartScene): Promise<Picture> {
  const width = Math.round(scene.width ?? CHART_WIDTH.usual);
  if (!(width >= CHART_WIDTH.min && width <= CHART_WIDTH.max))
    throw new RangeError(`a chart is ${CHART_WIDTH.min} to ${CHART_WIDTH.max} pixels wide, not ${scene.width}`);
  const unit = width / CHART_REFERENCE;
  const margin = Math.round(MARGIN * unit);
  const content = width - 2 * margin;
  const canvas = createCanvas(width, chartHeight(scene, content, unit) + 2 * margin);
  const context = canvas.getContext('2d');
  context.fillStyle = themeOf(scene.theme, scene.surroundings).surroundings.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawChart(context, scene, { x: margin, y: margin, width: content }, unit);
  return pictureOf(canvas, describeChart(scene));
}

/** Air around the chart, where the board has none, as a share of the picture's width. */
const CHART_AIR = 0.03;
/** What Discord takes as the words for one picture. */
const LONGEST_ALT = 1024;

/**
 * A board with its moves as arrows, and under it the same moves as bars: one above the other is how a phone shows
 * most.
 */
export async function expectedPicture(scene: Scene, chart: ChartScene): Promise<Picture> {
  const layout = layoutOf(scene);
  // Caption, bar and chart begin at one line.
  const margin = layout.margin || Math.round(layout.width * CHART_AIR);
  const width = layout.width - 2 * margin;
  const unit = width / CHART_REFERENCE;
  const canvas = createCanvas(layout.width, layout.height + chartHeight(chart, width, unit) + margin);
  const context = canvas.getContext('2d');
  context.fillStyle = themeOf(scene.theme, scene.surroundings).surroundings.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  paintScene(context, scene, layout, await pieceSprites(layout.square));
  drawChart(context, chart, { x: margin, y: layout.height, width }, unit);
  const words = describeChart(chart);
  return pictureOf(canvas, `${altText(scene, Math.min(MAX_LENGTH, LONGEST_ALT - words.length - 1))} ${words}`);
}
