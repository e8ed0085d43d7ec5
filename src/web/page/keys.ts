import { h } from './dom.ts';

/** What can be done without a mouse, for whoever asks. */
export function keysDialog(keys: readonly (readonly [key: string, does: string])[]): HTMLDialogElement {
  const dialog = h(
    'dialog',
    { class: 'keys', 'aria-label': 'Keys' },
    h('h2', {}, 'Keys'),
    h('dl', {}, ...keys.map(([key, does]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)))),
    h('form', { method: 'dialog' }, h('button', {}, 'Close')),
  );
  return dialog;
}
