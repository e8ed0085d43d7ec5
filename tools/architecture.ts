import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { filled } from '../gallery/commands/document.ts';
import { FOLDERS, namesIn, PACKAGES, rowOf } from './imports.ts';

/** The picture of the folders in docs/architecture.md, drawn from the tables that imports are held to. */

export const PAGE = fileURLToPath(new URL('../docs/architecture.md', import.meta.url));

const ROWS = Object.keys(FOLDERS).filter(row => !/[.*]/.test(row));

/** The folders of which a row may import everything, and those of which it may import some files. */
function targetsOf(row: string): { whole: string[]; part: string[] } {
  const names = namesIn(FOLDERS[row] ?? '');
  const barred = names.filter(name => name.startsWith('!')).map(name => name.slice(1));
  const whole = ROWS.filter(
    name => name !== row && (names.includes(name) || (names[0] === '*' && !barred.includes(name))),
  );
  const part = ROWS.filter(
    name => !whole.includes(name) && name !== row && names.some(each => each.startsWith(`${name}/`)),
  );
  return { whole, part };
}

/** Whether one row reaches another by way of a third. */
const isRoundabout = (row: string, target: string): boolean =>
  targetsOf(row).whole.some(other => other !== target && reached(other).has(target));

/** All rows that can be reached by whole folders. */
function reached(row: string, seen = new Set<string>()): Set<string> {
  for (const next of targetsOf(row).whole) if (!seen.has(next)) reached(next, seen.add(next));
  return seen;
}

/** A package that is nearly everywhere is in no box. */
const packagesOf = (row: string): string[] =>
  Object.entries(PACKAGES).flatMap(([name, list]) => {
    const places = namesIn(list);
    return places.length < 4 && places.some(place => rowOf(`src/${place}`) === row) ? [name] : [];
  });

/** https://mermaid.js.org/syntax/flowchart.html. An arrow that follows from others is left out. */
export function architecture(): string {
  const id = (row: string): string => row.replace(/\W/g, '-');
  const lines = ROWS.flatMap(row => {
    const label = [`<b>${row}</b>`, ...packagesOf(row)].join('<br>');
    const { whole, part } = targetsOf(row);
    return [
      `  ${id(row)}["${label}"]`,
      ...whole.filter(target => !isRoundabout(row, target)).map(target => `  ${id(row)} --> ${id(target)}`),
      ...part.filter(target => !reached(row).has(target)).map(target => `  ${id(row)} -.-> ${id(target)}`),
    ];
  });
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(PAGE, filled(readFileSync(PAGE, 'utf8'), new Map([['folders', architecture()]])));
