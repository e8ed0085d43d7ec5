import type { MaiaReport } from '../analysis/maia.ts';
import { badInput, Fault } from '../base/fault.ts';
import { percent, plural } from '../base/text.ts';
import { gameFrom } from '../chess/game.ts';
import { type ListedPosition, parsePositionList } from '../input/position-list.ts';
import { gameInput, MAX_POSITIONS } from '../service/jobs.ts';
import type { Context, Values } from './command.ts';
import { readText } from './files.ts';
import { type Drawn, maiaParams, readShown } from './maia-options.ts';
import { modelWish } from './model.ts';
import { type Terminal, table } from './terminal.ts';

/** What people play in each position of a list. */

const FIELD = 'positions';

export async function maiaOfMany(args: readonly string[], values: Values, context: Context): Promise<number> {
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
  const rows = reports.map((report, index) => [nameOf(listed[index]), ...cells(report)]);
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

const nameOf = (listed: ListedPosition | undefined): string => listed?.name || `line ${listed?.line}`;

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
