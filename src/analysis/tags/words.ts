import type { Square, SquareName } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { other, type Position } from '../../chess/position.ts';
import { nameOf } from '../../chess/words.ts';
import type { Family, Tag, TagName } from './names.ts';

export const FAMILY_WORDS: Record<Family, string> = {
  center: 'centre',
  king: 'king',
  development: 'development',
  pawns: 'pawns',
  lines: 'files and diagonals',
  pieces: 'pieces',
  tactic: 'tactics',
  threat: 'threats',
};

/** A tag in two or three words, for chat and for the comments of a PGN. */
export const TAG_WORDS: Record<TagName, string> = {
  'center.control.core': 'centre control',
  'center.control.near': 'control around the centre',
  'center.key.d4': 'key square d4',
  'center.key.e4': 'key square e4',
  'center.key.d5': 'key square d5',
  'center.key.e5': 'key square e5',
  'center.space': 'more space',
  'king.castled': 'castled king',
  'king.center': 'king in the centre',
  'king.shield.intact': 'intact king shield',
  'king.shield.missing': 'missing shield pawn',
  'king.file.open': 'open file at the king',
  'king.file.halfopen': 'half-open file at the king',
  'king.attackers': 'king attackers',
  'king.check': 'check',
  'development.undeveloped.knight': 'undeveloped knight',
  'development.undeveloped.bishop': 'undeveloped bishop',
  'development.undeveloped.rook': 'undeveloped rook',
  'development.undeveloped.queen': 'undeveloped queen',
  'development.rooks.connected': 'connected rooks',
  'pawns.passed': 'passed pawn',
  'pawns.passed.protected': 'protected passed pawn',
  'pawns.doubled': 'doubled pawns',
  'pawns.isolated': 'isolated pawn',
  'pawns.backward': 'backward pawn',
  'pawns.chain': 'pawn chain',
  'pawns.island': 'pawn island',
  'pawns.lever': 'pawn lever',
  'lines.file.open': 'open file',
  'lines.file.halfopen': 'half-open file',
  'lines.rook.open': 'rook on an open file',
  'lines.rook.halfopen': 'rook on a half-open file',
  'lines.rook.seventh': 'rook on the seventh',
  'lines.diagonal.long': 'bishop on a long diagonal',
  'lines.battery': 'battery',
  'pieces.outpost': 'outpost',
  'pieces.trapped': 'trapped piece',
  'pieces.hanging': 'hanging piece',
  'pieces.hanging.pawn': 'pawn that can be taken',
  'pieces.overloaded': 'overloaded defender',
  'pieces.mobility': 'more mobile pieces',
  'pieces.bishops': 'bishop pair',
  'tactic.fork': 'fork',
  'tactic.pin.absolute': 'pin',
  'tactic.pin.relative': 'relative pin',
  'tactic.skewer': 'skewer',
  'tactic.discovered': 'discovered attack',
  'tactic.double': 'double attack',
  'tactic.backrank': 'weak back rank',
  'tactic.defender': 'removable defender',
  'threat.mate': 'mate in one',
  'threat.capture': 'winning capture',
  'threat.promotion': 'promotion',
};

/**
 * A tag as a clause. {side} and {enemy} are names, {1} to {4} the man on that square ("the knight on e7"), {own} the first
 * with his owner, {rest} all but the first, {squares} bare names, {file} that of the last square, {at2} and {at3} bare squares.
 */
const PHRASES: Record<TagName, string> = {
  'center.control.core': '{side} controls more of the centre ({squares})',
  'center.control.near': '{side} controls more of the squares around the centre',
  'center.key.d4': '{side} holds {squares}',
  'center.key.e4': '{side} holds {squares}',
  'center.key.d5': '{side} holds {squares}',
  'center.key.e5': '{side} holds {squares}',
  'center.space': '{side} has more space',
  'king.castled': "{side}'s king has castled",
  'king.center': "{side}'s king is stuck in the centre",
  'king.shield.intact': "the pawns before {side}'s king are all there",
  'king.shield.missing': "no pawn shields {side}'s king on the {file}-file",
  'king.file.open': "the {file}-file at {side}'s king is open",
  'king.file.halfopen': "the {file}-file at {side}'s king is open for {enemy}",
  'king.attackers': "{side}'s king is looked at by {rest}",
  'king.check': '{side} is in check from {rest}',
  'development.undeveloped.knight': '{own} is not developed',
  'development.undeveloped.bishop': '{own} is not developed',
  'development.undeveloped.rook': '{own} is not developed',
  'development.undeveloped.queen': '{own} is not developed',
  'development.rooks.connected': "{side}'s rooks are connected",
  'pawns.passed': '{own} is passed',
  'pawns.passed.protected': '{own} is passed and protected',
  'pawns.doubled': "{side}'s pawns on the {file}-file are doubled",
  'pawns.isolated': '{own} is isolated',
  'pawns.backward': '{own} is backward',
  'pawns.chain': '{side} has a pawn chain ({squares})',
  'pawns.island': '{side} has a pawn island ({squares})',
  'pawns.lever': '{own} can take {2}',
  'lines.file.open': 'the {file}-file is open',
  'lines.file.halfopen': 'the {file}-file is half-open for {side}',
  'lines.rook.open': '{own} stands on an open file',
  'lines.rook.halfopen': '{own} stands on a half-open file',
  'lines.rook.seventh': '{own} stands on the seventh rank',
  'lines.diagonal.long': '{own} rules a long diagonal',
  'lines.battery': '{own} forms a battery with {2}',
  'pieces.outpost': '{own} has an outpost',
  'pieces.trapped': '{own} is trapped',
  'pieces.hanging': '{own} hangs',
  'pieces.hanging.pawn': '{own} can be taken',
  'pieces.overloaded': '{own} has to guard {rest}',
  'pieces.mobility': "{side}'s pieces are more mobile",
  'pieces.bishops': '{side} has the bishop pair',
  'tactic.fork': '{own} forks {rest}',
  'tactic.pin.absolute': '{own} pins {2} to the king',
  'tactic.pin.relative': '{own} pins {2} to {3}',
  'tactic.skewer': '{own} skewers {2}, with {3} behind it',
  'tactic.discovered': '{own} attacks {3} as soon as {2} steps aside',
  'tactic.double': '{own} attacks {2} while {3} attacks {4}',
  'tactic.backrank': "{own} can enter on {at3} against the weak back rank of {enemy}'s king",
  'tactic.defender': '{own} can take {2}, the defender of {3}',
  'threat.mate': '{side} {can} mate with {1}, to {at2}',
  'threat.capture': '{side} {can} take {2} with {1}',
  'threat.promotion': '{side} {can} promote {1} on {at2}',
};

/** A tag as part of a sentence about the position it was found in: `White's knight on e7 forks the king on g8 and …`. */
export function phraseOf({ name, side, squares }: Tag, { board, turn }: Position): string {
  const roleOn = (square: SquareName): string | undefined => board.getRole(parseSquare(square) as Square);
  const man = (square: SquareName): string => (roleOn(square) ? `the ${roleOn(square)} on ${square}` : square);
  const parts: Record<string, string> = {
    side: nameOf(side),
    enemy: nameOf(other(side)),
    own: squares[0] ? man(squares[0]).replace('the', `${nameOf(side)}'s`) : '',
    rest: listed(squares.slice(1).map(man)),
    squares: squares.join(', '),
    file: squares.at(-1)?.charAt(0) ?? '',
    at2: squares[1] ?? '',
    at3: squares[2] ?? '',
    can: side === turn ? 'can' : 'threatens to',
    ...Object.fromEntries(squares.map((square, index) => [String(index + 1), man(square)])),
  };
  return PHRASES[name].replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '');
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
