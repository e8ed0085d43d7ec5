import { BAR_COLOURS } from './bar.ts';
import { type Box, bottom, middle, right } from './box.ts';
import type { Context } from './canvas.ts';
import type { HistoryLayout } from './history-layout.ts';
import { fillBelow, lastOf, runsOf, strokeRun } from './runs.ts';
import { shareOf } from './share.ts';
import type { Surroundings } from './theme.ts';

/** Seen on both sides of the curve. */
const CURVE = '#e08a1e';

/** At the reference width. */
const CURVE_WIDTH = 1.5;
const RULE_WIDTH = 1;
const DASH = [4, 3];
const HATCH = 6;

function hatch(context: Context, { x, y, width, height }: Box, unit: number, { panel, line }: Surroundings): void {
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

/** What nobody has looked at stays hatched. */
export function drawCurve(context: Context, layout: HistoryLayout, surroundings: Surroundings): void {
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
