import type { Node, PgnNodeData } from 'chessops/pgn';
import type { InvestigationReport } from '../analysis/investigation/report.ts';
import type { ReviewReport } from '../analysis/review/report.ts';
import type { Position } from '../chess/position.ts';
import { investigationTree } from './investigation-pgn.ts';
import { illusionSentence, toldBranches } from './investigation-words.ts';
import { marked } from './review-move.ts';

/** What was found out about the position before a blunder. */
export interface BlunderInvestigation {
  /** Of the blunder, from 1 on. */
  ply: number;
  investigation: InvestigationReport;
}

/** Why it was wrong: `17... Qxb2?? looks like a free pawn …`. Nothing where the deep search likes the move. */
export function blunderWords({ plies }: ReviewReport, { ply, investigation }: BlunderInvestigation): string[] {
  const blunder = plies[ply - 1];
  const branch = investigation.tree.branches.find(({ illusion }) => illusion.uci === blunder?.uci);
  return blunder && branch ? [illusionSentence(branch, investigation, { name: marked(blunder) })] : [];
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
 * Adds what an investigation found to what follows a node of the game. Moves that stand there already are not written
 * again, and keep what is said of them. Of the moves of the game only the first is commented: the later ones were
 * played in another position.
 */
export function graft(onto: Node<PgnNodeData>, from: Node<PgnNodeData>): void {
  graftAt(onto, from, { isGame: true, isFirst: true });
}

function graftAt(
  onto: Node<PgnNodeData>,
  from: Node<PgnNodeData>,
  { isGame, isFirst }: { isGame: boolean; isFirst: boolean },
): void {
  for (const twig of from.children) {
    const known = onto.children.find(({ data }) => data.san === twig.data.san);
    if (!known) {
      onto.children.push(twig);
      continue;
    }
    const isPlayed = isGame && known === onto.children[0];
    if (isFirst || !isPlayed) comment(known.data, twig.data);
    graftAt(known, twig, { isGame: isPlayed, isFirst: false });
  }
}

/** In one comment: some programs read only one a move. */
function comment(data: PgnNodeData, { comments = [] }: PgnNodeData): void {
  const old = data.comments ?? [];
  const words = comments
    .map(text => (old.length > 0 ? sentencesIn(text) : text))
    .filter(text => text !== '' && !old.some(said => said.includes(text)));
  if (words.length > 0) data.comments = [...old.slice(0, -1), [...old.slice(-1), ...words].join(' ')];
}
