import type { EndgameType } from './endgames.ts';

/** The boundaries of a game's phases, as numbers of full moves; null where there is none. */
export interface Phases {
  /** The last move of the opening. */
  openingEnd: number | null;
  /** The first move of the endgame. */
  middlegameEnd: number | null;
  endgameType: EndgameType | null;
}
