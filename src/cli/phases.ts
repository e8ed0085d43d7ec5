import { ENDGAME_TYPES } from '../analysis/phases/endgames.ts';
import { OPENING_MOVES, type Phases, takesPiece, watchPhases } from '../analysis/phases/phases.ts';
import { Fault } from '../base/fault.ts';
import { ok, type Result } from '../base/result.ts';
import { count, legible, plural } from '../base/text.ts';
import type { Book, Opening, Openings } from '../chess/openings/openings.ts';
import { readPgnMove } from '../input/moves.ts';
import { startOf } from '../input/pgn.ts';
import { readGames, type WrittenGame } from '../input/pgn-file.ts';
import { openings } from '../service/openings.ts';
import { BOOK_OPTION, bookOption } from './books.ts';
import type { Command } from './command.ts';
import { numberOption } from './options.ts';
import { gamesText } from './source.ts';
import type { Terminal } from './terminal.ts';

export const command: Command = {
  usage: '<games.pgn|link|->',
  words: 1,
  options: {
    book: BOOK_OPTION,
    'opening-moves': {
      value: 'n',
      help: `How long the opening is where no piece is ever taken, 1 to 100; ${OPENING_MOVES} if nothing is said.`,
    },
  },
  async run([source], values, context) {
    const { terminal } = context;
    const openingMoves = numberOption(values, 'opening-moves', { usual: OPENING_MOVES, min: 1, max: 100 });
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

/** What `kibitz phases` says of a game. */
interface GamePhases extends Phases {
  /** In its file, from 0 on. */
  index: number;
  white: string | null;
  black: string | null;
  opening: Opening | null;
  /** Why there are no phases. */
  error?: string;
}

interface PhaseOptions {
  openings: Openings;
  book: Book;
  openingMoves?: number;
}

/** The phases of all games of a PGN, in their order. */
export async function* phasesOfGames(
  chunks: AsyncIterable<string> | Iterable<string>,
  options: PhaseOptions,
): AsyncGenerator<GamePhases> {
  let index = 0;
  for await (const game of readGames(chunks)) {
    const found = phasesOfGame(game, options);
    const players = { white: playerOf(game, 'White'), black: playerOf(game, 'Black') };
    yield { index: index++, ...(found.ok ? found.value : { ...NOTHING, error: found.message }), ...players };
  }
}

const NOTHING = { openingEnd: null, middlegameEnd: null, endgameType: null, opening: null } as const;

function playerOf({ headers }: WrittenGame, header: 'White' | 'Black'): string | null {
  const name = legible(headers.get(header) ?? '');
  return name === '' || name === '?' ? null : name;
}

/** Played on one board that changes, as a file may hold millions of games. */
function phasesOfGame(
  { headers, moves }: WrittenGame,
  { openings, book, openingMoves }: PhaseOptions,
): Result<Phases & Pick<GamePhases, 'opening'>> {
  const start = startOf(headers);
  if (!start.ok) return start;
  if (!moves.ok) return moves;
  const position = start.value;
  const watch = watchPhases(openingMoves);
  let opening = openings.of(position) ?? null;
  for (const word of moves.value) {
    const move = readPgnMove(position, word);
    if (!move.ok) return move;
    const { fullmoves: moveNumber, turn: color, board } = position;
    const takes = takesPiece(position, move.value);
    position.play(move.value);
    const named = openings.of(position);
    if (named) opening = named;
    const isBook = book === openings ? named !== undefined : book.has(position);
    watch.see({ moveNumber, color, takesPiece: takes, book: isBook, board });
  }
  return ok({ ...watch.phases(), opening });
}
