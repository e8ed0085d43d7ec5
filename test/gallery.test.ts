import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everyLook, LOOKS, type Section } from '../gallery/exhibit.ts';
import { KINDS } from '../gallery/kinds.ts';
import { ODD, ODD_NAMES } from '../gallery/odd.ts';
import { treeOf } from '../gallery/outline.ts';
import { escapeHtml } from '../gallery/page.ts';
import { CARO_KANN, REPORT } from '../gallery/report.ts';
import {
  bush,
  EVERGREEN,
  EVERGREEN_NOTES,
  EVERGREEN_PHASES,
  EVERGREEN_POINTS,
  SCHOLARS_TREE,
} from '../gallery/samples.ts';
import { INDEX, onPhone, writeGallery } from '../gallery/write.ts';
import type { TreeNode } from '../src/analysis/expected/report.ts';
import { current } from '../src/chess/game.ts';
import { endingOf, fenOf, moveOf, sanOf, startPosition } from '../src/chess/position.ts';
import { SURROUNDINGS, THEMES } from '../src/render/theme.ts';
import type { TreeBranch } from '../src/render/tree-scene.ts';
import { temporaryFolder } from './support/settings.ts';

const nodesOf = (node: TreeNode): TreeNode[] => [node, ...node.children.flatMap(nodesOf)];

function expectShares({ children, dropped }: TreeBranch): void {
  if (children.length > 0) {
    const sum = children.reduce((all, { probability }) => all + probability, dropped?.probability ?? 0);
    expect(sum).toBeCloseTo(1, 6);
  }
  for (const child of children) {
    expect(child.expected).toBeGreaterThanOrEqual(0);
    expect(child.expected).toBeLessThanOrEqual(1);
    expectShares(child);
  }
}

describe('the samples', () => {
  it('have a game to its end, with everything that is known about each move', () => {
    expect(endingOf(current(EVERGREEN))).toBe('checkmate');
    expect(EVERGREEN_NOTES).toHaveLength(EVERGREEN.moves.length);
    expect(EVERGREEN_POINTS).toHaveLength(EVERGREEN.positions.length);
    for (const { clock, score } of EVERGREEN_NOTES) {
      expect(clock).toBeGreaterThan(0);
      expect(score).toBeDefined();
    }
    const [opening, middlegame] = EVERGREEN_PHASES;
    expect([opening?.from, middlegame?.from, middlegame?.to]).toEqual([1, (opening?.to ?? 0) + 1, 47]);
    expect(EVERGREEN_POINTS[41]).toMatchObject({ label: '21.Qxd7+', glyph: '!', winrate: 1 });
  });

  it('have a report of legal moves, best first', () => {
    const position = current(CARO_KANN);
    expect(REPORT.fen).toBe(fenOf(position));
    for (const { san, uci } of [...REPORT.moves, ...REPORT.rejected]) {
      const move = moveOf(position, uci);
      expect(move && sanOf(position, move)).toBe(san);
    }
    const expected = REPORT.moves.map(move => move.expected);
    expect(expected).toEqual(expected.toSorted((a, b) => b - a));
    for (const { tree } of REPORT.moves) expectShares(tree);
  });

  it('have trees whose shares make a whole', () => {
    expectShares(SCHOLARS_TREE);
    expectShares(bush(3, 4));
    const tree = treeOf(startPosition(), 'e4 100 52\n  e5 60 51 53\n    Ba6 2 20 ??\n  c5 30 54');
    expect(nodesOf(tree).map(({ san, mover, cumulative }) => [san, mover, cumulative])).toEqual([
      ['e4', 'player', 1],
      ['e5', 'opponent', 0.6],
      ['Ba6', 'player', 0.012],
      ['c5', 'opponent', 0.3],
    ]);
    expect(() => treeOf(startPosition(), 'e5 100 50')).toThrow(/e5 is not legal/);
    expect(() => treeOf(startPosition(), 'e4 often')).toThrow(/"e4 often"/);
  });

  it('have a name of their own each, and every theme in both surroundings', () => {
    const names = [...KINDS, ODD].flatMap(({ exhibits }) => exhibits.map(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
    expect(names.every(name => /^[a-zA-Z0-9.+-]+$/.test(name))).toBe(true);
    expect(LOOKS).toHaveLength(THEMES.length * SURROUNDINGS.length);
    expect(names.filter(name => onPhone({ name })).length).toBeGreaterThanOrEqual(10);
    expect(names).toEqual(expect.arrayContaining(['expected', 'history', 'tree']));
  });
});

describe('the gallery', () => {
  it('writes every file that its page names, with sizes and words', async () => {
    const folder = join(temporaryFolder(), 'gallery');
    const pick = (section: Section | undefined, names: RegExp): Section[] =>
      section ? [{ ...section, exhibits: section.exhibits.filter(({ name }) => names.test(name)) }] : [];
    const sections = [
      ...pick(
        KINDS.find(({ name }) => name === 'best'),
        /./,
      ),
      ...pick(ODD, /^odd-(names-emoji-markdown-360|game-no-moves|chart-none)$/),
    ];
    const told: string[] = [];
    const written = await writeGallery(folder, sections, ({ name, shown }) => told.push(`${name} ${shown.length}`));
    expect(told).toEqual(['best 3', 'odd 3']);
    const html = readFileSync(join(folder, INDEX), 'utf8');
    const sources = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, source = '']) => decodeURIComponent(source));
    expect(new Set(sources)).toEqual(new Set(written.flatMap(({ shown }) => shown.map(({ file }) => file))));
    for (const source of sources) expect(existsSync(join(folder, source)), source).toBe(true);
    for (const { file, width, height, bytes, alt } of written.flatMap(({ shown }) => shown)) {
      expect(statSync(join(folder, file)).size).toBe(bytes);
      expect(html).toContain(`${width} × ${height}`);
      expect(html.split(escapeHtml(alt)).length).toBeGreaterThan(2);
    }
    expect(html).toContain(ODD_NAMES.emoji);
    expect(html).not.toMatch(/https?:|<script/);
    // The three of the README come first, and once more as a phone shows them.
    expect(sources.filter(source => source === 'tree.png')).toHaveLength(2);
  });

  it('keeps the pictures of the README small', async () => {
    const best = KINDS.find(({ name }) => name === 'best')?.exhibits ?? [];
    for (const { name, draw } of best) {
      const drawn = await draw();
      expect('png' in drawn && drawn.png.length, name).toBeLessThan(150_000);
    }
  });

  it('has one picture for each look', () => {
    const names = everyLook('x', () => Promise.reject(new Error('not drawn'))).map(({ name }) => name);
    expect(names).toContain('x-high-contrast-light');
    expect(new Set(names).size).toBe(8);
  });
});
