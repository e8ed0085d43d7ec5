/**
 * As much of YAML as compose.yaml is written in: mappings and lists by indentation, lists in brackets, words with and without
 * quotation marks, comments, and anchors that are merged. Everything else is refused, so that nothing is misread.
 */

export type Yaml = string | null | Yaml[] | { [key: string]: Yaml };
export type Mapping = { [key: string]: Yaml };

interface Line {
  indent: number;
  text: string;
}

const KEY = /^([\w.-]+|<<):(?: +(.*))?$/;
const PLAIN = /^[^\s'"[\]{}&*!|>%@`#,-][^"'[\]{}#]*$/;
const DASHED = /^--?[a-z][\w-]*$/;

export function parseYaml(text: string): Mapping {
  const lines = text
    .split('\n')
    .filter(line => !/^\s*(#|$)/.test(line))
    .map(line => ({ indent: line.search(/\S/), text: line.trim() }));
  const anchors = new Map<string, Yaml>();
  const value = block(lines, 0, anchors);
  if (lines.length > 0) throw notUnderstood(lines[0] as Line);
  return value;
}

/** Takes what stands at this indentation. */
function block(lines: Line[], indent: number, anchors: Map<string, Yaml>): Mapping {
  const mapping: Mapping = {};
  const own = new Set<string>();
  for (let line = lines[0]; line && line.indent === indent; line = lines[0]) {
    lines.shift();
    const [, key = '', rest = ''] = KEY.exec(line.text) ?? [];
    if (key === '' || own.has(key)) throw notUnderstood(line);
    own.add(key);
    const [, anchor, inline = ''] = /^(?:&(\w+))? ?(.*)$/.exec(rest) ?? [];
    const deeper = lines[0] && lines[0].indent > indent ? lines[0].indent : undefined;
    const value = inline === '' ? (deeper ? nested(lines, deeper, anchors) : null) : scalar(inline, line, anchors);
    if (anchor) anchors.set(anchor, value);
    if (key !== '<<') mapping[key] = value;
    else if (isMapping(value)) for (const name of Object.keys(value)) mapping[name] ??= value[name] as Yaml;
    else throw notUnderstood(line);
  }
  const next = lines[0];
  if (next && next.indent > indent) throw notUnderstood(next);
  return mapping;
}

/** A mapping, or a list of mappings, each of which begins with a dash. */
function nested(lines: Line[], indent: number, anchors: Map<string, Yaml>): Yaml {
  const isItem = (line: Line | undefined) => line?.indent === indent && line.text.startsWith('- ');
  if (!isItem(lines[0])) return block(lines, indent, anchors);
  const items: Yaml[] = [];
  for (let line = lines[0]; line && isItem(line); line = lines[0]) {
    Object.assign(line, { indent: indent + 2, text: line.text.slice(2) });
    items.push(block(lines, indent + 2, anchors));
  }
  return items;
}

function scalar(text: string, line: Line, anchors: Map<string, Yaml>): Yaml {
  const alias = /^\*(\w+)$/.exec(text)?.[1];
  if (alias !== undefined && anchors.has(alias)) return anchors.get(alias) as Yaml;
  const list = /^\[(.*)\]$/.exec(text)?.[1];
  if (list === undefined) return word(text, line);
  return Array.from(list.matchAll(/'[^']*'|[^,]+/g), ([item]) => item.trim())
    .filter(item => item !== '')
    .map(item => word(item, line));
}

function word(text: string, line: Line): string {
  const quoted = /^'([^']*)'$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  // `${NAME:?why}` and `${NAME:-}` have brackets of their own.
  if (PLAIN.test(text.replace(/\$\{[^}]*\}/g, 'x')) || DASHED.test(text)) return text;
  throw notUnderstood(line);
}

export const isMapping = (value: Yaml | undefined): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const notUnderstood = ({ text }: Line): Error => new Error(`compose.yaml: "${text}" is not understood.`);
