import { type CandidateMove, type ExpectedReport, ranked } from '../../../analysis/expected/report.ts';
import { count, nameOf, plural, resultWords } from '../../../chess/words.ts';
import { verdict } from '../../../present/verdict.ts';
import { BoardView } from '../board.ts';
import { fill, h } from '../dom.ts';
import { keysDialog } from '../keys.ts';
import { whole } from '../share.ts';
import { MoveList } from './list.ts';
import { paramsRow } from './params.ts';
import { Preview } from './preview.ts';
import { MoveTree } from './tree.ts';

const ARROWS = 3;

const KEYS = [
  ['← →', 'to the move before, to the likeliest answer'],
  ['↑ ↓', 'to the likelier, to the rarer move'],
  ['Space', 'opens and closes a branch'],
  ['Enter', 'shows the position on the board'],
  ['Esc', 'back to the position that was analysed'],
  ['f', 'turns the board'],
  ['?', 'shows these keys'],
] as const;

/** Which moves to play, and how people go on: list, tree, and a board that looks ahead. */
export function expectedPage(report: ExpectedReport): HTMLElement {
  const moves = ranked(report.moves);
  const board = new BoardView(report.player);
  const treePanel = h('section', { class: 'panel', 'aria-label': 'How people go on' });
  let chosen: CandidateMove | undefined;
  let tree: MoveTree | undefined;
  const preview = new Preview(report, board, path => tree?.mark(path));
  const arrows = () => (chosen ? [chosen.uci] : moves.slice(0, ARROWS).map(({ uci }) => uci));
  const leave = () => preview.leave(arrows());
  const list = new MoveList(report, uci => {
    chosen = moves.find(move => move.uci === uci);
    if (!chosen) return;
    list.choose(uci);
    tree = new MoveTree(chosen, path => preview.show(path));
    fill(
      treePanel,
      h('h2', {}, `After ${chosen.san}`),
      summary(chosen),
      h('div', { class: 'scroller' }, legend(), tree.element),
    );
    leave();
  });
  const keys = keysDialog(KEYS);
  const flip = () => board.flip();
  const page = h(
    'main',
    { class: 'expected' },
    h('header', {}, h('h1', {}, 'The best moves for people'), h('p', {}, titleOf(report))),
    paramsRow(report),
    h(
      'div',
      { class: 'columns' },
      h(
        'section',
        { class: 'side', 'aria-label': 'Board' },
        preview.element,
        h(
          'div',
          { class: 'tools' },
          h('button', { type: 'button', click: flip }, 'Turn the board'),
          h('button', { type: 'button', click: () => keys.showModal() }, 'Keys'),
        ),
      ),
      h(
        'div',
        { class: 'reading' },
        h('section', { class: 'verdict', 'aria-label': 'In words' }, ...sentences(report)),
        moves.length > 0 && h('section', { class: 'panel', 'aria-label': 'The moves, ranked' }, list.element),
        moves.length > 0 && treePanel,
      ),
    ),
    h('footer', {}, ...facts(report).map(fact => h('span', {}, fact))),
    keys,
  );
  fill(treePanel, h('p', { class: 'hint' }, 'Choose a move above to see how games go on after it.'));
  // What is looked at stays on the board; everything else leads back.
  page.addEventListener('click', event => {
    const target = event.target as Element;
    if (target.closest('[data-does=back]')) return back();
    if (preview.path && !target.closest('.tree, .side, dialog, .moves')) leave();
  });
  const back = () => {
    leave();
    tree?.focus();
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || keys.open) return;
    if (event.key === 'Escape' && preview.path) back();
    else if (event.key === 'f') flip();
    else if (event.key === '?') keys.showModal();
  });
  leave();
  return page;
}

function titleOf({ player, params, ending }: ExpectedReport): string {
  if (ending) return `${resultWords(ending, player)}.`;
  const { rating, opponentRating } = params;
  return `${nameOf(player)} to move, ${rating} against ${opponentRating}.`;
}

const sentences = (report: ExpectedReport): HTMLElement[] =>
  verdict({ ...report, sort: 'expected', moves: ranked(report.moves) }).map(sentence => h('p', {}, sentence));

const summary = ({ branches, coverage, nodes }: CandidateMove): HTMLElement =>
  h(
    'p',
    { class: 'hint' },
    `${plural(branches, 'branch', 'branches')}, ${plural(nodes, 'position')}, ${whole(coverage)} of what people play.`,
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
