import type { MaiaReport } from '../analysis/maia.ts';
import { percent } from '../base/text.ts';
import { current } from '../chess/game.ts';
import { isEarly } from '../chess/line.ts';
import { other, type Position } from '../chess/position.ts';
import { gameInput } from '../service/jobs.ts';
import type { Command } from './command.ts';
import { ENDINGS, nameOf } from './endings.ts';
import { maiaOfMany } from './maia-many.ts';
import { type Drawn, maiaParams, readShown, USUAL } from './maia-options.ts';
import { MODEL_OPTION, MODEL_USAGE, modelWish } from './model.ts';
import { POSITION_OPTIONS } from './options.ts';
import { readPosition } from './source.ts';
import { type Terminal, table } from './terminal.ts';

const BAR_LENGTH = 24;

export const maiaCommand: Command = {
  name: 'maia',
  usage: `maia <fen|startpos|link> | --positions file.epd [--moves "e4 e5"] [--rating 1500] [--opponent-rating n] [--top 5] [--temperature 1] [--top-p 1] [--pick [--seed n]] ${MODEL_USAGE} [--no-cache]`,
  summary: 'What people of a rating play in a position, and how their games end.',
  words: Number.POSITIVE_INFINITY, // a FEN without quotes
  options: {
    ...POSITION_OPTIONS,
    ...MODEL_OPTION,
    rating: {
      type: 'string',
      value: 'n',
      help: `Of the side to move, 600 to 2600; the one in a linked game, or ${USUAL}.`,
    },
    'opponent-rating': {
      type: 'string',
      value: 'n',
      help: 'Of the other side; the one in a linked game, or the same.',
    },
    top: { type: 'string', value: 'n', help: 'How many moves to tell, 1 to 256; 5 if nothing is said.' },
    temperature: { type: 'string', value: 'n', help: '1: as people play. Lower: only their favourites. 0 to 10.' },
    'top-p': {
      type: 'string',
      value: 'p',
      help: 'Only the likeliest moves that together make up this much, 0.01 to 1; 1, all, if nothing is said.',
    },
    pick: { type: 'boolean', help: 'Draw one move, each as often as people play it.' },
    seed: { type: 'string', value: 'n', help: 'The same seed draws the same move; another one each time if left out.' },
    positions: {
      type: 'string',
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
