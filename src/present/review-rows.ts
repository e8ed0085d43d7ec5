import type { Judgement, PlayerReview, ReviewReport } from '../analysis/review/report.ts';
import type { Tongue } from '../chess/tongue.ts';
import { ENGLISH } from '../chess/words.ts';
import { PLAYERS } from './phrases/players.ts';
import { accuracyText } from './review-move.ts';
import { playedLikeWords } from './review-words.ts';

/** What is said of both players alike. */
interface PlayerRow {
  name: string;
  white: string;
  black: string;
}

const NONE = '–';

/** Nothing was counted where nothing could be judged. */
const judged = ({ accuracy, counts }: PlayerReview, judgement: Judgement, { number }: Tongue): string =>
  accuracy === null ? NONE : number(counts[judgement]);

/** Only what is known of at least one of them. */
export function playerRows({ players: { white, black } }: ReviewReport, tongue: Tongue = ENGLISH): PlayerRow[] {
  const words = PLAYERS[tongue.language];
  const rows: [name: string, value: (player: PlayerReview) => string][] = [
    [words.accuracy, ({ accuracy }) => (accuracy === null ? NONE : accuracyText(accuracy, tongue))],
    [words.acpl, ({ acpl }) => (acpl === null ? NONE : tongue.number(acpl))],
    [words.inaccuracies, player => judged(player, 'inaccuracy', tongue)],
    [words.mistakes, player => judged(player, 'mistake', tongue)],
    [words.blunders, player => judged(player, 'blunder', tongue)],
    [words.playedLike, ({ playedLike }) => (playedLike ? playedLikeWords(playedLike, tongue.language) : NONE)],
  ];
  return rows
    .map(([name, value]) => ({ name, white: value(white), black: value(black) }))
    .filter(row => row.white !== NONE || row.black !== NONE);
}
