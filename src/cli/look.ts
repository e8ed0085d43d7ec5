import type { Look } from '../present/expected-scenes.ts';
import { SIZE } from '../render/scene.ts';
import { SURROUNDINGS, THEMES } from '../render/theme.ts';
import type { OptionTable, Values } from './command.ts';
import { choiceOption, numberOption } from './options.ts';

/** How pictures look, for every command that draws some. */
export const LOOK_OPTIONS = {
  size: {
    type: 'string',
    value: 'n',
    help: `Pixels of the board's edge, ${SIZE.min} to ${SIZE.max}; ${SIZE.usual} if nothing is said.`,
  },
  theme: { type: 'string', value: THEMES[0], help: `One of ${THEMES.join(', ')}.` },
  surroundings: { type: 'string', value: SURROUNDINGS[0], help: `One of ${SURROUNDINGS.join(', ')}.` },
} satisfies OptionTable;

export const lookOption = (values: Values, size: number = SIZE.usual): Look => ({
  size: numberOption(values, 'size', { ...SIZE, fallback: size }),
  theme: choiceOption(values, 'theme', THEMES, THEMES[0]),
  surroundings: choiceOption(values, 'surroundings', SURROUNDINGS, SURROUNDINGS[0]),
});
