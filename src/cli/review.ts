import { COLORS, type Color } from 'chessops/types';
import { PARAMETERS as GLANCES, DEFAULTS as INVESTIGATION } from '../analysis/investigation/params.ts';
import { PARAMETERS } from '../analysis/review/params.ts';
import type { ReviewReport } from '../analysis/review/report.ts';
import { clamped } from '../base/bounds.ts';
import { Fault } from '../base/fault.ts';
import { clean } from '../base/text.ts';
import { lastBookPly } from '../chess/openings/openings.ts';
import { makeTree } from '../chess/pgn/make.ts';
import { other } from '../chess/position.ts';
import { RATING } from '../chess/rating.ts';
import { nameOf } from '../chess/words.ts';
import { askedRating } from '../engine/model-choice.ts';
import type { Limit } from '../engine/uci.ts';
import type { PgnGame } from '../input/pgn.ts';
import { annotatedPgn, type BlunderInvestigation, blunderWords } from '../present/annotated-pgn.ts';
import { momentsTitle, namesOf } from '../present/review-game.ts';
import { type HistoryLook, historyScene } from '../present/review-scene.ts';
import { playerRows, reviewWords, sourceWords } from '../present/review-words.ts';
import { evalsOf, REVIEW, type ReviewQuestion } from '../questions/review.ts';
import { HISTORY_WIDTH } from '../render/history-scene.ts';
import { comparedRatings, reviewJob } from '../service/review-job.ts';
import { BOOK_OPTION, bookOption } from './books.ts';
import type { Command, Context, Values } from './command.ts';
import { fileOption, probeOutput, writeOutput } from './files.ts';
import { askInvestigation } from './investigate.ts';
import {
  limitOption,
  MODEL_OPTION,
  modelOption,
  modelWish,
  noteRatings,
  noteUnknownRatings,
  numberOption,
  numberParameter,
  PATIENCE_MS,
} from './options.ts';
import { publish, writePage } from './page.ts';
import { LOOK_OPTIONS, lookOption } from './picture-options.ts';
import { readGameSource } from './source.ts';
import { duration, shorten, type Terminal, table, wrap } from './terminal.ts';

export const command: Command = {
  usage: '<game.pgn|link|->',
  words: 1,
  options: {
    pgn: { value: 'out.pgn', help: 'Write the game with everything said beside its moves.' },
    png: { value: 'out.png', help: 'Draw the evaluation of the game as a curve.' },
    html: { value: 'out.html', help: 'Write a page to step through the game in a browser.' },
    link: { help: 'Keep the review for "kibitz serve", and say where that shows it.' },
    nodes: numberParameter(PARAMETERS.nodes),
    depth: numberParameter(PARAMETERS.depth, 'nodes'),
    'white-rating': numberParameter(PARAMETERS.rating, `the rating in the PGN, or ${PARAMETERS.rating.usual},`),
    'black-rating': { value: 'n', help: 'The same for Black.' },
    'use-evals': { help: 'Take the [%eval] comments of the PGN; Stockfish is not asked.' },
    'no-maia': { help: 'Do not ask what people play; with --use-evals no engine runs at all.' },
    investigate: { help: 'Look at each blunder twice: why it looked good, and how it is refuted.' },
    ...MODEL_OPTION,
    book: BOOK_OPTION,
    theme: LOOK_OPTIONS.theme,
    surroundings: LOOK_OPTIONS.surroundings,
    width: {
      value: 'n',
      help: `Pixels of the curve, ${HISTORY_WIDTH.min} to ${HISTORY_WIDTH.max}; ${HISTORY_WIDTH.usual} if nothing is said.`,
    },
    deterministic: { help: 'The same game, the same review: slower, and without the cache.' },
    'no-cache': { help: 'Neither read nor write the cache.' },
  },
  async run([source], values, context) {
    if (source === undefined)
      throw new Fault('bad-input', 'game: give a PGN file, "-" for standard input, or a link to a Lichess game.');
    const outputs = await outputsOf(values);
    const limit = limitOption(values, { kind: 'nodes', nodes: PARAMETERS.nodes.usual });
    const { pgn, side = 'white' } = await readGameSource(source, context, { withoutMoves: true });
    noteUnknownRatings(pgn.ratings, context.terminal);
    const started = performance.now();
    const report = await askReview(pgn, limit, values, context);
    const investigations = values.investigate ? await investigateBlunders(pgn, report, limit, values, context) : [];
    const { terminal } = context;
    if (terminal.json) terminal.printJson(values.investigate ? { ...report, investigations } : report);
    else printReview(terminal, report, performance.now() - started, investigations);
    await writeReview({ ...outputs, side }, report, pgn, context, investigations);
    if (values.link)
      await publish(
        report,
        { kind: REVIEW, question: { ...(await keptQuestion(pgn, report, limit, values)), side } },
        context,
      );
    return 0;
  },
};

/** As the page asks it again. */
const keptQuestion = async (
  { tree, game }: PgnGame,
  { players: { white, black } }: ReviewReport,
  limit: Limit,
  values: Values,
): Promise<Omit<ReviewQuestion, 'side'>> => ({
  ...modelWish(values),
  pgn: makeTree(tree),
  limit,
  ratings: { white: white.rating, black: black.rating },
  ...(values['no-maia'] && { maia: false }),
  ...(values['use-evals'] && { useEvals: true }),
  ...(values.deterministic && { deterministic: true }),
  ...(values.book !== undefined && { lastBookPly: lastBookPly(game, await bookOption(values)) }),
});

/** With no options, the review that `kibitz review` makes by default. */
export async function askReview(
  pgn: PgnGame,
  limit: Limit,
  values: Values,
  { run, terminal, config }: Context,
): Promise<ReviewReport> {
  const model = modelOption(values, config);
  const usual = askedRating(model, PARAMETERS.rating.usual);
  const ratings = { white: ratingOf('white', pgn, values, usual), black: ratingOf('black', pgn, values, usual) };
  if (!values['no-maia']) noteRatings(model, Object.values(ratings), terminal);
  const job = reviewJob(
    pgn,
    { limit, ratings, maia: !values['no-maia'] },
    {
      book: await bookOption(values),
      evals: values['use-evals'] ? checkedEvals(pgn, terminal) : null,
      deterministic: Boolean(values.deterministic),
      cache: !values['no-cache'],
    },
  );
  return run({ ...job, ...modelWish(values) }, { deadlineMs: PATIENCE_MS });
}

/** Why each blunder was wrong, at the rating of the player who made it. */
async function investigateBlunders(
  { game }: PgnGame,
  { plies, players }: ReviewReport,
  limit: Limit,
  values: Values,
  context: Context,
): Promise<BlunderInvestigation[]> {
  // Who says how deep to look means both looks, as far as the second can go.
  const deep = limit.kind === 'depth' ? clamped(limit.depth, GLANCES.deep) : INVESTIGATION.deep;
  const blunders = plies.filter(({ judgement }) => judgement === 'blunder');
  const found: BlunderInvestigation[] = [];
  for (const [index, { ply, color, uci }] of blunders.entries()) {
    context.terminal.note(`Looking into blunder ${index + 1} of ${blunders.length}.`);
    const before = { positions: game.positions.slice(0, ply), moves: game.moves.slice(0, ply - 1) };
    const params = {
      ...INVESTIGATION,
      deep,
      rating: players[color].rating,
      opponentRating: players[other(color)].rating,
      maia: !values['no-maia'],
      move: uci,
    };
    found.push({ ply, investigation: await askInvestigation(before, params, values, context) });
  }
  return found;
}

function ratingOf(color: Color, { ratings }: PgnGame, values: Values, usual: number): number {
  const fallback = comparedRatings(ratings, usual)[color];
  return numberOption(values, `${color}-rating`, { usual: fallback, ...RATING });
}

function checkedEvals(pgn: PgnGame, terminal: Terminal) {
  const evals = evalsOf(pgn);
  const missing = evals.slice(0, -1).filter(score => score === null).length;
  if (evals.length > 0 && evals.every(score => score === null))
    throw new Fault('bad-input', 'use-evals: this game has no [%eval] comments; without the option Stockfish looks.');
  if (missing > 0) terminal.note(`Moves without [%eval]: ${missing}; they and the next ones are not judged.`);
  return evals;
}

interface Outputs {
  pgn: string | undefined;
  png: string | undefined;
  page: string | undefined;
  look: HistoryLook;
  /** Whose side of the board is below on the page. */
  side?: Color;
}

export function historyLook(values: Values): HistoryLook {
  const { theme, surroundings } = lookOption(values);
  const width = numberOption(values, 'width', HISTORY_WIDTH);
  return { theme, surroundings, width };
}

/** Refused before the work, not after it. */
async function outputsOf(values: Values): Promise<Outputs> {
  const look = historyLook(values);
  const png = fileOption(values, 'png', 'png');
  const pgn = fileOption(values, 'pgn', 'pgn');
  const page = fileOption(values, 'html', 'html');
  await probeOutput(png, 'png');
  await probeOutput(pgn, 'pgn');
  await probeOutput(page, 'html');
  return { pgn, png, page, look };
}

export async function writeReview(
  { pgn, png, page, look, side = 'white' }: Outputs,
  report: ReviewReport,
  { tree }: PgnGame,
  context: Context,
  investigations: readonly BlunderInvestigation[] = [],
): Promise<void> {
  const { terminal } = context;
  const annotated = () => annotatedPgn(tree, report, investigations);
  if (pgn !== undefined) {
    await writeOutput(pgn, annotated(), 'pgn');
    terminal.note(`${pgn}, the game with all that was found.`);
  }
  if (page !== undefined) await writePage(page, { kind: 'review', report, pgn: annotated(), side }, context);
  if (png === undefined) return;
  // The canvas is loaded where it is used: who wants no picture need not wait for it.
  const { historyPicture } = await import('../render/history.ts');
  const picture = await historyPicture(historyScene(report, look));
  await writeOutput(png, picture.png, 'png');
  terminal.note(`${png}, ${picture.width} × ${picture.height}.`);
}

/** Below the first line of a moment. */
const INDENT = '   ';

/** A review in words and columns. */
export function printReview(
  terminal: Terminal,
  report: ReviewReport,
  ms: number,
  investigations: readonly BlunderInvestigation[] = [],
): void {
  const { headline, phases, clock, moments, praise, lessons } = reviewWords(report);
  const paragraph = (lines: readonly string[]) => {
    if (lines.length > 0) terminal.print();
    for (const line of lines) terminal.print(line);
  };
  const indented = (lines: readonly string[]) => lines.flatMap(line => wrap(line, INDENT));
  const titled = (title: string, lines: readonly string[]) => (lines.length > 0 ? [title, ...lines] : []);
  for (const line of wrap(headline)) terminal.print(line);
  paragraph(table(columns(report), [1, 2]));
  paragraph(indented(phases));
  const numbered = indented(moments.map((moment, index) => `${index + 1}. ${moment}`));
  const key = numbered.length > 0 ? " (the mover's winning chances, before → after)" : '';
  paragraph(titled(`${momentsTitle(report)}${key}:`, [...indented(clock), ...numbered]));
  const reasons = investigations.flatMap(investigation => blunderWords(report, investigation));
  paragraph(titled('Why the blunders were wrong:', indented(reasons)));
  paragraph(indented(praise));
  paragraph(titled('To take away:', indented(lessons)));
  paragraph(footnotes(report, ms).flatMap(line => wrap(line).map(part => terminal.style('dim', part))));
}

/** Two names of this many columns leave room for the rest. */
const NAME = 18;

function columns(report: ReviewReport): string[][] {
  const names = namesOf(report);
  const head = COLORS.map(color => {
    const name = shorten(clean(names[color]), NAME);
    return name === nameOf(color) ? name : `${name} (${nameOf(color)})`;
  });
  const rows = playerRows(report).map(({ name, white, black }) => [name, white, black]);
  return rows.length > 0 ? [['', ...head], ...rows] : [];
}

function footnotes(report: ReviewReport, ms: number): string[] {
  const { stats, cacheStatus } = report;
  const source =
    cacheStatus === 'cached' ? `from the cache (it took ${duration(stats.time.totalMs)} then)` : duration(ms);
  const words = sourceWords(report);
  return words.map((line, index) => (index === words.length - 1 ? `${line}; ${source}.` : `${line}.`));
}
