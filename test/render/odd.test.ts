import { describe, expect, it, vi } from 'vitest';
import { cp, mate } from '../../src/chess/score.ts';
import { altText } from '../../src/render/alt.ts';
import { createCanvas } from '../../src/render/canvas.ts';
import type { Box } from '../../src/render/geometry.ts';
import { layoutOf, paintScene } from '../../src/render/paint.ts';
import { pieceSprites } from '../../src/render/pieces.ts';
import { PLACEMENTS, type Scene, sceneOf } from '../../src/render/scene.ts';
import { clockText, materialOf } from '../../src/render/strips.ts';
import { START } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';

const NINE_QUEENS = '8/1QQQQQQ1/2QQQ3/8/8/7p/6pk/4K3 b - - 0 1';
const MEN = /^[♛♜♝♞♟]$/u;

const NAMES = [
  'DrNykterstein',
  '🔥🏴‍☠️👨‍👩‍👧‍👦 Läufer 🧠 x',
  'שחקן שחמט מצוין!',
  'لاعب شطرنج ماهر ١',
  '**bold** _it_ `x`',
  'W'.repeat(60),
  'مرحبا hello שלום '.repeat(4),
  'zalgo\u0301\u0301\u0301\u0301\u0301\u0301\u0301 \u202eevil\nline',
  '',
];

interface Written extends Box {
  text: string;
}

/** What is written where, as the context was told. */
async function written(scene: Scene): Promise<Written[]> {
  const layout = layoutOf(scene);
  const context = createCanvas(layout.width, layout.height).getContext('2d');
  const boxes: Written[] = [];
  const fillText = context.fillText.bind(context);
  vi.spyOn(context, 'fillText').mockImplementation((text: string, x: number, y: number) => {
    const { a, e, f } = context.getTransform();
    const size = Number.parseFloat(context.font);
    const width = context.measureText(text).width * a;
    boxes.push({ text, x: e + a * x, y: f + y - 0.75 * size, width, height: size });
    fillText(text, x, y);
  });
  paintScene(context, scene, layout, await pieceSprites(layout.square));
  return boxes;
}

const isInside = (inner: Box, outer: Box, slack = 0.5) =>
  inner.x >= outer.x - slack &&
  inner.y >= outer.y - slack &&
  inner.x + inner.width <= outer.x + outer.width + slack &&
  inner.y + inner.height <= outer.y + outer.height + slack;

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((a, index) => items.slice(index + 1).map((b): [T, T] => [a, b]));
}

const scenes: Scene[] = NAMES.flatMap((name, index) =>
  [360, 720].flatMap(size =>
    PLACEMENTS.map(placement =>
      sceneOf(positionOf(index % 2 === 0 ? NINE_QUEENS : START), {
        size,
        orientation: index % 3 === 0 ? 'black' : 'white',
        players: {
          white: { name, title: 'WGM', rating: 3129, clock: 36_000 },
          black: { name: NAMES.at(index - 1) as string, clock: 9.4 },
        },
        bar: { value: { kind: 'score', score: index % 2 === 0 ? mate(-12) : cp(1234) }, placement },
        caption: `${name} `.repeat(6),
        preview: 14,
      }),
    ),
  ),
);

describe('odd names, nine queens, mates and long captions', () => {
  it('leave every part its own room', () => {
    for (const scene of scenes) {
      const { width, height, board, bar, strips, caption, ribbon } = layoutOf(scene);
      const parts = [board, bar, strips?.white, strips?.black, caption?.box, ribbon].filter(part => part !== undefined);
      for (const part of parts) expect(isInside(part, { x: 0, y: 0, width, height }, 0)).toBe(true);
      for (const [a, b] of pairs(parts)) expect(overlap(a, b)).toBe(false);
    }
  });

  it('are written inside their strips, and on nothing else', async () => {
    for (const scene of scenes) {
      const { strips, bar } = layoutOf(scene);
      const all = await written(scene);
      for (const strip of Object.values(strips ?? {})) {
        const texts = all.filter(text => overlap(text, strip));
        for (const text of texts) expect(isInside(text, strip), text.text).toBe(true);
        const words = texts.filter(({ text }) => !MEN.test(text));
        for (const [a, b] of pairs(words)) expect(overlap(a, b), `${a.text} ${b.text}`).toBe(false);
        const men = texts.filter(({ text }) => MEN.test(text));
        for (const man of men) for (const word of words) expect(overlap(man, word), word.text).toBe(false);
      }
      const numbers = all.filter(text => overlap(text, bar as Box));
      expect(numbers.length).toBeGreaterThan(0);
      for (const number of numbers) expect(isInside(number, bar as Box)).toBe(true);
    }
  });

  it('end in an ellipsis where they are too long', async () => {
    const players = { white: { name: 'W'.repeat(60) }, black: { name: 'short' } };
    const caption = 'one two three '.repeat(30);
    const texts = await written(sceneOf(positionOf(START), { size: 360, players, caption }));
    expect(texts.filter(({ text }) => text.endsWith('…')).map(({ text }) => text[0])).toEqual(['W', expect.anything()]);
    expect(texts.some(({ text }) => text === 'short')).toBe(true);
  });

  it('have an alternative text of at most 400 characters', () => {
    for (const scene of scenes) {
      const alt = altText(scene);
      expect(alt.length).toBeLessThanOrEqual(400);
      expect(alt).toMatch(/^Board, (White|Black) to move/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(alt).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/);
    }
  });
});

describe('a strip', () => {
  it('shows all the men beside a short name, and only what they come to beside a long one', async () => {
    const menBeside = async (name: string) => {
      const white = { name, title: 'WGM', rating: 3129, clock: 36_000, points: '1' } as const;
      const players = { white, black: { name: '' } };
      const texts = (await written(sceneOf(positionOf(NINE_QUEENS), { size: 360, players }))).map(({ text }) => text);
      return [texts.filter(text => text === '♛').length, texts.includes('+79')];
    };
    expect(await menBeside('Ann')).toEqual([9, true]);
    expect(await menBeside('W'.repeat(60))).toEqual([0, true]);
  });

  it('tells what a side has more of', () => {
    const { board } = positionOf(NINE_QUEENS);
    expect(materialOf(board, 'white')).toEqual({ surplus: [{ role: 'queen', count: 9 }], lead: 79 });
    expect(materialOf(board, 'black')).toEqual({ surplus: [{ role: 'pawn', count: 2 }], lead: 0 });
    expect(materialOf(positionOf(START).board, 'white')).toEqual({ surplus: [], lead: 0 });
  });

  it.each([
    [0, '0:00.0'],
    [9.46, '0:09.4'],
    [10, '0:10'],
    [83, '1:23'],
    [3600, '1:00:00'],
    [-1, '0:00.0'],
  ])('writes %d seconds as %s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text);
  });
});
