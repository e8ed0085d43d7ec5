import { COLORS, type Piece, ROLES } from 'chessops/types';
import type { Sprites } from '../../../render/pieces.ts';
import { h } from '../dom.ts';
import { createCanvas } from './canvas.ts';

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
