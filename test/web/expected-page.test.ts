import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import type { CandidateMove, ExpectedReport, TreeNode } from '../../src/analysis/expected/report.ts';
import { pageAssets } from '../../src/web/assets.ts';
import { htmlFile } from '../../src/web/html.ts';
import { temporaryFolder } from '../support/settings.ts';
import { hasBrowser, SIZES, type Size, useBrowser } from './browser.ts';

/** The page of a position, opened from disk as whoever got it as a file does. */

const visit = useBrowser();
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

async function fileOf(report: ExpectedReport): Promise<string> {
  const file = join(temporaryFolder(), 'report.html');
  writeFileSync(file, htmlFile(report, await pageAssets()));
  return pathToFileURL(file).href;
}

const open = async (size: Size, report: ExpectedReport = REPORT, scheme: 'light' | 'dark' = 'light') =>
  visit(await fileOf(report), { ...SIZES[size], colorScheme: scheme });

/** What the board shows: the men and where they stand, as its description for those who do not see it. */
const board = (page: Page) => page.locator('.board').getAttribute('aria-label');
const ribbon = (page: Page) => page.locator('.ribbon').innerText();
const marked = (page: Page) => page.locator('.node[aria-selected=true]').count();
/** Everything that was computed, as it stands in the page. */
const ranking = (page: Page) => page.locator('.moves tbody').innerText();
const focused = async (page: Page): Promise<string> =>
  (await page.evaluate<string>('document.activeElement.textContent')).trim().replace(/\s+/g, ' ');

/** As far as it is read. */
interface Findings {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}

const best = REPORT.moves[0] as CandidateMove;
const reply = best.tree.children[0] as TreeNode;

describe.skipIf(!hasBrowser)('the page of a position', { timeout: 120_000 }, () => {
  it.each<Size>(['desktop', 'phone'])(
    'is walked with a mouse or a finger: list, tree, preview, and back (%s)',
    async size => {
      const { page, requests, complaints } = await open(size);
      const before = await board(page);
      const ranked = await ranking(page);
      await page.getByRole('button', { name: best.san, exact: true }).click();
      await page.getByRole('treeitem', { name: reply.san }).click();
      expect(await ribbon(page)).toBe('Preview: 2 half-moves ahead');
      expect(await page.evaluate("getComputedStyle(document.querySelector('.veil')).opacity")).toBe('1');
      expect(await board(page)).not.toBe(before);
      expect(await marked(page)).toBe(1);
      await page.keyboard.press('Escape');
      expect([await board(page), await marked(page)]).toEqual([before, 0]);
      await page.getByRole('treeitem', { name: reply.san }).click();
      await page.getByRole('button', { name: 'Back to analysis' }).click();
      expect([await board(page), await marked(page)]).toEqual([before, 0]);
      await page.getByRole('treeitem', { name: reply.san }).click();
      await page.locator('.verdict').click();
      expect([await board(page), await ribbon(page)]).toEqual([before, 'The position that was analysed']);
      expect(await ranking(page)).toBe(ranked);
      expect([requests, complaints]).toEqual([[], []]);
    },
  );

  it.each<Size>(['desktop', 'phone'])('is walked with keys alone (%s)', async size => {
    const { page } = await open(size);
    const before = await board(page);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    for (let tabs = 0; tabs < 30 && (await focused(page)) !== best.san; tabs++) await press('Tab');
    await press('Enter');
    for (let tabs = 0; tabs < 30 && !(await focused(page)).startsWith('5... Ndf6 played'); tabs++) await press('Tab');
    await press('ArrowRight');
    expect(await focused(page)).toMatch(new RegExp(`${reply.san.replace('+', '\\+')} played`));
    await press('ArrowDown');
    expect(await focused(page)).toContain(`${best.tree.children[1]?.san} played`);
    await press('ArrowUp', 'ArrowRight', 'Enter');
    expect(await ribbon(page)).toBe('Preview: 3 half-moves ahead');
    await press('ArrowLeft');
    expect(await focused(page)).toContain(`${reply.san} played`);
    await press('Escape');
    expect(await board(page)).toBe(before);
    // Back where one was in the tree.
    expect(await focused(page)).toMatch(/ played/);
    await press('?');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    const side = () => page.locator('.cg-wrap').getAttribute('class');
    const was = await side();
    await press('f');
    expect(await side()).not.toBe(was);
  });

  it('is sorted by any column, both ways', async () => {
    const { page } = await open('desktop');
    const first = () => page.locator('.moves tbody tr').first().locator('.move').innerText();
    expect(await first()).toBe(best.san);
    const sorted = (by: (move: ExpectedReport['moves'][number]) => number) =>
      [...REPORT.moves].sort((a, b) => by(b) - by(a)).map(({ san }) => san);
    await page.getByRole('button', { name: 'Played' }).click();
    expect(await first()).toBe(sorted(({ maia }) => maia)[0]);
    await page.getByRole('button', { name: 'Played' }).click();
    expect(await first()).toBe(sorted(({ maia }) => maia).at(-1));
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
  });

  it.each<[Size, 'light' | 'dark']>([
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ])('has nothing serious against it for people who see or move differently (%s, %s)', async (size, scheme) => {
    // The page lets no other script in, which is as it should be, but for the one that looks at it.
    const { page } = await visit(await fileOf(REPORT), { ...SIZES[size], colorScheme: scheme, bypassCSP: true });
    await page.getByRole('button', { name: best.san, exact: true }).click();
    await page.getByRole('treeitem', { name: reply.san }).click();
    await page.addScriptTag({ path: AXE });
    const { violations } = await page.evaluate<Findings>('axe.run()');
    const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it('has room for fingers', async () => {
    const { page } = await open('phone');
    await page.getByRole('button', { name: best.san, exact: true }).click();
    for (const target of await page.locator('button:visible, .node').all())
      expect((await target.boundingBox())?.height, await target.innerText()).toBeGreaterThanOrEqual(40);
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(SIZES.phone.viewport.width);
  });

  it('shows what strangers wrote as text', async () => {
    const nasty = '</script><img src=x onerror="document.title=1"><b>\u202e';
    const { page, requests, complaints } = await open('desktop', {
      ...REPORT,
      engine: { name: nasty },
      model: { id: `javascript:${'x'.repeat(5000)}` },
    });
    expect(await page.locator('footer').innerText()).toContain(nasty);
    expect(await page.locator('main img, main b, main script').count()).toBe(0);
    expect(await page.title()).toBe('Kibitz: the best moves for people');
    expect([requests, complaints]).toEqual([[], []]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(1280);
  });

  it('stays quick with 5000 positions in a tree, and gives back what it no longer shows', async () => {
    const { page } = await open('desktop', big());
    await page.getByRole('button', { name: best.san, exact: true }).click();
    const items = () => page.getByRole('treeitem').count();
    const closed = await items();
    expect(closed).toBeLessThan(200);
    const branch = page.getByRole('treeitem', { expanded: false }).first();
    await branch.locator('> .twisty').click();
    expect(await items()).toBeGreaterThan(closed);
    await page.getByRole('treeitem', { expanded: true }).nth(1).locator('> .twisty').click();
    expect(await items()).toBeLessThanOrEqual(closed);
  });
});

/** A tree of 5000 positions: as many answers to everything as there are, and answers to those. */
function big(): ExpectedReport {
  const [first, ...others] = REPORT.moves;
  if (!first) return REPORT;
  const leaf = (uci: string): TreeNode => ({ ...reply, uci, children: [], leaf: true });
  const branch = (uci: string): TreeNode => ({
    ...reply,
    uci,
    cumulative: 0.014,
    children: Array.from({ length: 70 }, (_, index) => leaf(`${uci}${index}`)),
  });
  const children = Array.from({ length: 70 }, (_, index) => branch(`e4f${index}`));
  return { ...REPORT, moves: [{ ...first, tree: { ...first.tree, children } }, ...others] };
}

describe('the file of a position', () => {
  it('is one file, small enough for a chat, and lets no script but its own run', async () => {
    const text = htmlFile(REPORT, await pageAssets());
    expect(Buffer.byteLength(text)).toBeLessThan(600_000);
    const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:/);
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/(src|href)="(?!data:)/);
  });
});
