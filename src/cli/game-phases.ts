import { type Phases, takesPiece, watchPhases } from '../analysis/phases/phases.ts';
import { ok, type Result } from '../base/result.ts';
import { legible } from '../base/text.ts';
import type { Book } from '../chess/openings/book.ts';
import type { Opening, Openings } from '../chess/openings/openings.ts';
import { startOf } from '../input/pgn.ts';
import { readGames, type WrittenGame } from '../input/pgn-file.ts';
import { readMove } from '../input/replay.ts';

/** What `kibitz phases` says of a game. */
export interface GamePhases extends Phases {
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
    const move = readMove(position, word);
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
