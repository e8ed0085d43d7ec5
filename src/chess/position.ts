import { Chess, castlingSide, IllegalSetup, isImpossibleCheck } from 'chessops/chess';
import { FenError, InvalidFen, makeFen, parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { Setup } from 'chessops/setup';
import { SquareSet } from 'chessops/squareSet';
import { flipVertical, transformSetup } from 'chessops/transform';
import { COLORS, type Color, type NormalMove, type Role } from 'chessops/types';
import { kingCastlesTo, makeUci, parseSquare, parseUci } from 'chessops/util';
import { ok, type Result } from '../base/result.ts';
import { type RefusalGaps, type RefusalKey, refuse } from './refusals.ts';

/** Standard chess only. Everything behind src/input holds one of these, never a FEN as it was typed. */
export type Position = Chess;

export interface LegalMove {
  uci: string;
  move: NormalMove;
}

export const startPosition = (): Position => Chess.default();

/** What is wrong with a FEN: the sentences that quote it. */
type FenTrouble = { [K in RefusalKey]: RefusalGaps<K> extends { fen: unknown } ? K : never }[RefusalKey];

const FEN_FIELDS: Record<InvalidFen, FenTrouble> = {
  [InvalidFen.Fen]: 'fen.parts',
  [InvalidFen.Board]: 'fen.board',
  [InvalidFen.Pockets]: 'fen.board',
  [InvalidFen.Turn]: 'fen.turn',
  [InvalidFen.Castling]: 'fen.castling',
  [InvalidFen.EpSquare]: 'fen.en-passant',
  [InvalidFen.RemainingChecks]: 'fen.parts',
  [InvalidFen.Halfmoves]: 'fen.half-moves',
  [InvalidFen.Fullmoves]: 'fen.number',
};

const ILLEGAL: Record<IllegalSetup, FenTrouble> = {
  [IllegalSetup.Empty]: 'fen.empty',
  [IllegalSetup.OppositeCheck]: 'fen.opposite-check',
  [IllegalSetup.PawnsOnBackrank]: 'fen.back-rank',
  [IllegalSetup.Kings]: 'fen.kings',
  [IllegalSetup.Variant]: 'fen.variant',
};

export const MAX_FEN_LENGTH = 120;

/**
 * Standard castling only: kings from the e-file, rooks from the corners. Other rights are left-overs and are dropped.
 */
function standardCastling(setup: Setup): SquareSet {
  let kept = SquareSet.empty();
  for (const color of COLORS) {
    const king = parseSquare(color === 'white' ? 'e1' : 'e8');
    if (!setup.board.king.intersect(setup.board[color]).has(king)) continue;
    const corners = SquareSet.corners().intersect(SquareSet.backrank(color));
    kept = kept.union(setup.castlingRights.intersect(corners));
  }
  return kept;
}

function pieceCountProblem(setup: Setup): FenTrouble | undefined {
  for (const color of COLORS) {
    const pieces = setup.board[color];
    if (pieces.size() > 16) return `fen.pieces.${color}`;
    if (pieces.intersect(setup.board.pawn).size() > 8) return `fen.pawns.${color}`;
  }
  return undefined;
}

/**
 * Reads a FEN; the sentence of a refusal starts with `field`. Four-part FENs and the underscores of links are welcome.
 */
export function parsePosition(text: string, field = 'position'): Result<Position> {
  const fen = text.trim();
  if (fen.length > MAX_FEN_LENGTH) return refuse('fen.long', { field, most: MAX_FEN_LENGTH });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(fen)) return refuse('fen.control', { field });
  const wrong = (why: FenTrouble) => refuse(why, { field, fen });
  // Rooks named by other files than a and h are Chess960; dropping the right would evaluate another position.
  const castling = fen.split(/[ _]+/)[2];
  if (castling && !/^(-|[KQkqHAha]{1,4})$/.test(castling)) return wrong(FEN_FIELDS[InvalidFen.Castling]);
  return parseFen(fen.replaceAll('_', ' ')).unwrap(
    (setup): Result<Position> => {
      if (setup.pockets || setup.remainingChecks) return wrong('fen.variant');
      const tooMany = pieceCountProblem(setup);
      if (tooMany) return wrong(tooMany);
      setup.castlingRights = standardCastling(setup);
      return Chess.fromSetup(setup).unwrap(
        (position): Result<Position> => (isImpossibleCheck(position) ? wrong('fen.impossible-check') : ok(position)),
        error => wrong(ILLEGAL[error.message as IllegalSetup] ?? 'fen.illegal'),
      );
    },
    error => wrong(error instanceof FenError ? FEN_FIELDS[error.message as InvalidFen] : 'fen.fen'),
  );
}

/** Six parts, rebuilt from the parsed position: the only FEN an engine is ever sent. */
export const fenOf = (position: Position): string => makeFen(position.toSetup());

/** Placement, side, castling and legal en passant: what makes two positions the same for repetition. */
export const epdOf = (position: Position): string => makeFen(position.toSetup(), { epd: true });

/** UCI as engines and people write it: castling is the king's two-square move. */
export function uciOf(position: Position, move: NormalMove): string {
  const side = castlingSide(position, move);
  return makeUci(side ? { ...move, to: kingCastlesTo(position.turn, side) } : move);
}

export const sanOf = (position: Position, move: NormalMove): string => makeSan(position, move);

/** The legal move a UCI text names, or undefined. Accepts both ways of writing castling. */
export function moveOf(position: Position, uci: string): NormalMove | undefined {
  const parsed = parseUci(uci);
  if (!parsed || !('from' in parsed)) return undefined;
  const side = castlingSide(position, parsed);
  if (!side) return position.isLegal(parsed) ? parsed : undefined;
  // chessops takes the king's step onto any piece of its own for castling; only two squares really mean it.
  const rook = position.castles.rook[position.turn][side];
  if (rook === undefined || (parsed.to !== rook && parsed.to !== kingCastlesTo(position.turn, side))) return undefined;
  const castling = { from: parsed.from, to: rook };
  return position.isLegal(castling) ? castling : undefined;
}

const PROMOTIONS: readonly Role[] = ['queen', 'rook', 'bishop', 'knight'];

/** Every legal move once, in a fixed order (by square), castling as the king's two-square move. */
export function legalMoves(position: Position): LegalMove[] {
  const moves: LegalMove[] = [];
  const context = position.ctx();
  const lastRank = SquareSet.backranks();
  for (const [from, targets] of position.allDests(context)) {
    const promotes = position.board.pawn.has(from);
    for (const to of targets) {
      const roles = promotes && lastRank.has(to) ? PROMOTIONS : [undefined];
      for (const promotion of roles) {
        const move: NormalMove = promotion ? { from, to, promotion } : { from, to };
        moves.push({ uci: uciOf(position, move), move });
      }
    }
  }
  return moves;
}

export function after(position: Position, move: NormalMove): Position {
  const next = position.clone();
  next.play(move);
  return next;
}

/** A line of UCI moves as SAN. Stops at the first move that is not legal: engines may end a line with a stub. */
export function sanLine(position: Position, line: readonly string[]): string[] {
  const san: string[] = [];
  const walk = position.clone();
  for (const uci of line) {
    const move = moveOf(walk, uci);
    if (!move) break;
    san.push(makeSan(walk, move));
    walk.play(move);
  }
  return san;
}

export const ENDINGS = ['checkmate', 'stalemate', 'dead'] as const;
export type Ending = (typeof ENDINGS)[number];

/** How the game ended on the board, if it did. Claims (repetition, fifty moves) need a game, not a position. */
export function endingOf(position: Position): Ending | undefined {
  if (position.isInsufficientMaterial()) return 'dead';
  if (position.hasDests()) return undefined;
  return position.isCheck() ? 'checkmate' : 'stalemate';
}

export const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

/** The same board with `color` to move. After a pass no pawn may be taken en passant. */
export function withMove(position: Position, color: Color): Position {
  if (position.turn === color) return position;
  const passed = position.clone();
  passed.turn = color;
  passed.epSquare = undefined;
  return passed;
}

/** The same position with colours and ranks exchanged: White has Black's problems, and the other way round. */
export function mirror(position: Position): Position {
  const setup = transformSetup(position.toSetup(), flipVertical);
  const { board } = setup;
  [board.white, board.black] = [board.black, board.white];
  setup.turn = other(setup.turn);
  return Chess.fromSetup(setup).unwrap();
}

/** A move in UCI as it is written in the mirrored position. */
export const mirrorUci = (uci: string): string => uci.replace(/[1-8]/g, rank => String(9 - Number(rank)));

/** A move in UCI by a name that is the same on the mirrored board. */
export const nameFor = (mover: Color, uci: string): string => (mover === 'white' ? uci : mirrorUci(uci));
