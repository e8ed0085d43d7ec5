import { Chess, castlingSide, IllegalSetup, isImpossibleCheck } from 'chessops/chess';
import { FenError, InvalidFen, makeFen, parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { Setup } from 'chessops/setup';
import { SquareSet } from 'chessops/squareSet';
import { COLORS, type Color, type NormalMove, type Role } from 'chessops/types';
import { kingCastlesTo, makeUci, parseSquare, parseUci } from 'chessops/util';
import { no, ok, type Result } from './result.ts';

/** Standard chess only. Everything past the front door holds one of these, never a FEN somebody typed. */
export type Position = Chess;

export interface LegalMove {
  uci: string;
  move: NormalMove;
}

export const startPosition = (): Position => Chess.default();

const FEN_FIELDS: Record<InvalidFen, string> = {
  [InvalidFen.Fen]: 'has too many parts',
  [InvalidFen.Board]: 'needs eight ranks of eight squares in its first part',
  [InvalidFen.Pockets]: 'needs eight ranks of eight squares in its first part',
  [InvalidFen.Turn]: 'needs "w" or "b" (whose move it is) as its second part',
  [InvalidFen.Castling]: 'needs castling rights such as "KQkq" or "-" as its third part',
  [InvalidFen.EpSquare]: 'needs an en-passant square such as "e3" or "-" as its fourth part',
  [InvalidFen.RemainingChecks]: 'has too many parts',
  [InvalidFen.Halfmoves]: 'needs a number of half-moves as its fifth part',
  [InvalidFen.Fullmoves]: 'needs a move number as its sixth part',
};

const ILLEGAL: Record<IllegalSetup, string> = {
  [IllegalSetup.Empty]: 'has no pieces',
  [IllegalSetup.OppositeCheck]: 'has the side that is not to move in check, so the other side must be to move',
  [IllegalSetup.PawnsOnBackrank]: 'has a pawn on the first or last rank',
  [IllegalSetup.Kings]: 'needs exactly one king on each side',
  [IllegalSetup.Variant]: 'is not standard chess',
};

const MAX_FEN_LENGTH = 120;

/** Standard castling only: kings from the e-file, rooks from the corners. Other rights are left-overs and are dropped. */
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

function pieceCountProblem(setup: Setup): string | undefined {
  for (const color of COLORS) {
    const pieces = setup.board[color];
    if (pieces.size() > 16) return `has more than 16 ${color} pieces`;
    if (pieces.intersect(setup.board.pawn).size() > 8) return `has more than 8 ${color} pawns`;
  }
  return undefined;
}

/** Reads a FEN; the sentence of a refusal starts with `field`. Four-part FENs and the underscores of links are welcome. */
export function parsePosition(text: string, field = 'position'): Result<Position> {
  const fen = text.trim();
  if (fen.length > MAX_FEN_LENGTH) return no(`${field}: a FEN is at most ${MAX_FEN_LENGTH} characters long.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(fen)) return no(`${field}: a FEN is one line without control characters.`);
  const wrong = (why: string) => no(`${field}: "${fen}" ${why}.`);
  // Rooks named by other files than a and h are Chess960; dropping the right would evaluate another position.
  const castling = fen.split(/[ _]+/)[2];
  if (castling && !/^(-|[KQkqHAha]{1,4})$/.test(castling)) return wrong(FEN_FIELDS[InvalidFen.Castling]);
  return parseFen(fen.replaceAll('_', ' ')).unwrap(
    (setup): Result<Position> => {
      if (setup.pockets || setup.remainingChecks) return wrong('is not standard chess');
      const tooMany = pieceCountProblem(setup);
      if (tooMany) return wrong(tooMany);
      setup.castlingRights = standardCastling(setup);
      return Chess.fromSetup(setup).unwrap(
        (position): Result<Position> =>
          isImpossibleCheck(position) ? wrong('has a check that no move can have given') : ok(position),
        error => wrong(ILLEGAL[error.message as IllegalSetup] ?? 'is not a legal position'),
      );
    },
    error => wrong(error instanceof FenError ? FEN_FIELDS[error.message as InvalidFen] : 'is not a FEN'),
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
