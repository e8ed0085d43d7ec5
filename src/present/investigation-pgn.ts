import { ChildNode, type Game, Node, type PgnNodeData } from 'chessops/pgn';
import type { Color } from 'chessops/types';
import { stepsOf, telling } from '../analysis/investigation/lines.ts';
import { SEARCHES } from '../analysis/investigation/params.ts';
import type {
  Illusion,
  IllusionBranch,
  InvestigationFindings,
  LineMove,
  Stop,
  StopReason,
} from '../analysis/investigation/report.ts';
import type { Tag } from '../analysis/tags/names.ts';
import { ordinal } from '../base/text.ts';
import { asComment, evalText } from '../chess/pgn/comments.ts';
import { makeTree } from '../chess/pgn/make.ts';
import { other, type Position } from '../chess/position.ts';
import { makeScore, type Score } from '../chess/score.ts';
import { nameOf, resultWords } from '../chess/words.ts';
import { branchSentence } from './investigation-words.ts';
import { TAG_WORDS } from './tag-words.ts';

/** How a stopped branch is marked. */
const STOP_THEMES: Record<StopReason, string> = {
  d2_eval_below_original: 'd2_worse_than_original',
  no_overestimated_moves: 'd2_d16_agree',
  depth_limit: 'max_depth_reached',
  game_over: 'game_over',
  already_explored: 'already_explored',
  search_limit: 'search_limit_reached',
};

/** All that was found, as one game that any program opens: what should be played, and beside it what should not. */
export const investigationPgn = (report: InvestigationFindings, position: Position): string =>
  makeTree(investigationTree(report, position));

export function investigationTree(report: InvestigationFindings, position: Position): Game<PgnNodeData> {
  const moves = new Node<PgnNodeData>();
  const { tree, deep } = report;
  addLine(moves, tree.line, (move, index) =>
    moveComment(move, position, index, index === 0 ? [`Best at D${report.params.deep}.`] : []),
  );
  if (deep) for (const branch of tree.branches) addBranch(moves, branch, position, { report, original: deep.score });
  return { headers: headersOf(report), moves };
}

/** What all branches have in common. */
interface Around {
  report: InvestigationFindings;
  /** What the position was worth to begin with. */
  original: Score;
}

function addBranch(parent: Node<PgnNodeData>, branch: IllusionBranch, position: Position, around: Around): void {
  const { report, original } = around;
  const { stop, illusion, line, branches } = branch;
  // The answer is where it is decided how to go on; a branch that ends the game has none.
  const stopAt = Math.min(1, line.length - 1);
  const nodes = addLine(parent, line, (move, index) => {
    const isStop = stop !== null && index === stopAt;
    const themes = [
      ...(index === 0 ? [isOverestimated(report, branch) ? 'overestimated' : 'asked'] : []),
      ...(isStop ? ['stopped_branch', STOP_THEMES[stop.reason]] : []),
    ];
    const sentences = [
      ...(index === 0 ? [`${gapWords(illusion, report.params)}.`, branchSentence(branch, position)] : []),
      ...(isStop
        ? [stopSentence({ ...stop, original, turn: index === 0 ? other(report.player) : report.player }, report)]
        : []),
    ];
    return moveComment(move, position, index, sentences, themes);
  });
  const answered = nodes[1];
  const moves = line.slice(0, 2).map(({ uci }) => uci);
  const after = stepsOf(position, moves).at(-1)?.after;
  if (answered && after) for (const inner of branches) addBranch(answered, inner, after, around);
}

/** Below the first level every branch is one. */
const isOverestimated = ({ overestimated }: InvestigationFindings, { level, illusion }: IllusionBranch): boolean =>
  level > 1 || overestimated.some(({ uci }) => uci === illusion.uci);

function addLine(
  parent: Node<PgnNodeData>,
  line: readonly LineMove[],
  comment: (move: LineMove, index: number) => string,
): ChildNode<PgnNodeData>[] {
  let at = parent;
  return line.map((move, index) => {
    const node = new ChildNode<PgnNodeData>({ san: move.san, comments: [asComment(comment(move, index))] });
    at.children.push(node);
    at = node;
    return node;
  });
}

/** `[%eval 0.28] [%theme "center_space"] [%tactic "fork"] [gained: fork] [lost: none] [threats: none]` */
function moveComment(
  move: LineMove,
  start: Position,
  index: number,
  sentences: readonly string[],
  marks: readonly string[] = [],
): string {
  const mover = index % 2 === 0 ? start.turn : other(start.turn);
  const themes = marks.length > 0 ? marks : move.themes;
  return [
    ...(move.score ? [`[%eval ${evalText(move.score)}]`] : []),
    `[%theme "${themes.join(',') || NONE}"]`,
    `[%tactic "${move.tactics.map(name => TAG_WORDS[name]).join(',') || NONE}"]`,
    `[gained: ${tagWords(move.gained, mover)}]`,
    `[lost: ${tagWords(move.lost, mover)}]`,
    `[threats: ${move.threats.map(threatWords).join(', ') || NONE}]`,
    ...sentences,
  ].join(' ');
}

const NONE = 'none';

/** The mover's own in plain words, the other side's with its name; each once. */
const tagWords = (tags: readonly Tag[], mover: Color): string =>
  [...new Set(tags.map(({ name, side }) => `${TAG_WORDS[name]}${side === mover ? '' : ` (${nameOf(side)})`}`))].join(
    ', ',
  ) || NONE;

const threatWords = ({ name, squares }: Tag): string => `${TAG_WORDS[name]} on ${squares[1] ?? squares[0]}`;

/** The standard's limit for the value of a tag: https://www.saremba.de/chessgml/standards/pgn/pgn-complete.htm#c7 */
const TAG_LENGTH = 255;

function headersOf({ fen, tags, ending, player }: InvestigationFindings): Map<string, string> {
  const result = ending === 'checkmate' ? (player === 'white' ? '0-1' : '1-0') : '1/2-1/2';
  return new Map([
    ['Event', 'Investigation'],
    ['Result', ending ? result : '*'],
    ['SetUp', '1'],
    ['FEN', fen],
    ['StartingTags', startingTags(tags)],
    ['Annotator', 'Kibitz'],
  ]);
}

/** Whole names, the most telling first, as many as there is room for. */
function startingTags(tags: readonly Tag[]): string {
  const names = new Set(telling(tags).map(({ name, side }) => `${side}:${name}`));
  let text = '';
  for (const name of names) {
    const longer = text === '' ? name : `${text}, ${name}`;
    if (longer.length > TAG_LENGTH) break;
    text = longer;
  }
  return text || NONE;
}

/** `D2 +1.20 (1st), D16 -0.80 (7th)` */
const gapWords = (
  { shallow, shallowRank, deep, deepRank }: Illusion,
  params: InvestigationFindings['params'],
): string =>
  `D${params.shallow} ${makeScore(shallow)} (${ordinal(shallowRank)}), D${params.deep} ${makeScore(deep)} (${ordinal(deepRank)})`;

/** Where a branch has stopped, and what it began with. */
interface Stopped extends Stop {
  original: Score;
  /** The side to move. */
  turn: Color;
}

const STOP_SENTENCES: Record<
  StopReason,
  (stop: Stopped, report: Pick<InvestigationFindings, 'params' | 'player'>) => string
> = {
  d2_eval_below_original: ({ shallow, original }, { params, player }) =>
    `Stopped: D${params.shallow} ${shallow ? makeScore(shallow) : ''} is worse for ${nameOf(player)} than D${params.deep} ${makeScore(original)} at the start.`,
  no_overestimated_moves: (_, { params }) =>
    `Stopped: D${params.deep} and D${params.shallow} agree on what is good here.`,
  depth_limit: (_, { params }) => `Stopped: ${params.levels} illusions one behind the other are enough.`,
  game_over: ({ ending, turn }) => `Stopped: ${ending ? resultWords(ending, turn) : 'the game is over'}.`,
  already_explored: () => 'Stopped: this position has been explored in another branch.',
  search_limit: () => `Stopped: ${SEARCHES} searches are enough for one question.`,
};

/** Why a branch is not followed any further, with the numbers. */
const stopSentence = (stopped: Stopped, report: Pick<InvestigationFindings, 'params' | 'player'>): string =>
  STOP_SENTENCES[stopped.reason](stopped, report);
