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
