import { describe, expect, it } from 'vitest';
import { type Canvas, type Context, createCanvas } from '../../src/render/canvas.ts';
import { gifWriter, type Patch, paletteOf, pixelsOf, UNCHANGED } from '../../src/render/gif.ts';
import { BOARD_THEMES, type Hex, SURROUNDING_COLOURS } from '../../src/render/theme.ts';
import { type Decoded, decodeGif, type Shown } from '../support/gif.ts';
import { expectAnyPixels } from './any-picture.ts';

const WIDTH = 120;
const HEIGHT = 90;

function drawing(draw: (context: Context) => void, width = WIDTH, height = HEIGHT): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f0d9b5';
  context.fillRect(0, 0, width, height);
  draw(context);
  return canvas;
}

const patchOf = (canvas: Canvas, x = 0, y = 0): Patch => ({
  x,
  y,
  width: canvas.width,
  height: canvas.height,
  pixels: pixelsOf(canvas.data()),
});

/** A disc that moves over two colours: flat parts, and edges with many shades. */
const disc = (x: number, y: number) =>
  drawing(context => {
    context.fillStyle = '#b58863';
    context.fillRect(0, 0, WIDTH / 2, HEIGHT);
    context.fillStyle = '#1d1e20';
    context.beginPath();
    context.arc(x, y, 11, 0, 2 * Math.PI);
    context.fill();
  });

function encode(pictures: readonly Canvas[], exact: readonly Hex[] = [], limit?: number): Decoded {
  const patches = pictures.map(picture => patchOf(picture));
  const palette = paletteOf(
    patches.map(({ pixels }) => pixels),
    exact,
    limit,
  );
  const gif = gifWriter(pictures[0]?.width ?? 0, pictures[0]?.height ?? 0, palette);
  for (const patch of patches) gif.add(patch, 100);
  return decodeGif(gif.finish());
}

/** Differences of channels between what was drawn and what is shown. */
function errors(picture: Canvas, { rgba }: Shown): { mean: number; most: number } {
  const drawn = picture.data();
  let sum = 0;
  let most = 0;
  for (let at = 0; at < drawn.length; at++) {
    const error = Math.abs((drawn[at] as number) - (rgba[at] as number));
    sum += error;
    most = Math.max(most, error);
  }
  return { mean: sum / drawn.length, most };
}

const colourAt = ({ rgba }: Shown, width: number, x: number, y: number): string =>
  `#${Buffer.from(rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)).toString('hex')}`;

describe('an animation', () => {
  const pictures = [disc(20, 20), disc(30, 22), disc(70, 60), disc(70, 60), disc(100, 30)];

  it('shows every picture again, for ever', () => {
    const { frames, width, height, repeat } = encode([pictures[0], pictures[1], pictures[2], pictures[4]] as Canvas[]);
    expect([frames.length, width, height, repeat]).toEqual([4, WIDTH, HEIGHT, 0]);
    for (const [index, picture] of [0, 1, 2, 4].entries()) {
      const { mean, most } = errors(pictures[picture] as Canvas, frames[index] as Shown);
      expect(mean).toBeLessThan(0.1);
      expect(most).toBeLessThan(12);
    }
  });

  it('writes only the rectangle that changes', () => {
    const { frames } = encode(pictures);
    expect(frames[0]).toMatchObject({ x: 0, y: 0, width: WIDTH, height: HEIGHT });
    const [, second] = frames as [Shown, Shown];
    // Discs of radius 11 around (20, 20) and (30, 22), whose edges may reach one pixel further.
    expect(second.x).toBeGreaterThanOrEqual(8);
    expect(second.y).toBeGreaterThanOrEqual(8);
    expect(second.x + second.width).toBeLessThanOrEqual(42);
    expect(second.y + second.height).toBeLessThanOrEqual(34);
  });

  it('shows what does not change for longer', () => {
    const { frames } = encode(pictures);
    expect(frames.map(({ delay }) => delay)).toEqual([100, 100, 200, 100]);
    const still = encode([disc(20, 20), disc(20, 20), disc(20, 20)]);
    expect(still.frames.map(({ delay }) => delay)).toEqual([300]);
  });

  it('takes patches of the picture and says how long', () => {
    const whole = patchOf(disc(20, 20));
    const square = patchOf(
      drawing(() => {}, 9, 5),
      12,
      80,
    );
    const gif = gifWriter(WIDTH, HEIGHT, paletteOf([whole.pixels, square.pixels], []));
    gif.add(whole, 700);
    gif.add(square, 3004);
    gif.add(square, 1e9);
    const { frames } = decodeGif(gif.finish());
    expect(frames.map(({ delay }) => delay)).toEqual([700, 655350]);
    const [first, last] = frames as [Shown, Shown];
    expect(last).toMatchObject({ x: 12, y: 80, width: 9, height: 5 });
    expect(colourAt(last, WIDTH, 16, 82)).toBe('#f0d9b5');
    expect(colourAt(last, WIDTH, 20, 20)).toBe(colourAt(first, WIDTH, 20, 20));
  });

  it('begins with a whole picture', () => {
    const part = patchOf(drawing(() => {}, 9, 5));
    const gif = gifWriter(WIDTH, HEIGHT, paletteOf([part.pixels], []));
    expect(() => gif.add(part, 100)).toThrow('the first patch is the whole picture');
  });

  it('comes back whatever the pixels are', () => expectAnyPixels(25));
});

describe('a palette', () => {
  /** More shades than there are places. */
  const sunset = drawing(context => {
    const gradient = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
    for (const [index, colour] of ['#000000', '#c0392b', '#f4ee7c', '#1f5fb4', '#ffffff'].entries())
      gradient.addColorStop(index / 4, colour);
    context.fillStyle = gradient;
    context.fillRect(0, 0, WIDTH, HEIGHT);
  });
  const { squares, lastMove } = BOARD_THEMES.brown;
  const exact = [squares.light, squares.dark, lastMove.light, lastMove.dark, SURROUNDING_COLOURS.dark.background];

  it.each([256, 128, 64, 32])('of %i colours keeps those it must, however rare they are', limit => {
    const dots = drawing(context => {
      context.drawImage(sunset, 0, 0);
      for (const [index, colour] of exact.entries()) {
        context.fillStyle = colour;
        context.fillRect(10 * index, 5, 2, 2);
      }
    });
    const { frames, colours } = encode([sunset, dots], exact, limit);
    expect(colours).toBe(limit);
    for (const [index, colour] of exact.entries())
      expect(colourAt(frames[1] as Shown, WIDTH, 10 * index, 5)).toBe(colour);
  });

  it('comes nearer with more colours', () => {
    const [few, some, many] = [16, 64, 256].map(limit =>
      errors(sunset, encode([sunset], [], limit).frames[0] as Shown),
    );
    expect(many?.mean).toBeLessThan(some?.mean ?? 0);
    expect(some?.mean).toBeLessThan(few?.mean ?? 0);
    expect(many?.mean).toBeLessThan(3);
  });

  it('never mistakes a colour for one that stays', () => {
    const palette = paletteOf([pixelsOf(sunset.data())], exact);
    for (const pixel of [0, 0xff000000, 0xffffffff, 0xff123456]) expect(palette.indexOf(pixel)).not.toBe(UNCHANGED);
  });

  it('has a place for every colour if there are few', () => {
    const picture = disc(50, 40);
    expect(errors(picture, encode([picture]).frames[0] as Shown)).toEqual({ mean: 0, most: 0 });
  });

  it.each([7, 257, Number.NaN])('of %d colours is refused', limit => {
    expect(() => paletteOf([], [], limit)).toThrow('a palette has 8 to 256 colours');
  });
});
