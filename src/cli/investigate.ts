import { DEFAULTS, type InvestigationParams, PARAMETERS } from '../analysis/investigation/params.ts';
import type { InvestigationReport, LineMove } from '../analysis/investigation/report.ts';
import { badInput, Fault } from '../base/fault.ts';
import { ordinal, plural, shareText } from '../base/text.ts';
import { current, type Game, numberedLine } from '../chess/game.ts';
import { type Position, parsePosition } from '../chess/position.ts';
import { knownRating, RATING } from '../chess/rating.ts';
import { makeScore, type Score } from '../chess/score.ts';
import { askedRating, type ModelChoice } from '../engine/model-choice.ts';
import { parseMoveList } from '../input/moves.ts';
import type { FoundPosition } from '../lichess/find.ts';
import { investigationWords } from '../present/investigation-words.ts';
import { gameInput } from '../service/jobs.ts';
import type { Command, Context, Values } from './command.ts';
import { fileOption, probeOutput, writeOutput } from './files.ts';
import {
  MODEL_OPTION,
  modelOption,
  modelWish,
  noteRatings,
  numberOption,
  numberParameter,
  PATIENCE_MS,
  POSITION_OPTIONS,
} from './options.ts';
import { readPosition } from './source.ts';
import { duration, type Terminal, table, wrap } from './terminal.ts';

export const command: Command = {
  usage: '<position>',
  words: Number.POSITIVE_INFINITY, // a FEN without quotes
  options: {
    ...POSITION_OPTIONS,
    ...MODEL_OPTION,
    move: { value: 'Qxb7', help: 'A move to explain, in SAN or UCI, whether it fools anybody or not.' },
    rating: numberParameter(PARAMETERS.rating, `the one in a linked game, or ${DEFAULTS.rating},`),
    deep: numberParameter(PARAMETERS.deep),
    shallow: numberParameter(PARAMETERS.shallow),
    limit: numberParameter(PARAMETERS.levels),
    'no-maia': { help: 'Do not ask what people play.' },
    pgn: { value: 'out.pgn', help: 'Write all that was found as an annotated game.' },
    deterministic: { help: 'The same question, the same answer: slower, and without the cache.' },
  },
  async run(args, values, context) {
    const found = await readPosition(args, values, context);
    const { game } = found;
    const model = modelOption(values, context.config);
    const params = readParams(values, found, model);
    if (params.maia) noteRatings(model, [params.rating], context.terminal);
    const pgn = fileOption(values, 'pgn', 'pgn');
    await probeOutput(pgn, 'pgn');
    const started = performance.now();
    const report = await askInvestigation(game, params, values, context);
    const { terminal } = context;
    if (terminal.json) terminal.printJson(report);
    else printInvestigation(terminal, report, performance.now() - started);
    if (pgn !== undefined) {
      await writeOutput(pgn, report.pgn, 'pgn');
      terminal.note(`${pgn}, every illusion and its refutation.`);
    }
    return 0;
  },
};

export function askInvestigation(
  game: Game,
  params: InvestigationParams,
  values: Values,
  { run }: Context,
): Promise<InvestigationReport> {
  return run(
    {
      kind: 'investigate',
      input: gameInput(game),
      ...modelWish(values),
      params,
      deterministic: Boolean(values.deterministic),
      cache: !values['no-cache'],
    },
    { deadlineMs: PATIENCE_MS },
  );
}

function readParams(values: Values, { game, ratings }: FoundPosition, model: ModelChoice): InvestigationParams {
  const known = knownRating(ratings[current(game).turn] ?? askedRating(model, DEFAULTS.rating));
  return {
    deep: numberOption(values, 'deep', PARAMETERS.deep),
    shallow: numberOption(values, 'shallow', PARAMETERS.shallow),
    levels: numberOption(values, 'limit', PARAMETERS.levels),
    rating: numberOption(values, 'rating', { usual: known, ...RATING }),
    maia: !values['no-maia'],
    move: moveOption(values, game),
  };
}

function moveOption({ move }: Values, game: Game): string | null {
  if (typeof move !== 'string') return null;
  const moves = parseMoveList(current(game), move, 'move');
  if (!moves.ok) throw badInput(moves);
  const [only, ...others] = moves.value;
  if (others.length > 0)
    throw new Fault('bad-input', 'move: name one move, please; --moves plays on from the position.');
  return only ?? null;
}

/** Of a line, on a terminal. */
const LINE_PLIES = 6;

/** An investigation in words, and its branches in columns. */
function printInvestigation(terminal: Terminal, report: InvestigationReport, ms: number): void {
  const { tree, ending } = report;
  for (const sentence of investigationWords(report)) for (const line of wrap(sentence, '   ')) terminal.print(line);
  if (ending) return;
  const position = parsePosition(report.fen);
  if (position.ok && tree.branches.length > 0) {
    terminal.print();
    for (const line of table(rows(report, position.value), [1, 2, 3])) terminal.print(line);
  }
  terminal.print();
  for (const note of footnotes(report, ms)) for (const line of wrap(note)) terminal.print(terminal.style('dim', line));
}

function rows({ tree, params, people, deep, shallow }: InvestigationReport, position: Position): string[][] {
  const share = (uci: string) => {
    const played = people?.[uci];
    return played === undefined ? '' : shareText(played);
  };
  const seen = (look: { score: Score; rank: number } | undefined) =>
    look ? `${makeScore(look.score)} ${ordinal(look.rank).padStart(4)}` : '';
  const row = (san: string, uci: string, line: readonly LineMove[]) => [
    san,
    ...[shallow, deep].map(look => seen(look?.ranking.find(move => move.uci === uci))),
    share(uci),
    numberedLine(
      position,
      line.slice(0, LINE_PLIES).map(move => move.san),
    ),
  ];
  return [
    ['move', `depth ${params.shallow}`, `depth ${params.deep}`, 'played', 'how it goes on'],
    ...(deep ? [row(deep.best.san, deep.best.uci, tree.line)] : []),
    ...tree.branches.map(({ illusion: { san, uci }, line }) => row(san, uci, line)),
  ];
}

function footnotes(
  { params, people, problem, stats, engine, model, overestimated, cacheStatus }: InvestigationReport,
  ms: number,
): string[] {
  const source =
    cacheStatus === 'cached' ? `from the cache (it took ${duration(stats.time.totalMs)} then)` : duration(ms);
  const searches = `${plural(stats.stockfishSearches, 'search', 'searches')} by ${engine?.name ?? 'nobody'}`;
  const branches = `${plural(overestimated.length, 'move')} that ${overestimated.length === 1 ? 'looks better than it is' : 'look better than they are'}; ${plural(stats.branches, 'branch', 'branches')}, ${plural(stats.levels, 'level')} deep`;
  const asked = model ? `, ${model.id}` : '';
  const table = stats.branches > 0;
  return [
    ...(table ? ["Scores are White's, in pawns; ranks are among all legal moves."] : []),
    ...(problem ? [`What people play is not known: ${problem}`] : []),
    ...(table && people ? [`played: by people rated ${params.rating}.`] : []),
    `${table ? `${branches}. ` : ''}${searches}${asked}; ${source}.`,
  ];
}
