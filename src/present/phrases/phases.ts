import type { EndgameType } from '../../analysis/phases/endgames.ts';
import type { Phase } from '../../chess/game.ts';
import type { Language } from '../../chess/tongue.ts';

/** The phases of a game, in words. */

/** Endgames as people speak of them. */
const endgamesEn: Record<EndgameType, string> = {
  Pawn: 'pawn endgame',
  'Minor Piece': 'minor-piece endgame',
  'Two Minor Piece': 'endgame with two minor pieces each',
  'Rook + Two Minor Piece': 'endgame with rook and two minor pieces each',
  'Rook vs Rook (Unequal Minors)': 'rook endgame with unequal minor pieces',
  'Rook vs Minor Piece': 'endgame of rook against minor piece',
  Rook: 'rook endgame',
  'Double Rook': 'double-rook endgame',
  'Rook + Minor Piece': 'endgame with rooks and minor pieces',
  'Heavy Piece': 'heavy-piece endgame',
  'Asymmetric Heavy Piece': 'heavy-piece endgame with unequal material',
  Queen: 'queen endgame',
  'Queen + Two Minor Piece': 'endgame with queen and two minor pieces each',
  // Often no more than the middle of an exchange: a move later it would be untrue.
  'Strong Material Imbalance': 'endgame',
  Endgame: 'endgame',
  Transitional: 'endgame with queens',
};

const endgamesDe: typeof endgamesEn = {
  Pawn: 'Bauernendspiel',
  'Minor Piece': 'Leichtfigurenendspiel',
  'Two Minor Piece': 'Endspiel mit je zwei Leichtfiguren',
  'Rook + Two Minor Piece': 'Endspiel mit je einem Turm und zwei Leichtfiguren',
  'Rook vs Rook (Unequal Minors)': 'Turmendspiel mit ungleichen Leichtfiguren',
  'Rook vs Minor Piece': 'Endspiel Turm gegen Leichtfigur',
  Rook: 'Turmendspiel',
  'Double Rook': 'Doppelturmendspiel',
  'Rook + Minor Piece': 'Endspiel mit Türmen und Leichtfiguren',
  'Heavy Piece': 'Schwerfigurenendspiel',
  'Asymmetric Heavy Piece': 'Schwerfigurenendspiel mit ungleichem Material',
  Queen: 'Damenendspiel',
  'Queen + Two Minor Piece': 'Endspiel mit je einer Dame und zwei Leichtfiguren',
  'Strong Material Imbalance': 'Endspiel',
  Endgame: 'Endspiel',
  Transitional: 'Endspiel mit Damen',
};

const namesEn: Record<Phase, string> = { opening: 'opening', middlegame: 'middlegame', endgame: 'endgame' };
const namesDe: typeof namesEn = { opening: 'Eröffnung', middlegame: 'Mittelspiel', endgame: 'Endspiel' };

const en = {
  names: namesEn,
  endgames: endgamesEn,
  move: (number: number) => `move ${number}`,
  moves: (first: number, last: number) => `moves ${first}–${last}`,
  theory: (move: number) => `, theory up to move ${move}`,
  moreAccurate: (name: string, own: string, other: string) => `${name} was more accurate, ${own} to ${other}`,
  sameAccuracy: (both: string) => `about equally accurate, both ${both}`,
  equalAccuracy: (white: string, black: string) => `about equally accurate, ${white} and ${black}`,
  notEvaluated: 'not evaluated',
  level: '; level afterwards',
  winning: (chances: string) => `was winning afterwards (${chances})`,
  better: (chances: string) => `stood better afterwards (${chances})`,
  /** The one who was more accurate also stood so; or the other did; or both were as accurate. */
  and: (stood: string) => `, and ${stood}`,
  but: (name: string, stood: string) => `, but ${name} ${stood}`,
  semicolon: (name: string, stood: string) => `; ${name} ${stood}`,
};

const de: typeof en = {
  names: namesDe,
  endgames: endgamesDe,
  move: number => `Zug ${number}`,
  moves: (first, last) => `Züge ${first}–${last}`,
  theory: move => `, Theorie bis Zug ${move}`,
  moreAccurate: (name, own, other) => `${name} spielte genauer, ${own} zu ${other}`,
  sameAccuracy: both => `etwa gleich genau, beide ${both}`,
  equalAccuracy: (white, black) => `etwa gleich genau, ${white} und ${black}`,
  notEvaluated: 'nicht bewertet',
  level: '; danach ausgeglichen',
  winning: chances => `stand danach auf Gewinn (${chances})`,
  better: chances => `stand danach besser (${chances})`,
  and: stood => ` und ${stood}`,
  but: (name, stood) => `, aber ${name} ${stood}`,
  semicolon: (name, stood) => `; ${name} ${stood}`,
};

export const PHASE_WORDS: Record<Language, typeof en> = { en, de };
