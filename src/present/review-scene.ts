import { COLORS, type Color } from 'chessops/types';
import type { Moment, ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { capital } from '../base/text.ts';
import { pliesPlayed } from '../chess/game.ts';
import { nameOf } from '../chess/words.ts';
import type { HistoryPlayer, HistoryPoint, HistoryScene, PhaseBand } from '../render/history-scene.ts';
import { type Arrow, type Player, type Scene, sceneOf } from '../render/scene.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import type { Look } from './expected-scenes.ts';
import { positionOf, stepOf } from './game-scene.ts';
import { clockBefore, namesOf, openingName, ratingOf, resultWords, secondsTaken, titleOf } from './review-game.ts';
import { momentCaption } from './review-moments.ts';
import { accuracyText, markOf } from './review-move.ts';
import { endgameOf, phasesPlayed } from './review-phases.ts';

/** How a review looks as pictures. */

export type HistoryLook = Omit<Look, 'size'> & Pick<HistoryScene, 'width'>;

/** The whole game as a curve; `selected` is a half-move of it. */
export function historyScene(
  report: ReviewReport,
  look: HistoryLook,
  { selected, voice = ENGLISH_VOICE }: { selected?: number | undefined; voice?: ReportVoice } = {},
): HistoryScene {
  const start = pliesPlayed(positionOf(report.start));
  return {
    ...look,
    start,
    points: pointsOf(report, start),
    phases: bandsOf(report, start, voice),
    players: { white: playerOf(report, 'white', voice), black: playerOf(report, 'black', voice) },
    title: resultWords(report, voice),
    caption: captionOf(report, voice),
    ...(selected === undefined ? {} : { selected: start + selected }),
  };
}

const share = (percentage: number | null): number | null => (percentage === null ? null : percentage / 100);

function pointsOf(report: ReviewReport, start: number): HistoryPoint[] {
  return [
    { ply: start, winrate: share(report.startWinPercent) },
    ...report.plies.map((ply): HistoryPoint => {
      const judgement = markOf(ply);
      return {
        ply: start + ply.ply,
        winrate: share(ply.winPercent),
        label: `${ply.moveNumber}${ply.color === 'white' ? '.' : '…'}${ply.san}`,
        seconds: secondsTaken(report, ply),
        ...(judgement && { glyph: judgement }),
      };
    }),
  ];
}

function bandsOf(report: ReviewReport, start: number, voice: ReportVoice): PhaseBand[] {
  return phasesPlayed(report.plies).map(({ phase, first, last }) => {
    const type = phase === 'endgame' && report.phases.endgameType ? { type: capital(endgameOf(report, voice)) } : {};
    return { phase, from: start + first.ply, to: start + last.ply, ...type };
  });
}

function playerOf(report: ReviewReport, color: Color, voice: ReportVoice): HistoryPlayer {
  const [title, rating] = [titleOf(report, color), ratingOf(report, color)];
  return { name: namesOf(report, voice)[color], ...(title && { title }), ...(rating && { rating }) };
}

/** Characters for which a graph has room, at any width. */
const CAPTION = 64;

/** Who played how well, and which opening: without its variation where there is no room for that. */
function captionOf({ players, opening }: ReviewReport, voice: ReportVoice): string {
  const accuracies = COLORS.flatMap(color => {
    const { accuracy } = players[color];
    return accuracy === null ? [] : [`${nameOf(color, voice)} ${accuracyText(accuracy, voice)}`];
  });
  const accuracy = accuracies.length > 0 ? `${capital(voice.say('player.accuracy'))}: ${accuracies.join(', ')}.` : '';
  const name = opening ? openingName(opening) : '';
  const whole = `${accuracy} ${name}`.trim();
  return whole.length <= CAPTION ? whole : `${accuracy} ${name.split(':')[0]}`.trim();
}

/** One moment: the position before the move, what was played, and what would have been best. */
export function momentScene(
  report: ReviewReport,
  moment: Moment,
  look: Look,
  voice: ReportVoice = ENGLISH_VOICE,
): Scene {
  const played = report.plies[moment.ply - 1];
  if (!played) throw new RangeError(`there is no half-move ${moment.ply} in this game`);
  const before = report.plies[moment.ply - 2];
  const player = (color: Color): Player => {
    const clock = color === played.color ? clockBefore(report.plies, played) : before?.clock;
    return { ...playerOf(report, color, voice), ...(clock === undefined ? {} : { clock }) };
  };
  return sceneOf(positionOf(before?.fen ?? report.start), {
    ...look,
    orientation: played.color,
    ...(before?.score && { bar: { value: { kind: 'score', score: before.score } } }),
    ...(before && { lastMove: stepOf(before.uci) }),
    players: { white: player('white'), black: player('black') },
    arrows: arrowsOf(played),
    caption: momentCaption(report, moment, voice),
  });
}

/** Red for what was played, green for what was best; a best move that was played is green with its mark. */
function arrowsOf({ uci, best, ...rest }: ReviewedPly): Arrow[] {
  const glyph = markOf(rest);
  const found = best?.uci === uci || (glyph !== undefined && !rest.judgement);
  const played: Arrow = { ...stepOf(uci), colour: found ? 'green' : 'red', ...(glyph && { glyph }) };
  const better = best && !found ? stepOf(best.uci) : undefined;
  // Another promotion on the same square has the same arrow.
  if (!better || (better.from === played.from && better.to === played.to)) return [played];
  return [played, { ...better, colour: 'green' }];
}
