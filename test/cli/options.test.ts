import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { choiceOption, type NumberBounds, numberOption } from '../../src/cli/options.ts';

const faultOf = (run: () => unknown): Fault => {
  try {
    run();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('a number option', () => {
  const DEPTH: NumberBounds = { usual: 18, min: 1, max: 40 };
  const TEMPERATURE: NumberBounds = { usual: 1, min: 0, max: 10, whole: false };

  it.each([
    [undefined, DEPTH, 18],
    ['1', DEPTH, 1],
    ['40', DEPTH, 40],
    ['0.5', TEMPERATURE, 0.5],
    ['0', TEMPERATURE, 0],
    [undefined, TEMPERATURE, 1],
  ])('of %j is read', (text, bounds, value) => {
    expect(numberOption({ option: text }, 'option', bounds)).toBe(value);
  });

  it.each(['0', '41', '-3', '2.5', 'deep', '', 'NaN', 'Infinity', '12 plies'])('of %j is refused by name', text => {
    const fault = faultOf(() => numberOption({ depth: text }, 'depth', DEPTH));
    expect(fault).toMatchObject({
      code: 'bad-input',
      message: `depth: "${text}" is not a whole number from 1 to 40.`,
    });
  });

  it.each([
    ['-0.1', -0.1],
    ['-1', -1],
    ['-.5', -0.5],
    ['0', 0],
    ['-1e-2', -0.01],
  ])('below zero is read: %j', (text, value) => {
    expect(numberOption({ loss: text }, 'loss', { usual: 0, min: -1, max: 0, whole: false })).toBe(value);
  });

  it.each(['11', '', '-0.1', 'warm'])('that need not be whole is refused at %j, in other words', text => {
    expect(faultOf(() => numberOption({ temperature: text }, 'temperature', TEMPERATURE)).message).toBe(
      `temperature: "${text}" is not a number from 0 to 10.`,
    );
  });
});

describe('an option with choices', () => {
  const SIZES = ['small', 'large'] as const;
  const size = (text: string | undefined) => choiceOption({ size: text }, 'size', SIZES, 'small');

  it('is one of them, or the one that goes without saying', () => {
    expect([size(undefined), size('small'), size('large')]).toEqual(['small', 'small', 'large']);
    expect(choiceOption({}, 'size', SIZES, 'large')).toBe('large');
  });

  it.each(['medium', '', 'Small', 'small ', 'small,large', 'constructor', '0'])('is refused as %j, by name', text => {
    expect(faultOf(() => size(text))).toMatchObject({
      code: 'bad-input',
      message: `size: "${text}" is not one of small, large.`,
    });
  });
});
