import { COLORS } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { describe, expect, it, vi } from 'vitest';
import { drawArrows } from '../../src/render/arrows.ts';
import { badgePlace } from '../../src/render/badges.ts';
import { createCanvas } from '../../src/render/canvas.ts';
import type { Arrow } from '../../src/render/scene.ts';
import { BOARD_THEMES, inkOn, THEMES, winrateColour } from '../../src/render/theme.ts';
import { type Colour, contrast } from './pixels.ts';

const EDGE = 90;
const board = { x: 0, y: 0, width: 8 * EDGE, height: 8 * EDGE };

const arrow = (text: string, rest: Omit<Arrow, 'from' | 'to'> = {}): Arrow => ({
  from: parseSquare(text.slice(0, 2)) as number,
  to: parseSquare(text.slice(2)) as number,
  ...rest,
});

/** Draws arrows on nothing; says where the numbers are and whether anything was painted at all. */
function draw(arrows: readonly Arrow[]) {
  const canvas = createCanvas(board.width, board.height);
  const context = canvas.getContext('2d');
  const fillText = vi.spyOn(context, 'fillText');
  const discs = drawArrows(context, board, arrows, BOARD_THEMES.brown);
  const numbers = fillText.mock.calls.map(([text, x, y]) => ({ text, x, y }));
  return { numbers, discs, painted: canvas.data().some(byte => byte > 0) };
}

describe('the numbers of arrows', () => {
  it('stand apart, also where arrows lie on each other', () => {
    const moves = ['a1a8', 'a4a8', 'h8a8', 'd5a8', 'b6a8', 'c7a8', 'a2a5', 'g1f3', 'd2f3'];
    const { numbers } = draw(moves.map((move, index) => arrow(move, { number: index + 1 })));
    expect(numbers.map(({ text }) => text)).toEqual(moves.map((_, index) => String(index + 1)));
    for (const [index, a] of numbers.entries())
      for (const b of numbers.slice(index + 1))
        expect(Math.hypot(a.x - b.x, a.y - b.y), `${a.text} and ${b.text}`).toBeGreaterThan(0.36 * EDGE);
  });

  it('leave their place to a glyph where there are none', () => {
    const { numbers } = draw([arrow('d7f6', { number: 1, glyph: '!' }), arrow('g8f6', { glyph: '??' })]);
    expect(numbers.map(({ text }) => text)).toEqual(['1', '??']);
  });

  it('are not covered by a badge, whichever way the arrow comes', () => {
    const badge = { square: parseSquare('d5') as number, glyph: '!' } as const;
    for (const from of ['c6', 'd6', 'e6', 'c5', 'e5', 'c4', 'd4', 'e4', 'h5', 'a8', 'b6', 'f6'])
      for (const orientation of COLORS) {
        const context = createCanvas(board.width, board.height).getContext('2d');
        const arrows = [arrow(`${from}d5`, { number: 1 })];
        const [disc] = drawArrows(context, board, arrows, BOARD_THEMES.brown, orientation);
        const place = badgePlace(badge, board, orientation, disc ? [disc] : []);
        expect(Math.hypot(place.x - (disc?.x ?? 0), place.y - (disc?.y ?? 0)), from).toBeGreaterThanOrEqual(
          place.radius + (disc?.radius ?? 0),
        );
      }
  });

  it('can be read on every colour', () => {
    const channels = (colour: string) =>
      [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Colour;
    for (const theme of THEMES) {
      const { arrows } = BOARD_THEMES[theme];
      const rates = Array.from({ length: 21 }, (_, index) => winrateColour(index / 20, BOARD_THEMES[theme]));
      for (const colour of [...Object.values(arrows), ...rates])
        expect(contrast(channels(colour), channels(inkOn(colour))), colour).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('an arrow', () => {
  it('that leads nowhere is left out', () => {
    expect(draw([arrow('e4e4', { number: 1 })])).toEqual({ numbers: [], discs: [], painted: false });
    expect(draw([arrow('e2e4')])).toEqual({ numbers: [], discs: [], painted: true });
  });

  it('of any width stays on the board', () => {
    for (const width of [-1, 0, 1, 7])
      expect(() => draw([arrow('a1h8', { width }), arrow('b1a3', { width })])).not.toThrow();
  });
});
