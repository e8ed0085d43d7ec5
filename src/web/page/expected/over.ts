import type { ExpectedReport } from '../../../analysis/expected/report.ts';
import type { Outcome } from '../../../chess/history.ts';
import { resultWords } from '../../../chess/words.ts';
import { BoardView } from '../board.ts';
import { h } from '../dom.ts';
import { toolsOf } from '../shell.ts';

/** A position in which nobody moves any more: how it ended, and the board. Nothing was computed, and nothing can be asked again. */
export function overPage({ fen, player }: ExpectedReport, ending: Outcome, signal: AbortSignal): HTMLElement {
  const board = new BoardView(player, signal);
  const nothing = () => undefined;
  const tools = toolsOf({
    keys: [],
    flip: () => board.flip(),
    isAway: () => false,
    stays: 'main',
    leave: nothing,
    back: nothing,
  });
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
