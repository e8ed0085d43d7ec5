import { type CandidateMove, type ExpectedReport, ranked, type TreeNode } from '../../../analysis/expected/report.ts';
import { count, plural } from '../../../base/text.ts';
import type { Outcome } from '../../../chess/history.ts';
import { ENGLISH, nameOf, resultWords } from '../../../chess/words.ts';
import { otherMoves, verdict } from '../../../present/verdict.ts';
import { BoardView, PreviewBoard } from '../board.ts';
import { fill, h, tied } from '../dom.ts';
import { type PageOptions, toolsOf, whole } from '../tools.ts';
import { MoveList } from './move-list.ts';
import { MoveTree, numbered, type TreeLine } from './move-tree.ts';

export const LABELS = {
  threshold: 'Lines played at least',
  depth: 'Stockfish depth',
  loss: 'Win rate that may be lost',
  rating: 'Rating',
  opponentRating: "Opponent's rating",
} as const;

export const thresholdText = (threshold: number): string =>
  threshold < 0.01 ? ENGLISH.percent(threshold, 1) : whole(threshold);

const ARROWS = 3;

const KEYS = [
  ['← →', 'to the move before, to the likeliest answer'],
  ['↑ ↓', 'to the likelier, to the rarer move'],
  ['Space', 'opens and closes a branch'],
  ['Enter', 'shows the position on the board'],
] as const;

/** Which moves to play, and how people go on: list, tree, and a board that looks ahead. */
export function expectedPage(
  report: ExpectedReport,
  { signal = new AbortController().signal, params }: PageOptions = {},
): HTMLElement {
  if (report.ending) return overPage(report, report.ending, signal);
  const { rating, opponentRating } = report.params;
  const moves = ranked(report.moves);
  const board = new BoardView(report.player, signal);
  const treePanel = h('section', { class: 'panel', 'aria-label': 'How people go on' });
  let chosen: CandidateMove | undefined;
  let tree: MoveTree | undefined;
  let isAhead = false;
  const leave = () => {
    isAhead = false;
    const arrows = chosen ? [chosen.uci] : moves.slice(0, ARROWS).map(({ uci }) => uci);
    previewBoard.showOwn({ fen: report.fen, arrows }, 'The position that was analysed');
    tree?.mark(undefined);
  };
  const back = () => {
    leave();
    tree?.focus();
  };
  const previewBoard = new PreviewBoard(board, { text: 'Back to analysis', go: back });
  const preview = (line: TreeLine) => {
    const node = line.at(-1) as TreeNode;
    isAhead = true;
    previewBoard.showPreview({
      fen: node.fen,
      last: node.uci,
      ribbon: `Preview: ${plural(line.length, 'half-move')} ahead`,
      steps: line.map((one, index) => ({
        text: index === 0 || one.fen.split(' ')[1] === 'b' ? numbered(one) : one.san,
        go: () => preview(line.slice(0, index + 1)),
      })),
      at: line.length - 1,
    });
    tree?.mark(line);
  };
  const list = new MoveList(report, uci => {
    chosen = moves.find(move => move.uci === uci);
    if (!chosen) return;
    list.choose(uci);
    tree = new MoveTree(chosen, preview);
    fill(
      treePanel,
      h('h2', {}, `After ${chosen.san}`),
      summary(chosen),
      h('div', { class: 'scroller' }, legend(), tree.element),
    );
    leave();
    showBelow(treePanel);
  });
  const tools = toolsOf({
    keys: KEYS,
    flip: () => previewBoard.flip(),
    preview: { isAway: () => isAhead, stays: '.tree, .side, .moves', leave, back },
  });
  const page = h(
    'main',
    { class: 'expected' },
    h(
      'header',
      {},
      h('p', { class: 'kind' }, 'Expected win rate'),
      h('h1', {}, 'The best moves for people'),
      h('p', {}, `${nameOf(report.player)} to move, ${rating} against ${opponentRating}.`),
    ),
    params ?? paramsRow(report),
    h(
      'div',
      { class: 'columns' },
      h(
        'section',
        { class: 'side', 'aria-label': 'Board' },
        h('div', { class: 'stays' }, previewBoard.element, previewBoard.line),
        h('div', { class: 'tools' }, ...tools.buttons),
      ),
      h(
        'div',
        { class: 'reading' },
        h('section', { class: 'verdict', 'aria-label': 'In words' }, ...sentences(report)),
        h(
          'section',
          { class: 'panel', 'aria-label': 'The moves, ranked' },
          list.element,
          ...otherMoves(report).map(line => h('p', { class: 'hint' }, tied(line))),
        ),
        treePanel,
      ),
    ),
    h('footer', {}, ...facts(report).map(fact => h('span', {}, fact))),
  );
  fill(treePanel, h('p', { class: 'hint' }, 'Choose a move above to see how games go on after it.'));
  tools.listen(page, signal);
  leave();
  return page;
}

/** How it was asked. A file cannot ask again: it has no engines. */
function paramsRow({ params }: ExpectedReport): HTMLElement {
  const { threshold, depth, loss, rating, opponentRating } = params;
  const entries: readonly [name: string, value: string][] = [
    [LABELS.threshold, thresholdText(threshold)],
    [LABELS.depth, String(depth)],
    [LABELS.loss, ENGLISH.percent(-loss)],
    [LABELS.rating, String(rating)],
    [LABELS.opponentRating, String(opponentRating)],
  ];
  return h(
    'section',
    { class: 'params', 'aria-label': 'How it was asked' },
    h('dl', {}, ...entries.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    h('p', { class: 'hint' }, 'Fixed: this page has no engines of its own. Ask Kibitz again for other values.'),
  );
}

/** On a small screen it would open out of sight. The focus stays where it is. */
function showBelow(panel: HTMLElement): void {
  if (!matchMedia('(max-width: 860px)').matches) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  panel.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth', block: 'start' });
}

const sentences = (report: ExpectedReport): HTMLElement[] =>
  verdict({ ...report, sort: 'expected', moves: ranked(report.moves) }).map(sentence => h('p', {}, sentence));

const summary = ({ branches, coverage, nodes }: CandidateMove): HTMLElement =>
  h(
    'p',
    { class: 'hint' },
    `${plural(branches, 'branch', 'branches')}, ${plural(nodes, 'position')}, ${whole(coverage)} of what people play. Moves of the opponent are slanted.`,
  );

const legend = (): HTMLElement =>
  h(
    'p',
    { class: 'legend', 'aria-hidden': 'true' },
    h('span', {}, 'Move'),
    h('span', {}, 'Played'),
    h('span', {}, 'Reached'),
    h('span', {}, 'Win rate'),
  );

function facts({ stats, engine, model, cacheStatus }: ExpectedReport): string[] {
  const seconds = (stats.time.totalMs / 1000).toFixed(1);
  return [
    `${plural(stats.branches, 'branch', 'branches')}, ${whole(stats.coverage)} of what people play`,
    `${count(stats.stockfishPositions)} positions by ${engine?.name ?? 'nobody'}, ${count(stats.maiaPositions)} by ${model.id}`,
    cacheStatus === 'cached' ? 'From the cache' : `Computed in ${seconds} s`,
  ];
}

/**
 * A position in which the game is over: how it ended, and the board. Nothing was computed, and nothing can be run
 * again.
 */
function overPage({ fen, player }: ExpectedReport, ending: Outcome, signal: AbortSignal): HTMLElement {
  const board = new BoardView(player, signal);
  const tools = toolsOf({ flip: () => board.flip() });
  const page = h(
    'main',
    { class: 'expected alone' },
    h('header', {}, h('p', { class: 'kind' }, 'The game is over'), h('h1', {}, `${resultWords(ending, player)}.`)),
    h(
      'div',
      { class: 'columns' },
      h(
        'section',
        { class: 'side', 'aria-label': 'Board' },
        h('div', { class: 'stays' }, h('div', { class: 'looking' }, board.element)),
        h('div', { class: 'tools' }, ...tools.buttons),
      ),
    ),
  );
  tools.listen(page, signal);
  board.show({ fen });
  return page;
}
