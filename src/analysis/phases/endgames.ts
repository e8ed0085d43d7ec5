export const ENDGAME_TYPES = [
  'Pawn',
  'Minor Piece',
  'Two Minor Piece',
  'Rook + Two Minor Piece',
  'Rook vs Rook (Unequal Minors)',
  'Rook vs Minor Piece',
  'Rook',
  'Double Rook',
  'Rook + Minor Piece',
  'Heavy Piece',
  'Asymmetric Heavy Piece',
  'Queen',
  'Queen + Two Minor Piece',
  'Strong Material Imbalance',
  'Endgame',
  'Transitional',
] as const;
export type EndgameType = (typeof ENDGAME_TYPES)[number];
