import { describe, expect, it } from 'vitest';
import { startPosition } from '../../src/chess/position.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { barNumber, barShare } from '../../src/render/bar.ts';
import { boardPicture } from '../../src/render/board-picture.ts';
import type { Box } from '../../src/render/geometry.ts';
import { layoutOf } from '../../src/render/paint.ts';
import { type Bar, type BarValue, PLACEMENTS, SCALES, sceneOf } from '../../src/render/scene.ts';
import { contrast, decode, hex, type Pixels } from './pixels.ts';

const WHITE = '#f0f0f0';
const BLACK = '#3c3c3c';
const BORDER = 2;
const EVALS = [-12, -5, 0, 2.5, 12];

/** Written down a second time, from the specification. */
const EXPECTED = {
  linear: (pawns: number) => (Math.max(-10, Math.min(10, pawns)) + 10) / 20,
  winrate: (pawns: number) => 1 / (1 + Math.exp(-0.368208 * Math.max(-10, Math.min(10, pawns)))),
};

const score = (pawns: number): BarValue => ({ kind: 'score', score: cp(pawns * 100) });

async function draw(bar: Bar, orientation: 'white' | 'black', size = 512): Promise<{ pixels: Pixels; box: Box }> {
  const scene = sceneOf(startPosition(), { bar, orientation, size });
  return { pixels: await decode((await boardPicture(scene)).png), box: layoutOf(scene).bar as Box };
}

/** The colours along the bar from its top or left end, without border, beside the number and between the dashes. */
function along({ pixels, box }: { pixels: Pixels; box: Box }, vertical: boolean): string[] {
  const length = (vertical ? box.height : box.width) - 2 * BORDER;
  return Array.from({ length }, (_, index) =>
    hex(
      vertical ? pixels.at(box.x + BORDER, box.y + BORDER + index) : pixels.at(box.x + BORDER + index, box.y + BORDER),
    ),
  );
}

describe.each(PLACEMENTS)('a %s bar', placement => {
  const vertical = placement === 'vertical';

  describe.each(SCALES)('on the %s scale', scale => {
    it.each(EVALS)('is split at the right place for %d, either side down', async pawns => {
      for (const orientation of ['white', 'black'] as const) {
        const colours = along(await draw({ value: score(pawns), scale, placement }, orientation), vertical);
        // White grows from White's side, which is the bottom or the left unless Black is there.
        const whiteFirst = vertical === (orientation === 'black');
        const [first, second] = whiteFirst ? [WHITE, BLACK] : [BLACK, WHITE];
        const share = EXPECTED[scale](pawns);
        const split = colours.length * (whiteFirst ? share : 1 - share);
        const found = colours.indexOf(second) < 0 ? colours.length : colours.indexOf(second);
        expect(Math.abs(found - split)).toBeLessThanOrEqual(1);
        expect(new Set(colours.slice(0, found))).toEqual(new Set(found > 0 ? [first] : []));
        expect(new Set(colours.slice(found))).toEqual(new Set(found < colours.length ? [second] : []));
      }
    });
  });

  it('has a border of two pixels and dashes in the middle', async () => {
    const { pixels, box } = await draw({ value: score(9), placement, number: false }, 'white');
    const right = box.x + box.width - 1;
    const bottom = box.y + box.height - 1;
    for (const depth of [0, 1]) {
      expect(hex(pixels.at(box.x + depth, box.y + 20))).toBe('#646464');
      expect(hex(pixels.at(right - depth, box.y + 20))).toBe('#646464');
      expect(hex(pixels.at(box.x + 20, box.y + depth))).toBe('#646464');
      expect(hex(pixels.at(box.x + 20, bottom - depth))).toBe('#646464');
    }
    const across = (vertical ? box.width : box.height) - 2 * BORDER;
    const middle = (vertical ? box.y + box.height / 2 : box.x + box.width / 2) - 1;
    const line = Array.from({ length: across }, (_, index) =>
      hex(vertical ? pixels.at(box.x + BORDER + index, middle) : pixels.at(middle, box.y + BORDER + index)),
    );
    expect(new Set(line)).toEqual(new Set([WHITE, '#808080']));
  });

  it.each([
    [cp(0), '#000000', WHITE],
    [cp(350), '#000000', WHITE],
    [cp(-120), '#ffffff', BLACK],
    [cp(-1240), '#ffffff', BLACK],
    [mate(12), '#000000', WHITE],
    [mate(-3), '#ffffff', BLACK],
  ])('has a number that can be read at 360 pixels: %j', async (value, ink, ground) => {
    for (const orientation of ['white', 'black'] as const) {
      const { pixels, box } = await draw({ value: { kind: 'score', score: value }, placement }, orientation, 360);
      const whiteEnd = ground === WHITE;
      const atStart = vertical ? whiteEnd === (orientation === 'black') : whiteEnd === (orientation === 'white');
      const depth = vertical ? 36 : 60;
      const end: Box = vertical
        ? { x: box.x + 2, y: atStart ? box.y + 2 : box.y + box.height - depth, width: box.width - 4, height: depth - 2 }
        : {
            x: atStart ? box.x + 2 : box.x + box.width - depth,
            y: box.y + 2,
            width: depth - 2,
            height: box.height - 4,
          };
      const [dark, bright] = whiteEnd ? [ink, ground] : [ground, ink];
      let written = 0;
      let top = Number.POSITIVE_INFINITY;
      let bottom = 0;
      for (let y = end.y; y < end.y + end.height; y++)
        for (let x = end.x; x < end.x + end.width; x++) {
          const colour = pixels.at(x, y);
          expect(hex(colour) >= dark && hex(colour) <= bright).toBe(true);
          if (contrast(colour, pixels.at(end.x, vertical ? end.y + (atStart ? 0 : end.height - 1) : end.y)) < 4.5)
            continue;
          written++;
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
      // Every letter has strokes of full strength and is at least eight pixels high.
      expect(written).toBeGreaterThan(20);
      expect(bottom - top + 1).toBeGreaterThanOrEqual(8);
      expect(end.y + end.height - bottom).toBeGreaterThan(vertical && !atStart ? 1 : 0);
    }
  });
});

describe('what a bar says', () => {
  it('is the result of a finished game', () => {
    expect(barNumber({ kind: 'result', outcome: 'checkmate', turn: 'black' })).toBe('1-0');
    expect(barShare({ kind: 'result', outcome: 'checkmate', turn: 'black' })).toBe(1);
    expect(barShare({ kind: 'result', outcome: 'checkmate', turn: 'white' })).toBe(0);
    expect(barShare({ kind: 'result', outcome: 'repetition', turn: 'white' })).toBe(0.5);
  });

  it('is full for a mate on either scale', () => {
    for (const scale of SCALES) {
      expect(barShare({ kind: 'score', score: mate(3) }, scale)).toBe(1);
      expect(barShare({ kind: 'score', score: mate(-3) }, scale)).toBe(0);
    }
  });
});

it('is 30 pixels wide beside a board of 512, and grows with it', async () => {
  const width = (size: number) => layoutOf(sceneOf(startPosition(), { bar: { value: score(0) }, size })).bar?.width;
  expect([360, 512, 720, 1024].map(width)).toEqual([21, 30, 42, 60]);
});
