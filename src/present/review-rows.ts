import type { Judgement, PlayerReview, ReviewReport } from '../analysis/review/report.ts';
import { count } from '../chess/words.ts';
import { accuracyText } from './review-move.ts';
import { playedLikeWords } from './review-words.ts';

/** What is said of both players alike. */
export interface PlayerRow {
  name: string;
  white: string;
  black: string;
}

const NONE = '–';

const ROWS: readonly [name: string, value: (player: PlayerReview) => string][] = [
  ['accuracy', ({ accuracy }) => (accuracy === null ? NONE : accuracyText(accuracy))],
  ['average centipawn loss', ({ acpl }) => (acpl === null ? NONE : count(acpl))],
  ['inaccuracies ?!', judged('inaccuracy')],
  ['mistakes ?', judged('mistake')],
  ['blunders ??', judged('blunder')],
  ['played like', ({ playedLike }) => (playedLike ? playedLikeWords(playedLike) : NONE)],
];

/** Nothing was counted where nothing could be judged. */
function judged(judgement: Judgement) {
  return ({ accuracy, counts }: PlayerReview): string => (accuracy === null ? NONE : count(counts[judgement]));
}

/** Only what is known of at least one of them. */
export const playerRows = ({ players: { white, black } }: ReviewReport): PlayerRow[] =>
  ROWS.map(([name, value]) => ({ name, white: value(white), black: value(black) })).filter(
    row => row.white !== NONE || row.black !== NONE,
  );
