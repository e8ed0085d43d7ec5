import type { Color } from 'chessops/types';

/** An evaluation, always from White's side. `mate` counts moves: positive when White mates, 0 never occurs. */
export type Score = { kind: 'cp'; cp: number } | { kind: 'mate'; mate: number };

export const cp = (value: number): Score => ({ kind: 'cp', cp: value });
export const mate = (moves: number): Score => ({ kind: 'mate', mate: moves });

// `0 - x` rather than `-x`: a negated zero would print as "-0" and break equality.
export const flipScore = (score: Score): Score => (score.kind === 'cp' ? cp(0 - score.cp) : mate(0 - score.mate));

/** Engines speak from the mover's side; this is the one place where a score is turned. It is its own inverse. */
export const turnScore = (score: Score, mover: Color): Score => (mover === 'white' ? score : flipScore(score));

/** More centipawns than any evaluation: a mate beats them all, and a nearer mate a farther one. */
const MATE_CP = 100_000;

/** A score as one number for a side, to be compared with others: the more, the better. */
export function worth(score: Score, side: Color): number {
  const own = turnScore(score, side);
  if (own.kind === 'cp') return own.cp;
  return own.mate > 0 ? MATE_CP - own.mate : -MATE_CP - own.mate;
}

/** `+0.35`, `-12.00`, `0.00`, `#3`, `#-3`: the text of PGN `[%eval]` with a sign. */
export function makeScore(score: Score): string {
  if (score.kind === 'mate') return `#${score.mate}`;
  const pawns = (score.cp / 100).toFixed(2);
  return score.cp > 0 ? `+${pawns}` : pawns;
}

export function parseScore(text: string): Score | undefined {
  const mated = /^#([+-]?\d{1,4})$/.exec(text);
  if (mated) {
    const moves = Number(mated[1]);
    return moves === 0 ? undefined : mate(moves);
  }
  return /^[+-]?\d{1,5}(\.\d+)?$/.test(text) ? cp(Math.round(Number(text) * 100) + 0) : undefined;
}

// Lichess's curve, fitted on its own games: https://lichess.org/page/accuracy
const LICHESS_MULTIPLIER = 0.00368208;
const CP_CEILING = 1000;

/** The share of the point that `side` scores, in [0,1]: a draw counts half, a mate is 1 or 0. */
export function winrate(score: Score, side: Color): number {
  const own = turnScore(score, side);
  if (own.kind === 'mate') return own.mate > 0 ? 1 : 0;
  return curve(ceiledCp(own));
}

/** Centipawns from White's side as Lichess counts them: ten pawns at the most, and a mate is worth as much. */
export function ceiledCp(score: Score): number {
  if (score.kind === 'mate') return Math.sign(score.mate) * CP_CEILING;
  return Math.max(-CP_CEILING, Math.min(CP_CEILING, score.cp));
}

/**
 * White's winning chances from 0 to 100, as Lichess shows them: reviews are compared with its own. A mate counts ten
 * pawns.
 */
export const winPercent = (score: Score): number => 100 * curve(ceiledCp(score));

const curve = (cp: number): number => 1 / (1 + Math.exp(-LICHESS_MULTIPLIER * cp));
