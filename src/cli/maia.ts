import { type MaiaParams, type MaiaReport, PARAMETERS } from '../analysis/move-predictions.ts';
import { badInput, Fault } from '../base/fault.ts';
import { drawMove, seededRandom } from '../base/probability.ts';
import { percent, plural } from '../base/text.ts';
import { current, gameFrom, isEarly } from '../chess/game.ts';
import { other, type Position } from '../chess/position.ts';
import { knownRating, RATING, USUAL_RATING } from '../chess/rating.ts';
import { nameOf } from '../chess/words.ts';
import { askedRating } from '../engine/model-choice.ts';
import { MULTIPV } from '../engine/uci.ts';
import { type ListedPosition, parsePositionList } from '../input/opening-book.ts';
import { gameInput, MAX_POSITIONS } from '../service/jobs.ts';
import type { Command, Context, Values } from './command.ts';
import { readText } from './files.ts';
import {
  MODEL_OPTION,
  modelOption,
  modelWish,
  noteRatings,
  numberOption,
  numberParameter,
  POSITION_OPTIONS,
} from './options.ts';
import { readPosition } from './source.ts';
import { ENDINGS, type Terminal, table } from './terminal.ts';

const TOP = { ...MULTIPV, usual: 5, help: 'How many moves to tell' };
const MAX_SEED = 1e9;
const FIELD = 'positions';
const BAR_LENGTH = 24;

export const command: Command = {
  usage: '<position>',
  words: Number.POSITIVE_INFINITY, // a FEN without quotes
  options: {
    ...POSITION_OPTIONS,
    ...MODEL_OPTION,
    rating: numberParameter(PARAMETERS.rating, `the one in a linked game, or ${USUAL_RATING},`),
    'opponent-rating': numberParameter(PARAMETERS.opponentRating, 'the one in a linked game, or the same,'),
    top: numberParameter(TOP),
    temperature: numberParameter(PARAMETERS.temperature),
    'top-p': numberParameter(PARAMETERS.topP, '1, all,'),
    pick: { help: 'Draw one move, each as often as people play it.' },
    seed: { value: 'n', help: 'The same seed draws the same move; another one each time if left out.' },
    positions: {
      value: 'file',
      help: 'Many positions instead of one, in batches: a FEN or EPD a line, "-" for standard input.',
    },
  },
  async run(args, values, context) {
    const { terminal, run } = context;
    if (values.positions !== undefined) return maiaOfMany(args, values, context);
    const { game, ratings } = await readPosition(args, values, context);
    const { turn } = current(game);
    const params = maiaParams(values, { own: ratings[turn], theirs: ratings[other(turn)] }, context);
    const { top, draw } = readShown(values);
    const report = await run({
      kind: 'maia',
      input: gameInput(game),
      ...modelWish(values),
      params,
      cache: !values['no-cache'],
    });
    const shown = { ...report, moves: report.moves.slice(0, top), ...draw(report, 0) };
    if (terminal.json) terminal.printJson(shown);
    else printReport(terminal, current(game), shown);
    return 0;
  },
};

function printReport(terminal: Terminal, position: Position, report: MaiaReport & Drawn): void {
  const mover = nameOf(position.turn);
  if (report.ending) return terminal.print(ENDINGS[report.ending](mover));
  const who =
    report.rating === report.opponentRating ? `${report.rating}` : `${report.rating} against ${report.opponentRating}`;
  terminal.print(terminal.style('dim', `What ${mover} plays at ${who}:`));
  const likely = report.moves.filter(({ probability }) => probability > 0);
  const rows = likely.map(({ san, probability }) => [san, percent(probability), probabilityBar(probability)]);
  for (const row of table(rows, [1])) terminal.print(row);
  if (report.picked) terminal.print(`Picked: ${report.picked.san} (seed ${report.picked.seed})`);
  if (report.wdl) {
    const { win, draw, loss } = report.wdl;
    const early = isEarly(position) ? ' (says little this early in a game)' : '';
    terminal.print(`${mover} wins ${percent(win, 0)}, draws ${percent(draw, 0)}, loses ${percent(loss, 0)}${early}`);
  }
  terminal.print(terminal.style('dim', `${report.model}${report.cached ? ', from the cache' : ''}`));
}

const probabilityBar = (share: number): string => '█'.repeat(Math.round(share * BAR_LENGTH));

/** What people play in each position of a list. */

async function maiaOfMany(args: readonly string[], values: Values, context: Context): Promise<number> {
  const { terminal, run } = context;
  if (args.length > 0 || values.moves !== undefined)
    throw new Fault('bad-input', `${FIELD}: they stand in the file; give no other position or moves beside it.`);
  const params = maiaParams(values, {}, context);
  const { top, draw } = readShown(values);
  const listed = parsePositionList(await readText(String(values[FIELD]), context.signal, FIELD), FIELD);
  if (!listed.ok) throw badInput(listed);
  if (listed.value.length === 0)
    throw new Fault('bad-input', `${FIELD}: there is no position in it; give a FEN or EPD a line.`);
  const reports: MaiaReport[] = [];
  const started = performance.now();
  for (let at = 0; at < listed.value.length; at += MAX_POSITIONS) {
    const inputs = listed.value.slice(at, at + MAX_POSITIONS).map(({ position }) => gameInput(gameFrom(position)));
    const batch = await run({ kind: 'maias', inputs, ...modelWish(values), params, cache: !values['no-cache'] });
    reports.push(...batch.reports);
    terminal.counted('What people play', reports.length, listed.value.length);
  }
  const ms = performance.now() - started;
  const shown = reports.map((report, index) => ({
    ...report,
    moves: report.moves.slice(0, top),
    ...draw(report, index),
  }));
  if (terminal.json) terminal.printJson({ kind: 'maias', version: 1, ms: Math.round(ms), reports: shown });
  else printMany(terminal, listed.value, shown);
  return 0;
}

type Shown = MaiaReport & Drawn;

function printMany(terminal: Terminal, listed: readonly ListedPosition[], reports: readonly Shown[]): void {
  const rows = reports.map((report, index) => [listedName(listed[index]), ...cells(report)]);
  const picks = reports.some(({ picked }) => picked);
  const [head = '', ...lines] = table([['', ...(picks ? ['picked'] : []), 'win/draw/loss', 'moves'], ...rows]);
  terminal.print(terminal.style('dim', head));
  for (const line of lines) terminal.print(line);
  const [first] = reports;
  if (!first) return;
  const { rating, opponentRating, model } = first;
  const whom = rating === opponentRating ? `${rating}` : `${rating} against ${opponentRating}`;
  terminal.print(terminal.style('dim', `${plural(reports.length, 'position')} at ${whom}, ${model}`));
}

const listedName = (listed: ListedPosition | undefined): string => listed?.name || `line ${listed?.line}`;

/** What is drawn, how games end for the side to move, and the likeliest moves. */
function cells({ ending, wdl, moves, picked }: Shown): string[] {
  if (ending || !wdl) return [ending ?? ''];
  const shares = [wdl.win, wdl.draw, wdl.loss].map(share => percent(share, 0).replace(' %', ''));
  const likely = moves.filter(({ probability }) => probability > 0);
  return [
    ...(picked ? [picked.san] : []),
    shares.join('/'),
    likely.map(({ san, probability }) => `${san} ${percent(probability, 0)}`).join(', '),
  ];
}

/** Ratings as far as they are known from where a position comes from. */
function maiaParams(
  values: Values,
  { own, theirs }: { own?: number | undefined; theirs?: number | undefined },
  { config, terminal }: Pick<Context, 'config' | 'terminal'>,
): MaiaParams {
  const model = modelOption(values, config);
  const rating = numberOption(values, 'rating', {
    usual: knownRating(own ?? askedRating(model, USUAL_RATING)),
    ...RATING,
  });
  noteRatings(model, [rating], terminal);
  const opponentRating = numberOption(values, 'opponent-rating', {
    usual: knownRating(theirs ?? rating),
    ...RATING,
  });
  const temperature = numberOption(values, 'temperature', PARAMETERS.temperature);
  const topP = numberOption(values, 'top-p', PARAMETERS.topP);
  return { rating, opponentRating, temperature, topP };
}

/** The move that chance has chosen, if it was asked. */
interface Drawn {
  picked?: { san: string; uci: string; seed: number };
}

interface Selection {
  /** How many moves to tell. */
  top: number;
  /** The drawn move, with `--pick` and where there is one. `place` is that of a position among many. */
  draw: (report: MaiaReport, place: number) => Drawn;
}

function readShown(values: Values): Selection {
  const top = numberOption(values, 'top', TOP);
  if (!values.pick && values.seed !== undefined)
    throw new Fault('bad-input', 'seed: it is for moves that are drawn; say --pick, too.');
  if (!values.pick) return { top, draw: () => ({}) };
  const seed = numberOption(values, 'seed', { usual: Math.floor(Math.random() * MAX_SEED), min: 0, max: MAX_SEED });
  const draw = ({ moves }: MaiaReport, place: number): Drawn => {
    const uci = drawMove(moves, seededRandom(seed, place));
    const move = moves.find(one => one.uci === uci);
    return move ? { picked: { san: move.san, uci: move.uci, seed } } : {};
  };
  return { top, draw };
}
