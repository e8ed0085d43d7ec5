import { pawnAttacks } from 'chessops/attacks';
import type { Role, Square } from 'chessops/types';
import { parseSquare, squareFile } from 'chessops/util';
import { other, type Position } from '../position.ts';
import { RANDOM_64 } from './random64.ts';

/** A key of 64 bits: its upper and lower half, each a whole number from 0 to 2^32 - 1. */
export interface ZobristKey {
  high: number;
  low: number;
}

// Polyglot's rules: http://hgm.nubati.net/book_format.html
const ROLES: readonly Role[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const CASTLING = 768;
const RIGHTS = 'KQkq';
/** h1, a1, h8, a8: the rooks of these rights. */
const CORNERS: readonly Square[] = [7, 0, 63, 56];
const EN_PASSANT = 772;
const WHITE_TO_MOVE = 780;

const [SLASH, ZERO] = ['/', '0'].map(sign => sign.charCodeAt(0)) as [number, number];
/** Where the numbers of a man begin, by the code of his letter. */
const MAN_AT = new Int16Array(128).fill(-1);
for (const [index, letter] of [...'pPnNbBrRqQkK'].entries()) MAN_AT[letter.charCodeAt(0)] = 64 * index;

const NUMBERS = RANDOM_64.trim().split(/\s+/);
const HIGH = Int32Array.from(NUMBERS, hex => Number.parseInt(hex.slice(0, 8), 16));
const LOW = Int32Array.from(NUMBERS, hex => Number.parseInt(hex.slice(8), 16));

/**
 * The key of a position, en passant counted on the square that is given, if any. Asked for every half-move of every
 * game of a file, so it goes through the bits of the board without making anything on the way.
 */
export function keyOf({ board, turn, castles }: Position, ep: Square | undefined): ZobristKey {
  const { white } = board;
  const { castlingRights } = castles;
  let high = turn === 'white' ? (HIGH[WHITE_TO_MOVE] as number) : 0;
  let low = turn === 'white' ? (LOW[WHITE_TO_MOVE] as number) : 0;
  for (let role = 0; role < ROLES.length; role++) {
    const men = board[ROLES[role] as Role];
    for (let half = 0; half < 2; half++) {
      const whites = half === 0 ? white.lo : white.hi;
      for (let bits = half === 0 ? men.lo : men.hi; bits !== 0; bits &= bits - 1) {
        const bit = 31 - Math.clz32(bits & -bits);
        const at = 128 * role + 64 * ((whites >>> bit) & 1) + 32 * half + bit;
        high ^= HIGH[at] as number;
        low ^= LOW[at] as number;
      }
    }
  }
  for (let index = 0; index < CORNERS.length; index++) {
    if (!castlingRights.has(CORNERS[index] as Square)) continue;
    high ^= HIGH[CASTLING + index] as number;
    low ^= LOW[CASTLING + index] as number;
  }
  if (ep !== undefined) {
    high ^= HIGH[EN_PASSANT + squareFile(ep)] as number;
    low ^= LOW[EN_PASSANT + squareFile(ep)] as number;
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** The same key from an EPD, which has to be a correct one: much faster than by way of a board. */
export function keyOfEpd(epd: string): ZobristKey {
  let high = 0;
  let low = 0;
  const add = (index: number) => {
    high ^= HIGH[index] as number;
    low ^= LOW[index] as number;
  };
  const [placement = '', turn, castling = '', ep = '-'] = epd.split(' ');
  let square = 56;
  for (let at = 0; at < placement.length; at++) {
    const code = placement.charCodeAt(at);
    const offset = MAN_AT[code] as number;
    if (offset >= 0) add(offset + square++);
    else square += code === SLASH ? -16 : code - ZERO;
  }
  for (const letter of castling) if (letter !== '-') add(CASTLING + RIGHTS.indexOf(letter));
  const captured = parseSquare(ep);
  if (captured !== undefined) add(EN_PASSANT + squareFile(captured));
  if (turn === 'w') add(WHITE_TO_MOVE);
  return { high: high >>> 0, low: low >>> 0 };
}

/** The square of a capture en passant for which a pawn stands ready; it may still be pinned. */
export function readyEnPassant({ board, turn, epSquare }: Position): Square | undefined {
  if (epSquare === undefined) return undefined;
  const pawns = pawnAttacks(other(turn), epSquare).intersect(board.pawn);
  return pawns.intersects(board[turn]) ? epSquare : undefined;
}
