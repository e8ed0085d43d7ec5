import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Piece, Role } from 'chessops/types';
import { type Canvas, createCanvas, loadImage } from './canvas.ts';
import { keep } from './keep.ts';

/** Sizes kept at once: a few board sizes, each with the small pieces of its strips. */
const KEPT_SIZES = 16;
/**
 * The tiles of the drawing are 40 of its own units wide; without a part of their air the pieces fill their squares
 * better.
 */
const VIEW = '1.9 1.9 36.2 36.2';

const LETTERS: Record<Role, string> = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };

const idOf = ({ color, role }: Piece): string => (color === 'white' ? 'w' : 'b') + LETTERS[role];

/** Twelve pieces drawn at one size, ready to be copied onto a board. */
export type Sprites = (piece: Piece) => Canvas;

/** Each piece's `<g>`, by id. */
function readShapes(): Map<string, string> {
  const file = createRequire(import.meta.url).resolve('cm-chessboard/assets/pieces/standard.svg');
  const svg = readFileSync(file, 'utf8');
  const shapes = new Map<string, string>();
  for (const [group, id] of svg.matchAll(/^ {4}<g id="([wb][kqrbnp])"[\s\S]*?^ {4}<\/g>/gm))
    shapes.set(id as string, group);
  if (shapes.size !== 12) throw new Error(`${file} has ${shapes.size} pieces instead of 12`);
  return shapes;
}

/**
 * A vector image is rasterised at the size it names, so it names the size that is wanted; and a canvas is copied
 * several times faster than a vector image.
 */
async function rasterise(shape: string, size: number): Promise<Canvas> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${VIEW}">${shape}</svg>`;
  const image = await loadImage(Buffer.from(svg));
  const sprite = createCanvas(size, size);
  sprite.getContext('2d').drawImage(image, 0, 0, size, size);
  return sprite;
}

async function drawAll(size: number): Promise<Sprites> {
  shapes ??= readShapes();
  const entries = [...shapes].map(async ([id, shape]) => [id, await rasterise(shape, size)] as const);
  const sprites = new Map(await Promise.all(entries));
  return piece => sprites.get(idOf(piece)) as Canvas;
}

let shapes: Map<string, string> | undefined;

/** The pieces at `size` pixels. */
export const pieceSprites: (size: number) => Promise<Sprites> = keep(KEPT_SIZES, drawAll);
