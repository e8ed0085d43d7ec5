import { ENGLISH } from '../../chess/words.ts';
import { h } from './dom.ts';

/** Shares as people read them: a number, and a bar whose length and hue say the same. */

export const whole = (share: number): string => ENGLISH.share(share);
/** One digit more, where moves are compared. */
export const exact = (share: number): string => ENGLISH.percent(share, 1);

/** From bad (0) over even to good (1). */
const bar = (share: number): HTMLElement =>
  h(
    'span',
    {
      class: share < 0.5 ? 'bar low' : 'bar high',
      'aria-hidden': 'true',
      '--share': share,
      '--mix': `${Math.round(100 * Math.abs(2 * share - 1))}%`,
    },
    h('span', {}),
  );

export const measured = (share: number, text = exact(share)): HTMLElement =>
  h('span', { class: 'measured' }, h('span', { class: 'number' }, text), bar(share));

export interface PageOptions {
  /** When another page takes its place: nothing of it listens any more. */
  signal?: AbortSignal;
  /** Where there are engines: in place of the fixed parameters. */
  params?: HTMLElement;
}

/** Lists what can be done without a mouse. */
function keysDialog(keys: readonly (readonly [key: string, does: string])[]): HTMLDialogElement {
  return h(
    'dialog',
    { class: 'keys', 'aria-label': 'Keys' },
    h('h2', {}, 'Keys'),
    h('dl', {}, ...keys.map(([key, does]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)))),
    h('form', { method: 'dialog' }, h('button', {}, 'Close')),
  );
}

/** What every page has: tools below a board, keys, and ways back from a preview. */
interface ToolsOptions {
  /** Of this page, besides those of all. */
  keys?: readonly (readonly [key: string, does: string])[];
  flip: () => void;
  preview?: {
    /** Whether the board looks at something else just now. */
    isAway: () => boolean;
    /** Clicks in there do not end it. */
    stays: string;
    leave: () => void;
    /** Leaves, and puts the focus back to where it came from. */
    back: () => void;
  };
  /** Another key: whether it meant something. */
  press?: (event: KeyboardEvent) => boolean;
}

const ALL_KEYS = [
  ['Esc', 'back from a preview'],
  ['f', 'turns the board'],
  ['?', 'shows these keys'],
] as const;

interface Tools {
  buttons: HTMLElement[];
  /** Listens until it is told to stop: a page can make room for another. */
  listen: (page: HTMLElement, signal: AbortSignal) => void;
}

/** Letters that belong to a field. */
const isTyping = ({ target }: Event): boolean => target instanceof Element && target.closest('input, select') !== null;

export function toolsOf({ keys = [], flip, preview, press }: ToolsOptions): Tools {
  const dialog = keysDialog([...keys, ...ALL_KEYS]);
  const onKey = (event: KeyboardEvent) => {
    // What needs AltGr on some keyboards is meant as it is written.
    const isChord = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
    if (isChord || dialog.open || isTyping(event)) return;
    if (event.key === 'Escape' && preview?.isAway()) preview.back();
    else if (event.key.toLowerCase() === 'f') flip();
    else if (event.key === '?') dialog.showModal();
    else if (press?.(event)) event.preventDefault();
  };
  // What is looked at stays on the board; everything else leads back.
  const onClick = ({ target }: Event) => {
    // What was clicked may have made room for something else.
    const isIn = target instanceof Element && target.isConnected;
    if (isIn && preview?.isAway() && !target.closest(`${preview.stays}, dialog`)) preview.leave();
  };
  return {
    buttons: [
      h('button', { type: 'button', click: flip }, 'Turn the board'),
      h('button', { type: 'button', click: () => dialog.showModal() }, 'Keys'),
    ],
    listen(page, signal) {
      document.addEventListener('keydown', onKey, { signal });
      document.addEventListener('click', onClick, { signal });
      page.append(dialog);
    },
  };
}
