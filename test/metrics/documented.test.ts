import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Family, parseExposition } from '../support/exposition.ts';
import { allMeasures } from '../support/measured.ts';

/** What is written about the measures, and the dashboard that shows them, held to what is told. */

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const PAGE = read('docs/metrics.md');

interface Panel {
  id: number;
  type: string;
  title: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string; datasource: { uid: string } }[];
}
interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; type: string; definition?: string }[] };
}
const DASHBOARD = JSON.parse(read('docs/grafana/kibitz.json')) as Dashboard;

let families: Map<string, Family>;
let exposed: string[];
beforeAll(async () => {
  const measures = allMeasures();
  families = parseExposition((await measures.metrics()).text);
  await measures.close();
  exposed = [...families.keys()].filter(name => name.startsWith('kibitz_')).toSorted();
});

/** Those of its own; `le` is the histogram's. */
const labelsOf = ({ samples }: Family): string[] =>
  [...new Set(samples.flatMap(({ labels }) => Object.keys(labels)))].filter(label => label !== 'le').toSorted();

/** What Prometheus adds to everything. */
const ADDED = ['job', 'instance'];

/** A number that a query names, with the labels that it is chosen by and what is done with it. */
interface Use {
  name: string;
  part: string;
  labels: string[];
  wrapped: boolean;
}

const usesIn = (query: string): Use[] =>
  Array.from(
    query.matchAll(
      /(\b(?:rate|increase)\()?\b((?:kibitz|process|nodejs)_\w+?)(_bucket|_sum|_count)?\b(?:\{([^}]*)\})?/g,
    ),
    ([, wrapper, name = '', part = '', selector = '']) => ({
      ...{ name, part, wrapped: wrapper !== undefined },
      labels: Array.from(selector.matchAll(/(\w+)\s*[=!]~?/g), ([, label = '']) => label),
    }),
  );

const groupsIn = (query: string): string[] =>
  Array.from(query.matchAll(/\bby \(([^)]*)\)/g), ([, list = '']) => list.split(/,\s*/)).flat();

/** Whether a query asks for what there is, and in a way that makes sense. */
function checkQuery(query: string): void {
  for (const { name, part, labels, wrapped } of usesIn(query)) {
    const family = families.get(name);
    expect(family, `${name} in ${query}`).toBeDefined();
    if (!family) continue;
    expect(part !== '', `${name}${part}`).toBe(family.type === 'histogram');
    // Of what counts only the growth means anything, of what stands only the height.
    expect(wrapped, query).toBe(family.type !== 'gauge');
    const known = [...labelsOf(family), ...ADDED, ...(part === '_bucket' ? ['le'] : [])];
    for (const label of [...labels, ...groupsIn(query)]) expect(known, `${label} in ${query}`).toContain(label);
  }
}

describe('docs/metrics.md', () => {
  const rows = () => PAGE.split('\n').filter(line => line.startsWith('| `kibitz_'));
  const cells = (row: string) => row.split('|').map(cell => cell.trim());
  const quoted = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, word = '']) => word);

  it('has a row for each number, with its type and its labels', () => {
    expect(
      rows()
        .map(row => quoted(row)[0])
        .toSorted(),
    ).toEqual(exposed);
    for (const row of rows()) {
      const [, name = '', type, labels = '', who, what] = cells(row);
      const family = families.get(quoted(name)[0] ?? '') as Family;
      expect(type, name).toBe(family.type);
      expect(quoted(labels).toSorted(), name).toEqual(labelsOf(family));
      expect(who, name).toMatch(/^(all|asks|engines|Redis|bot)\b/);
      expect(what, name).not.toBe('');
      expect(family.help, name).not.toBe('');
    }
  });

  it('names all values that labels have from the start', () => {
    const { samples = [] } = families.get('kibitz_jobs_total') ?? {};
    for (const label of ['kind', 'result']) {
      const item = PAGE.split('\n- ').find(text => text.startsWith(`\`${label}\` is`)) ?? '';
      const [, ...values] = quoted(item);
      expect(values.toSorted()).toEqual([...new Set(samples.map(({ labels }) => labels[label]))].toSorted());
    }
  });

  it('suggests alerts about numbers that there are', () => {
    const queries = Array.from(PAGE.matchAll(/^ +expr: (.+)$/gm), ([, query = '']) => query);
    expect(queries.length).toBeGreaterThan(5);
    for (const query of queries) checkQuery(query);
  });
});

describe('the dashboard', () => {
  const targets = DASHBOARD.panels.flatMap(({ targets = [] }) => targets);

  it('asks for numbers that there are, by labels that they have', () => {
    expect(targets.length).toBeGreaterThan(15);
    for (const { expr } of targets) {
      expect(usesIn(expr).length, expr).toBeGreaterThan(0);
      checkQuery(expr);
    }
  });

  it('shows all of them', () => {
    const shown = new Set(targets.flatMap(({ expr }) => usesIn(expr).map(({ name }) => name)));
    expect(exposed.filter(name => !shown.has(name))).toEqual([]);
  });

  it('names its lines by labels that are left', () => {
    for (const { expr, legendFormat } of targets)
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        expect(expr.includes(' by (') ? groupsIn(expr) : ADDED, expr).toContain(label);
  });

  it('takes any Prometheus, and nothing that it does not declare', () => {
    const declared = DASHBOARD.templating.list.map(({ name }) => name);
    expect(DASHBOARD.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
    for (const { definition = '' } of DASHBOARD.templating.list)
      for (const { name } of usesIn(definition)) expect(exposed).toContain(name);
    const used = Array.from(JSON.stringify(DASHBOARD).matchAll(/\$\{?(\w+)/g), ([, name = '']) => name);
    for (const name of used) expect(name.startsWith('__') ? [name] : declared).toContain(name);
    for (const { datasource } of targets) expect(datasource.uid).toMatch(/^\$\{datasource\}$/);
  });

  it('has its panels side by side', () => {
    const { panels } = DASHBOARD;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const [index, { gridPos: one, title }] of panels.entries()) {
      expect(one.x + one.w, title).toBeLessThanOrEqual(24);
      for (const { gridPos: other } of panels.slice(index + 1)) {
        const apart = one.x + one.w <= other.x || other.x + other.w <= one.x;
        const below = one.y + one.h <= other.y || other.y + other.h <= one.y;
        expect(apart || below, title).toBe(true);
      }
    }
  });
});
