import type { Config } from '../app/config.ts';
import type { Parameter } from '../base/bounds.ts';
import { Fault } from '../base/fault.ts';
import { count } from '../base/text.ts';
import { knownRating } from '../chess/rating.ts';
import { askedRating, chooseModel, type ModelChoice, modelsOf } from '../engine/model-choice.ts';
import { DEPTH, type Limit, NODES } from '../engine/uci.ts';
import type { PgnGame } from '../input/pgn.ts';
import type { Option, OptionTable, Values } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Options and arguments that several commands share, and how they are read. */

export const POSITION_OPTIONS: OptionTable = {
  moves: { value: '"e4 e5"', help: 'Played on from the position, in SAN or UCI.' },
  'no-cache': { help: 'Neither read nor write the cache.' },
};

/** As good as no deadline: at a keyboard Ctrl-C ends what takes too long. */
export const PATIENCE_MS = 24 * 3_600_000;

export type NumberBounds = Omit<Parameter, 'help'>;

/** The option for a number that an analysis is asked with. */
export const numberParameter = ({ help, min, max, usual }: Parameter, otherwise: string | number = usual): Option => ({
  value: 'n',
  help: `${help}, ${shown(min)} to ${shown(max)}; ${typeof otherwise === 'number' ? shown(otherwise) : otherwise} if nothing is said.`,
});

const shown = (value: number): string => (Math.abs(value) < 10_000 ? String(value) : count(value));

export function numberOption(values: Values, name: string, { usual, min, max, whole = true }: NumberBounds): number {
  const text = values[name];
  if (text === undefined) return usual;
  const value = Number(text);
  const fits =
    String(text).trim() !== '' &&
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    (!whole || Number.isInteger(value));
  if (fits) return value;
  throw new Fault(
    'bad-input',
    `${name}: "${text}" is not a ${whole ? 'whole ' : ''}number from ${shown(min)} to ${shown(max)}.`,
  );
}

/** Of the ratings of a PGN, those that are not taken as they stand. */
export function noteUnknownRatings(ratings: PgnGame['ratings'], terminal: Terminal): void {
  for (const rating of Object.values(ratings))
    if (rating !== knownRating(rating))
      terminal.note(`The rating ${rating} of the PGN is taken for ${knownRating(rating)}.`);
}

/** How far to search: by depth or by nodes, never by time. */
export function limitOption(values: Values, fallback: Limit): Limit {
  if (values.depth !== undefined && values.nodes !== undefined)
    throw new Fault('bad-input', 'depth, nodes: give one of the two, not both.');
  if (values.nodes !== undefined)
    return { kind: 'nodes', nodes: numberOption(values, 'nodes', { usual: NODES.min, ...NODES }) };
  if (values.depth !== undefined)
    return { kind: 'depth', depth: numberOption(values, 'depth', { usual: DEPTH.min, ...DEPTH }) };
  return fallback;
}

export function choiceOption<T extends string>(values: Values, name: string, choices: readonly T[], fallback: T): T {
  const text = values[name];
  if (text === undefined) return fallback;
  const chosen = choices.find(choice => choice === text);
  if (chosen) return chosen;
  throw new Fault('bad-input', `${name}: "${text}" is not one of ${choices.join(', ')}.`);
}

/** Which human model is asked: the same option wherever Maia is. */

export const MODEL_OPTION: OptionTable = {
  model: {
    value: 'id',
    help: 'maia3-5m, maia1-1100 to maia1-1900, auto (the nearest of these to the rating), or a .pb.gz file.',
  },
};

/** The one that is named, or the one that is set. */
export const modelOption = ({ model }: Values, config: Pick<Config, 'model'>): ModelChoice =>
  chooseModel(typeof model === 'string' ? model : config.model);

/** For a job; nothing where nothing is said. */
export const modelWish = ({ model }: Values): { model?: string } => (typeof model === 'string' ? { model } : {});

/** Nets for hundreds of points are never farther from a rating between them. */
const NEAR = 50;

/** Those that are not taken as they stand. */
export const farRatings = (model: ModelChoice, ratings: readonly number[]): number[] =>
  ratings.filter(rating => Math.abs(askedRating(model, rating) - rating) > (model.kind === 'auto' ? NEAR : 0));

/** `600 to 2600`, or the one that there is. */
export function knownRatings(model: ModelChoice): string {
  const ratings = modelsOf(model).flatMap(one => one.ratings);
  return [...new Set([Math.min(...ratings), Math.max(...ratings)])].join(' to ');
}

/** Says which of the ratings are not taken as they stand. */
export function noteRatings(model: ModelChoice, ratings: readonly number[], terminal: Terminal): void {
  if (model.kind === 'file')
    return terminal.note(`Nobody has told whose moves ${model.path} plays, nor its checksum; ratings do not count.`);
  const who = model.kind === 'auto' ? 'Maia-1 knows people from' : `${model.model.id} knows people of`;
  for (const rating of new Set(farRatings(model, ratings)))
    terminal.note(`${who} ${knownRatings(model)}: the rating ${rating} is taken for ${askedRating(model, rating)}.`);
}
