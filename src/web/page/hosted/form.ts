import type { PageData } from '../../report.ts';
import { h } from '../dom.ts';
import { fieldsOf } from './fields.ts';

/** What somebody wishes instead, by the names that the server knows. */
export type Wishes = Readonly<Record<string, number>>;

/** The parameters where there are engines: other values, and run again. */
export class RunForm {
  readonly element: HTMLFormElement;
  readonly #all: HTMLFieldSetElement;
  readonly #button = h('button', { class: 'primary' }, 'Run again');

  constructor(data: PageData, run: (wishes: Wishes) => void) {
    const fields = fieldsOf(data);
    this.#all = h(
      'fieldset',
      {},
      h('legend', { class: 'heard' }, 'How it was asked'),
      ...fields.map(({ label, control }) => h('label', {}, h('span', { class: 'field-name' }, label), control)),
      this.#button,
    );
    this.element = h(
      'form',
      {
        submit: event => {
          event.preventDefault();
          const values = fields.map(({ name, value }) => [name, value()] as const);
          run(Object.fromEntries(values.filter((entry): entry is [string, number] => entry[1] !== undefined)));
        },
      },
      this.#all,
    );
  }

  focus(): void {
    this.#button.focus();
  }

  /** Nothing can be changed while it runs. */
  set running(running: boolean) {
    this.#all.disabled = running;
  }
}
