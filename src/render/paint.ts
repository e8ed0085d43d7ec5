import { COLORS, type Color } from 'chessops/types';
import { plies } from './alt.ts';
import { drawArrows } from './arrows.ts';
import { drawBadges } from './badges.ts';
import { barState, drawBar } from './bar.ts';
import { drawBoard } from './board.ts';
import type { Context } from './canvas.ts';
import type { Box } from './geometry.ts';
import type { Sprites } from './pieces.ts';
import { type Scene, SIZE } from './scene.ts';
import { drawStrip, materialOf } from './strips.ts';
import { drawText, type Fitted, type LetterStyle, wrapText } from './text.ts';
import { type SurroundingsTheme, themeOf } from './theme.ts';

/** Lengths at a board of 512 pixels; everything grows and shrinks with the board. */
const REFERENCE = 512;
const MARGIN = 12;
const GAP = 8;
const BAR_WIDTH = 30;
const STRIP_HEIGHT = 40;
const STRIP_GAP = 6;
const RIBBON_HEIGHT = 32;
const FRAME = 5;
const CAPTION_SIZE = 17;
const CAPTION_LINE = 25;
const CAPTION_LINES = 2;

export interface Layout {
  width: number;
  height: number;
  /** Pixels for one pixel at the reference size. */
  unit: number;
  square: number;
  /** Around everything, frame included; 0 where there is only a board. */
  margin: number;
  board: Box;
  bar?: Box;
  strips?: Record<Color, Box>;
  caption?: { box: Box; lines: Fitted[]; style: LetterStyle; lineHeight: number };
  ribbon?: Box;
  /** Thickness; 0 for none. */
  frame: number;
}

/** Whole pixels for a square. */
function squareSize(size: number = SIZE.usual): number {
  if (!(size >= SIZE.min && size <= SIZE.max))
    throw new RangeError(`a board is ${SIZE.min} to ${SIZE.max} pixels wide, not ${size}`);
  return Math.round(size / 8);
}

/** Where everything goes. A board with nothing around it is the whole picture. */
export function layoutOf(scene: Scene): Layout {
  const square = squareSize(scene.size);
  const edge = 8 * square;
  const unit = edge / REFERENCE;
  const px = (length: number) => Math.round(length * unit);
  const { bar, players, caption, preview } = scene;
  const horizontal = bar?.placement === 'horizontal';
  const alone = !bar && !players && !caption && preview === undefined;
  const frame = preview === undefined ? 0 : px(FRAME);
  const margin = alone ? 0 : px(MARGIN) + frame;
  const aside = bar && !horizontal ? px(BAR_WIDTH) + px(GAP) : 0;
  const width = 2 * margin + aside + edge;
  const content = width - 2 * margin;

  let y = preview === undefined ? margin : px(RIBBON_HEIGHT) + px(MARGIN);
  const take = (height: number, gap: number): Box => {
    const box = { x: margin, y, width: content, height };
    y += height + gap;
    return box;
  };
  // Strips stand away from the edge by less than the board would: their own height is air already.
  if (players) y -= px(MARGIN - STRIP_GAP);
  const top = players && take(px(STRIP_HEIGHT), px(STRIP_GAP));
  const across = horizontal && take(px(BAR_WIDTH), px(GAP));
  const board = { x: margin + aside, y, width: edge, height: edge };
  y += edge;
  if (players) y += px(STRIP_GAP);
  const bottom = players && take(px(STRIP_HEIGHT), 0);
  if (players) y -= px(MARGIN - STRIP_GAP);

  const layout: Layout = { width, height: 0, unit, square, margin, board, frame };
  if (across) layout.bar = across;
  else if (bar) layout.bar = { x: margin, y: board.y, width: px(BAR_WIDTH), height: edge };
  if (top && bottom)
    layout.strips = scene.orientation === 'black' ? { white: top, black: bottom } : { white: bottom, black: top };
  if (preview !== undefined) layout.ribbon = { x: 0, y: 0, width, height: px(RIBBON_HEIGHT) };
  if (caption) {
    const style = { size: px(CAPTION_SIZE) };
    const lines = wrapText(caption, content, CAPTION_LINES, style);
    y += px(GAP);
    layout.caption = { box: take(px(CAPTION_LINE) * lines.length, 0), lines, style, lineHeight: px(CAPTION_LINE) };
    y -= px(MARGIN - GAP);
  }
  layout.height = y + margin;
  return layout;
}

const RIBBON_TEXT = 0.54;

/** A frame around everything and a ribbon above it, so that a preview is not mistaken for the game. */
function drawPreview(context: Context, layout: Layout, ahead: number, { accent, accentInk }: SurroundingsTheme): void {
  const { width, height, frame, ribbon } = layout;
  if (!ribbon) return;
  context.strokeStyle = accent;
  context.lineWidth = frame;
  context.strokeRect(frame / 2, frame / 2, width - frame, height - frame);
  context.fillStyle = accent;
  context.fillRect(ribbon.x, ribbon.y, ribbon.width, ribbon.height);
  drawText(context, `preview: ${plies(ahead)} ahead`, ribbon.width / 2, ribbon.height / 2, ribbon.width, {
    size: Math.round(ribbon.height * RIBBON_TEXT),
    weight: 'bold',
    colour: accentInk,
    align: 'center',
  });
}

function drawCaption(context: Context, { caption }: Layout, colour: string): void {
  caption?.lines.forEach(({ text }, index) => {
    const middle = caption.box.y + (index + 0.5) * caption.lineHeight;
    drawText(context, text, caption.box.x, middle, caption.box.width + 1, { ...caption.style, colour });
  });
}

/** Draws a whole scene from the upper left corner of `context`; `sprites` are as large as the layout's squares. */
export function paintScene(context: Context, scene: Scene, layout: Layout, sprites: Sprites): void {
  const { orientation = 'white', players, bar, preview, arrows = [], badges = [] } = scene;
  const { board, surroundings } = themeOf(scene.theme, scene.surroundings);
  context.fillStyle = surroundings.background;
  context.fillRect(0, 0, layout.width, layout.height);
  if (preview !== undefined) drawPreview(context, layout, preview, surroundings);
  drawBoard(context, layout.board, scene, sprites);
  const numbers = drawArrows(context, layout.board, arrows, board, orientation);
  drawBadges(context, layout.board, badges, orientation, numbers);
  if (bar && layout.bar) drawBar(context, layout.bar, barState(bar, orientation));
  if (players && layout.strips)
    for (const color of COLORS) {
      const toMove = scene.turn === color && bar?.value.kind !== 'result' && players[color].points === undefined;
      const strip = { player: players[color], color, toMove, material: materialOf(scene.board, color) };
      drawStrip(context, layout.strips[color], strip, surroundings);
    }
  drawCaption(context, layout, surroundings.ink);
}
