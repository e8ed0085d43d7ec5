import type { Position } from 'chessops/chess';
import { castlingSide } from 'chessops/chess';
import { lichessRules } from 'chessops/compat';
import { makeFen, parseFen } from 'chessops/fen';
import { SquareSet } from 'chessops/squareSet';
import type { Color, NormalMove, Role } from 'chessops/types';
import { kingCastlesTo, makeUci } from 'chessops/util';
import { setupPosition } from 'chessops/variant';
import { type Setting, startOf } from './setting.ts';

/** The rules of the game, which Lichess keeps. Apart from chessops it shares nothing with what it judges. */

export function startPosition(setting: Setting): Position {
  const setup = parseFen(startOf(setting)).unwrap();
  return setupPosition(lichessRules(setting.variant), setup).unwrap();
}

interface Legal {
  /** As Lichess tells it: castling is the king's two steps, in Chess960 the king takes its rook. */
  uci: string;
  move: NormalMove;
}

const PROMOTIONS: readonly Role[] = ['queen', 'knight', 'rook', 'bishop'];

/** Everything that may be played, by each text that it may be sent as. */
export function legalMoves(position: Position, { variant }: Setting): Map<string, Legal> {
  const moves = new Map<string, Legal>();
  for (const [from, targets] of position.allDests()) {
    const pawn = position.board.pawn.has(from);
    for (const to of targets) {
      for (const promotion of pawn && SquareSet.backranks().has(to) ? PROMOTIONS : [undefined]) {
        const move: NormalMove = promotion ? { from, to, promotion } : { from, to };
        const sent = makeUci(move);
        const side = castlingSide(position, move);
        const steps = side ? makeUci({ from, to: kingCastlesTo(position.turn, side) }) : sent;
        const uci = variant === 'chess960' ? sent : steps;
        moves.set(sent, { uci, move }).set(uci, { uci, move });
      }
    }
  }
  return moves;
}

type Ending = { status: 'mate' | 'stalemate' | 'draw' | 'variantEnd'; winner?: Color };

/** What makes two positions the same for repetition. */
const keyOf = (position: Position): string => makeFen(position.toSetup(), { epd: true });

function repetitions(positions: readonly Position[]): number {
  const last = positions.at(-1);
  const key = last && keyOf(last);
  return positions.filter(position => keyOf(position) === key).length;
}

/**
 * How the game has ended by its last move, if it has. Fifty moves and a fifth repetition end it by themselves, a third
 * one only for those who claim it:
 * https://github.com/lichess-org/scalachess/blob/master/core/src/main/scala/variant/Variant.scala. Bots always do:
 * https://github.com/lichess-org/lila/blob/master/modules/round/src/main/Drawer.scala
 */
export function endingOf(positions: readonly Position[], claimsThreefold: boolean): Ending | undefined {
  const position = positions.at(-1);
  if (!position) return undefined;
  const outcome = position.outcome();
  if (position.isVariantEnd()) return { status: 'variantEnd', ...(outcome?.winner && { winner: outcome.winner }) };
  if (position.isCheckmate()) return { status: 'mate', ...(outcome?.winner && { winner: outcome.winner }) };
  if (position.isStalemate()) return { status: 'stalemate' };
  if (position.isInsufficientMaterial() || position.halfmoves >= 100) return { status: 'draw' };
  const times = repetitions(positions);
  return times >= 5 || (times >= 3 && claimsThreefold) ? { status: 'draw' } : undefined;
}

export const isThreefold = (positions: readonly Position[]): boolean => repetitions(positions) >= 3;
