import type { Board } from 'chessops/board';
import type { Color, NormalMove } from 'chessops/types';
import type { Game, Phase } from '../../chess/game.ts';
import { other, type Position } from '../../chess/position.ts';
import { type EndgameType, endgameOf, isCatchAll } from './endgames.ts';

/** The boundaries of a game's phases, as numbers of full moves; null where there is none. */
export interface Phases {
  /** The last move of the opening. */
  openingEnd: number | null;
  /** The first move of the endgame. */
  middlegameEnd: number | null;
  endgameType: EndgameType | null;
}

/** What a half-move tells about the phases. Numbers are the positions' own: a game may begin at move 30. */
interface PhasePly {
  moveNumber: number;
  color: Color;
  /** It takes something that is not a pawn. */
  takesPiece: boolean;
  /** The position after it is theory. */
  book: boolean;
  /** After it; it need not stay as it is once the next half-move is told. */
  board: Board;
}

/** Told the half-moves of a game one by one. */
interface PhaseWatch {
  see(ply: PhasePly): void;
  /** Of what was seen so far. */
  phases(): Phases;
}

/** How many moves are the opening of a game in which no piece is ever taken. */
export const OPENING_MOVES = 15;

export function watchPhases(openingMoves = OPENING_MOVES): PhaseWatch {
  let last: PhasePly | undefined;
  let lastBookMove = 0;
  let firstTaking: number | undefined;
  let endgame: Endgame = NO_ENDGAME;
  return {
    see(ply) {
      last = ply;
      if (ply.book) lastBookMove = ply.moveNumber;
      if (ply.takesPiece) firstTaking ??= ply.moveNumber;
      // The men of a move are those after its last half-move: Black's, unless the game ends with White's.
      if (ply.color === 'black') endgame = endgameWith(endgame, ply);
    },
    phases() {
      if (!last) return { openingEnd: null, ...NO_ENDGAME };
      const openingEnd = firstTaking === undefined ? openingMoves : Math.max(lastBookMove + 1, firstTaking);
      return {
        openingEnd: Math.min(openingEnd, last.moveNumber),
        ...(last.color === 'white' ? endgameWith(endgame, last) : endgame),
      };
    },
  };
}

type Endgame = Omit<Phases, 'openingEnd'>;

const NO_ENDGAME: Endgame = { middlegameEnd: null, endgameType: null };

/** What is known of the endgame once a further move is. */
function endgameWith(known: Endgame, { moveNumber, board }: PhasePly): Endgame {
  if (known.endgameType !== null && !isCatchAll(known.endgameType)) return known;
  const type = endgameOf(board);
  if (!type) return known;
  if (known.endgameType === null) return { middlegameEnd: moveNumber, endgameType: type };
  return isCatchAll(type) ? known : { ...known, endgameType: type };
}

/** Of a whole game, of which the half-move `lastBookPly` is the last that is theory. */
export function phasesOf(game: Game, lastBookPly: number, openingMoves = OPENING_MOVES): Phases {
  const watch = watchPhases(openingMoves);
  game.moves.forEach((move, index) => {
    const [before, after] = [game.positions[index] as Position, game.positions[index + 1] as Position];
    watch.see({
      moveNumber: before.fullmoves,
      color: before.turn,
      takesPiece: takesPiece(before, move),
      book: index < lastBookPly,
      board: after.board,
    });
  });
  return watch.phases();
}

/** Whether a move takes something that is not a pawn. Castling is written as the king's move onto his own rook. */
export const takesPiece = ({ board, turn }: Position, { to }: NormalMove): boolean =>
  board[other(turn)].has(to) && !board.pawn.has(to);

/** Both the opening and the endgame may claim a move of a short game: the endgame has it. */
export function phaseOf(moveNumber: number, { openingEnd, middlegameEnd }: Phases): Phase {
  if (middlegameEnd !== null && moveNumber >= middlegameEnd) return 'endgame';
  return openingEnd !== null && moveNumber <= openingEnd ? 'opening' : 'middlegame';
}
