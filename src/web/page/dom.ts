/** Elements are made of text and of each other, never of markup: whatever people call themselves stays text. */

type Child = Node | string | false | null | undefined;
export type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

/**
 * A function is a listener; `true` is an attribute without a value; what begins with `--` is a property for the
 * styles.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return made(document.createElement(tag), attributes, children);
}

/** The same for parts of a drawing. */
export const s = <Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] => made(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

function made<E extends HTMLElement | SVGElement>(element: E, attributes: Attributes, children: readonly Child[]): E {
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

const MOVE = '(?:O-O|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8])';
const TIES = new RegExp(
  `(\\d(?= %)|[<>](?= \\d)|\\b\\d{1,3}\\.(?:\\.\\.)?(?= ${MOVE})|${MOVE}[+#]?(?= [\\d.]+ %)) `,
  'g',
);

/**
 * A number and its sign stay on one line, and so do a move and its number or its share: not every number before a word
 * is one.
 */
export const tied = (text: string): string => text.replace(TIES, '$1\u00a0');
