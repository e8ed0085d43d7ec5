/** What of an analysis is on the screen. It is written into every button and menu, so that nothing else has to be remembered. */
export type View =
  | { kind: 'list'; page: number; flip: boolean }
  /** The tree of a move, by its rank from 0 on, and a page of the menu of its positions. */
  | { kind: 'tree'; move: number; page: number; flip: boolean }
  /** One of its positions, by how likely it is: 0 is the likeliest. */
  | { kind: 'node'; move: number; node: number; flip: boolean };

export const FIRST = { kind: 'list', page: 0, flip: false } as const satisfies View;

export function makeView(view: View): string {
  const flip = view.flip ? '-f' : '';
  switch (view.kind) {
    case 'list':
      return `list-${view.page}${flip}`;
    case 'tree':
      return `tree-${view.move}-${view.page}${flip}`;
    case 'node':
      return `node-${view.move}-${view.node}${flip}`;
  }
}

const VIEW = /^(?:list-(\d{1,6})|(tree|node)-(\d{1,6})-(\d{1,6}))(-f)?$/;

/** Undefined for what `makeView` has not written. */
export function parseView(text: string): View | undefined {
  const match = VIEW.exec(text);
  if (!match) return undefined;
  const [, page, kind, first, second, flipped] = match;
  const flip = flipped !== undefined;
  if (page !== undefined) return { kind: 'list', page: Number(page), flip };
  const [move, place] = [Number(first), Number(second)];
  return kind === 'tree' ? { kind, move, page: place, flip } : { kind: 'node', move, node: place, flip };
}
