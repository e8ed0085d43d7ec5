import { ENDGAME_TYPES } from '../analysis/phases/endgames.ts';
import { OPENING_MOVES } from '../analysis/phases/phases.ts';
import { Fault } from '../base/fault.ts';
import { count, plural } from '../base/text.ts';
import { openings } from '../service/openings.ts';
import { BOOK_OPTION, bookOption } from './book.ts';
import type { Command } from './command.ts';
import { type GamePhases, phasesOfGames } from './game-phases.ts';
import { numberOption } from './options.ts';
import { gamesText } from './source.ts';
import type { Terminal } from './terminal.ts';

export const phasesCommand: Command = {
  name: 'phases',
  usage: `phases <games.pgn|link|-> [--book none|file.bin] [--opening-moves ${OPENING_MOVES}]`,
  summary: 'Where the opening and the middlegame of games end, and which endgame they reach.',
  words: 1,
  options: {
    book: BOOK_OPTION,
    'opening-moves': {
      type: 'string',
      value: 'n',
      help: `How long the opening is where no piece is ever taken, 1 to 100; ${OPENING_MOVES} if nothing is said.`,
    },
  },
  async run([source], values, context) {
    const { terminal } = context;
    const openingMoves = numberOption(values, 'opening-moves', { fallback: OPENING_MOVES, min: 1, max: 100 });
    const options = { openings: openings(), book: await bookOption(values), openingMoves };
    const tally: Tally = { games: 0, endgames: 0, errors: 0 };
    const print = terminal.json ? jsonPrinter(terminal) : textPrinter(terminal);
    for await (const game of phasesOfGames(await gamesText(source, context), options)) {
      tally.games++;
      if (game.middlegameEnd !== null) tally.endgames++;
      if (game.error !== undefined) tally.errors++;
      print.game(game);
    }
    if (tally.games === 0) throw new Fault('bad-input', 'pgn: there is no game in it.');
    print.end(tally);
    return tally.errors === 0 ? 0 : 1;
  },
};

interface Tally {
  games: number;
  endgames: number;
  errors: number;
}

/** Games are printed as they come: a file may hold more of them than fit into memory. */
interface Printer {
  game(game: GamePhases): void;
  end(tally: Tally): void;
}

function jsonPrinter(terminal: Terminal): Printer {
  let before: string | undefined;
  return {
    game(game) {
      terminal.print(before === undefined ? '[' : `${before},`);
      before = `  ${JSON.stringify(game)}`;
    },
    end() {
      terminal.print(before);
      terminal.print(']');
    },
  };
}

const TYPE_WIDTH = Math.max(...ENDGAME_TYPES.map(type => type.length));
const row = (game: string, opening: string, endgame: string, type: string, about: string): string =>
  [game.padStart(6), opening.padEnd(8), endgame.padEnd(8), type.padEnd(TYPE_WIDTH), about].join('  ').trimEnd();

function textPrinter(terminal: Terminal): Printer {
  let isFirst = true;
  return {
    game(game) {
      if (isFirst) terminal.print(terminal.style('dim', row('game', 'opening', 'endgame', 'type', 'players, opening')));
      isFirst = false;
      const number = count(game.index + 1);
      const { openingEnd, middlegameEnd, endgameType, error } = game;
      if (error !== undefined) terminal.print(`${number.padStart(6)}  ${terminal.style('red', error)}`);
      else
        terminal.print(
          row(
            number,
            openingEnd === null ? '–' : `to ${openingEnd}`,
            middlegameEnd === null ? '–' : `from ${middlegameEnd}`,
            endgameType ?? '–',
            aboutOf(game),
          ),
        );
    },
    end({ games, endgames, errors }) {
      const unread = errors === 0 ? '' : `; ${count(errors)} cannot be read`;
      terminal.print(terminal.style('dim', `${plural(games, 'game')}, ${count(endgames)} with an endgame${unread}.`));
    },
  };
}

function aboutOf({ white, black, opening }: GamePhases): string {
  const players = white === null && black === null ? [] : [`${white ?? '?'} – ${black ?? '?'}`];
  return [...players, ...(opening ? [`${opening.eco} ${opening.name}`] : [])].join(', ');
}
