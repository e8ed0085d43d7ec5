import { COLORS, type Piece, ROLES } from 'chessops/types';
// @ts-expect-error: it ships no types.
import * as library from 'gifenc';
import type * as drawing from '../../render/canvas.ts';
import type { Weight } from '../../render/fonts.ts';
import type * as packing from '../../render/gifenc.ts';
import type { Sprites } from '../../render/pieces.ts';
import { h } from './dom.ts';

/** What pictures are drawn with in a browser: the build puts it in the place of a few modules of src/render. */

/** A canvas of the browser, as far as pictures use it like the other one. */
export const createCanvas = ((width: number, height: number) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  // The first one who asks says what it is for.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return Object.assign(canvas, { data: () => context?.getImageData(0, 0, width, height).data });
}) as unknown as typeof drawing.createCanvas;

/** Letters as the page has them. */
export const font = (size: number, weight: Weight = 'regular'): string =>
  `${weight === 'bold' ? 'bold ' : ''}${size}px system-ui, "Noto Sans", sans-serif`;

export const { GIFEncoder, quantize } = library as Pick<typeof packing, 'GIFEncoder' | 'quantize'>;

export const bytesOf = (view: Uint8Array): Uint8Array => view.slice();

/** The men as they stand on the board of the page: they are part of its styles. */
export async function pieceSprites(size: number): Promise<Sprites> {
  const sprites = new Map<string, ReturnType<Sprites>>();
  const pieces = COLORS.flatMap(color => ROLES.map((role): Piece => ({ color, role })));
  const board = h('div', { class: 'cg-wrap', hidden: true });
  document.body.append(board);
  try {
    for (const piece of pieces) {
      const man = document.createElement('piece');
      man.className = nameOf(piece);
      board.append(man);
      const image = new Image(size, size);
      image.src = /url\("(.*)"\)/.exec(getComputedStyle(man).backgroundImage)?.[1] ?? '';
      await image.decode();
      const sprite = createCanvas(size, size);
      (sprite as unknown as HTMLCanvasElement).getContext('2d')?.drawImage(image, 0, 0, size, size);
      sprites.set(nameOf(piece), sprite);
    }
  } finally {
    board.remove();
  }
  return piece => sprites.get(nameOf(piece)) as ReturnType<Sprites>;
}

const nameOf = ({ color, role }: Piece): string => `${color} ${role}`;
