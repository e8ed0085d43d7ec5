import type { Color } from 'chessops/types';
import { type Box, bottom, middle, right } from './box.ts';
import type { Context } from './canvas.ts';
import type { HistoryLayout } from './history-layout.ts';
import { shareOf } from './share.ts';
import type { Surroundings } from './theme.ts';

/** Those of the evaluation bar. */
export const SIDE_COLOURS: Record<Color, `#${string}`> = { white: '#f0f0f0', black: '#3c3c3c' };
/** Seen on both sides of the curve. */
const CURVE = '#e08a1e';
const RULE = '#8a8a8a';

/** At the reference width. */
const CURVE_WIDTH = 1.5;
const RULE_WIDTH = 1;
const DASH = [4, 3];
const HATCH = 6;

interface Spot {
  x: number;
  y: number;
}

/** Stretches of the curve without a gap. One position between two gaps is as wide as half a move on either side. */
function runsOf({ points, plot, x, y }: HistoryLayout): Spot[][] {
  const runs: Spot[][] = [[]];
  for (const { ply, winrate } of points) {
    const share = shareOf(winrate);
    if (share === null) runs.push([]);
    else runs.at(-1)?.push({ x: x(ply), y: y(share) });
  }
  const step = points.length > 1 ? Math.max(1, (x(1) - x(0)) / 2) : plot.width;
  return runs
    .filter(run => run.length > 0)
    .map(run => {
      const [only] = run as [Spot];
      if (run.length > 1) return run;
      return [
        { x: Math.max(plot.x, only.x - step), y: only.y },
        { x: Math.min(right(plot), only.x + step), y: only.y },
      ];
    });
}

function trace(context: Context, run: readonly Spot[]): void {
  context.beginPath();
  for (const { x, y } of run) context.lineTo(x, y);
}

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
  const runs = runsOf(layout);
  hatch(context, plot, unit, surroundings);
  for (const run of runs) {
    const [from, to] = [run[0] as Spot, run.at(-1) as Spot];
    context.fillStyle = SIDE_COLOURS.black;
    context.fillRect(from.x, plot.y, to.x - from.x, plot.height);
    context.fillStyle = SIDE_COLOURS.white;
    trace(context, [{ x: from.x, y: bottom(plot) }, ...run, { x: to.x, y: bottom(plot) }]);
    context.fill();
  }
  context.strokeStyle = RULE;
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
  for (const run of runs) {
    trace(context, run);
    context.stroke();
  }
}
