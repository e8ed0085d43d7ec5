import { bishopAttacks, kingAttacks, knightAttacks, pawnAttacks, ray, rookAttacks } from 'chessops/attacks';
import type { Board } from 'chessops/board';
import { SquareSet } from 'chessops/squareSet';
import { type Color, type NormalMove, type Piece, ROLES, type Role, type Square } from 'chessops/types';
import { other } from './position.ts';
import { asSeenBy } from './squares.ts';

/** In pawns, as players count them: a bishop for a knight is an even exchange. A king is never given up. */
export const WORTH: Record<Role, number> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 100 };

export const CHEAPEST_FIRST = ROLES.toSorted((a, b) => WORTH[a] - WORTH[b]);
const LAST_RANKS = SquareSet.backranks();

/** The men of both sides that look at a square, as far as they are among `men`. */
export function attackersOf(board: Board, square: Square, men: SquareSet): SquareSet {
  return slidersTo(board, square, men)
    .union(knightAttacks(square).intersect(board.knight))
    .union(kingAttacks(square).intersect(board.king))
    .union(pawnAttacks('black', square).intersect(board.pawn).intersect(board.white))
    .union(pawnAttacks('white', square).intersect(board.pawn).intersect(board.black))
    .intersect(men);
}

const slidersTo = (board: Board, square: Square, men: SquareSet): SquareSet =>
  rookAttacks(square, men)
    .intersect(board.rooksAndQueens())
    .union(bishopAttacks(square, men).intersect(board.bishopsAndQueens()));

/** Exchanges on one square. */
interface Exchange {
  readonly board: Board;
  readonly square: Square;
  /** The men when it began. */
  readonly start: SquareSet;
  /** Those that are left: who has taken has gone, and the lines behind him are open. */
  men: SquareSet;
}

/** Whether a man may take as far as his own king is concerned: pins hold, also those that open on the way. */
function mayTake({ board, square, start, men }: Exchange, side: Color, from: Square): boolean {
  const king = board.kingOf(side) as Square;
  const enemies = board[other(side)].intersect(men).without(square);
  // Even a pinned man keeps a king away.
  if (king === from) return attackersOf(board, square, men.without(from)).isDisjoint(enemies);
  if (ray(king, from).isEmpty() && men.supersetOf(start.without(from))) return true;
  const checkers = slidersTo(board, king, men.without(from).with(square)).intersect(enemies);
  // A check that stood before is no reason: what is asked is what is guarded, not whose turn it is.
  return checkers.isEmpty() || checkers.diff(attackersOf(board, king, start)).isEmpty();
}

function cheapestTaker(exchange: Exchange, side: Color): { from: Square; role: Role } | undefined {
  const { board, square, men } = exchange;
  const takers = attackersOf(board, square, men).intersect(board[side]).without(square);
  if (takers.isEmpty()) return undefined;
  for (const role of CHEAPEST_FIRST)
    for (const from of asSeenBy(side, takers.intersect(board[role])))
      if (mayTake(exchange, side, from)) return { from, role };
  return undefined;
}

/** What stands on the square when a man has arrived there: a pawn on the last rank is a queen by then. */
const arriving = (role: Role, square: Square): Role => (role === 'pawn' && LAST_RANKS.has(square) ? 'queen' : role);

/** What is thought away, and where a pawn may be taken in passing. */
interface ExchangeOptions {
  men?: SquareSet;
  enPassant?: Square | undefined;
}

/**
 * What a move wins in pawns if both sides go on taking on its square with their cheapest men for as long as it pays
 * (static exchange evaluation, https://www.chessprogramming.org/Static_Exchange_Evaluation). A move that takes nothing
 * may be asked about as well: it wins nothing, or less. Undefined where the mover's own king does not allow it.
 */
export function exchange(
  board: Board,
  { from, to }: Pick<NormalMove, 'from' | 'to'>,
  { men = board.occupied, enPassant }: ExchangeOptions = {},
): number | undefined {
  const { role, color } = board.get(from) as Piece;
  const passed = role === 'pawn' && to === enPassant ? to ^ 8 : undefined;
  const state: Exchange = { board, square: to, start: men, men: passed === undefined ? men : men.without(passed) };
  if (!mayTake(state, color, from)) return undefined;
  state.men = state.men.without(from);
  const victim = men.has(passed ?? to) ? board.getRole(passed ?? to) : undefined;
  let standing = arriving(role, to);
  let side = other(color);
  // What each taker has won if he is not taken.
  const balances = [(victim ? WORTH[victim] : 0) + WORTH[standing] - WORTH[role]];
  for (let taker = cheapestTaker(state, side); taker; taker = cheapestTaker(state, side)) {
    const taken = WORTH[standing];
    standing = arriving(taker.role, to);
    balances.push(taken + WORTH[standing] - WORTH[taker.role] - (balances.at(-1) as number));
    state.men = state.men.without(taker.from);
    side = other(side);
  }
  // Backwards: a side takes only where it pays. Only the first move is not a choice.
  let result = balances.pop() as number;
  while (balances.length > 0) result = Math.min(balances.pop() as number, 0 - result);
  return result;
}

export interface Capture {
  from: Square;
  to: Square;
  gain: number;
}

/** The best capture of what stands on a square, if there is any; among equals the cheapest man's. */
export function bestCapture(board: Board, to: Square, by: Color, men = board.occupied): Capture | undefined {
  let best: Capture | undefined;
  const takers = attackersOf(board, to, men).intersect(board[by]);
  for (const role of CHEAPEST_FIRST)
    for (const from of asSeenBy(by, takers.intersect(board[role]))) {
      const gain = exchange(board, { from, to }, { men });
      if (gain !== undefined && (!best || gain > best.gain)) best = { from, to, gain };
    }
  return best;
}
