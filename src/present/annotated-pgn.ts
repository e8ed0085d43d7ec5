import { Box, ChildNode, type Game, type Node, type PgnNodeData, transform } from 'chessops/pgn';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { moveEquals } from 'chessops/util';
import type { InvestigationReport } from '../analysis/investigation/report.ts';
import type { ReviewedPly, ReviewReport } from '../analysis/review/report.ts';
import { asComment } from '../chess/pgn/comments.ts';
import { makeTree } from '../chess/pgn/make.ts';
import { type Position, parsePosition } from '../chess/position.ts';
import { investigationTree } from './investigation-pgn.ts';
import { illusionSentence, toldBranches } from './investigation-words.ts';
import { commentsWith, saidBefore } from './move-comment.ts';
import { type Finding, findingOf, marked } from './review-move.ts';

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

/** One sign for a move is enough: an annotator's stays, the one of an earlier review makes room. */
function nagsOf(nags: readonly number[], finding: Finding | undefined, said: Finding | undefined): number[] {
  const kept = nags.filter(nag => !(said && said !== finding && nag === NAGS[said]));
  return finding && !kept.some(isAssessment) ? [NAGS[finding], ...kept] : kept;
}

const ANNOTATOR = 'Kibitz';

type Tags = ReadonlyMap<string, string>;

/** Question marks and dashes stand for what is unknown. */
const isSaid = (value: string | undefined): value is string => value !== undefined && !/^[?\s-]*$/.test(value);

/** The tags with those of a review behind them. An opening that is named already stays. */
function annotateTags(tags: Tags, { opening, players }: ReviewReport): Map<string, string> {
  const all = new Map(tags);
  // Without it some programs do not look at the position.
  if (isSaid(all.get('FEN')) && !all.has('SetUp')) all.set('SetUp', '1');
  const annotator = all.get('Annotator');
  if (!isSaid(annotator)) all.set('Annotator', ANNOTATOR);
  else if (!annotator.split(/, */).includes(ANNOTATOR)) all.set('Annotator', `${annotator}, ${ANNOTATOR}`);
  if (opening) {
    if (!isSaid(all.get('ECO'))) all.set('ECO', opening.eco);
    if (!isSaid(all.get('Opening'))) all.set('Opening', opening.name);
  }
  for (const [name, { accuracy }] of [
    ['WhiteAccuracy', players.white],
    ['BlackAccuracy', players.black],
  ] as const)
    if (accuracy !== null) all.set(name, accuracy.toFixed(1));
  return all;
}

/** Half-moves of a better line that are written. */
const LONGEST = 12;

/**
 * Adds a line to what follows a node. As far as it stands there already, in whatever variation, it is not written
 * again: it branches off where it says something new.
 */
function addLine(from: Node<PgnNodeData>, before: Position, line: readonly string[]): void {
  const position = before.clone();
  let node = from;
  for (const text of line.slice(0, LONGEST)) {
    const move = parseSan(position, text);
    if (!move) return;
    const known = node.children.find(({ data }) => {
      const other = parseSan(position, data.san);
      return other && moveEquals(other, move);
    });
    const san = makeSanAndPlay(position, move);
    const next = known ?? new ChildNode<PgnNodeData>({ san });
    if (!known) node.children.push(next);
    node = next;
  }
}

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
