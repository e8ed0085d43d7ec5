import { BAR_COLOURS } from './bar.ts';
import { bottom, middle, right } from './box.ts';
import type { Context } from './canvas.ts';
import type { HistoryLayout } from './history-layout.ts';
import { moverOf } from './history-scene.ts';
import { fillBelow, runsOf, strokeRun } from './runs.ts';
import { fillRounded } from './shapes.ts';
import { clamp, shareOf } from './share.ts';

/** As far from White's colour as from Black's. */
const BETWEEN = '#8c8e93';
const HARD = '#8e5bb5';
const HARD_FILL = '#8e5bb540';

/** At the reference width. */
const LINE_WIDTH = 1.5;
const CORNER = 3;
/** Of the room that a move has on the axis. */
const BAR = 0.8;

/** White's upwards, Black's downwards. Short thoughts would vanish beside a long one, so the height is the root of the time. */
export function drawClocks(context: Context, { clocks, points, x, unit }: HistoryLayout): void {
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

export function drawDifficulty(context: Context, layout: HistoryLayout, background: string): void {
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
