/** Elements are made of text and of each other, never of markup: whatever people call themselves stays text. */

type Child = Node | string | false | null | undefined;
export type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/** A function is a listener; `true` is an attribute without a value; what begins with `--` is a property for the styles. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (name.startsWith('--')) element.style.setProperty(name, String(value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter(child => child instanceof Node || typeof child === 'string'));
  return element;
}

/** Shows something else in the same place. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter(child => child instanceof Node || typeof child === 'string'));
}
