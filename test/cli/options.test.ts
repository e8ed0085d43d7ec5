import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { playUci, uciMoves } from '../../src/chess/game.ts';
import { fenOf } from '../../src/chess/position.ts';
import { choiceOption, gameArgument, type NumberBounds, numberOption } from '../../src/cli/options.ts';
import { gameInput } from '../../src/service/jobs.ts';
import { KIWIPETE, START } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';

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
  const DEPTH: NumberBounds = { fallback: 18, min: 1, max: 40 };
  const TEMPERATURE: NumberBounds = { fallback: 1, min: 0, max: 10, whole: false };

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
    expect(numberOption({ loss: text }, 'loss', { fallback: 0, min: -1, max: 0, whole: false })).toBe(value);
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

describe('the game a command is about', () => {
  it('is a FEN in quotes, a FEN without quotes, or startpos', () => {
    for (const args of [[KIWIPETE], KIWIPETE.split(' '), [KIWIPETE.replaceAll(' ', '_')]])
      expect(fenOf(gameArgument(args, {}).positions[0] ?? positionOf(START))).toBe(KIWIPETE);
    expect(fenOf(gameArgument(['startpos'], {}).positions[0] ?? positionOf(KIWIPETE))).toBe(START);
  });

  it('goes on with --moves', () => {
    expect(uciMoves(gameArgument(['startpos'], { moves: '1. e4 e5 2. Nf3' }))).toEqual(['e2e4', 'e7e5', 'g1f3']);
    expect(uciMoves(gameArgument(['startpos'], {}))).toEqual([]);
  });

  it.each([
    ['nothing', [], {}, /^position: give a FEN in quotes, startpos, or a Lichess link, and moves with --moves/],
    ['no position', ['e4'], {}, /^position: "e4" is neither a FEN nor startpos\.$/],
    [
      'an illegal move',
      ['startpos'],
      { moves: 'e4 e4' },
      /^moves: "e4" \(move 1, Black\) is not a legal move there\.$/,
    ],
  ])('cannot be %s', (_, args, values, message) => {
    const fault = faultOf(() => gameArgument(args, values));
    expect(fault.code).toBe('bad-input');
    expect(fault.message).toMatch(message);
  });

  it('travels as text that gives the same game again', () => {
    const game = gameArgument([KIWIPETE], { moves: 'O-O-O O-O' });
    const input = gameInput(game);
    expect(input).toEqual({ fen: KIWIPETE, moves: ['e1c1', 'e8g8'] });
    expect(playUci(positionOf(input.fen), input.moves)?.positions.map(fenOf)).toEqual(game.positions.map(fenOf));
  });
});
