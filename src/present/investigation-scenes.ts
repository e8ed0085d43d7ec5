import type { Color } from 'chessops/types';
import type { IllusionBranch, InvestigationReport } from '../analysis/investigation/report.ts';
import { judgementOf } from '../analysis/review/judgement.ts';
import { type Game, playUci } from '../chess/game.ts';
import { endingOf, type Position } from '../chess/position.ts';
import { mate, type Score } from '../chess/score.ts';
import type { Glyph } from '../render/glyphs.ts';
import { type Arrow, type Badge, type BarValue, type Scene, type Step, sceneOf } from '../render/scene.ts';
import type { ThemeName } from '../render/theme.ts';
import { positionOf, stepOf } from './game-scene.ts';
import { toldBranches } from './investigation-words.ts';
import { markOf } from './review-move.ts';

/** How an investigation looks on a board. */

export interface InvestigationLook {
  theme: ThemeName;
  size: number;
  /** The side of the board that is below; without it the side to move. */
  orientation?: Color;
}

/** What an illusion costs, as a sign; one that costs nothing has none. */
function glyphOf(
  best: Score,
  { illusion: { deep } }: IllusionBranch,
  { player }: InvestigationReport,
): Glyph | undefined {
  const judgement = judgementOf(best, deep, player);
  return judgement && markOf({ judgement, labels: [] });
}

/** The best move in green, in red what looks good and is not, and in blue what was asked about and is all right. */
export function investigationScene(
  report: InvestigationReport,
  lastMove: string | undefined,
  look: InvestigationLook,
): Scene {
  const { deep, ending, player, fen } = report;
  const value = ending
    ? ({ kind: 'result', outcome: ending, turn: player } as const)
    : deep && ({ kind: 'score', score: deep.score } as const);
  return sceneOf(positionOf(fen), {
    orientation: player,
    ...look,
    ...(lastMove !== undefined && { lastMove: stepOf(lastMove) }),
    ...(value && { bar: { value } }),
    arrows: arrowsOf(report),
  });
}

function arrowsOf(report: InvestigationReport): Arrow[] {
  const { deep } = report;
  if (!deep) return [];
  const best: Arrow = { ...stepOf(deep.best.uci), colour: 'green', width: 0.8, glyph: '!' };
  const wrong = toldBranches(report).map((branch): Arrow => {
    const glyph = glyphOf(deep.score, branch, report);
    return { ...stepOf(branch.illusion.uci), colour: glyph ? 'red' : 'blue', ...(glyph && { glyph }) };
  });
  // Another promotion on the same square has the same arrow.
  const isApart = ({ from, to }: Step) => from !== best.from || to !== best.to;
  return [best, ...wrong.filter(isApart)];
}

/** An illusion somewhere in the tree: the branches that lead there, itself the last. */
export type Way = readonly [IllusionBranch, ...IllusionBranch[]];

/** The illusions and answers before a branch. */
const before = (way: Way): string[] => way.slice(0, -1).flatMap(({ line }) => line.slice(0, 2).map(({ uci }) => uci));

export const branchOf = (way: Way): IllusionBranch => way.at(-1) as IllusionBranch;

/** Where the last illusion of a way is played. */
export function startOf({ fen }: InvestigationReport, way: Way): Position {
  return played(fen, before(way)).positions.at(-1) as Position;
}

function played(fen: string, moves: readonly string[]): Game {
  const game = playUci(positionOf(fen), moves);
  if (!game) throw new RangeError(`not to be played from ${fen}: ${moves.join(' ')}`);
  return game;
}

/** After the illusion and its answer, as a preview: it has not been played. */
export function branchScene(report: InvestigationReport, way: Way, look: InvestigationLook): Scene {
  const branch = branchOf(way);
  const shown = branch.line.slice(0, 2).map(({ uci }) => uci);
  const { positions } = played(report.fen, [...before(way), ...shown]);
  const [illusion = '', answer] = shown;
  const lastMove = stepOf(answer ?? illusion);
  const position = positions.at(-1) as Position;
  return sceneOf(position, {
    orientation: report.player,
    ...look,
    bar: { value: valueAfter(position, branch) },
    preview: positions.length - 1,
    lastMove,
    badges: badgesOf(report, branch, stepOf(illusion).to, answer === undefined ? undefined : lastMove.to),
  });
}

/** What was known before the two moves. They are two of those that a mate takes, one of either side. */
function valueAfter(position: Position, { illusion: { deep } }: IllusionBranch): BarValue {
  const outcome = endingOf(position);
  if (outcome) return { kind: 'result', outcome, turn: position.turn };
  const isMate = deep.kind === 'mate' && Math.abs(deep.mate) > 1;
  return { kind: 'score', score: isMate ? mate(deep.mate - Math.sign(deep.mate)) : deep };
}

/** Both moves with their signs, where a man still stands for them: the answer may have taken it. */
function badgesOf(
  report: InvestigationReport,
  branch: IllusionBranch,
  to: number,
  answerTo: number | undefined,
): Badge[] {
  const glyph = glyphOf(branch.instead.score, branch, report);
  return [
    ...(glyph && to !== answerTo ? [{ square: to, glyph }] : []),
    ...(answerTo === undefined ? [] : [{ square: answerTo, glyph: '!' as const }]),
  ];
}
