import type { Node, PgnNodeData } from 'chessops/pgn';
import { investigationTree } from '../analysis/investigation/pgn.ts';
import type { InvestigationReport } from '../analysis/investigation/report.ts';
import { illusionSentence, toldBranches } from '../analysis/investigation/words.ts';
import type { ReviewReport } from '../analysis/review/report.ts';
import type { Position } from '../chess/position.ts';
import { marked } from './review-move.ts';

/** What was found out about the position before a blunder. */
export interface BlunderInvestigation {
  /** Of the blunder, from 1 on. */
  ply: number;
  investigation: InvestigationReport;
}

/** Why it was wrong: `17... Qxb2?? looks like a free pawn …`. Nothing, where the deep search likes the move after all. */
export function blunderWords({ plies }: ReviewReport, { ply, investigation }: BlunderInvestigation): string[] {
  const blunder = plies[ply - 1];
  const branch = investigation.tree.branches.find(({ illusion }) => illusion.uci === blunder?.uci);
  return blunder && branch ? [illusionSentence(branch, investigation, marked(blunder))] : [];
}

/** What is worth showing beside a blunder: what should have been played, and what is told in words. */
export const blunderTree = ({ investigation }: BlunderInvestigation, before: Position): Node<PgnNodeData> =>
  investigationTree(
    { ...investigation, tree: { ...investigation.tree, branches: toldBranches(investigation) } },
    before,
  ).moves;

/** Behind everything that programs write in brackets. */
const sentencesIn = (comment: string): string => comment.slice(comment.lastIndexOf(']') + 1).trim();

/**
 * Adds what an investigation found to what follows a node. Moves that stand there already are not written again, and keep what is
 * said of them; what the investigation says in words is said once.
 */
export function graft(onto: Node<PgnNodeData>, from: Node<PgnNodeData>): void {
  for (const twig of from.children) {
    const known = onto.children.find(({ data }) => data.san === twig.data.san);
    if (!known) {
      onto.children.push(twig);
      continue;
    }
    const old = known.data.comments ?? [];
    const words = (twig.data.comments ?? [])
      .map(comment => (old.length > 0 ? sentencesIn(comment) : comment))
      .filter(text => text !== '' && !old.some(comment => comment.includes(text)));
    if (words.length > 0) known.data.comments = [...old, ...words];
    graft(known, twig);
  }
}
