import type { Square } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { Fault } from '../base/fault.ts';
import { type Game, uciMoves } from '../chess/game.ts';
import { parseScore, type Score } from '../chess/score.ts';
import type { Look } from '../present/expected-scenes.ts';
import { GLYPHS, type Glyph } from '../render/glyphs.ts';
import { type Arrow, type Badge, type Player, SIZE, type Step } from '../render/scene.ts';
import { ARROW_COLOURS, SURROUNDINGS, THEMES } from '../render/theme.ts';
import type { OptionTable, Values } from './command.ts';
import { choiceOption, numberOption } from './options.ts';

/** How pictures look, for every command that draws some. */
export const LOOK_OPTIONS = {
  size: {
    value: 'n',
    help: `Pixels of the board's edge, ${SIZE.min} to ${SIZE.max}; ${SIZE.usual} if nothing is said.`,
  },
  theme: { value: 'name', help: `One of ${THEMES.join(', ')}.` },
  surroundings: { value: 'name', help: `One of ${SURROUNDINGS.join(', ')}.` },
} satisfies OptionTable;

export const lookOption = (values: Values, size: number = SIZE.usual): Look => ({
  size: numberOption(values, 'size', { ...SIZE, usual: size }),
  theme: choiceOption(values, 'theme', THEMES, THEMES[0]),
  surroundings: choiceOption(values, 'surroundings', SURROUNDINGS, SURROUNDINGS[0]),
});

/** How the parts of a picture are read from the command line. */

/** More would hide the board. */
const MAX_MARKS = 32;
const RATINGS = { usual: 0, min: 0, max: 9999 };
/** `□` is on few keyboards. */
const ONLY_MOVE = 'only';

const refuse = (field: string, text: string, why: string): never => {
  throw new Fault('bad-input', `${field}: "${text.slice(0, 40)}" ${why}.`);
};

function textsOf(values: Values, field: string): string[] {
  const given = values[field];
  const texts = (Array.isArray(given) ? given : given === undefined ? [] : [given]).map(String);
  if (texts.length > MAX_MARKS) throw new Fault('bad-input', `${field}: at most ${MAX_MARKS} of them, please.`);
  return texts;
}

function squareOf(field: string, text: string, name: string): Square {
  return parseSquare(name) ?? refuse(field, text, 'needs squares from a1 to h8');
}

function stepOf(field: string, whole: string, text: string): Step {
  if (text.length !== 4) return refuse(field, whole, 'needs two squares, such as e2e4');
  const step = { from: squareOf(field, whole, text.slice(0, 2)), to: squareOf(field, whole, text.slice(2)) };
  return step.from === step.to ? refuse(field, whole, 'goes nowhere: its two squares are the same') : step;
}

export const arrowOptions = (values: Values): Arrow[] =>
  textsOf(values, 'arrow').map(text => {
    const [squares = '', ...rest] = text.split(':');
    const step = stepOf('arrow', text, squares);
    if (rest.length === 0) return step;
    const colour = ARROW_COLOURS.find(name => name === rest.join(':'));
    return colour ? { ...step, colour } : refuse('arrow', text, `needs one of the colours ${ARROW_COLOURS.join(', ')}`);
  });

export const badgeOptions = (values: Values): Badge[] =>
  textsOf(values, 'badge').map(text => {
    const [name = '', mark = ''] = text.split(':');
    const glyph: Glyph | undefined = mark === ONLY_MOVE ? '□' : GLYPHS.find(one => one === mark);
    if (!glyph) return refuse('badge', text, `needs a square and one of ${GLYPHS.join(' ')} (or ${ONLY_MOVE} for □)`);
    return { square: squareOf('badge', text, name), glyph };
  });

export function selectedOptions(values: Values): Square[] {
  return textsOf(values, 'select').map(text => squareOf('select', text, text));
}

/** What was said, or the last of the moves that were played. */
export function lastMoveOption(values: Values, game: Game): Step | undefined {
  if (typeof values.last === 'string') return stepOf('last', values.last, values.last);
  const played = uciMoves(game).at(-1);
  return played === undefined ? undefined : stepOf('moves', played, played.slice(0, 4));
}

/** More has no room on a bar. */
const MOST_CENTIPAWNS = 9_900;

const withinBar = (score: Score | undefined): Score | undefined =>
  score?.kind === 'cp' && Math.abs(score.cp) > MOST_CENTIPAWNS ? undefined : score;

export function scoreOption(values: Values): Score | undefined {
  if (typeof values.eval !== 'string') return undefined;
  return (
    withinBar(parseScore(values.eval)) ??
    refuse('eval', values.eval, 'is neither pawns from -99 to 99, such as 1.5 or -0.3, nor a mate, such as #3 or #-3')
  );
}

function playerOption(values: Values, color: 'white' | 'black'): Player | undefined {
  const name = values[color];
  const field = `${color}-rating`;
  if (typeof name !== 'string') {
    if (values[field] !== undefined) throw new Fault('bad-input', `${field}: give the name too, with --${color}.`);
    return undefined;
  }
  return values[field] === undefined ? { name } : { name, rating: numberOption(values, field, RATINGS) };
}

/** Both strips as soon as one player has a name. */
export function playerOptions(values: Values): Record<'white' | 'black', Player> | undefined {
  const white = playerOption(values, 'white');
  const black = playerOption(values, 'black');
  return white || black ? { white: white ?? { name: 'White' }, black: black ?? { name: 'Black' } } : undefined;
}
