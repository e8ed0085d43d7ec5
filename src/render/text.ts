import { clean } from '../base/text.ts';
import { type Context, createCanvas } from './canvas.ts';
import { font, type Weight } from './fonts.ts';
import { type Box, middle } from './geometry.ts';

const ELLIPSIS = '…';
const RIGHT_TO_LEFT_MARK = '\u200f';
/** Height of capitals and digits in ems, so that they stand in the middle of a line. */
const CAP_HEIGHT = 0.714;

type TextAlign = 'left' | 'center' | 'right';

export interface TextStyle {
  /** Pixels. */
  size: number;
  weight?: Weight;
  colour: string;
  /** Where `x` is; left if nothing is said. */
  align?: TextAlign;
  /** Around the letters, where they may lie on something of their own colour. */
  rim?: { colour: string; width: number };
}

export type LetterStyle = Pick<TextStyle, 'size' | 'weight'>;

export interface Fitted {
  text: string;
  width: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;

/** The ellipsis stands where the reader's eye arrives: left of a text that runs to the left. */
function shorten(kept: readonly string[]): string {
  const text = kept.join('').trimEnd();
  const last = kept.findLast(grapheme => LETTER.test(grapheme));
  return text + ELLIPSIS + (last && RIGHT_TO_LEFT.test(last) ? RIGHT_TO_LEFT_MARK : '');
}

/** Something to measure on. */
const scratch = createCanvas(1, 1).getContext('2d');

/** Only `width` of what the library measures is right for every script. */
function measure(text: string, { size, weight }: LetterStyle): number {
  scratch.font = font(size, weight);
  return scratch.measureText(text).width;
}

/**
 * The text as it is, or as much of its beginning as `maxWidth` has room for and an ellipsis; nothing if not even that.
 */
export function fitText(text: string, maxWidth: number, style: LetterStyle): Fitted {
  const whole = clean(text);
  const width = measure(whole, style);
  if (width <= maxWidth) return { text: whole, width };
  const parts = Array.from(graphemes.segment(whole), ({ segment }) => segment);
  let low = 0;
  let high = parts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(shorten(parts.slice(0, middle)), style) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  const shortened = shorten(parts.slice(0, low));
  const shortWidth = measure(shortened, style);
  return shortWidth <= maxWidth ? { text: shortened, width: shortWidth } : { text: '', width: 0 };
}

export const textWidth = (text: string, style: LetterStyle): number => measure(clean(text), style);

/** At most `lines` lines, broken between words; the last one ends in an ellipsis if there would be more. */
export function wrapText(text: string, maxWidth: number, lines: number, style: LetterStyle): Fitted[] {
  const words = clean(text).split(' ');
  const wrapped: Fitted[] = [];
  while (words.length > 0 && wrapped.length < lines) {
    let count = wrapped.length === lines - 1 ? words.length : 1;
    while (count < words.length && measure(words.slice(0, count + 1).join(' '), style) <= maxWidth) count++;
    wrapped.push(fitText(words.splice(0, count).join(' '), maxWidth, style));
  }
  return wrapped;
}

/** The baseline that puts capitals and digits around `middle`; whole pixels keep horizontal strokes sharp. */
export const baseline = (middle: number, size: number): number => Math.round(middle + (CAP_HEIGHT * size) / 2);

/**
 * Draws one line at `x` (its left edge, middle or right edge, by `align`) around the height `middle`, no wider than
 * `maxWidth`; says what it drew. Each call is a paragraph of its own: a name from right to left turns nothing beside
 * it.
 */
export function drawText(
  context: Context,
  text: string,
  x: number,
  middle: number,
  maxWidth: number,
  style: TextStyle,
): Fitted {
  const fitted = fitText(text, maxWidth, style);
  context.font = font(style.size, style.weight);
  context.direction = 'ltr';
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = style.colour;
  const left = { left: x, center: x - fitted.width / 2, right: x - fitted.width }[style.align ?? 'left'];
  if (!fitted.text) return fitted;
  if (style.rim) {
    context.strokeStyle = style.rim.colour;
    context.lineWidth = 2 * style.rim.width;
    context.lineJoin = 'round';
    context.strokeText(fitted.text, left, baseline(middle, style.size));
  }
  context.fillText(fitted.text, left, baseline(middle, style.size));
  return fitted;
}

/** A line from the top of an accent to the bottom of a descender, in ems. */
const LINE_HEIGHT = 1.4;

/** A text that has its place. */
export interface PlacedLabel {
  text: string;
  box: Box;
  style: LetterStyle;
}

/**
 * One line at `x` around the height `y`, ending in an ellipsis where `maxWidth` is too little; empty where nothing
 * fits.
 */
export function placeLabel(
  text: string,
  x: number,
  y: number,
  maxWidth: number,
  style: LetterStyle,
  align: TextAlign = 'left',
): PlacedLabel {
  const fitted = fitText(text, maxWidth, style);
  const left = { left: x, center: x - fitted.width / 2, right: x - fitted.width }[align];
  const height = style.size * LINE_HEIGHT;
  return { text: fitted.text, box: { x: left, y: y - height / 2, width: fitted.width, height }, style };
}

/** The same label, moved sideways until it is within `bounds`. */
export const within = (label: PlacedLabel, { x, width }: Box): PlacedLabel => ({
  ...label,
  box: { ...label.box, x: Math.max(x, Math.min(label.box.x, x + width - label.box.width)) },
});

export const drawLabel = (context: Context, { text, box, style }: PlacedLabel, colour: string): void =>
  void drawText(context, text, box.x, middle(box), box.width + 1, { ...style, colour });
