import type { APISelectMenuOption } from 'discord-api-types/v10';
import type { CandidateMove } from '../../../analysis/expected/report.ts';
import type { Position } from '../../../chess/position.ts';
import type { TextKey } from '../../../present/catalogue/en.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { EXPECTED, type ExpectedQuestion } from '../../../questions/expected.ts';
import { type ComponentRow, MAX_OPTIONS, menuRow, type PlainButton } from '../core/reply.ts';
import { chosen, MENU_NAMES, makeWish, offered, type QuestionMenu, thresholdOf } from './question.ts';
import { engineWords, joined, placeFacts, placeWords, playedWords, type TreePosition, thresholdWords } from './text.ts';

/** The buttons and menus under an analysis. */

export const ANALYZE = EXPECTED;

/**
 * What of an analysis is on the screen. It is written into every button and menu, so that nothing else has to be
 * remembered.
 */
export type AnalysisView =
  | { kind: 'list'; page: number; flip: boolean }
  /** The tree of a move, by its rank from 0 on, and a page of the menu of its positions. */
  | { kind: 'tree'; move: number; page: number; flip: boolean }
  /** One of its positions, by how likely it is: 0 is the likeliest. */
  | { kind: 'node'; move: number; node: number; flip: boolean };

export const FIRST = { kind: 'list', page: 0, flip: false } as const satisfies AnalysisView;

export function makeAnalysisState(view: AnalysisView): string {
  const flip = view.flip ? '-f' : '';
  switch (view.kind) {
    case 'list':
      return `list-${view.page}${flip}`;
    case 'tree':
      return `tree-${view.move}-${view.page}${flip}`;
    case 'node':
      return `node-${view.move}-${view.node}${flip}`;
  }
}

const VIEW = /^(?:list-(\d{1,6})|(tree|node)-(\d{1,6})-(\d{1,6}))(-f)?$/;

/** Undefined for what `makeView` has not written. */
export function parseAnalysisState(text: string): AnalysisView | undefined {
  const match = VIEW.exec(text);
  if (!match) return undefined;
  const [, page, kind, first, second, flipped] = match;
  const flip = flipped !== undefined;
  if (page !== undefined) return { kind: 'list', page: Number(page), flip };
  const [move, place] = [Number(first), Number(second)];
  return kind === 'tree' ? { kind, move, page: place, flip } : { kind: 'node', move, node: place, flip };
}

/** A phone shows no more of a label; Discord would take a hundred characters. */
const LONGEST_LABEL = 42;
/** What a menu has room for is also what people are willing to scroll through. */
const PLACES_PER_PAGE = MAX_OPTIONS;
const MOST_PLACES = 4 * PLACES_PER_PAGE;

type Labels = Extract<TextKey, `button.${string}`>;

/** What the rows are about. */
export interface RowsContext {
  id: string;
  voice: Voice;
}

export const viewButton = ({ id, voice }: RowsContext, label: Labels, view: AnalysisView): PlainButton => ({
  label: voice.say(label),
  id: { kind: 'view', report: id, state: makeAnalysisState(view) },
});

export const flipButton = (rowsContext: RowsContext, view: AnalysisView): PlainButton =>
  viewButton(rowsContext, 'button.flip', { ...view, flip: !view.flip });

/** Towards either side, where there is one. */
export const pageButtons = (
  rowsContext: RowsContext,
  view: Extract<AnalysisView, { page: number }>,
  pages: number,
): PlainButton[] => [
  ...(view.page > 0 ? [viewButton(rowsContext, 'button.previous-page', { ...view, page: view.page - 1 })] : []),
  ...(view.page < pages - 1 ? [viewButton(rowsContext, 'button.next-page', { ...view, page: view.page + 1 })] : []),
];

/** The moves of one page, each with the way to its tree. */
export function candidateRow(
  rowsContext: RowsContext,
  moves: readonly CandidateMove[],
  from: number,
  view: AnalysisView,
): ComponentRow[] {
  const { id, voice } = rowsContext;
  if (moves.length === 0) return [];
  const options = moves.map((move, index): APISelectMenuOption => {
    const rank = from + index;
    return {
      label: joined([`${rank + 1}. ${move.san}`, voice.percent(move.expected, 1)]),
      description: joined([engineWords(voice, move), playedWords(voice, move.maia)]),
      value: makeAnalysisState({ kind: 'tree', move: rank, page: 0, flip: view.flip }),
      default: view.kind !== 'list' && view.move === rank,
    };
  });
  return [menuRow({ kind: 'pick', report: id, menu: 'candidate' }, voice.say('menu.candidate'), options)];
}

export const listedPlaces = (places: readonly TreePosition[]): number => Math.min(places.length, MOST_PLACES);
export const placePages = (places: readonly TreePosition[]): number =>
  Math.ceil(listedPlaces(places) / PLACES_PER_PAGE);
export const placePage = (index: number): number => Math.floor(index / PLACES_PER_PAGE);

/** Positions of a tree, the likeliest first. */
export function treePositionRow(
  { id, voice }: RowsContext,
  root: Position,
  places: readonly TreePosition[],
  page: number,
  view: Extract<AnalysisView, { move: number }>,
): ComponentRow[] {
  const from = page * PLACES_PER_PAGE;
  const options = places
    .slice(from, Math.min(from + PLACES_PER_PAGE, listedPlaces(places)))
    .map((place, index): APISelectMenuOption => {
      const node = from + index;
      return {
        label: placeWords(root, place, LONGEST_LABEL),
        description: placeFacts(voice, place),
        value: makeAnalysisState({ kind: 'node', move: view.move, node, flip: view.flip }),
        default: view.kind === 'node' && view.node === node,
      };
    });
  if (options.length === 0) return [];
  return [menuRow({ kind: 'pick', report: id, menu: 'node' }, voice.say('menu.node'), options)];
}

const OPTION_WORDS: Record<QuestionMenu, (voice: Voice, value: number) => string> = {
  threshold: (voice, value) =>
    voice.say('menu.threshold.option', { percent: thresholdWords(voice, thresholdOf(value)) }),
  depth: (voice, depth) => voice.say('menu.depth.option', { depth }),
  rating: (voice, rating) => voice.say('menu.rating.option', { rating }),
};

/** The parameters, each with what it is now; that need not be one of those on offer. */
export const parameterRows = ({ id, voice }: RowsContext, question: ExpectedQuestion): ComponentRow[] =>
  MENU_NAMES.map(name => {
    const now = chosen(question, name);
    const options = offered(question, name).map(value => ({
      label: OPTION_WORDS[name](voice, value),
      value: makeWish(name, value),
      default: value === now,
    }));
    return menuRow({ kind: 'rerun', report: id, handler: ANALYZE, menu: name }, voice.say(`menu.${name}`), options);
  });
