import type { CandidateMove, Dropped, TreeNode } from '../../../analysis/expected/report.ts';
import { plural } from '../../../base/text.ts';
import { resultWords } from '../../../chess/words.ts';
import { type Attributes, h } from '../dom.ts';
import { measured, whole } from '../tools.ts';

/** The candidate's move, then a reply, then what comes after it. */
export type TreeLine = readonly TreeNode[];

/** UCI, because SAN can be the same twice. */
const keyOf = (line: TreeLine): string => line.map(({ uci }) => uci).join(' ');

/** `12. Nf3`, `12... Nf6`: by the count of the position that the move led to. */
export function numbered({ san, fen }: Pick<TreeNode, 'san' | 'fen'>): string {
  const [, turn, , , , fullmoves] = fen.split(' ');
  return turn === 'b' ? `${fullmoves}. ${san}` : `${Number(fullmoves) - 1}... ${san}`;
}

/** A tree that is walked: only branches that are open are in the page, however many there are. */

/** How far a tree is open when it is first seen: the replies, and what follows the likeliest. */
const OPEN_SHARE = 0.25;

interface Place {
  node: TreeNode;
  line: TreeLine;
  /** What is seen of it, and stands for it. */
  row: HTMLElement;
  /** That, and what is below it. */
  item: HTMLElement;
  parent: Place | undefined;
  group: HTMLElement | undefined;
  children: Place[];
}

export class MoveTree {
  readonly element: HTMLElement;
  readonly #preview: (line: TreeLine) => void;
  readonly #places = new Map<string, Place>();
  readonly #root: Place;
  #focused: Place;
  /** It may be in a branch that is closed, and is still marked when that is opened. */
  #marked = '';

  constructor(move: CandidateMove, preview: (line: TreeLine) => void) {
    this.#preview = preview;
    this.#root = this.#place(move.tree, [], undefined, 1, 1);
    this.#focused = this.#root;
    this.#root.row.tabIndex = 0;
    this.element = h(
      'ul',
      { class: 'tree', role: 'tree', 'aria-label': `How games go on after ${move.san}` },
      this.#root.item,
    );
    this.#open(this.#root);
    for (const reply of this.#root.children) if (reply.node.cumulative >= OPEN_SHARE) this.#open(reply);
    this.element.addEventListener('keydown', event => this.#onKey(event));
    this.element.addEventListener('click', event => this.#onClick(event));
  }

  /** Marks what the board shows; nothing if that is the position itself. */
  mark(line: TreeLine | undefined): void {
    this.#places.get(this.#marked)?.row.setAttribute('aria-selected', 'false');
    this.#marked = line ? keyOf(line) : '';
    const place = this.#places.get(this.#marked);
    place?.row.setAttribute('aria-selected', 'true');
    if (place) this.#focus(place, 'only mark');
  }

  focus(): void {
    this.#focused.row.focus();
  }

  #place(node: TreeNode, above: TreeLine, parent: Place | undefined, position: number, size: number): Place {
    const line = [...above, node];
    const row = rowOf(node, {
      role: 'treeitem',
      'aria-level': line.length,
      'aria-posinset': position,
      'aria-setsize': size,
      'aria-selected': String(keyOf(line) === this.#marked),
      'aria-expanded': node.children.length > 0 && 'false',
      tabindex: -1,
      'data-path': keyOf(line),
    });
    const item = h('li', { role: 'none' }, row);
    const place: Place = { node, line, row, item, parent, group: undefined, children: [] };
    this.#places.set(keyOf(line), place);
    return place;
  }

  #open(place: Place): void {
    const { node, line, row, item } = place;
    if (place.group || node.children.length === 0) return;
    const size = node.children.length;
    place.children = node.children.map((child, index) => this.#place(child, line, place, index + 1, size));
    place.group = h('ul', { role: 'group' }, ...place.children.map(child => child.item));
    if (node.dropped && node.dropped.moves > 0) place.group.append(rest(node.dropped));
    item.append(place.group);
    row.setAttribute('aria-expanded', 'true');
  }

  #close(place: Place): void {
    if (!place.group) return;
    if (place.group.contains(this.#focused.item)) this.#focus(place);
    place.group.remove();
    place.group = undefined;
    this.#forget(place.children);
    place.children = [];
    place.row.setAttribute('aria-expanded', 'false');
  }

  #forget(places: readonly Place[]): void {
    for (const { line, children } of places) {
      this.#places.delete(keyOf(line));
      this.#forget(children);
    }
  }

  #focus(place: Place, how: 'scroll' | 'stay' | 'only mark' = 'scroll'): void {
    this.#focused.row.tabIndex = -1;
    this.#focused = place;
    place.row.tabIndex = 0;
    if (how !== 'only mark') place.row.focus({ preventScroll: how === 'stay' });
  }

  #onClick(event: MouseEvent): void {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('.node');
    const place = row && this.#places.get(row.dataset.path ?? '');
    if (!place) return;
    // What was clicked is in sight.
    this.#focus(place, 'stay');
    if (!target.closest('.twisty')) this.#preview(place.line);
    else if (place.group) this.#close(place);
    else this.#open(place);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = this.#focused;
    const siblings = place.parent?.children ?? [place];
    const at = siblings.indexOf(place);
    const go = (to: Place | undefined) => to && this.#focus(to);
    switch (event.key) {
      case 'ArrowLeft':
        go(place.parent);
        break;
      case 'ArrowRight':
        this.#open(place);
        go(place.children[0]);
        break;
      case 'ArrowUp':
        go(siblings[at - 1]);
        break;
      case 'ArrowDown':
        go(siblings[at + 1]);
        break;
      case 'Home':
        go(siblings[0]);
        break;
      case 'End':
        go(siblings.at(-1));
        break;
      case 'Enter':
        this.#preview(place.line);
        break;
      case ' ':
        if (place.group) this.#close(place);
        else this.#open(place);
        break;
      default:
        return;
    }
    event.preventDefault();
  }
}

/** For those who hear it; others see the columns. */
const word = (text: string): HTMLElement => h('span', { class: 'heard' }, ` ${text} `);

function rowOf(node: TreeNode, attributes: Attributes): HTMLElement {
  const { probability, cumulative, expected, children } = node;
  return h(
    'div',
    { class: `node ${node.mover}`, ...attributes },
    h('span', { class: children.length > 0 ? 'twisty' : 'twig', 'aria-hidden': 'true' }),
    h(
      'span',
      { class: 'named' },
      h('span', { class: 'san' }, numbered(node)),
      remark(node) && h('span', { class: 'remark' }, remark(node)),
    ),
    h('span', { class: 'probability', title: 'How often it is played here' }, word('played'), whole(probability)),
    h('span', { class: 'cumulative', title: 'How often games get here' }, word('reached'), whole(cumulative)),
    h('span', {}, word('win rate'), measured(expected, whole(expected))),
    node.winrate !== undefined &&
      !node.leaf &&
      h('span', { class: 'engine', title: "By Stockfish, without people's mistakes" }, `SF ${whole(node.winrate)}`),
  );
}

/** What became of it, where nothing comes after it. */
function remark({ pruned, terminal, fen }: TreeNode): string | undefined {
  if (terminal) return resultWords(terminal, fen.split(' ')[1] === 'w' ? 'white' : 'black');
  return pruned && 'a mistake: not followed';
}

const rest = ({ moves, probability }: Dropped): HTMLElement =>
  h('li', { role: 'none', class: 'rest' }, `and ${plural(moves, 'rarer move')}, together ${whole(probability)}`);
