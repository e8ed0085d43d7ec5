import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { NAMES } from '../present/reviews.ts';
import { boardOf, focusedOn, isTooWide, press, ribbonOf, seriousFindings, tabTo, visit } from './browser.ts';
import { SIZES, type Size } from './chromium.ts';
import { fileOf } from './file.ts';
import { type ReviewData, reviewData, SHILLING, SHILLING_TOLD } from './games.ts';

/** Ways through the page of a game, in any size and colour. */

export const GAME = reviewData(SHILLING, SHILLING_TOLD);
export const LAST = GAME.report.plies.length;

export const open = async (size: Size, data: ReviewData = GAME) => visit(await fileOf(data), SIZES[size]);

/** Where one is in the game: by the curve, the list and the words. */
async function place(page: Page): Promise<[ply: number, listed: string, told: string]> {
  const ply = Number(await page.getByRole('slider').getAttribute('aria-valuenow'));
  const current = page.locator('.sheet [aria-current]');
  const listed = (await current.count()) > 0 ? await current.innerText() : '';
  return [ply, listed, await page.locator('.card h2').innerText()];
}

/** The chances beside the board, the board, and whether it looks ahead. */
const sight = async (page: Page) => [
  await page.locator('.chances').getAttribute('aria-label'),
  await boardOf(page),
  await page.locator('.preview').count(),
];

/** With a mouse or a finger: list, curve, mistakes, best line, people, and back. */
export async function walkWithMouse(size: Size): Promise<void> {
  const { page, requests, complaints } = await open(size);
  expect(await place(page)).toEqual([0, '', 'The start']);
  const start = await sight(page);
  await page.locator('.sheet').getByRole('button', { name: 'Nf3', exact: true }).click();
  expect(await place(page)).toEqual([3, 'Nf3', '2. Nf3']);
  expect(await sight(page)).not.toEqual(start);
  await page.getByRole('slider').click({ position: { x: 1, y: 40 } });
  expect(await sight(page)).toEqual(start);
  await page.getByRole('button', { name: 'Next mistake' }).click();
  expect(await place(page)).toEqual([6, 'Nd4?!', '3... Nd4?!']);
  await page.getByRole('button', { name: 'Next mistake' }).click();
  expect(await place(page)).toEqual([7, 'Nxe5??', '4. Nxe5??']);
  const card = await page.locator('.card').innerText();
  expect(card).toContain('Natural mistake');
  expect(card.replaceAll('\u00a0', ' ')).toMatch(/Blunder: \d+ % → \d+ %\. Nxd4 was best; 55 % of 1600s play Nxe5\./);

  const here = await sight(page);
  const line = page.getByRole('button', { name: 'Best line: 4. Nxd4' });
  for (const back of [
    () => press(page, 'Escape'),
    () => page.getByRole('button', { name: 'Back to the game' }).click(),
    () => page.locator('h1').click(),
  ]) {
    await line.click();
    expect(await ribbonOf(page)).toBe('Preview: the best line, 1 of 3');
    await page.getByRole('button', { name: 'Next move' }).click();
    await page.getByRole('button', { name: 'O-O', exact: true }).click();
    expect(await ribbonOf(page)).toBe('Preview: the best line, 3 of 3');
    expect(await page.evaluate("getComputedStyle(document.querySelector('.veil')).opacity")).toBe('1');
    expect(await boardOf(page)).toContain('king e1 to g1');
    expect(await place(page)).toEqual([7, 'Nxe5??', '4. Nxe5??']);
    await back();
    expect(await sight(page)).toEqual(here);
  }

  await page.getByRole('button', { name: 'What would 1600s play?' }).click();
  expect(await ribbonOf(page)).toBe('Preview: before 4. Nxe5');
  const bars = page.locator('.people li');
  expect((await bars.allInnerTexts()).map(text => text.replace(/\s+/g, ' '))).toEqual([
    'Nxe5 55 % played',
    'Nxd4 20 % best',
    'a3 3 %',
  ]);
  const lengths = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.people .bar > span')].map(one => one.clientWidth / one.parentNode.clientWidth)",
  );
  expect(lengths.map(share => Math.round(20 * share) / 20)).toEqual([0.55, 0.2, 0.05]);
  expect(await page.locator('.board svg.cg-shapes line').count()).toBe(3);
  // It goes along with the game, as long as people were asked.
  await page.getByRole('button', { name: 'Next mistake' }).click();
  expect(await ribbonOf(page)).toBe('Preview: before 5. Nxf7');
  await page.locator('.moment').first().click();
  await page.getByRole('button', { name: 'What would 1600s play?' }).click();
  expect(await sight(page)).toEqual(here);
  await page.getByRole('button', { name: 'To the end' }).click();
  expect(await place(page)).toEqual([LAST, 'Nf3#', '7... Nf3#']);
  expect(await page.locator('.chances').getAttribute('aria-label')).toBe("White's chances: 0 %, 0-1");
  expect([requests, complaints]).toEqual([[], []]);
}

export async function walkWithKeys(size: Size): Promise<void> {
  const { page } = await open(size);
  const start = await sight(page);
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft');
  expect(await place(page)).toEqual([2, 'e5', '1... e5']);
  await press(page, ']', ']');
  expect((await place(page))[0]).toBe(7);
  await press(page, '[');
  expect((await place(page))[0]).toBe(6);
  await press(page, 'End');
  expect((await place(page))[0]).toBe(LAST);
  await press(page, 'Home');
  expect(await sight(page)).toEqual(start);
  // Among the moves there is one stop, and the focus goes along.
  await tabTo(page, /^e4$/);
  await press(page, 'ArrowDown', 'ArrowDown');
  expect(await focusedOn(page)).toBe('Nxe5??');
  const here = await sight(page);
  await tabTo(page, /^Best line/);
  await press(page, 'Enter', 'ArrowRight');
  expect(await ribbonOf(page)).toBe('Preview: the best line, 2 of 3');
  await press(page, 'Escape');
  expect(await sight(page)).toEqual(here);
  expect(await focusedOn(page)).toBe('Best line: 4. Nxd4');
  await press(page, 'p');
  expect(await page.locator('.people li').count()).toBe(3);
  await press(page, 'Escape', 'b');
  expect(await ribbonOf(page)).toBe('Preview: the best line, 1 of 3');
  await press(page, 'Escape');
  const slider = page.getByRole('slider');
  await slider.focus();
  await press(page, 'ArrowUp', 'ArrowLeft');
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^3\. Bc4: White \d+ %$/);
  await press(page, '?');
  expect(await page.getByRole('dialog').innerText()).toContain('the mistake or inaccuracy before');
  await press(page, 'Escape', 'f');
  expect(await page.locator('.looking').getAttribute('data-below')).toBe('black');
}

/** The board, the steps and what people play are in view at once. */
export async function seeAtOnce(width: number, height: number): Promise<void> {
  const { page } = await visit(await fileOf(GAME), { viewport: { width, height } });
  await press(page, ']', ']', 'p');
  for (const part of ['.board', '.steps', '.people']) {
    const box = await page.locator(part).boundingBox();
    expect(box && box.y + box.height, part).toBeLessThanOrEqual(height);
  }
}

/** What strangers wrote is text. */
export async function readStrangers(size: Size): Promise<void> {
  const nasty = '</script><img src=x onerror="document.title=1"><b>';
  const data = reviewData(
    SHILLING,
    { ...SHILLING_TOLD, headers: { ...NAMES, White: `${nasty}\u202e`, Black: `javascript:${'ש'.repeat(5000)}` } },
    `${nasty} ${'x'.repeat(5000)} \u202eקהל`,
  );
  const { page, requests, complaints } = await open(size, data);
  expect(await page.locator('.sheet').innerText()).toContain(nasty);
  expect(await page.locator('.strip.white').innerText()).toContain('</script><img src=x');
  expect(await page.locator('main img, main b, main script, main a').count()).toBe(0);
  expect(await page.title()).toBe('Kibitz: a game, move by move');
  expect(await isTooWide(page)).toBe(false);
  expect([requests, complaints]).toEqual([[], []]);
}

/** There is nothing serious against it for people who see or move differently. */
export async function auditReview(size: Size, scheme: 'light' | 'dark'): Promise<void> {
  const { page } = await visit(await fileOf(GAME), { ...SIZES[size], colorScheme: scheme, bypassCSP: true });
  await press(page, ']', ']');
  expect(await seriousFindings(page)).toEqual([]);
  await press(page, 'b');
  expect(await seriousFindings(page)).toEqual([]);
  await press(page, 'p');
  expect(await seriousFindings(page)).toEqual([]);
  await press(page, '?');
  expect(await seriousFindings(page)).toEqual([]);
}
