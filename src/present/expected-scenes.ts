import type { CandidateMove, OtherMove, TreeNode } from '../analysis/expected/report.ts';
import { TRAP } from '../analysis/expected/tree-values.ts';
import { current, type Game } from '../chess/game.ts';
import { uciOf } from '../chess/position.ts';
import { mate, type Score } from '../chess/score.ts';
import type { ChartScene } from '../render/chart-scene.ts';
import { type Arrow, type BarValue, type Scene, type Step, sceneOf } from '../render/scene.ts';
import { type SurroundingsName, type ThemeName, themeOf, winrateColour } from '../render/theme.ts';
import type { TreeBranch, TreeScene } from '../render/tree-scene.ts';
import { ENGLISH_VOICE, type ReportVoice } from './catalogue/catalogue.ts';
import { stepOf } from './game-scene.ts';
import { blunders, headline, type SortedReport } from './verdict.ts';

/** How a report looks as pictures. */

export interface Look {
  theme: ThemeName;
  surroundings: SurroundingsName;
  size: number;
}

/** More arrows than this hide the board. */
const ARROWS = 3;
/** What this share of people play is drawn as wide as an arrow gets. */
const WIDEST = 0.5;

/** The position with the best moves as numbered arrows, and the move that most people should not have played. */
export function expectedScene(report: SortedReport, game: Game, look: Look, voice: ReportVoice = ENGLISH_VOICE): Scene {
  const position = current(game);
  const [trapdoor] = blunders(report);
  const last = lastStep(game);
  return sceneOf(position, {
    ...look,
    orientation: report.player,
    bar: { value: barValue(report) },
    ...(last && { lastMove: last }),
    arrows: apart([
      ...report.moves.slice(0, ARROWS).map((move, index) => arrowOf(move, index + 1, report, look)),
      ...(trapdoor ? [warningArrow(trapdoor)] : []),
    ]),
    caption: headline(report, voice),
  });
}

/** One arrow from one square to another: promotions to different pieces look the same. */
const apart = (arrows: readonly Arrow[]): Arrow[] =>
  arrows.filter(({ from, to }, index) => index === arrows.findIndex(one => one.from === from && one.to === to));

function lastStep({ positions, moves }: Game): Step | undefined {
  const [before, move] = [positions.at(-2), moves.at(-1)];
  return before && move && stepOf(uciOf(before, move));
}

const arrowOf = (move: CandidateMove, number: number, { sort }: SortedReport, { theme }: Look): Arrow => ({
  ...stepOf(move.uci),
  colour: winrateColour(move[sort], themeOf(theme).board),
  width: Math.min(1, move.maia / WIDEST),
  number,
});

const warningArrow = ({ uci, maia }: OtherMove): Arrow => ({
  ...stepOf(uci),
  colour: 'red',
  width: Math.min(1, maia / WIDEST),
  glyph: '??',
});

/** What Stockfish makes of the position: its best move's score. */
function barValue({ moves, player, ending }: SortedReport): BarValue {
  if (ending) return { kind: 'result', outcome: ending, turn: player };
  const [first, ...rest] = moves;
  const strongest = first && rest.reduce((a, b) => (b.winrate > a.winrate ? b : a), first);
  return { kind: 'score', score: strongest?.score ?? endScore(strongest, player) };
}

/** Of a move that ends the game, which is not searched. */
const endScore = (move: CandidateMove | undefined, player: SortedReport['player']): Score =>
  move?.tree.terminal === 'checkmate' ? mate(player === 'white' ? 1 : -1) : { kind: 'cp', cp: 0 };

export function chartScene(report: SortedReport, { theme, surroundings }: Omit<Look, 'size'>): ChartScene {
  const { player, moves, notAnalysed } = report;
  return { player, candidates: moves, more: notAnalysed.length, theme, surroundings };
}

/** The tree of one candidate. */
export function treeScene(
  report: SortedReport,
  game: Game,
  { tree, winrate, coverage, trap }: CandidateMove,
  look: Omit<Look, 'size'>,
): TreeScene {
  const bound = trap === null ? Number.POSITIVE_INFINITY : winrate + TRAP;
  return {
    player: report.player,
    moveNumber: current(game).fullmoves,
    winrate,
    coverage,
    root: { ...tree, children: tree.children.map(reply => branchOf(reply, bound)) },
    theme: look.theme,
    surroundings: look.surroundings,
  };
}

/** First replies that are mistakes are the traps that the report counts, where it does. */
const branchOf = (reply: TreeNode, bound: number): TreeBranch => ({ ...reply, trap: (reply.winrate ?? 0) >= bound });
