import { type Box, middle } from './box.ts';
import { type Context, createCanvas } from './canvas.ts';
import { type Alignment, drawText, fitText, type TextStyle } from './text.ts';

/** A line from the top of an accent to the bottom of a descender, in ems. */
const LINE_HEIGHT = 1.4;

/** A text that has its place. */
export interface Label {
  text: string;
  box: Box;
  style: LabelStyle;
}

export type LabelStyle = Pick<TextStyle, 'size' | 'weight'>;

/** Something to measure on. */
const scratch = createCanvas(1, 1).getContext('2d');

export const textWidth = (text: string, style: LabelStyle): number =>
  fitText(scratch, text, Number.POSITIVE_INFINITY, style).width;

/** One line at `x` around the height `y`, ending in an ellipsis where `maxWidth` is too little; empty where nothing fits. */
export function placeLabel(
  text: string,
  x: number,
  y: number,
  maxWidth: number,
  style: LabelStyle,
  align: Alignment = 'left',
): Label {
  const fitted = fitText(scratch, text, maxWidth, style);
  const left = { left: x, center: x - fitted.width / 2, right: x - fitted.width }[align];
  const height = style.size * LINE_HEIGHT;
  return { text: fitted.text, box: { x: left, y: y - height / 2, width: fitted.width, height }, style };
}

/** The same label, moved sideways until it is within `bounds`. */
export const within = (label: Label, { x, width }: Box): Label => ({
  ...label,
  box: { ...label.box, x: Math.max(x, Math.min(label.box.x, x + width - label.box.width)) },
});

export const drawLabel = (context: Context, { text, box, style }: Label, colour: string): void =>
  void drawText(context, text, box.x, middle(box), box.width + 1, { ...style, colour });
