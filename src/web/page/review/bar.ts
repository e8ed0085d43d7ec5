import { h } from '../dom.ts';

/** White's chances beside the board; its light part grows from White's side. */
export class ChancesBar {
  readonly #number = h('span', { class: 'value' });
  readonly element = h('div', { class: 'chances', role: 'img' }, h('span', { class: 'white' }), this.#number);

  /** A percentage from 0 to 100, or nothing where nobody has looked. */
  show(percent: number | null, value: string): void {
    this.element.style.setProperty('--share', String((percent ?? 50) / 100));
    this.element.classList.toggle('unknown', percent === null);
    this.element.classList.toggle('ahead', (percent ?? 50) >= 50);
    this.#number.textContent = value;
    const told = percent === null ? 'Not evaluated' : `White's chances: ${Math.round(percent)} %`;
    this.element.setAttribute('aria-label', value ? `${told}, ${value}` : told);
  }
}
