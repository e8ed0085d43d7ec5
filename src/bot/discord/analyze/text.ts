import type { CandidateMove, ExpectedReport, OtherMove, TreeNode } from '../../../analysis/expected/report.ts';
import { numberedLine } from '../../../chess/game.ts';
import type { Position } from '../../../chess/position.ts';
import type { Score } from '../../../chess/score.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';

/** The parts that lists, menus and captions of an analysis are made of. */

const SEPARATOR = ' · ';
export const joined = (parts: readonly string[]): string => parts.join(SEPARATOR);

const scoreWords = (voice: Voice, score: Score): string =>
  score.kind === 'mate' ? `#${score.mate}` : voice.signed(score.cp / 100, 1);

export function engineWords(voice: Voice, { winrate, score }: Pick<OtherMove, 'winrate' | 'score'>): string {
  const words = voice.say('analyze.engine', { share: voice.share(winrate) });
  return score ? `${words} (${scoreWords(voice, score)})` : words;
}

export const playedWords = (voice: Voice, share: number): string =>
  voice.say('analyze.played', { share: voice.share(share) });

/** Smaller shares are not said: they would be rounded to 0 %. */
const WORTH_SAYING = 0.005;

/** How a move looks in the list: what counts first, then what it rests on. Traps and risks only where there are any. */
export function moveLines(voice: Voice, move: CandidateMove, rank: number): string {
  const { trap, risk, tree } = move;
  const share = (key: 'analyze.trap' | 'analyze.risk', value: number | null) =>
    value !== null && value >= WORTH_SAYING ? [voice.say(key, { share: voice.share(value) })] : [];
  const rests = tree.terminal
    ? []
    : [
        voice.say(`analyze.confidence.${move.confidence}`),
        voice.say('analyze.plies', { plies: voice.number(move.treeDepth, 1) }),
      ];
  const expected = voice.say('analyze.expected', { share: voice.percent(move.expected, 1) });
  const first = [`**${rank}. ${move.san}**`, `**${expected}**`, engineWords(voice, move)];
  const second = [
    playedWords(voice, move.maia),
    ...share('analyze.trap', trap),
    ...share('analyze.risk', risk),
    ...rests,
  ];
  return `${joined(first)}\n${joined(second)}`;
}

/** Moves that are worse than these are only counted. */
const LISTED = 6;

function otherMoves(voice: Voice, moves: readonly OtherMove[]): string {
  const named = moves.slice(0, LISTED).map(({ san, winrate }) => `${san} ${voice.share(winrate)}`);
  const rest = moves.length - named.length;
  return voice.list([...named, ...(rest > 0 ? [voice.say('analyze.more', { moves: rest })] : [])]);
}

/** What became of the moves that are not in the list. */
export const otherLines = (voice: Voice, { notAnalysed, rejected }: ExpectedReport): string[] => [
  ...(notAnalysed.length > 0 ? [voice.say('analyze.not-analysed', { moves: otherMoves(voice, notAnalysed) })] : []),
  ...(rejected.length > 0 ? [voice.say('analyze.rejected', { moves: otherMoves(voice, rejected) })] : []),
];

/** The small print: whose numbers these are, and where they come from. */
export function footWords(voice: Voice, { player, params, engine, model }: ExpectedReport): string {
  const color = voice.say(`color.${player}`);
  const foot = voice.say('analyze.foot', {
    threshold: thresholdWords(voice, params.threshold),
    depth: params.depth,
  });
  return `${voice.say('analyze.legend', { color })}\n${joined([foot, ...(engine ? [engine.name] : []), model.id])}`;
}

/** As exact as it needs: 10 %, 1 %, 0.1 %. */
export const thresholdWords = (voice: Voice, share: number): string => voice.percent(share, share < 0.01 ? 1 : 0);

/** A position of a tree, and how it came about. */
export interface TreePosition {
  node: TreeNode;
  before: TreePosition | undefined;
  /** Half-moves ahead of the game: 1 after the candidate. */
  plies: number;
}

/**
 * All positions of a tree, the likeliest first and of equals the nearest. Without recursion, as forced lines may be
 * deep.
 */
export function treePositions(tree: TreeNode): TreePosition[] {
  const places: TreePosition[] = [];
  const waiting: TreePosition[] = [{ node: tree, before: undefined, plies: 1 }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    places.push(place);
    for (const node of place.node.children.toReversed()) waiting.push({ node, before: place, plies: place.plies + 1 });
  }
  // The sort is stable: what is neither likelier nor nearer stays in the order of the tree.
  return places.sort((a, b) => b.node.cumulative - a.node.cumulative || a.plies - b.plies);
}

/** The moves from the game to a position. */
export function lineTo(place: TreePosition): TreeNode[] {
  const line: TreeNode[] = [];
  for (let at: TreePosition | undefined = place; at; at = at.before) line.push(at.node);
  return line.reverse();
}

/** `4. Nf3 Nc6 5. Bb5`, without its beginning where that would be too long. */
export function placeWords(root: Position, place: TreePosition, longest: number): string {
  const words = numberedLine(
    root,
    lineTo(place).map(({ san }) => san),
  );
  if (words.length <= longest) return words;
  return `… ${words.slice(words.indexOf(' ', words.length - longest + 2) + 1)}`;
}

/** How good and how likely a position is, and what is the matter with it. */
export const placeFacts = (voice: Voice, { node }: TreePosition): string =>
  joined([
    voice.say('analyze.reach', { share: voice.share(node.cumulative) }),
    voice.say('analyze.expected', { share: voice.share(node.expected) }),
    ...(node.pruned ? [voice.say('analyze.blunder')] : []),
  ]);

/** More would be a list. */
const NEXT_MOVES = 3;

/** The moves whose arrows are on the board. */
export function nextWords(voice: Voice, { node: { children } }: TreePosition): string[] {
  const moves = children.slice(0, NEXT_MOVES).map(({ san, probability }) => `**${san}** (${voice.share(probability)})`);
  return moves.length > 0 ? [voice.say('analyze.next', { moves: voice.list(moves) })] : [];
}
