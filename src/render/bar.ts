import type { Color } from 'chessops/types';
import { type Score, winrate } from '../chess/score.ts';
import { shortResult, shortScore } from '../chess/words.ts';
import type { Context } from './canvas.ts';
import { font } from './fonts.ts';
import { type Box, clamp, grown } from './geometry.ts';
import type { Bar, BarValue, Placement, Scale } from './scene.ts';
import { baseline } from './text.ts';

export const BAR_COLOURS = {
  white: '#f0f0f0',
  black: '#3c3c3c',
  border: '#646464',
  background: '#2d2d2d',
  middle: '#808080',
} as const;
export const BAR_BORDER = 2;
const INKS: Record<Color, string> = { white: '#000000', black: '#ffffff' };

const DASH = 4;
const LINEAR_PAWNS = 10;
/** Shares of the bar's thickness. */
const NUMBER_SIZE = 0.43;
const NUMBER_INSET = 0.2;
/** Letters may be squeezed a little, but where they would be smaller than this the text is broken or shortened. */
const SQUEEZE = 0.82;
const READABLE = 11;
const LINE = 0.95;

const SHARES: Record<Scale, (score: Score) => number> = {
  winrate: score => winrate(score, 'white'),
  linear: score => {
    if (score.kind === 'mate') return score.mate > 0 ? 1 : 0;
    const pawns = clamp(score.cp / 100, -LINEAR_PAWNS, LINEAR_PAWNS);
    return (pawns + LINEAR_PAWNS) / (2 * LINEAR_PAWNS);
  },
};

/** White's part of the bar, in [0,1]. */
export function barShare(value: BarValue, scale: Scale = 'winrate'): number {
  if (value.kind === 'score') return SHARES[scale](value.score);
  if (value.outcome !== 'checkmate') return 0.5;
  return value.turn === 'white' ? 0 : 1;
}

export const barNumber = (value: BarValue): string =>
  value.kind === 'score' ? shortScore(value.score) : shortResult(value.outcome, value.turn);

/** A bar at one moment; an animation has moments between two scores. */
interface BarState {
  share: number;
  number?: string;
  placement?: Placement;
  /** The side at the bottom, or to the left. */
  orientation?: Color;
}

export const barState = (
  { value, scale, placement = 'vertical', number = true }: Bar,
  orientation: Color,
): BarState => ({
  share: barShare(value, scale),
  ...(number ? { number: barNumber(value) } : {}),
  placement,
  orientation,
});

interface Numeral {
  lines: string[];
  size: number;
  squeeze: number;
}

/** Best first. From ten pawns on the tenths are the first thing that can be missed. */
function waysToWrite(text: string): string[][] {
  const [, sign = '', mate = '', number = '', tenths = ''] = /^([+-]?)(M?)(\d+)(\.\d)?$/.exec(text) ?? [];
  if (!number) return text === '½-½' ? [[text], ['½']] : [[text]];
  const above = (head: string, digits: string) => (head ? [[head.replace('-', '−'), digits]] : []);
  return [
    [text],
    ...above(sign + mate, number + tenths),
    ...(number.length > 1 && tenths ? [[sign + number], ...above(sign, number)] : []),
  ];
}

/** The largest letters that fit into `room`. */
function numeral(context: Context, text: string, room: number, size: number): Numeral {
  const fitted = (lines: string[]): Numeral => {
    context.font = font(100, 'bold');
    const ems = Math.max(...lines.map(line => context.measureText(line).width)) / 100;
    const best = Math.min(size, room / (ems * SQUEEZE));
    return { lines, size: best, squeeze: Math.min(1, room / (ems * best)) };
  };
  const all = waysToWrite(text).map(fitted);
  return all.find(way => way.size >= READABLE) ?? all.reduce((a, b) => (b.size > a.size ? b : a));
}

function drawNumber(
  context: Context,
  box: Box,
  text: string,
  side: Color,
  placement: Placement,
  atStart: boolean,
): void {
  const thickness = placement === 'vertical' ? box.width : box.height;
  const inset = Math.round(thickness * NUMBER_INSET);
  const room = (placement === 'vertical' ? box.width : box.width / 3) - 2 * (BAR_BORDER + 1);
  const { lines, size, squeeze } = numeral(context, text, room, Math.max(READABLE, thickness * NUMBER_SIZE));
  context.font = font(size, 'bold');
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = INKS[side];
  const height = lines.length * size * LINE;
  lines.forEach((line, index) => {
    const width = context.measureText(line).width * squeeze;
    const along = atStart ? box.x + inset : box.x + box.width - inset - width;
    const x = placement === 'vertical' ? box.x + (box.width - width) / 2 : along;
    const top = atStart ? box.y + inset : box.y + box.height - inset - height;
    const middle = placement === 'vertical' ? top + (index + 0.5) * size * LINE : box.y + box.height / 2;
    context.save();
    context.translate(x, baseline(middle, size));
    context.scale(squeeze, 1);
    context.fillText(line, 0, 0);
    context.restore();
  });
}

/** White's part grows from White's side: the bottom, or the left; the other end if Black is there. */
export function drawBar(context: Context, box: Box, state: BarState): void {
  const { share, number, placement = 'vertical', orientation = 'white' } = state;
  const vertical = placement === 'vertical';
  const inner = grown(box, -BAR_BORDER);
  context.fillStyle = BAR_COLOURS.border;
  context.fillRect(box.x, box.y, box.width, box.height);
  context.fillStyle = BAR_COLOURS.background;
  context.fillRect(inner.x, inner.y, inner.width, inner.height);

  const length = vertical ? inner.height : inner.width;
  const white = Math.round(length * share);
  // The part at the start of the axis, which runs down or to the right.
  const first = vertical === (orientation === 'white') ? 'black' : 'white';
  const split = first === 'white' ? white : length - white;
  const second = first === 'white' ? 'black' : 'white';
  const part = (color: Color, from: number, to: number) => {
    context.fillStyle = BAR_COLOURS[color];
    if (vertical) context.fillRect(inner.x, inner.y + from, inner.width, to - from);
    else context.fillRect(inner.x + from, inner.y, to - from, inner.height);
  };
  part(first, 0, split);
  part(second, split, length);

  context.fillStyle = BAR_COLOURS.middle;
  const middle = Math.round(length / 2) - 1;
  const across = vertical ? inner.width : inner.height;
  for (let at = DASH / 2; at < across; at += 2 * DASH) {
    const dash = Math.min(DASH, across - at);
    if (vertical) context.fillRect(inner.x + at, inner.y + middle, dash, 2);
    else context.fillRect(inner.x + middle, inner.y + at, 2, dash);
  }

  // On the larger part, at its end: there it always has room.
  const side = share >= 0.5 ? 'white' : 'black';
  if (number !== undefined) drawNumber(context, box, number, side, placement, side === first);
}
