import { right } from './box.ts';
import type { Context } from './canvas.ts';
import type { Curve } from './history-marks.ts';
import type { HistoryPoint } from './history-scene.ts';
import { clamp, type Share } from './share.ts';

interface Spot {
  x: number;
  y: number;
}

/** A line without a gap; never empty. */
type Run = [Spot, ...Spot[]];

/** The lines between the gaps. One value between two gaps is as wide as half a move on either side. */
export function runsOf(
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

export function strokeRun(context: Context, run: Run): void {
  context.beginPath();
  for (const { x, y } of run) context.lineTo(x, y);
  context.stroke();
}

/** From the line down to `floor`. */
export function fillBelow(context: Context, run: Run, floor: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(run[0].x, floor);
  for (const { x, y } of run) context.lineTo(x, y);
  context.lineTo(lastOf(run).x, floor);
  context.fill();
}

export const lastOf = (run: Run): Spot => run.at(-1) ?? run[0];
