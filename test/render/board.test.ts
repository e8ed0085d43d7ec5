import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Color, Piece, Square } from 'chessops/types';
import { parseSquare, squareFile, squareRank } from 'chessops/util';
import { beforeAll, describe, expect, it } from 'vitest';
import { current } from '../../src/chess/game.ts';
import type { Position } from '../../src/chess/position.ts';
import { cp } from '../../src/chess/score.ts';
import { badgePlace } from '../../src/render/badges.ts';
import { boardPicture } from '../../src/render/board-picture.ts';
import { createCanvas, loadImage } from '../../src/render/canvas.ts';
import { GLYPHS } from '../../src/render/glyphs.ts';
import { layoutOf, paintScene } from '../../src/render/paint.ts';
import { encodePng } from '../../src/render/picture.ts';
import { pieceSprites } from '../../src/render/pieces.ts';
import { sceneOf } from '../../src/render/scene.ts';
import { BOARD_THEMES, THEMES } from '../../src/render/theme.ts';
import { KIWIPETE, PERFT_3, PERFT_4, PERFT_5, START } from '../chess/positions.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';
import { decode, hex, type Pixels } from './pixels.ts';

const SIZE = 360;
const EDGE = SIZE / 8;
const NINE_QUEENS = '8/1QQQQQQ1/2QQQ3/8/8/7p/6pk/4K3 b - - 0 1';
const EMPTY = '.';
const LETTERS = { pawn: 'p', knight: 'n', bishop: 'b', rook: 'r', queen: 'q', king: 'k' };
const SQUARES: Square[] = Array.from({ length: 64 }, (_, square) => square);

const random = seeded(4);
const POSITIONS: Position[] = [
  ...[START, KIWIPETE, PERFT_3, PERFT_4, PERFT_5, NINE_QUEENS].map(positionOf),
  ...Array.from({ length: 14 }, (_, index) => current(randomGame(10 + 8 * index, random))),
];

/** a1 is dark, and from there every second square. */
const isLight = (square: Square) => (squareFile(square) + squareRank(square)) % 2 === 1;

const nameOf = (piece: Piece | undefined) => (piece ? piece.color[0] + LETTERS[piece.role] : EMPTY);

const boxOf = (square: Square, orientation: Color) => {
  const fromLeft = orientation === 'white' ? squareFile(square) : 7 - squareFile(square);
  const fromTop = orientation === 'white' ? 7 - squareRank(square) : squareRank(square);
  return { x: fromLeft * EDGE, y: fromTop * EDGE, width: EDGE, height: EDGE };
};

/** Every piece of the drawing alone on a square, by the name it has there. */
async function templatesOn(ground: string): Promise<Map<string, Uint8Array>> {
  const svg = readFileSync(createRequire(import.meta.url).resolve('cm-chessboard/assets/pieces/standard.svg'), 'utf8');
  const templates = new Map<string, Uint8Array>();
  const names = ['w', 'b'].flatMap(color => Object.values(LETTERS).map(letter => color + letter));
  for (const name of [EMPTY, ...names]) {
    const canvas = createCanvas(EDGE, EDGE);
    const context = canvas.getContext('2d');
    context.fillStyle = ground;
    context.fillRect(0, 0, EDGE, EDGE);
    if (name !== EMPTY) {
      const start = svg.indexOf(`<g id="${name}"`);
      const group = svg.slice(start, svg.indexOf('\n    </g>', start) + 9);
      const alone = `<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}" viewBox="2 2 36 36">${group}</svg>`;
      context.drawImage(await loadImage(Buffer.from(alone)), 0, 0);
    }
    const { inside } = await decode(canvas.toBuffer('image/png'));
    templates.set(name, inside({ x: 0, y: 0, width: EDGE, height: EDGE }));
  }
  return templates;
}

function difference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] as number) - (b[index] as number));
  return sum / a.length;
}

describe('every square', () => {
  const { squares } = BOARD_THEMES.brown;
  let light: Map<string, Uint8Array>;
  let dark: Map<string, Uint8Array>;
  beforeAll(async () => {
    light = await templatesOn(squares.light);
    dark = await templatesOn(squares.dark);
  });

  it.each(['white', 'black'] as const)('has its colour and its piece in 20 positions, %s down', async orientation => {
    expect(POSITIONS).toHaveLength(20);
    for (const position of POSITIONS) {
      // Without the glow of a check, which is tested below.
      const { check: _, ...scene } = sceneOf(position, { size: SIZE, orientation });
      const pixels = await decode((await boardPicture(scene)).png);
      for (const square of SQUARES) {
        const box = boxOf(square, orientation);
        const ground = isLight(square) ? squares.light : squares.dark;
        expect(hex(pixels.at(box.x + EDGE - 2, box.y + 1))).toBe(ground);
        expect(hex(pixels.at(box.x + 1, box.y + EDGE - 2))).toBe(ground);
        const tile = pixels.inside(box);
        const ranked = [...(isLight(square) ? light : dark)]
          .map(([name, template]) => ({ name, off: difference(tile, template) }))
          .sort((a, b) => a.off - b.off);
        const [best, second] = ranked as [{ name: string; off: number }, { name: string; off: number }];
        expect(best.name).toBe(nameOf(position.board.get(square)));
        expect(best.off).toBeLessThan(second.off / 2);
      }
    }
  });
});

const square = (name: string) => parseSquare(name) as Square;
const corner = (pixels: Pixels, name: string) => {
  const box = boxOf(square(name), 'white');
  return hex(pixels.at(box.x + EDGE - 2, box.y + 1));
};

describe('a board', () => {
  it.each(THEMES)('shows last move, selected squares and check in the theme %s', async theme => {
    const mated = positionOf('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
    const lastMove = { from: square('d8'), to: square('h4') };
    const scene = sceneOf(mated, { size: SIZE, theme, lastMove, selected: [square('a4'), square('a5')] });
    const pixels = await decode((await boardPicture(scene)).png);
    const colours = BOARD_THEMES[theme];
    expect(corner(pixels, 'd8')).toBe(colours.lastMove.dark);
    expect(corner(pixels, 'h4')).toBe(colours.lastMove.dark);
    expect(corner(pixels, 'a4')).toBe(colours.selected.light);
    expect(corner(pixels, 'a5')).toBe(colours.selected.dark);
    // Beside the cross of the king the square glows red; beside that of the other king it does not.
    const king = boxOf(square('e1'), 'white');
    const [red, green] = pixels.at(king.x + 12, king.y + 8);
    const calm = boxOf(square('e8'), 'white');
    const [calmRed, calmGreen] = pixels.at(calm.x + 12, calm.y + 8);
    expect(red - green).toBeGreaterThan(calmRed - calmGreen + 30);
  });

  it('is the same whether it is made alone or beside others, large and small, with much on it and little', async () => {
    const bar = { value: { kind: 'score', score: cp(-150) } } as const;
    const arrows = [{ from: 12, to: 28, number: 1 }];
    const scenes = POSITIONS.slice(4, 7).flatMap(position => [
      sceneOf(position, { size: SIZE, bar, arrows, badges: [{ square: 27, glyph: '??' }], caption: 'a word' }),
      sceneOf(position, { size: SIZE, bar, orientation: 'black', surroundings: 'light', caption: 'another' }),
      sceneOf(position, { size: 2 * SIZE }),
    ]);
    const together = await Promise.all(scenes.map(boardPicture));
    for (const [index, scene] of [...scenes.entries()].reverse()) {
      const layout = layoutOf(scene);
      const canvas = createCanvas(layout.width, layout.height);
      paintScene(canvas.getContext('2d'), scene, layout, await pieceSprites(layout.square));
      const [alone, among] = [await boardPicture(scene), together[index]];
      expect(alone.png.equals(await encodePng(canvas))).toBe(true);
      expect(among?.png.equals(alone.png)).toBe(true);
    }
  });

  it('is the whole picture when nothing is around it; squares are whole pixels', async () => {
    for (const [size, edge] of [
      [360, 360],
      [500, 504],
      [720, 720],
      [1080, 1080],
    ] as const) {
      const { width, height, png } = await boardPicture(sceneOf(positionOf(START), { size }));
      expect([width, height]).toEqual([edge, edge]);
      expect(await decode(png)).toMatchObject({ width, height });
    }
    await expect(boardPicture(sceneOf(positionOf(START), { size: 359 }))).rejects.toThrow(/360 to 1080 pixels/);
  });

  it('has arrows in their colours: straight ones, and round the corner for a knight', async () => {
    const arrows = [
      { from: square('a3'), to: square('a6'), colour: 'blue' },
      { from: square('g1'), to: square('f3'), colour: '#ff0000' },
    ] as const;
    const pixels = await decode((await boardPicture(sceneOf(positionOf(START), { size: SIZE, arrows }))).png);
    const at = (name: string) => {
      const box = boxOf(square(name), 'white');
      return pixels.at(box.x + (EDGE - 1) / 2, box.y + (EDGE - 1) / 2);
    };
    for (const name of ['a4', 'a5']) expect(at(name)[2]).toBeGreaterThan(at(name)[0] + 60);
    for (const name of ['g3', 'g2']) expect(at(name)[0]).toBeGreaterThan(at(name)[1] + 120);
    expect(hex(at('b4'))).toBe(BOARD_THEMES.brown.squares.dark);
    expect(hex(at('f4'))).toBe(BOARD_THEMES.brown.squares.dark);
  });

  it('keeps every badge on the board', async () => {
    const scene = sceneOf(positionOf(START), { size: SIZE });
    const { board } = layoutOf(scene);
    for (const orientation of ['white', 'black'] as const)
      for (const one of SQUARES) {
        const { x, y, radius } = badgePlace({ square: one, glyph: '??' }, board, orientation);
        expect(Math.min(x, y) - radius).toBeGreaterThanOrEqual(0);
        expect(Math.max(x, y) + radius).toBeLessThanOrEqual(SIZE);
      }
    const drawn = await Promise.all(
      GLYPHS.map(glyph => boardPicture({ ...scene, badges: [{ square: square('e4'), glyph }] })),
    );
    expect(new Set(drawn.map(({ png }) => png.toString('base64'))).size).toBe(GLYPHS.length);
  });
});
