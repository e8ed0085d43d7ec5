import type { Role } from 'chessops/types';
import { charToRole, makeSquare } from 'chessops/util';
import { type LegalMove, legalMoves, moveOf, type Position, sanOf, uciOf } from '../chess/position.ts';

/** One move as it is typed at the board: found by what is meant, however it is written. */
export type TypedMove =
  | { kind: 'move'; uci: string }
  | { kind: 'nothing' }
  /** Words that are not one move. */
  | { kind: 'several' }
  /** Two or more pieces can go there. */
  | { kind: 'ambiguous'; sans: string[] }
  | { kind: 'illegal'; inCheck: boolean };

/** One move is far shorter: `12... Nb8xd7+!?` */
const MAX_LENGTH = 40;
const UCI = /^([a-h][1-8])([a-h][1-8])([qrbn]?)$/;
const CASTLING = /^[o0]-?[o0](-?[o0])?$/i;
/** A piece, where it comes from, where it goes, what a pawn becomes. */
const PARTS = /^([kqrbn]?)([a-h]?)([1-8]?)([a-h][1-8])([qrbn]?)$/i;
/** Signs that say nothing about which move it is. */
const SIGNS = /[+#x×:=()\-–!?.]/gi;
/** As they are called in German; none of them is the name of another piece in English. */
const GERMAN: Readonly<Record<string, string>> = { S: 'N', L: 'B', T: 'R', D: 'Q' };

interface Named extends LegalMove {
  san: string;
}

export function readTypedMove(position: Position, text: string): TypedMove {
  const given = text.trim().replace(/^\d{1,3}\s*(\.+|…)\s*/, '');
  if (given === '') return { kind: 'nothing' };
  const illegal: TypedMove = { kind: 'illegal', inCheck: position.isCheck() };
  if (given.length > MAX_LENGTH) return illegal;
  const squares = readSquares(position, given);
  if (squares) return { kind: 'move', uci: squares };
  if (/\s/.test(given)) return { kind: 'several' };
  const legal = legalMoves(position).map(one => ({ ...one, san: sanOf(position, one.move) }));
  const found = matching(position, legal, given);
  const [first, second] = found;
  if (!first) return illegal;
  return second ? { kind: 'ambiguous', sans: found.map(({ san }) => san) } : { kind: 'move', uci: first.uci };
}

/** `e2e4`, `E2-E4`, `e2 e4`; a pawn on the last rank becomes a queen if nothing is said. */
function readSquares(position: Position, text: string): string | undefined {
  const [uci, , , promotion] = UCI.exec(bare(text.replace(/\s/g, '')).toLowerCase()) ?? [];
  if (uci === undefined) return undefined;
  const move = moveOf(position, uci) ?? (promotion ? undefined : moveOf(position, `${uci}q`));
  return move && uciOf(position, move);
}

const bare = (san: string): string => san.replace(SIGNS, '');

/** As it is written; then without regard to capitals; then by what is said of it, be it too little or too much. */
function matching(position: Position, legal: readonly Named[], text: string): Named[] {
  const castling = CASTLING.exec(text.replace(/[+#!?]+$/, ''));
  if (castling) return legal.filter(({ san }) => bare(san) === (castling[1] ? 'OOO' : 'OO'));
  const word = english(bare(text));
  const exact = legal.filter(({ san }) => bare(san) === word);
  if (exact.length > 0) return exact;
  const alike = legal.filter(({ san }) => bare(san).toLowerCase() === word.toLowerCase());
  if (alike.length > 0) return alike;
  const parts = PARTS.exec(word);
  return parts ? legal.filter(one => fits(position, one, parts)) : [];
}

const english = (word: string): string =>
  word
    .replace(/^[SLTD](?=[a-h1-8])/, letter => GERMAN[letter] ?? letter)
    .replace(/(?<=\d)[SLTD]$/, letter => GERMAN[letter] ?? letter);

function fits({ board }: Position, { move }: Named, parts: readonly string[]): boolean {
  const [, piece = '', file = '', rank = '', to = '', promotion = ''] = parts;
  const from = makeSquare(move.from);
  const wanted = roleOf(piece) ?? 'pawn';
  const becomes = move.promotion && (roleOf(promotion) ?? 'queen');
  return (
    board.getRole(move.from) === wanted &&
    makeSquare(move.to) === to.toLowerCase() &&
    from.startsWith(file.toLowerCase()) &&
    from.endsWith(rank) &&
    move.promotion === becomes
  );
}

const roleOf = (letter: string): Role | undefined => (letter ? charToRole(letter) : undefined);
