import type { Judgement, PlayerReview, ReviewReport } from '../analysis/review/report.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
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
const judged = ({ accuracy, counts }: PlayerReview, judgement: Judgement, { number }: ReportVoice): string =>
  accuracy === null ? NONE : number(counts[judgement]);

/** Only what is known of at least one of them. */
export function playerRows(
  { players: { white, black } }: ReviewReport,
  voice: ReportVoice = ENGLISH_VOICE,
): PlayerRow[] {
  const rows: [name: string, value: (player: PlayerReview) => string][] = [
    [voice.say('player.accuracy'), ({ accuracy }) => (accuracy === null ? NONE : accuracyText(accuracy, voice))],
    [voice.say('player.acpl'), ({ acpl }) => (acpl === null ? NONE : voice.number(acpl))],
    [voice.say('player.inaccuracies'), player => judged(player, 'inaccuracy', voice)],
    [voice.say('player.mistakes'), player => judged(player, 'mistake', voice)],
    [voice.say('player.blunders'), player => judged(player, 'blunder', voice)],
    [voice.say('player.played-like'), ({ playedLike }) => (playedLike ? playedLikeWords(playedLike, voice) : NONE)],
  ];
  return rows
    .map(([name, value]) => ({ name, white: value(white), black: value(black) }))
    .filter(row => row.white !== NONE || row.black !== NONE);
}
