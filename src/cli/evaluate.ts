import { type EvaluateParams, PARAMETERS } from '../analysis/evaluate/params.ts';
import { type EvaluationSummary, type SummaryRow, summarizeMoves } from '../analysis/evaluate/summary.ts';
import { Fault } from '../base/fault.ts';
import type { Failure } from '../base/result.ts';
import { count, percent, plural } from '../base/text.ts';
import { RATING } from '../chess/rating.ts';
import type { ModelChoice } from '../engine/model-choice.ts';
import type { Limit } from '../engine/uci.ts';
import { playMoves } from '../input/moves.ts';
import { ratingsIn, startOf } from '../input/pgn.ts';
import { readGames, type WrittenGame } from '../input/pgn-file.ts';
import {
  columnSentences,
  evaluationColumns,
  type LeftOut,
  type LeftOutGames,
  leftOutCount,
  leftOutSentence,
  reasonsText,
} from '../present/evaluation-words.ts';
import { type Asked, type Evaluation, evaluateGames, type RealGame } from '../service/batches.ts';
import { theoryOf } from '../service/review-job.ts';
import type { Command, Values } from './command.ts';
import {
  farRatings,
  knownRatings,
  limitOption,
  MODEL_OPTION,
  modelOption,
  modelWish,
  noteRatings,
  numberOption,
  numberParameter,
  PATIENCE_MS,
} from './options.ts';
import { gamesText } from './source.ts';
import { duration, type Terminal, table, wrap } from './terminal.ts';

const HEADERS = 'headers';

export const command: Command = {
  usage: '<games.pgn|link|->',
  words: 1,
  options: {
    ...MODEL_OPTION,
    'rating-from': {
      value: `${HEADERS}|n`,
      help: `What Maia is told of the players: their own ratings, or one for all, ${RATING.min} to ${RATING.max}; ${HEADERS} if nothing is said.`,
    },
    limit: numberParameter(PARAMETERS.games),
    nodes: numberParameter(PARAMETERS.nodes),
    depth: { value: 'n', help: 'Half-moves that Stockfish looks ahead, instead of nodes.' },
    'no-stockfish': { help: 'Ask Maia alone, which takes a fraction of the time.' },
    'no-cache': { help: 'Neither read nor write the cache: for measuring the speed once more.' },
  },
  async run([source], values, context) {
    const { terminal, signal, config } = context;
    const rating = ratingFrom(values);
    const wanted = numberOption(values, 'limit', PARAMETERS.games);
    const limit = values['no-stockfish'] ? null : limitOption(values, { kind: 'nodes', nodes: PARAMETERS.nodes.usual });
    const found = await readRealGames(await gamesText(source, context), wanted, rating === null);
    const { games, leftOut } = found;
    if (games.length === 0) throw nothingIn(found);
    const model = modelOption(values, config);
    noteWhatIsTaken(terminal, found, rating, model);
    const service = await context.service();
    const onProgress = (asked: EvaluateParams['ask'], done: number) =>
      terminal.counted(PROGRESS[asked], done, games.length);
    // Two for each engine: Maia's batches are full, and no job waits in the queue.
    const wishes = { rating, limit, concurrency: 2 * config.engines, cache: !values['no-cache'], ...modelWish(values) };
    const options = { owner: 'command line', priority: 'background', deadlineMs: PATIENCE_MS } as const;
    onProgress('maia', 0);
    const evaluation = await evaluateGames(games, wishes, service, { ...options, signal, onProgress }).catch(error => {
      if (signal.aborted && wishes.cache)
        terminal.note('What was found so far is kept: the same command goes on there.');
      throw error;
    });
    const summary = summarizeMoves(evaluation.moves);
    const from = rating === null ? HEADERS : rating;
    if (terminal.json)
      terminal.printJson({
        ...{ kind: 'evaluate', version: 1, ratingFrom: from, leftOut, ...askedJson(evaluation, limit), ...summary },
      });
    else {
      const { maia, stockfish } = evaluation;
      const told = rating === null ? `ratings from the ${HEADERS}` : `${rating} for everybody`;
      printEvaluation(terminal, { summary, maia, stockfish, told, bound: boundText(limit) });
    }
    return 0;
  },
};

const PROGRESS: Record<EvaluateParams['ask'], string> = {
  maia: 'What Maia would have played',
  stockfish: 'What Stockfish would have played',
};

/** Null: the players' own. */
function ratingFrom(values: Values): number | null {
  const text = values['rating-from'] ?? HEADERS;
  if (text === HEADERS) return null;
  if (!/^\d+$/.test(String(text)))
    throw new Fault('bad-input', `rating-from: "${text}" is neither ${HEADERS} nor a rating such as 1500.`);
  return numberOption(values, 'rating-from', { usual: RATING.min, ...RATING });
}

function nothingIn({ leftOut, trouble }: RealGames): Fault {
  const many = leftOutCount(leftOut);
  if (many === 0) return new Fault('bad-input', 'pgn: there is no game in it.');
  if (many === 1 && trouble !== undefined) return new Fault('bad-input', trouble);
  const which = many === 1 ? 'its one game cannot be used' : `none of its ${count(many)} games can be used`;
  const hint = leftOut.unrated ? '; --rating-from 1500 takes one rating for all' : '';
  const reasons = reasonsText(leftOut);
  return new Fault('bad-input', `pgn: ${which}${reasons.startsWith('because') ? ' ' : ': '}${reasons}${hint}.`);
}

/** `rating` is the one that is told instead of the players' own. */
function noteWhatIsTaken(
  terminal: Terminal,
  { games, leftOut, more }: RealGames,
  rating: number | null,
  model: ModelChoice,
): void {
  const sentence = leftOutSentence(leftOut);
  if (sentence) terminal.note(sentence);
  if (more)
    terminal.note(`There are more games in it than the first ${count(games.length)}; --limit takes more of them.`);
  if (rating !== null || model.kind === 'file') return noteRatings(model, rating === null ? [] : [rating], terminal);
  const own = games.flatMap(({ ratings }) => Object.values(ratings));
  const beyond = farRatings(model, own).length;
  if (beyond > 0)
    terminal.note(
      `${plural(beyond, 'rating')} beyond ${knownRatings(model)}, which Maia knows: taken for the nearest.`,
    );
}

function boundText(limit: Limit | null): string {
  if (!limit) return '';
  return limit.kind === 'depth' ? `depth ${limit.depth}` : plural(limit.nodes, 'node');
}

const askedJson = ({ maia, stockfish }: Evaluation, limit: Limit | null) => ({
  maia: withSpeed(maia),
  stockfish: stockfish && { ...withSpeed(stockfish), limit },
});

const withSpeed = (asked: Asked) => ({ ...asked, positionsPerSecond: positionsPerSecond(asked) });

interface PrintedEvaluation {
  summary: EvaluationSummary;
  /** The ratings that Maia was given, in words: `ratings from the headers`, or one rating for both players. */
  told: string;
  /** What Stockfish looked at: `20,000 nodes`. */
  bound: string;
  maia: Asked;
  stockfish: Asked | null;
}

function printEvaluation(terminal: Terminal, evaluation: PrintedEvaluation): void {
  const { summary, stockfish } = evaluation;
  const columns = evaluationColumns(stockfish !== null);
  const line = (name: string, row: SummaryRow) => [name, ...columns.map(({ of }) => of(row))];
  const rows = [
    ['', ...columns.map(({ name }) => name)],
    line('all', summary.all),
    ...summary.bands.map(row => line(row.band, row)),
    ...summary.phases.map(row => line(row.phase, row)),
  ];
  const numbers = columns.map((_, index) => index + 1);
  const [head = '', ...lines] = table(rows, numbers);
  terminal.print(terminal.style('dim', head));
  lines.forEach((text, index) => {
    // All together, by rating, by phase.
    if (index === 1 || index === 1 + summary.bands.length) terminal.print();
    terminal.print(text);
  });
  terminal.print();
  for (const sentence of [...aboutSentences(evaluation), ...columnSentences(stockfish !== null)])
    for (const text of wrap(sentence)) terminal.print(terminal.style('dim', text));
}

function aboutSentences({ summary, told, bound, maia, stockfish }: PrintedEvaluation): string[] {
  const { all, forced } = summary;
  const people = all.peopleFirst ? `; ${percent(all.peopleFirst.mean)} are Stockfish’s first choice` : '';
  return [
    `${plural(all.games, 'game')}, ${plural(all.moves, 'move')}, ${count(forced)} of them without a choice${people}.`,
    `${maia.name}, ${told}: ${speedText(maia)}.`,
    ...(stockfish ? [`${stockfish.name}, ${bound} and three lines a position: ${speedText(stockfish)}.`] : []),
  ];
}

const positionsPerSecond = ({ positions, ms }: Asked): number | null =>
  positions === 0 ? null : positions / (ms / 1000);

function speedText(asked: Asked): string {
  const speed = positionsPerSecond(asked);
  if (speed === null) return 'all from the cache';
  return `${speed.toFixed(speed < 10 ? 1 : 0)} positions a second, ${count(asked.positions)} in ${duration(asked.ms)}`;
}

/** What a file has of games that Maia can be measured by. */
interface RealGames {
  games: RealGame[];
  leftOut: LeftOutGames;
  /** Why the first of those is not among them, where it cannot be read at all. */
  trouble: string | undefined;
  /** Whether the file goes on behind the last one that was wanted. */
  more: boolean;
}

/** The first `limit` games that can be used; with `rated`, only those in which both players have a rating. */
async function readRealGames(
  chunks: AsyncIterable<string> | Iterable<string>,
  limit: number,
  rated: boolean,
): Promise<RealGames> {
  const found: RealGames = { games: [], leftOut: {}, trouble: undefined, more: false };
  for await (const written of readGames(chunks)) {
    if (found.games.length === limit) return { ...found, more: true };
    const game = realGame(written, rated);
    if ('game' in game) found.games.push(game);
    else {
      found.leftOut[game.why] = (found.leftOut[game.why] ?? 0) + 1;
      found.trouble ??= game.trouble;
    }
  }
  return found;
}

interface Refused {
  why: LeftOut;
  trouble?: string;
}

function realGame({ headers, moves }: WrittenGame, rated: boolean): RealGame | Refused {
  const start = startOf(headers);
  if (!start.ok) return refused(start);
  if (!moves.ok) return refused(moves);
  if (moves.value.length === 0) return { why: 'empty' };
  const ratings = ratingsIn(headers);
  if (rated && (ratings.white === undefined || ratings.black === undefined)) return { why: 'unrated' };
  const game = playMoves(start.value, moves.value);
  if (!game.ok) return refused(game);
  return { game: game.value, ratings, lastBookPly: theoryOf(game.value).lastBookPly };
}

const refused = ({ refusal, message }: Failure): Refused =>
  refusal?.key === 'variant' ? { why: 'variant' } : { why: 'unreadable', trouble: message };
