import type { Color } from 'chessops/types';
import type { Judgement, MoveLabel, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { numberedLine } from '../chess/game.ts';
import { type Score, turnScore } from '../chess/score.ts';
import { peopleOf } from '../chess/words.ts';
import type { ReviewGlyph as Mark } from '../render/glyphs.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';

/** One reviewed move: what is said of it, and how the game stood before and after it. */

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

/** From the best to the worst, each with the least winning chances that still belong to it. */
export const STANDINGS = ['won', 'better', 'level', 'worse', 'lost'] as const;
export type Standing = (typeof STANDINGS)[number];

// 80 % are about four pawns, 60 % one; a mirror image of them below.
const FROM: Record<Standing, number> = { won: 80, better: 60, level: 40, worse: 20, lost: Number.NEGATIVE_INFINITY };

export const standingOf = (percentage: number): Standing =>
  STANDINGS.find(standing => percentage >= FROM[standing]) ?? 'lost';

export const ownPercentage = (white: number, side: Color): number => (side === 'white' ? white : 100 - white);

type Course = Pick<ReviewReport, 'plies' | 'startWinPercent'>;

/** The mover's winning chances before a move, from 0 to 100. */
export function percentBefore({ plies, startWinPercent }: Course, { ply, color }: ReviewedPly): number | null {
  const white = ply > 1 ? (plies[ply - 2]?.winPercent ?? null) : startWinPercent;
  return white === null ? null : ownPercentage(white, color);
}

export const percentAfter = ({ winPercent, color }: ReviewedPly): number | null =>
  winPercent === null ? null : ownPercentage(winPercent, color);

/** A side's winning chances in the last position. */
export function percentAtEnd({ plies }: Pick<ReviewReport, 'plies'>, side: Color): number | null {
  const white = plies.at(-1)?.winPercent ?? null;
  return white === null ? null : ownPercentage(white, side);
}

/** In how many moves `side` mates; less than 0 where it is mated, 0 where there is no mate. */
function mateOf(score: Score | null | undefined, side: Color): number {
  const own = score ? turnScore(score, side) : undefined;
  return own?.kind === 'mate' ? own.mate : 0;
}

/** The mate, in so many moves, that the mover had and has no more. */
export function missedMate(
  { plies }: Pick<ReviewReport, 'plies'>,
  { ply, color, score }: ReviewedPly,
): number | undefined {
  // Where mate stands on the board there is no score.
  if (!score) return undefined;
  const [had, has] = [mateOf(plies[ply - 2]?.score, color), mateOf(score, color)];
  return had > 0 && has <= 0 ? had : undefined;
}

/** The mate, in so many moves, that the mover has allowed. */
export function allowedMate(
  { plies }: Pick<ReviewReport, 'plies'>,
  { ply, color, score }: ReviewedPly,
): number | undefined {
  const [before, now] = [mateOf(plies[ply - 2]?.score, color), mateOf(score, color)];
  return now < 0 && before >= 0 ? -now : undefined;
}

/** Worse than an inaccuracy. */
const SERIOUS: Record<Judgement, boolean> = { inaccuracy: false, mistake: true, blunder: true };

export const isSerious = ({ judgement }: Pick<ReviewedPly, 'judgement'>): boolean =>
  judgement !== undefined && SERIOUS[judgement];
