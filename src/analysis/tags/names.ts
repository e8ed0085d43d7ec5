import type { Color, Square, SquareName } from 'chessops/types';
import { makeSquare } from 'chessops/util';

/** What a tag is about: the first part of its name. */
export const FAMILIES = ['center', 'king', 'development', 'pawns', 'lines', 'pieces', 'tactic', 'threat'] as const;
export type Family = (typeof FAMILIES)[number];

/** Every tag there is; docs/tags.md says when each is given. */
export const TAG_NAMES = [
  'center.control.core',
  'center.control.near',
  'center.key.d4',
  'center.key.e4',
  'center.key.d5',
  'center.key.e5',
  'center.space',
  'king.castled',
  'king.center',
  'king.shield.intact',
  'king.shield.missing',
  'king.file.open',
  'king.file.halfopen',
  'king.attackers',
  'king.check',
  'development.undeveloped.knight',
  'development.undeveloped.bishop',
  'development.undeveloped.rook',
  'development.undeveloped.queen',
  'development.rooks.connected',
  'pawns.passed',
  'pawns.passed.protected',
  'pawns.doubled',
  'pawns.isolated',
  'pawns.backward',
  'pawns.chain',
  'pawns.island',
  'pawns.lever',
  'lines.file.open',
  'lines.file.halfopen',
  'lines.rook.open',
  'lines.rook.halfopen',
  'lines.rook.seventh',
  'lines.diagonal.long',
  'lines.battery',
  'pieces.outpost',
  'pieces.trapped',
  'pieces.hanging',
  'pieces.hanging.pawn',
  'pieces.overloaded',
  'pieces.mobility',
  'pieces.bishops',
  'tactic.fork',
  'tactic.pin.absolute',
  'tactic.pin.relative',
  'tactic.skewer',
  'tactic.discovered',
  'tactic.double',
  'tactic.backrank',
  'tactic.defender',
  'threat.mate',
  'threat.capture',
  'threat.promotion',
] as const satisfies readonly `${Family}.${string}`[];
export type TagName = (typeof TAG_NAMES)[number];

/** Something that can be seen on the board. Plain JSON: part of reports. */
export interface Tag {
  readonly name: TagName;
  /** The side that has the weakness, or that profits from the tactic or threat. */
  readonly side: Color;
  /** The man that it is about first, in tactics the attacker; then the others it concerns. */
  readonly squares: readonly SquareName[];
}

export const familyOf = (name: TagName): Family => name.slice(0, name.indexOf('.')) as Family;

export const tag = (name: TagName, side: Color, squares: Iterable<Square> = []): Tag => ({
  name,
  side,
  squares: Array.from(squares, makeSquare),
});
