import type { MaiaReport } from '../analysis/maia.ts';
import { current } from '../chess/game.ts';
import { isEarly } from '../chess/line.ts';
import { other, type Position } from '../chess/position.ts';
import { percent } from '../chess/words.ts';
import { askedRating } from '../engine/choice.ts';
import { gameInput, knownRating, RATING } from '../service/jobs.ts';
import type { Command } from './command.ts';
import { ENDINGS, nameOf } from './endings.ts';
import { MODEL_OPTION, MODEL_USAGE, modelOption, modelWish, noteRatings } from './model.ts';
import { numberOption, POSITION_OPTIONS } from './options.ts';
import { readPosition } from './source.ts';
import { type Terminal, table } from './terminal.ts';

const BAR_LENGTH = 24;
const USUAL = 1500;

export const maiaCommand: Command = {
  name: 'maia',
  usage: `maia <fen|startpos|link> [--moves "e4 e5"] [--rating 1500] [--opponent-rating n] [--top 5] [--temperature 1] ${MODEL_USAGE} [--no-cache]`,
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
  },
  async run(args, values, context) {
    const { terminal, run, config } = context;
    const model = modelOption(values, config);
    const { game, ratings } = await readPosition(args, values, context);
    const { turn } = current(game);
    const rating = numberOption(values, 'rating', {
      fallback: knownRating(ratings[turn] ?? askedRating(model, USUAL)),
      ...RATING,
    });
    const theirs = knownRating(ratings[other(turn)] ?? rating);
    const opponentRating = numberOption(values, 'opponent-rating', { fallback: theirs, ...RATING });
    const temperature = numberOption(values, 'temperature', { fallback: 1, min: 0, max: 10, whole: false });
    const top = numberOption(values, 'top', { fallback: 5, min: 1, max: 256 });
    noteRatings(model, [rating], terminal);
    const report = await run({
      kind: 'maia',
      input: gameInput(game),
      ...modelWish(values),
      params: { rating, opponentRating, temperature },
      cache: !values['no-cache'],
    });
    const shown = { ...report, moves: report.moves.slice(0, top) };
    if (terminal.json) terminal.printJson(shown);
    else printReport(terminal, current(game), shown);
    return 0;
  },
};

function printReport(terminal: Terminal, position: Position, report: MaiaReport): void {
  const mover = nameOf(position.turn);
  if (report.ending) return terminal.print(ENDINGS[report.ending](mover));
  const who =
    report.rating === report.opponentRating ? `${report.rating}` : `${report.rating} against ${report.opponentRating}`;
  terminal.print(terminal.style('dim', `What ${mover} plays at ${who}:`));
  const rows = report.moves.map(({ san, probability }) => [san, percent(probability), probabilityBar(probability)]);
  for (const row of table(rows, [1])) terminal.print(row);
  if (report.wdl) {
    const { win, draw, loss } = report.wdl;
    const early = isEarly(position) ? ' (says little this early in a game)' : '';
    terminal.print(`${mover} wins ${percent(win, 0)}, draws ${percent(draw, 0)}, loses ${percent(loss, 0)}${early}`);
  }
  terminal.print(terminal.style('dim', `${report.model}${report.cached ? ', from the cache' : ''}`));
}

export const probabilityBar = (share: number): string => '█'.repeat(Math.round(share * BAR_LENGTH));
