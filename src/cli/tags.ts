import { tagsReport } from '../analysis/tags/report.ts';
import { current } from '../chess/game.ts';
import { endingOf } from '../chess/position.ts';
import type { Command } from './command.ts';
import { ENDINGS, nameOf } from './endings.ts';
import { readPosition } from './source.ts';
import { tagLines } from './tags-text.ts';

export const tagsCommand: Command = {
  name: 'tags',
  usage: 'tags <fen|startpos|link> [--moves "e4 e5"]',
  summary: 'What can be seen on a board without an engine: structure, tactics, threats.',
  words: Number.POSITIVE_INFINITY, // a FEN without quotes
  options: {
    moves: { type: 'string', value: '"e4 e5"', help: 'Played on from the position, in SAN or UCI.' },
  },
  async run(args, values, context) {
    const { terminal } = context;
    const { game } = await readPosition(args, values, context);
    const position = current(game);
    const report = tagsReport(position);
    if (terminal.json) {
      terminal.printJson(report);
      return 0;
    }
    const ending = endingOf(position);
    terminal.print(ending ? ENDINGS[ending](nameOf(position.turn)) : `${nameOf(position.turn)} to move.`);
    for (const line of tagLines(report)) terminal.print(line);
    return 0;
  },
};
