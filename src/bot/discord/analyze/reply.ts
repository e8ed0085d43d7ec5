import { COLORS, type Color } from 'chessops/types';
import type { CandidateMove, ExpectedReport } from '../../../analysis/expected/report.ts';
import { isolated } from '../../../base/text.ts';
import { current, type Game, numberedLine } from '../../../chess/game.ts';
import { other } from '../../../chess/position.ts';
import { resultWords } from '../../../chess/words.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { type SortedReport, verdict } from '../../../present/verdict.ts';
import { type ExpectedQuestion, gameOf } from '../../../questions/expected.ts';
import { escapeMarkdown } from '../core/escape-markdown.ts';
import { buttonRow, type Reply } from '../core/reply.ts';
import type { Requester } from '../core/requester.ts';
import { boardOf, previewOf, treeOf } from './pictures.ts';
import {
  type AnalysisView,
  candidateRow,
  FIRST,
  flipButton,
  listedPlaces,
  pageButtons,
  parameterRows,
  parseAnalysisState,
  placePage,
  placePages,
  type RowsContext,
  treePositionRow,
  viewButton,
} from './rows.ts';
import { footWords, moveLines, nextWords, otherLines, placeFacts, placeWords, treePositions } from './text.ts';

/** An analysis as a message: the list, the tree of a move, a position of a tree. */

/** Two lines each: a screen of a phone. */
const MOVES_PER_PAGE = 8;
const LONGEST_NAME = 40;
/** https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const LONGEST_TITLE = 256;

interface Analysis extends RowsContext {
  question: ExpectedQuestion;
  report: SortedReport;
  game: Game;
  theme: Requester['settings']['theme'];
}

interface Asked {
  question: ExpectedQuestion;
  /** As it was stored. */
  report: unknown;
}

/** A state that is unknown, or of a move or a position that is not there, shows the list from its start. */
export function showAnalysis(
  id: string,
  { question, report }: Asked,
  state: string,
  requester: Requester,
): Promise<Reply> {
  const analysis: Analysis = {
    id,
    voice: requester.voice,
    theme: requester.settings.theme,
    question,
    report: sorted(report as ExpectedReport),
    game: gameOf(question),
  };
  const view = parseAnalysisState(state) ?? FIRST;
  const move = view.kind === 'list' ? undefined : analysis.report.moves[view.move];
  if (view.kind === 'tree' && move) return showTree(analysis, view, move);
  if (view.kind === 'node' && move) return showPlace(analysis, view, move);
  return showList(analysis, view.kind === 'list' ? view : { ...FIRST, flip: view.flip });
}

/** Where moves mate, only these are shown. */
function sorted(report: ExpectedReport): SortedReport {
  const mates = report.moves.filter(isMate);
  return { ...report, sort: 'expected', ...(mates.length > 0 && { moves: mates, rejected: [], notAnalysed: [] }) };
}

const isMate = ({ tree }: CandidateMove): boolean => tree.terminal === 'checkmate';

type ViewOf<K extends AnalysisView['kind']> = Extract<AnalysisView, { kind: K }>;

const lastPage = (page: number, pages: number): number => Math.min(page, Math.max(0, pages - 1));

async function showList(analysis: Analysis, asked: ViewOf<'list'>): Promise<Reply> {
  const { report, question, voice, game } = analysis;
  const { moves } = report;
  const pages = Math.ceil(moves.length / MOVES_PER_PAGE);
  const view = { ...asked, page: lastPage(asked.page, pages) };
  const from = view.page * MOVES_PER_PAGE;
  const shown = moves.slice(from, from + MOVES_PER_PAGE);
  const paragraphs = [
    ...playersLine(question),
    ...(view.page === 0 ? opening(report, voice) : []),
    ...shown.map((move, index) => moveLines(voice, move, from + index + 1)),
    ...(view.page >= pages - 1 ? otherLines(voice, report) : []),
    ...(pages > 1 ? [voice.say('menu.page', { page: view.page + 1, pages })] : []),
  ];
  return {
    embeds: [
      {
        title: titleOf(analysis),
        description: paragraphs.join('\n\n'),
        ...(!isDecided(report) && { footer: { text: footWords(voice, report) } }),
      },
    ],
    files: [await boardOf(report, game, analysis, sideBelow(analysis, view))],
    rows: [
      ...candidateRow(analysis, shown, from, view),
      ...(isDecided(report) ? [] : parameterRows(analysis, question)),
      buttonRow(flipButton(analysis, view), ...pageButtons(analysis, view, pages)),
    ],
  };
}

/** Whose side of the board is seen. */
function sideBelow({ question, report }: Analysis, { flip }: AnalysisView): Color {
  const { side = report.player } = question;
  return flip ? other(side) : side;
}

/** Over, or a mate in one: other parameters would change nothing. */
const isDecided = ({ ending, moves }: SortedReport): boolean => ending !== null || moves.some(isMate);

const opening = (report: SortedReport, voice: Voice): string[] =>
  report.ending ? [`${resultWords(report.ending, report.player, voice)}.`] : [verdict(report, voice).join(' ')];

function titleOf({ voice, report: { player, params, ending } }: Analysis): string {
  if (ending) return voice.say('analyze.over');
  const { rating, opponentRating: opponent } = params;
  const color = voice.say(`color.${player}`);
  return rating === opponent
    ? voice.say('analyze.title', { color, rating })
    : voice.say('analyze.title-against', { color, rating, opponent });
}

function playersLine({ names }: ExpectedQuestion): string[] {
  if (!names.white && !names.black) return [];
  return [COLORS.map(color => isolated(escapeMarkdown(names[color] ?? '', LONGEST_NAME))).join(' – ')];
}

async function showTree(analysis: Analysis, asked: ViewOf<'tree'>, move: CandidateMove): Promise<Reply> {
  const { report, voice, game, theme } = analysis;
  const places = treePositions(move.tree);
  const pages = placePages(places);
  const view = { ...asked, page: lastPage(asked.page, pages) };
  const listed = listedPlaces(places);
  const facts = voice.say('analyze.tree', {
    positions: places.length,
    coverage: voice.share(move.coverage),
  });
  const hints = [
    voice.say('analyze.tree-hint'),
    ...(listed < places.length ? [voice.say('analyze.tree-cut', { shown: listed })] : []),
    ...(pages > 1 ? [voice.say('menu.page', { page: view.page + 1, pages })] : []),
  ];
  return {
    embeds: [
      {
        title: numberedLine(current(game), [move.san]),
        description: [moveLines(voice, move, view.move + 1), facts, hints.join(' ')].join('\n\n'),
      },
    ],
    files: [await treeOf(report, game, move, theme)],
    rows: [
      ...siblings(analysis, view),
      ...treePositionRow(analysis, current(game), places, view.page, view),
      buttonRow(viewButton(analysis, 'button.back', listView(view)), ...pageButtons(analysis, view, pages)),
    ],
  };
}

async function showPlace(analysis: Analysis, view: ViewOf<'node'>, move: CandidateMove): Promise<Reply> {
  const { voice, game, theme } = analysis;
  const places = treePositions(move.tree);
  const place = places[view.node];
  if (!place) return showTree(analysis, { kind: 'tree', move: view.move, page: 0, flip: view.flip }, move);
  const root = current(game);
  const page = lastPage(placePage(view.node), placePages(places));
  return {
    embeds: [
      {
        title: voice.say('menu.preview', { moves: placeWords(root, place, LONGEST_TITLE / 2) }),
        description: [placeFacts(voice, place), ...nextWords(voice, place)].join('\n'),
      },
    ],
    files: [await previewOf(game, place, theme, sideBelow(analysis, view))],
    rows: [
      ...treePositionRow(analysis, root, places, page, view),
      buttonRow(
        viewButton(analysis, 'button.tree', { kind: 'tree', move: view.move, page, flip: view.flip }),
        viewButton(analysis, 'button.back', listView(view)),
        flipButton(analysis, view),
      ),
    ],
  };
}

/** The page of the list on which the move stands. */
const listView = ({ move, flip }: ViewOf<'tree' | 'node'>): AnalysisView => ({
  kind: 'list',
  page: Math.floor(move / MOVES_PER_PAGE),
  flip,
});

/** The menu of the moves on the same page of the list. */
function siblings(analysis: Analysis, view: ViewOf<'tree'>) {
  const from = view.move - (view.move % MOVES_PER_PAGE);
  return candidateRow(analysis, analysis.report.moves.slice(from, from + MOVES_PER_PAGE), from, view);
}
