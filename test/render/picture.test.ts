import { describe, expect, it } from 'vitest';
import { createCanvas } from '../../src/render/canvas.ts';
import { encodePng } from '../../src/render/picture.ts';
import { seeded } from '../support/positions.ts';
import { decode } from './pixels.ts';

describe('a PNG file', () => {
  it.each([
    [1, 1],
    [7, 3],
    [333, 200],
  ])('of %d × %d pixels loses nothing', async (width, height) => {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const random = seeded(width);
    const colour = () =>
      `#${Math.floor(random() * 0x1000000)
        .toString(16)
        .padStart(6, '0')}`;
    context.fillStyle = colour();
    context.fillRect(0, 0, width, height);
    for (let index = 0; index < 200; index++) {
      context.fillStyle = colour();
      context.fillRect(random() * width, random() * height, 9, 9);
    }
    const whole = { x: 0, y: 0, width, height };
    const ours = await decode(await encodePng(canvas));
    const theirs = await decode(await canvas.encode('png'));
    expect([ours.width, ours.height]).toEqual([width, height]);
    expect(Buffer.compare(ours.inside(whole), theirs.inside(whole))).toBe(0);
  });
});
