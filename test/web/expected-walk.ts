import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import type { CandidateMove, ExpectedReport, TreeNode } from '../../src/analysis/expected/report.ts';
import { boardOf, focusedOn, isTooWide, press, ribbonOf, seriousFindings, tabTo, visit } from './browser.ts';
import { SIZES, type Size } from './chromium.ts';
import { fileOf } from './file.ts';

/** Ways through the page of a position, in any size and colour. */

export const open = async (size: Size, report: ExpectedReport = REPORT, scheme: 'light' | 'dark' = 'light') =>
  visit(await fileOf({ kind: 'expected', report }), { ...SIZES[size], colorScheme: scheme });

export const marked = (page: Page) => page.locator('.node[aria-selected=true]').count();
/** Everything that was computed, as it stands in the page. */
const ranking = (page: Page) => page.locator('.moves tbody').innerText();

export const best = REPORT.moves[0] as CandidateMove;
const reply = best.tree.children[0] as TreeNode;

/** With a mouse or a finger: list, tree, preview, and back. */
export async function walkWithMouse(size: Size): Promise<void> {
  const { page, requests, complaints } = await open(size);
  const before = await boardOf(page);
  const ranked = await ranking(page);
  await page.getByRole('button', { name: best.san, exact: true }).click();
  await page.getByRole('treeitem', { name: reply.san }).click();
  expect(await ribbonOf(page)).toBe('Preview: 2 half-moves ahead');
  expect(await page.evaluate("getComputedStyle(document.querySelector('.veil')).opacity")).toBe('1');
  expect(await boardOf(page)).not.toBe(before);
  expect(await marked(page)).toBe(1);
  await page.keyboard.press('Escape');
  expect([await boardOf(page), await marked(page)]).toEqual([before, 0]);
  await page.getByRole('treeitem', { name: reply.san }).click();
  await page.getByRole('button', { name: 'Back to analysis' }).click();
  expect([await boardOf(page), await marked(page)]).toEqual([before, 0]);
  await page.getByRole('treeitem', { name: reply.san }).click();
  await page.locator('.verdict').click();
  expect([await boardOf(page), await ribbonOf(page)]).toEqual([before, 'The position that was analysed']);
  expect(await ranking(page)).toBe(ranked);
  expect([requests, complaints]).toEqual([[], []]);
}

export async function walkWithKeys(size: Size): Promise<void> {
  const { page } = await open(size);
  const before = await boardOf(page);
  await tabTo(page, /^Ndf6$/);
  await press(page, 'Enter');
  await tabTo(page, /^5\.\.\. Ndf6 played/);
  await press(page, 'ArrowRight');
  expect(await focusedOn(page)).toMatch(new RegExp(`${reply.san.replace('+', '\\+')} played`));
  await press(page, 'ArrowDown');
  expect(await focusedOn(page)).toContain(`${best.tree.children[1]?.san} played`);
  await press(page, 'ArrowUp', 'ArrowRight', 'Enter');
  expect(await ribbonOf(page)).toBe('Preview: 3 half-moves ahead');
  await press(page, 'ArrowLeft');
  expect(await focusedOn(page)).toContain(`${reply.san} played`);
  await press(page, 'Escape');
  expect(await boardOf(page)).toBe(before);
  // Back where one was in the tree.
  expect(await focusedOn(page)).toMatch(/ played/);
  await press(page, '?');
  expect(await page.getByRole('dialog').isVisible()).toBe(true);
  await press(page, 'Escape');
  expect(await page.getByRole('dialog').isVisible()).toBe(false);
  const side = () => page.locator('.cg-wrap').getAttribute('class');
  const was = await side();
  await press(page, 'f');
  expect(await side()).not.toBe(was);
}

/** What strangers wrote is text. */
export async function readStrangers(size: Size): Promise<void> {
  const nasty = '</script><img src=x onerror="document.title=1"><b>\u202e';
  const { page, requests, complaints } = await open(size, {
    ...REPORT,
    engine: { name: nasty },
    model: { id: `javascript:${'x'.repeat(5000)}` },
  });
  expect(await page.locator('main footer').innerText()).toContain(nasty);
  expect(await page.locator('main img, main b, main script').count()).toBe(0);
  expect(await page.title()).toBe('Kibitz: the best moves for people');
  expect([requests, complaints]).toEqual([[], []]);
  expect(await isTooWide(page)).toBe(false);
}

/** There is nothing serious against it for people who see or move differently. */
export async function auditPosition(size: Size, scheme: 'light' | 'dark'): Promise<void> {
  // The page lets no other script in, which is as it should be, but for the one that looks at it.
  const url = await fileOf({ kind: 'expected', report: REPORT });
  const { page } = await visit(url, { ...SIZES[size], colorScheme: scheme, bypassCSP: true });
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: best.san, exact: true }).click();
  await page.getByRole('treeitem', { name: reply.san }).click();
  expect(await seriousFindings(page)).toEqual([]);
  await press(page, '?');
  expect(await seriousFindings(page)).toEqual([]);
}
