import type { Color } from 'chessops/types';
import { DEFAULTS, type ExpectedParams, LEAVES, PARAMETERS, RESIDUALS } from '../analysis/expected/params.ts';
import { type ExpectedReport, ranked, SORTS } from '../analysis/expected/report.ts';
import type { Config } from '../app/config.ts';
import { Fault } from '../base/fault.ts';
import { current, type Game, plyOfGame, upTo } from '../chess/game.ts';
import { other } from '../chess/position.ts';
import { knownRating, RATING } from '../chess/rating.ts';
import { askedRating } from '../engine/model-choice.ts';
import type { PgnGame } from '../input/pgn.ts';
import { chartScene, expectedScene, type Look, treeScene } from '../present/expected-scenes.ts';
import type { SortedReport } from '../present/verdict.ts';
import { EXPECTED, type ExpectedQuestion, expectedJob } from '../questions/expected.ts';
import type { Picture } from '../render/picture.ts';
import { gameInput } from '../service/jobs.ts';
import type { Command, Context, Values } from './command.ts';
import { printExpected, printTrees } from './expected-text.ts';
import { fileOption, probeOutput, writeOutput } from './files.ts';
import {
  choiceOption,
  MODEL_OPTION,
  modelOption,
  modelWish,
  noteRatings,
  noteUnknownRatings,
  numberOption,
  numberParameter,
  PATIENCE_MS,
  POSITION_OPTIONS,
} from './options.ts';
import { publish, writePage } from './page.ts';
import { LOOK_OPTIONS, lookOption } from './picture-options.ts';
import { readGameSource, readPosition } from './source.ts';
import type { Terminal } from './terminal.ts';

export const command: Command = {
  usage: '<position>',
  words: Number.POSITIVE_INFINITY, // a FEN without quotes
  options: {
    ...POSITION_OPTIONS,
    ...MODEL_OPTION,
    pgn: {
      value: 'file',
      help: 'A game instead of a position; "-" reads it from standard input, a link from Lichess.',
    },
    ply: {
      value: 'n',
      help: 'With --pgn: after so many half-moves, or a range such as 20-24; else where a link points to.',
    },
    rating: numberParameter(PARAMETERS.rating, `the one of the game, or ${DEFAULTS.rating},`),
    'opponent-rating': numberParameter(PARAMETERS.opponentRating, 'the one of the game, or the same,'),
    threshold: numberParameter(PARAMETERS.threshold),
    depth: numberParameter(PARAMETERS.depth),
    loss: numberParameter(PARAMETERS.loss),
    residual: { value: 'how', help: 'What rare moves count: base (the root), node, or tail.' },
    leaf: { value: 'who', help: 'Who values the ends of lines: stockfish, maia (fast), or blend.' },
    'max-candidates': numberParameter(PARAMETERS.maxCandidates, 'all'),
    sort: { value: 'by', help: 'expected or human.' },
    tree: { help: 'Print the trees, too.' },
    png: { value: 'file.png', help: 'Draw the board with the best moves, and the moves as bars.' },
    'tree-png': { value: 'file.png', help: 'Draw the tree of the best move.' },
    html: { value: 'file.html', help: 'Write a page to walk through in a browser: one file, no network.' },
    link: { help: 'Keep the report for "kibitz serve", and say where that shows it.' },
    ...LOOK_OPTIONS,
    trace: { value: 'file', help: 'Write every answer of the engines to a file, as JSON.' },
    deterministic: { help: 'The same question, the same answer: slower, and without the cache.' },
  },
  async run(args, values, context) {
    const questions = await readQuestions(args, values, context);
    const asked = questions.flatMap(({ params }) => [params.rating, params.opponentRating]);
    noteRatings(modelOption(values, context.config), asked, context.terminal);
    const sort = choiceOption(values, 'sort', SORTS, 'expected');
    const pictures = await picturesOption(values, questions.length);
    if (typeof values.trace === 'string') await probeOutput(values.trace, 'trace');
    const reports: ExpectedReport[] = [];
    const traces: unknown[] = [];
    for (const question of questions) {
      const started = performance.now();
      const { trace, ...report } = await ask(question, values, context);
      const shown: SortedReport = { ...report, sort, moves: ranked(report.moves, sort) };
      reports.push(shown);
      traces.push({ ...trace, fen: report.fen, params: report.params });
      if (!context.terminal.json) {
        if (questions.length > 1) context.terminal.print();
        printExpected(context.terminal, question, shown, performance.now() - started);
        if (values.tree) printTrees(context.terminal, question.game, shown);
      }
      await drawExpected(pictures, shown, question.game, context);
      if (values.link) await publish(report, { kind: EXPECTED, question: keptQuestion(question, values) }, context);
    }
    if (typeof values.trace === 'string') {
      const content = traces.length === 1 ? traces[0] : traces;
      await writeOutput(values.trace, `${JSON.stringify(content, null, 1)}\n`, 'trace');
    }
    if (context.terminal.json)
      context.terminal.printJson(
        reports.length === 1 ? reports[0] : { kind: 'expected-range', version: 1, positions: reports },
      );
    return 0;
  },
};

/** A position to be looked at, and who plays. */
interface Question {
  game: Game;
  params: ExpectedParams;
  names: PgnGame['names'];
}

/** As the page asks it again. */
const keptQuestion = ({ game, params, names }: Question, values: Values): ExpectedQuestion => ({
  ...gameInput(game),
  ...modelWish(values),
  ...(values.deterministic && { deterministic: true }),
  params,
  names,
});

function ask(question: Question, values: Values, { run }: Context): Promise<ExpectedReport> {
  const job = { ...expectedJob(keptQuestion(question, values)), trace: values.trace !== undefined };
  return run({ ...job, cache: !values['no-cache'] }, { deadlineMs: PATIENCE_MS });
}

async function readQuestions(args: readonly string[], values: Values, context: Context): Promise<Question[]> {
  const { terminal } = context;
  if (typeof values.pgn !== 'string') {
    if (values.ply !== undefined) throw new Fault('bad-input', 'ply: only together with --pgn; --moves plays on.');
    const { game, names, ratings } = await readPosition(args, values, context);
    noteUnknownRatings(ratings, terminal);
    return [{ game, params: readParams(values, ratings, current(game).turn, context.config), names }];
  }
  if (args.length > 0 || values.moves !== undefined)
    throw new Fault('bad-input', 'pgn: give either a position or a PGN, not both.');
  const source = await readGameSource(values.pgn, context);
  const { game, ratings, names } = source.pgn;
  noteUnknownRatings(ratings, terminal);
  return plies(values, game, source.ply).map(ply => {
    const part = upTo(game, ply);
    return { game: part, params: readParams(values, ratings, current(part).turn, context.config), names };
  });
}

function plies(values: Values, game: Game, linked: number | undefined): number[] {
  if (values.ply === undefined && linked !== undefined) return [plyOfGame(game, linked)];
  const { moves } = game;
  const text = String(values.ply ?? '');
  const [, first, last] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(text) ?? [];
  const from = Number(first);
  const to = Number(last ?? first);
  if (first === undefined || from > to || to > moves.length)
    throw new Fault(
      'bad-input',
      `ply: ${values.ply === undefined ? 'say which' : `"${text}" is not one`}; give a number from 0 to ${moves.length}, or a range such as 0-${moves.length}.`,
    );
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function readParams(values: Values, ratings: PgnGame['ratings'], player: Color, config: Config): ExpectedParams {
  const usual = askedRating(modelOption(values, config), DEFAULTS.rating);
  const rating = numberOption(values, 'rating', {
    usual: knownRating(ratings[player] ?? usual),
    ...RATING,
  });
  const theirs = knownRating(ratings[other(player)] ?? rating);
  return {
    threshold: numberOption(values, 'threshold', PARAMETERS.threshold),
    depth: numberOption(values, 'depth', PARAMETERS.depth),
    loss: numberOption(values, 'loss', PARAMETERS.loss),
    rating,
    opponentRating: numberOption(values, 'opponent-rating', { ...PARAMETERS.opponentRating, usual: theirs }),
    residual: choiceOption(values, 'residual', RESIDUALS, DEFAULTS.residual),
    leaf: choiceOption(values, 'leaf', LEAVES, DEFAULTS.leaf),
    maxCandidates:
      values['max-candidates'] === undefined ? null : numberOption(values, 'max-candidates', PARAMETERS.maxCandidates),
  };
}

/** Which pictures of a report are wanted, how they look, and whether there is to be a page to walk through. */
interface Pictures {
  board: string | undefined;
  tree: string | undefined;
  page: string | undefined;
  look: Look;
}

/** Refused before the work, not after it. */
async function picturesOption(values: Values, positions: number): Promise<Pictures> {
  const pictures = {
    board: fileOption(values, 'png', 'png'),
    tree: fileOption(values, 'tree-png', 'png'),
    page: fileOption(values, 'html', 'html'),
    look: lookOption(values),
  };
  if (positions > 1 && (pictures.board ?? pictures.tree ?? pictures.page) !== undefined)
    throw new Fault('bad-input', 'ply: a picture or a page shows one position; give one number, not a range.');
  if (pictures.board !== undefined && pictures.board === pictures.tree)
    throw new Fault('bad-input', 'tree-png: give it another name than --png.');
  await probeOutput(pictures.board, 'png');
  await probeOutput(pictures.tree, 'tree-png');
  await probeOutput(pictures.page, 'html');
  return pictures;
}

export async function drawExpected(
  { board, tree, page, look }: Pictures,
  report: SortedReport,
  game: Game,
  context: Context,
): Promise<void> {
  const { terminal } = context;
  const [best] = report.moves;
  // The canvas is loaded where it is used: who wants no picture need not wait for it.
  if (board !== undefined) {
    const { expectedPicture } = await import('../render/chart.ts');
    await write(
      'png',
      board,
      await expectedPicture(expectedScene(report, game, look), chartScene(report, look)),
      terminal,
    );
  }
  if (page !== undefined) await writePage(page, { kind: 'expected', report }, context);
  if (tree === undefined) return;
  if (!best) return terminal.note('There is no tree to draw: the game is over.');
  const { treePicture } = await import('../render/tree.ts');
  await write('tree-png', tree, await treePicture(treeScene(report, game, best, look)), terminal);
}

async function write(option: string, file: string, { png, width, height }: Picture, terminal: Terminal): Promise<void> {
  await writeOutput(file, png, option);
  terminal.note(`${file}, ${width} × ${height}.`);
}
