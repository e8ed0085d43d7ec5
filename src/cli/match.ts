import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { type MatchPlan, pairings, roundOf } from '../analysis/match/pairings.ts';
import { MATCH_DEFAULTS, MAX_PLIES, PARAMETERS } from '../analysis/match/params.ts';
import { gamesOf, type MatchResult, type MatchSummary, summarize } from '../analysis/match/summary.ts';
import { Fault } from '../base/fault.ts';
import { plural } from '../base/text.ts';
import { RATING } from '../chess/rating.ts';
import { askedRating, type ModelChoice, modelName } from '../engine/model-choice.ts';
import { readGames } from '../input/pgn-file.ts';
import {
  conditionsText,
  type MatchConditions,
  matchPgn,
  matchResult,
  matchSentence,
  scoreText,
  strengthText,
  tallyText,
} from '../present/match.ts';
import { type MatchWishes, playMatch } from '../service/batches.ts';
import { OPENING_BOOK_OPTION, openingBookOption } from './books.ts';
import type { Command, Values } from './command.ts';
import { fileOption, probeOutput, readChunks } from './files.ts';
import {
  limitOption,
  MODEL_OPTION,
  modelOption,
  modelWish,
  noteRatings,
  numberOption,
  numberParameter,
  PATIENCE_MS,
} from './options.ts';
import { type Terminal, table, wrap } from './terminal.ts';

const { elo, rating, nodes } = MATCH_DEFAULTS;
const MAX_LEVELS = 20;

export const command: Command = {
  options: {
    ...MODEL_OPTION,
    games: numberParameter(PARAMETERS.games),
    elo: { value: '1500,2000', help: `Stockfish's strength, or several; ${elo} if nothing is said.` },
    rating: numberParameter(PARAMETERS.rating),
    temperature: numberParameter(PARAMETERS.temperature),
    'top-p': numberParameter(PARAMETERS.topP, '1, all,'),
    nodes: numberParameter(PARAMETERS.nodes),
    depth: { value: 'n', help: 'Half-moves that Stockfish looks ahead, instead of nodes.' },
    'opening-book': OPENING_BOOK_OPTION,
    pgn: { value: 'games.pgn', help: 'Every game is added to this file when it ends.' },
    resume: { help: 'Go on with the match whose games are in that file.' },
    concurrency: { value: 'n', help: 'Games at the same time; as many as there are engines if nothing is said.' },
    seed: { value: 'n', help: "Makes Maia's choices repeatable; Stockfish's below its strength never are." },
  },
  async run(_args, values, context) {
    const { terminal, signal, config } = context;
    const book = await openingBookOption(values, signal);
    const plan: MatchPlan = {
      games: numberOption(values, 'games', PARAMETERS.games),
      elos: elosOption(values),
      ...(book && { openings: book.openings }),
    };
    const model = modelOption(values, config);
    const wishes = { ...readWishes(values, model, terminal, config.engines), ...modelWish(values) };
    const name = modelName(model, [wishes.rating]);
    const conditions: MatchConditions = { ...wishes, model: name, ...(book && { book: book.name }) };
    const file = fileOption(values, 'pgn', 'pgn');
    const results = await earlierGames(file, Boolean(values.resume), conditions, signal);
    await probeOutput(file, 'pgn');
    const wanted = pairings(plan);
    const done = new Set(results.map(roundOf));
    const left = wanted.filter(pairing => !done.has(roundOf(pairing)));
    if (results.length > 0) terminal.note(`${plural(results.length, 'game')} in ${file}, ${left.length} to go.`);
    const service = await context.service();
    const onGame = async (played: Parameters<typeof matchPgn>[0]) => {
      if (file !== undefined) await appendFile(file, `${matchPgn(played, conditions, Date.now())}\n`);
      const { report, opening: _, ...pairing } = played;
      results.push({ ...pairing, result: report.result, by: report.by });
      terminal.counted(runningScore(summarize(results)), results.length, wanted.length);
    };
    terminal.counted(runningScore(summarize(results)), results.length, wanted.length);
    const options = { owner: 'command line', priority: 'background', deadlineMs: PATIENCE_MS } as const;
    await playMatch(left, wishes, service, { ...options, signal, onGame }).catch(error => {
      // What has been played counts, however it ends.
      if (results.length > 0 && !terminal.json) printMatch(terminal, summarize(results), wishes.rating);
      if (file !== undefined && signal.aborted) terminal.note(`The games so far are in ${file}; --resume goes on.`);
      throw error;
    });
    const summary = summarize(results);
    if (terminal.json)
      terminal.printJson({ kind: 'match', version: 1, conditions: conditionsText(conditions), ...summary });
    else printMatch(terminal, summary, wishes.rating);
    return 0;
  },
};

function elosOption({ elo: text = String(elo) }: Values): number[] {
  const elos = String(text).split(',').map(Number);
  if (
    elos.length > MAX_LEVELS ||
    !elos.every(one => Number.isInteger(one) && one >= PARAMETERS.elo.min && one <= PARAMETERS.elo.max)
  )
    throw new Fault('bad-input', `elo: "${text}" is not a rating, or up to ${MAX_LEVELS} with commas between them.`);
  return [...new Set(elos)];
}

function readWishes(values: Values, model: ModelChoice, terminal: Terminal, engines: number): MatchWishes {
  const wanted = numberOption(values, 'rating', { usual: askedRating(model, rating), ...RATING });
  noteRatings(model, [wanted], terminal);
  const own = askedRating(model, wanted);
  return {
    rating: own,
    opponentRating: own,
    temperature: numberOption(values, 'temperature', PARAMETERS.temperature),
    topP: numberOption(values, 'top-p', PARAMETERS.topP),
    limit: limitOption(values, { kind: 'nodes', nodes }),
    seed: numberOption(values, 'seed', { usual: Math.floor(Math.random() * 1e9), min: 0, max: 1e9 }),
    concurrency: numberOption(values, 'concurrency', { usual: engines, min: 1, max: 256 }),
  };
}

/** What the file holds already. A match never mixes with games that were played otherwise. */
async function earlierGames(
  file: string | undefined,
  resume: boolean,
  conditions: MatchConditions,
  signal: AbortSignal,
): Promise<MatchResult[]> {
  if (file === undefined && resume) throw new Fault('bad-input', 'resume: name the file with the games, with --pgn.');
  if (file === undefined || !existsSync(file)) return [];
  const results: MatchResult[] = [];
  for await (const { headers, moves } of readGames(readChunks(file, signal))) {
    const found = moves.ok ? matchResult(headers) : undefined;
    if (!found)
      throw new Fault('bad-input', `pgn: there are games in ${file} that are none of a match; name another file.`);
    const { conditions: played, ...result } = found;
    if (played !== conditionsText(conditions))
      throw new Fault('bad-input', `pgn: the games in ${file} were played otherwise (${played}); name another file.`);
    results.push(result);
  }
  if (results.length > 0 && !resume)
    throw new Fault(
      'bad-input',
      `pgn: there are games in ${file} already; --resume goes on with them, or name another file.`,
    );
  return results;
}

/** `+3 =1 -2`, level by level, while games are played. */
const runningScore = ({ levels }: MatchSummary): string =>
  levels.length === 0 ? 'The first games' : levels.map(level => `${level.elo}: ${tallyText(level)}`).join('  ');

function printMatch(terminal: Terminal, summary: MatchSummary, rating: number): void {
  const rows = summary.levels.map(level => [
    String(level.elo),
    String(gamesOf(level)),
    tallyText(level),
    scoreText(level),
    level.strength ? strengthText(level.strength) : '',
  ]);
  const [head = '', ...lines] = table([['against', 'games', 'result', 'score', 'strength'], ...rows], [0, 1, 3]);
  terminal.print(terminal.style('dim', head));
  for (const line of lines) terminal.print(line);
  terminal.print();
  const sentence = matchSentence(summary, rating);
  if (sentence) for (const line of wrap(sentence)) terminal.print(line);
  const adjudicated = summary.ends.length ?? 0;
  if (adjudicated > 0) terminal.print(`Draws by length, after ${MAX_PLIES} half-moves: ${adjudicated}.`);
}
