import type { Color, Square } from 'chessops/types';
import { makeSquare, squareFile, squareRank } from 'chessops/util';
import { type Canvas, type Context, createCanvas } from './canvas.ts';
import type { Box } from './geometry.ts';
import { keep } from './keep.ts';
import type { Sprites } from './pieces.ts';
import type { Scene } from './scene.ts';
import { drawText } from './text.ts';
import { BOARD_THEMES, type SquareColours, THEMES, type ThemeName } from './theme.ts';

/** Shares of a square. */
const COORDINATE_SIZE = 0.2;
const COORDINATE_INSET = 0.04;
/** Around the letters, for they may lie on a piece. */
const RIM = 0.02;
/** Shares of the way from a king in check to the corners of his square. */
const GLOW = [
  [0, 'f0'],
  [0.35, 'd0'],
  [1, '00'],
] as const;
const GLOW_RADIUS = 0.62;
/** Smaller letters than this cannot be read. */
const SMALLEST_COORDINATE = 10;
const KEPT_GROUNDS = 8;

const SQUARES: readonly Square[] = Array.from({ length: 64 }, (_, square) => square);

const isLight = (square: Square): boolean => (squareFile(square) + squareRank(square)) % 2 === 1;

const shadeOf = (square: Square, { light, dark }: SquareColours): string => (isLight(square) ? light : dark);

/** The upper left corner of a square, counted in squares from the board's own. */
const placeOf = (square: Square, orientation: Color = 'white'): { column: number; row: number } =>
  orientation === 'white'
    ? { column: squareFile(square), row: 7 - squareRank(square) }
    : { column: 7 - squareFile(square), row: squareRank(square) };

/** The middle of a square, in pixels. */
export function centreOf(square: Square, box: Box, orientation: Color = 'white'): { x: number; y: number } {
  const { column, row } = placeOf(square, orientation);
  const edge = box.width / 8;
  return { x: box.x + (column + 0.5) * edge, y: box.y + (row + 0.5) * edge };
}

interface Ground {
  theme: ThemeName;
  orientation: Color;
  /** Of one square. */
  edge: number;
}

function squares({ theme, orientation, edge }: Ground): Canvas {
  const canvas = createCanvas(8 * edge, 8 * edge);
  const context = canvas.getContext('2d');
  for (const square of SQUARES) {
    const { column, row } = placeOf(square, orientation);
    context.fillStyle = shadeOf(square, BOARD_THEMES[theme].squares);
    context.fillRect(column * edge, row * edge, edge, edge);
  }
  return canvas;
}

/** Ranks in the upper left corners of the left file, files in the lower right ones of the lowest rank. */
function coordinates({ theme, orientation, edge }: Ground): Canvas {
  const canvas = createCanvas(8 * edge, 8 * edge);
  const context = canvas.getContext('2d');
  const { light, dark } = BOARD_THEMES[theme].squares;
  const size = Math.max(SMALLEST_COORDINATE, Math.round(edge * COORDINATE_SIZE));
  const inset = Math.max(2, Math.round(edge * COORDINATE_INSET));
  for (const square of SQUARES) {
    const { column, row } = placeOf(square, orientation);
    const [file = '', rank = ''] = makeSquare(square);
    // The other shade: readable, and quieter than any third colour.
    const [ground, colour] = isLight(square) ? [light, dark] : [dark, light];
    const style = { size, weight: 'bold', colour, rim: { colour: ground, width: edge * RIM } } as const;
    if (column === 0) drawText(context, rank, inset, row * edge + inset + size * 0.38, edge, style);
    if (row !== 7) continue;
    const right = (column + 1) * edge - inset;
    drawText(context, file, right, 8 * edge - inset - size * 0.34, edge, { ...style, align: 'right' });
  }
  return canvas;
}

const nameOfGround = ({ theme, orientation, edge }: Ground): string => `${theme} ${orientation} ${edge}`;
const keptSquares = keep(KEPT_GROUNDS, squares, nameOfGround);
const keptCoordinates = keep(KEPT_GROUNDS, coordinates, nameOfGround);

function tint(context: Context, { board, orientation }: Painting, square: Square, pair: SquareColours): void {
  const { column, row } = placeOf(square, orientation);
  const edge = board.width / 8;
  context.fillStyle = shadeOf(square, pair);
  context.fillRect(board.x + column * edge, board.y + row * edge, edge, edge);
}

function glow(context: Context, { board, orientation }: Painting, square: Square, colour: string): void {
  const { x, y } = centreOf(square, board, orientation);
  const edge = board.width / 8;
  const gradient = context.createRadialGradient(x, y, 0, x, y, edge * GLOW_RADIUS);
  for (const [at, alpha] of GLOW) gradient.addColorStop(at, colour + alpha);
  context.fillStyle = gradient;
  context.fillRect(x - edge / 2, y - edge / 2, edge, edge);
}

interface Painting {
  board: Box;
  orientation: Color;
}

/** Squares, what is marked on them, and the pieces. */
export function drawBoard(context: Context, board: Box, scene: Scene, sprites: Sprites): void {
  const orientation = scene.orientation ?? 'white';
  const theme = scene.theme ?? THEMES[0];
  const colours = BOARD_THEMES[theme];
  const painting = { board, orientation };
  const edge = board.width / 8;
  context.drawImage(keptSquares({ theme, orientation, edge }), board.x, board.y);
  const { lastMove, selected = [], check } = scene;
  if (lastMove) for (const square of [lastMove.from, lastMove.to]) tint(context, painting, square, colours.lastMove);
  for (const square of selected) tint(context, painting, square, colours.selected);
  if (check !== undefined) glow(context, painting, check, colours.check);
  for (const [square, piece] of scene.board) {
    const { column, row } = placeOf(square, orientation);
    context.drawImage(sprites(piece), board.x + column * edge, board.y + row * edge);
  }
  // Above the pieces, since a bishop's foot would hide half a letter; and only where there are any: the left file, and
  // the
  // rest of the lowest rank.
  const letters = keptCoordinates({ theme, orientation, edge });
  for (const [x, y, width, height] of [
    [0, 0, edge, 8 * edge],
    [edge, 7 * edge, 7 * edge, edge],
  ] as const)
    context.drawImage(letters, x, y, width, height, board.x + x, board.y + y, width, height);
}
