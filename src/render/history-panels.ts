import { bottom, middle, right } from './box.ts';
import type { Context } from './canvas.ts';
import { SIDE_COLOURS } from './history-curve.ts';
import type { HistoryLayout } from './history-layout.ts';
import { moverOf } from './history-scene.ts';
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
    if (!seconds || !(seconds > 0)) continue;
    const side = moverOf(ply);
    const height = (box.height / 2 - unit) * Math.sqrt(Math.min(1, seconds / longest));
    // A move is made between two positions.
    const left = clamp(x(ply) - (step + width) / 2, box.x, right(box) - width);
    context.fillStyle = SIDE_COLOURS[side];
    context.fillRect(left, side === 'white' ? zero - height : zero, width, height);
  }
}

export function drawDifficulty(context: Context, layout: HistoryLayout, background: string): void {
  const { difficulty, points, x, unit } = layout;
  if (!difficulty) return;
  const { box } = difficulty;
  fillRounded(context, box, CORNER * unit, background);
  const inset = (LINE_WIDTH * unit) / 2;
  const known = points.map(point => ({ x: x(point.ply), share: shareOf(point.difficulty) }));
  context.strokeStyle = HARD;
  context.fillStyle = HARD_FILL;
  context.lineWidth = LINE_WIDTH * unit;
  context.lineJoin = 'round';
  for (let from = 0; from < known.length; ) {
    let to = from;
    context.beginPath();
    for (let spot = known[to]; spot && spot.share !== null; spot = known[++to])
      context.lineTo(spot.x, box.y + inset + (box.height - 2 * inset) * (1 - spot.share));
    const [first, last] = [known[from], known[to - 1]];
    if (to > from && first && last) {
      context.stroke();
      context.lineTo(last.x, bottom(box));
      context.lineTo(first.x, bottom(box));
      context.fill();
    }
    from = to + 1;
  }
}
