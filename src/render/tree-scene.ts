import type { Color } from 'chessops/types';
import type { Outcome } from '../chess/history.ts';
import type { SurroundingsName, ThemeName } from './theme.ts';

/** What a tree picture shows: one candidate move, and how people go on after it. Win rates are the player's. */
export interface TreeScene {
  /** The side whose candidate it is. */
  player: Color;
  /** Of the candidate, as in a score sheet. */
  moveNumber: number;
  /** Stockfish's win rate after the candidate. */
  winrate?: number;
  /** The share of what people play that was followed to its end. */
  coverage?: number;
  root: TreeBranch;
  /** Pixels, `TREE_WIDTH.min` to `TREE_WIDTH.max`. The height follows from what there is to show. */
  width?: number;
  theme?: ThemeName;
  surroundings?: SurroundingsName;
}

/** A move, and the position after it. The trees of a report have more, and can be handed over as they are. */
export interface TreeBranch {
  san: string;
  mover: 'player' | 'opponent';
  /** Of this move in the position before it. */
  probability: number;
  /** The win rate, with all that follows taken into account. */
  expected: number;
  pruned?: 'player-blunder';
  terminal?: Outcome;
  /** A mistake of the opponent's that the player hopes for. */
  trap?: boolean;
  /** Moves that are too rare to be followed. */
  dropped?: { probability: number };
  children: readonly TreeBranch[];
}

/** What may be pinned to a node. */
export const TREE_BADGES = ['??', '?', '#', '½'] as const;
export type TreeBadge = (typeof TREE_BADGES)[number];

export const badgesOf = ({ pruned, trap, terminal }: TreeBranch): TreeBadge[] => [
  ...(pruned ? (['??'] as const) : []),
  ...(trap ? (['?'] as const) : []),
  ...(terminal ? ([terminal === 'checkmate' ? '#' : '½'] as const) : []),
];

export const TREE_WIDTH = { min: 400, max: 1600, usual: 1000 };

export interface Turn {
  colour: Color;
  /** `5.` or `5…`. */
  number: string;
}

/** Whose move it is so many half-moves after the candidate. */
export function turnOf({ player, moveNumber }: Pick<TreeScene, 'player' | 'moveNumber'>, depth: number): Turn {
  const ply = 2 * (moveNumber - 1) + (player === 'white' ? 0 : 1) + depth;
  const number = Math.floor(ply / 2) + 1;
  return ply % 2 === 0 ? { colour: 'white', number: `${number}.` } : { colour: 'black', number: `${number}…` };
}
