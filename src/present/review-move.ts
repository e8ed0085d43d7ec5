import type { Judgement, MoveLabel, ReviewedPly } from '../analysis/review/report.ts';
import { numberedLine } from '../chess/game.ts';
import { peopleOf } from '../chess/words.ts';
import type { ReviewGlyph as Mark } from '../render/glyphs.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';

/** One reviewed move in words. */

/** The one thing that is said of a move, if anything is. */
export type Finding = Judgement | Extract<MoveLabel, 'great-find' | 'only-move'>;

export function findingOf({ judgement, labels }: Pick<ReviewedPly, 'judgement' | 'labels'>): Finding | undefined {
  if (judgement) return judgement;
  return labels.includes('great-find') ? 'great-find' : labels.find(label => label === 'only-move');
}

const MARKS: Record<Finding, Mark> = {
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
  'great-find': '!',
  'only-move': '□',
};

/** What is written behind the move. */
export function markOf(ply: Pick<ReviewedPly, 'judgement' | 'labels'>): Mark | undefined {
  const finding = findingOf(ply);
  return finding && MARKS[finding];
}

/** `23... Qd7`, or another line from the same position. */
export const numbered = ({ color, moveNumber, san }: ReviewedPly, line: readonly string[] = [san]): string =>
  numberedLine({ turn: color, fullmoves: moveNumber }, line);

/** `23... Qd7??` */
export const marked = (ply: ReviewedPly): string => `${numbered(ply)}${markOf(ply) ?? ''}`;

/** `78 %` of a percentage from 0 to 100. */
export const chances = (percentage: number, { share }: Pick<ReportVoice, 'share'> = ENGLISH_VOICE): string =>
  share(percentage / 100);

/** `87 %`, whole as Lichess shows it. */
export const accuracyText = (accuracy: number, { percent }: Pick<ReportVoice, 'percent'> = ENGLISH_VOICE): string =>
  percent(Math.round(accuracy) / 100);

/** Who finds a move that is played as rarely as this is one of few, and who plays one like that hardly has company. */
const FEW = 0.2;
const HARDLY = 0.05;

/** How people see the move: whether they play it too, or whether they would have found the best one. */
export function peopleWords(
  { maia, labels, judgement, best, uci }: ReviewedPly,
  rating: number,
  voice: ReportVoice = ENGLISH_VOICE,
): string | undefined {
  if (!maia) return undefined;
  const people = peopleOf(rating, voice);
  const played = { share: voice.share(maia.played), people };
  if (labels.includes('great-find')) return voice.say('people.few-find', played);
  if (best?.uci === uci) return `${voice.say('praise.found', played)}.`;
  if (labels.includes('out-of-character')) return voice.say('people.out-of-character', played);
  if (judgement && !labels.includes('natural-mistake') && maia.best !== null && maia.best <= FEW)
    return voice.say('people.few-find', { share: voice.share(maia.best), people });
  return voice.say(maia.played < HARDLY ? 'people.play' : 'people.play-too', played);
}

/** The best move and a few more of its line; undefined where it was played, or was not searched for. */
export function bestLine(ply: ReviewedPly, plies: number): string | undefined {
  const { best, uci } = ply;
  if (!best || best.uci === uci) return undefined;
  return numbered(ply, best.line.length > 0 ? best.line.slice(0, plies) : [best.san]);
}
