import { Box, type Game, type Node, type PgnNodeData, transform } from 'chessops/pgn';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { asComment } from '../chess/pgn/comments.ts';
import { makeTree } from '../chess/pgn/make.ts';
import { parsePosition } from '../chess/position.ts';
import { annotateTags } from './annotated-tags.ts';
import { type BlunderInvestigation, blunderTree, graft } from './blunders.ts';
import { addLine } from './engine-line.ts';
import { commentsWith, saidBefore } from './move-comment.ts';
import { type Finding, findingOf } from './review-move.ts';

export const annotatedPgn = (
  tree: Game<PgnNodeData>,
  report: ReviewReport,
  investigations: readonly BlunderInvestigation[] = [],
): string => makeTree(annotate(tree, report, investigations));

/**
 * The game with what a review has found: scores, signs, sentences, and better lines. Everything that stands there
 * already is kept, but for the scores and what an earlier review has said; so annotating twice is annotating once.
 */
export function annotate(
  tree: Game<PgnNodeData>,
  report: ReviewReport,
  investigations: readonly BlunderInvestigation[] = [],
): Game<PgnNodeData> {
  const moves = transform(tree.moves, new Box(undefined), (_, data: PgnNodeData) => ({ ...data }));
  const openings = [report.opening?.name, tree.headers.get('Opening')]
    .filter(name => name !== undefined)
    .map(asComment);
  const grafts: [onto: Node<PgnNodeData>, twigs: Node<PgnNodeData>][] = [];
  let parent = moves;
  for (const ply of report.plies) {
    const [node] = parent.children;
    if (!node) break;
    node.data = annotatedMove(node.data, ply, report, openings);
    const before = parsePosition(report.plies[ply.ply - 2]?.fen ?? report.start);
    if (ply.judgement && ply.best && ply.best.uci !== ply.uci && before.ok)
      addLine(parent, before.value, ply.best.line.length > 0 ? ply.best.line : [ply.best.san]);
    const looked = investigations.find(one => one.ply === ply.ply);
    if (looked && before.ok) grafts.push([parent, blunderTree(looked, before.value)]);
    parent = node;
  }
  for (const [onto, twigs] of grafts) graft(onto, twigs);
  return { ...tree, headers: annotateTags(tree.headers, report), moves };
}

function annotatedMove(
  data: PgnNodeData,
  ply: ReviewedPly,
  report: ReviewReport,
  openings: readonly string[],
): PgnNodeData {
  const { nags = [], comments = [], ...rest } = data;
  const allNags = nagsOf(nags, findingOf(ply), saidBefore(comments, openings));
  const allComments = commentsWith(comments, report, ply, openings);
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
