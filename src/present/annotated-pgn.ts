import { Box, type Game, type PgnNodeData, transform } from 'chessops/pgn';
import { ENDGAME_TYPES } from '../analysis/phases/endgames.ts';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { asComment, evalText, scoreIn, withCommand } from '../chess/pgn/comments.ts';
import { makeTree } from '../chess/pgn/make.ts';
import type { Phase } from '../chess/phase.ts';
import { parsePosition } from '../chess/position.ts';
import type { Score } from '../chess/score.ts';
import { annotateTags } from './annotated-tags.ts';
import { addLine } from './engine-line.ts';
import { type Finding, findingIn, findingOf, moveSentence } from './move-words.ts';

export const annotatedPgn = (tree: Game<PgnNodeData>, report: ReviewReport): string => makeTree(annotate(tree, report));

/**
 * The game with what a review has found: scores, signs, sentences, and better lines. Everything that stands there
 * already is kept, but for the scores and what an earlier review has said; so annotating twice is annotating once.
 */
export function annotate(tree: Game<PgnNodeData>, report: ReviewReport): Game<PgnNodeData> {
  const moves = transform(tree.moves, new Box(undefined), (_, data: PgnNodeData) => ({ ...data }));
  let parent = moves;
  for (const ply of report.plies) {
    const [node] = parent.children;
    if (!node) break;
    node.data = annotatedMove(node.data, ply, report);
    const before = parsePosition(report.plies[ply.ply - 2]?.fen ?? report.start);
    if (ply.judgement && ply.best && ply.best.uci !== ply.uci && before.ok)
      addLine(parent, before.value, ply.best.line.length > 0 ? ply.best.line : [ply.best.san]);
    parent = node;
  }
  return { ...tree, headers: annotateTags(tree.headers, report), moves };
}

function annotatedMove(data: PgnNodeData, ply: ReviewedPly, report: ReviewReport): PgnNodeData {
  const { nags = [], comments = [], ...rest } = data;
  const said = comments.map(findingIn).find(finding => finding);
  const allNags = nagsOf(nags, findingOf(ply), said);
  const allComments = commentsOf(comments, ply, report);
  return {
    ...rest,
    // Other programs read only the standard's way of writing a move.
    san: ply.san,
    ...(allNags.length > 0 ? { nags: allNags } : {}),
    ...(allComments.length > 0 ? { comments: allComments } : {}),
  };
}

/** https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm#c10 */
const NAGS: Record<Finding, number> = { 'great-find': 1, mistake: 2, blunder: 4, inaccuracy: 6, 'only-move': 7 };
const isAssessment = (nag: number): boolean => nag >= 1 && nag <= 7;

/** One sign for a move is enough: somebody else's stays, the one of an earlier review makes room. */
function nagsOf(nags: readonly number[], finding: Finding | undefined, said: Finding | undefined): number[] {
  const kept = nags.filter(nag => !(said && said !== finding && nag === NAGS[said]));
  return finding && !kept.some(isAssessment) ? [NAGS[finding], ...kept] : kept;
}

function commentsOf(comments: readonly string[], ply: ReviewedPly, report: ReviewReport): string[] {
  const ours = [theoryWords(report, ply), phaseWords(report, ply), moveSentence(report, ply)]
    .filter(text => text !== undefined)
    // As it will be read again, so that it is known again.
    .map(asComment);
  const kept = comments.filter(text => ours.includes(text) || !isOurs(text));
  const all = [...kept, ...ours.filter(text => !kept.includes(text))];
  return ply.score && !isSame(scoreIn(all), ply.score) ? withCommand(all, 'eval', evalText(ply.score)) : all;
}

const isSame = (a: Score | undefined, b: Score): boolean => a !== undefined && evalText(a) === evalText(b);

const THEORY = 'End of theory';

/** At the last move that is theory, unless the game ends with it. */
function theoryWords({ plies, opening }: ReviewReport, { ply }: ReviewedPly): string | undefined {
  const last = plies.findLastIndex(({ book }) => book) + 1;
  if (ply !== last || ply === plies.length) return undefined;
  return opening ? `${THEORY}: ${opening.name}` : THEORY;
}

const PHASE_WORDS: Record<Phase, string> = { opening: 'Opening', middlegame: 'Middlegame', endgame: 'Endgame' };

/** At the first move of another phase. */
function phaseWords({ plies, phases }: ReviewReport, { ply, phase }: ReviewedPly): string | undefined {
  const before = plies[ply - 2]?.phase;
  if (before === undefined || before === phase) return undefined;
  return phase === 'endgame' ? endgameWords(phases.endgameType) : PHASE_WORDS[phase];
}

const endgameWords = (type: string | null): string =>
  type === null || type === PHASE_WORDS.endgame ? PHASE_WORDS.endgame : `${PHASE_WORDS.endgame}: ${type}`;

const ENDGAMES: readonly string[] = ENDGAME_TYPES.map(endgameWords).filter(text => text !== PHASE_WORDS.endgame);

/** What nobody else writes in just these words. "Middlegame" alone may be anybody's, so it is never taken back. */
const isOurs = (text: string): boolean =>
  text.startsWith(`${THEORY}: `) || ENDGAMES.includes(text) || findingIn(text) !== undefined;
