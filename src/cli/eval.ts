import type { EvalReport } from '../analysis/eval.ts';
import { badInput } from '../base/fault.ts';
import { count, percent } from '../base/text.ts';
import { current, numberedLine } from '../chess/game.ts';
import type { Position } from '../chess/position.ts';
import { makeScore, winrate } from '../chess/score.ts';
import { nameOf } from '../chess/words.ts';
import { DEPTH, MULTIPV, NODES } from '../engine/uci.ts';
import { parseMoveList } from '../input/moves.ts';
import { gameInput } from '../service/jobs.ts';
import type { Command, Values } from './command.ts';
import { limitOption, numberOption, numberParameter, POSITION_OPTIONS } from './options.ts';
import { readPosition } from './source.ts';
import { ENDINGS, type Terminal, table } from './terminal.ts';

const LINE_PLIES = 10;
const LIMIT_DEPTH = { ...DEPTH, usual: 15, help: 'Half-moves to search' };
const LINES = { ...MULTIPV, usual: 1, help: 'How many of the best moves to tell' };

export const command: Command = {
  usage: '<position>',
  words: Number.POSITIVE_INFINITY, // a FEN without quotes
  options: {
    ...POSITION_OPTIONS,
    depth: numberParameter(LIMIT_DEPTH),
    nodes: numberParameter({ ...NODES, usual: 0, help: 'Positions to search instead' }, 'depth'),
    multipv: numberParameter(LINES),
    searchmoves: { value: '"e4 d4"', help: 'Look at these moves only.' },
    deterministic: { help: 'Forget earlier searches first: the same question, the same answer.' },
  },
  async run(args, values, context) {
    const { terminal, run } = context;
    const { game } = await readPosition(args, values, context);
    const position = current(game);
    const report = await run({
      kind: 'eval',
      input: gameInput(game),
      params: {
        limit: limitOption(values, { kind: 'depth', depth: LIMIT_DEPTH.usual }),
        multipv: numberOption(values, 'multipv', LINES),
        ...searchmovesOption(values, position),
        deterministic: Boolean(values.deterministic),
      },
      cache: !values['no-cache'],
    });
    if (terminal.json) terminal.printJson(report);
    else printReport(terminal, position, report);
    return 0;
  },
};

function searchmovesOption(values: Values, position: Position): { searchmoves?: string[] } {
  if (typeof values.searchmoves !== 'string') return {};
  const moves = parseMoveList(position, values.searchmoves, 'searchmoves');
  if (!moves.ok) throw badInput(moves);
  return { searchmoves: moves.value };
}

function printReport(terminal: Terminal, position: Position, report: EvalReport): void {
  const mover = nameOf(position.turn);
  if (report.ending) return terminal.print(ENDINGS[report.ending](mover));
  const rows = report.lines.map(line => [
    makeScore(line.score),
    percent(winrate(line.score, position.turn), 0),
    numberedLine(position, line.san.slice(0, LINE_PLIES)),
  ]);
  terminal.print(terminal.style('dim', `Score from White's side; win rate for ${mover}, who is to move.`));
  for (const row of table(rows, [0, 1])) terminal.print(row);
  const source = report.cached ? 'from the cache' : `${(report.ms / 1000).toFixed(2)} s`;
  const work = `${report.engine}, depth ${report.depth}, ${count(report.nodes)} nodes, ${source}`;
  terminal.print(terminal.style('dim', work));
}
