import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { parsePosition } from '../../src/chess/position.ts';
import { DELAY, HELD_MS } from '../../src/render/frames.ts';
import { pageAssets } from '../../src/web/assets.ts';
import { htmlFile } from '../../src/web/html.ts';
import { NAMES } from '../present/reviews.ts';
import { decodeGif } from '../support/gif.ts';
import {
  boardOf,
  focusedOn,
  isTooWide,
  press,
  ribbonOf,
  seriousFindings,
  tabTo,
  tooSmall,
  useBrowser,
} from './browser.ts';
import { hasBrowser, SIZES, type Size } from './chromium.ts';
import { fileOf, SOURCE } from './file.ts';
import { longGame, type ReviewData, reviewData, SHILLING, SHILLING_TOLD } from './games.ts';

/** The page of a game, opened from disk as whoever got it as a file does. */

const visit = useBrowser();
const GAME = reviewData(SHILLING, SHILLING_TOLD);
const LAST = GAME.report.plies.length;

const open = async (size: Size, data: ReviewData = GAME) => visit(await fileOf(data), SIZES[size]);

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

describe.skipIf(!hasBrowser)('the page of a game', { timeout: 120_000 }, () => {
  it.each<Size>(['desktop', 'phone'])(
    'is walked with a mouse or a finger: list, curve, mistakes, best line, people, and back (%s)',
    async size => {
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
      expect(card.replaceAll('\u00a0', ' ')).toMatch(
        /Blunder: \d+ % → \d+ %\. Nxd4 was best; 55 % of 1600s play Nxe5\./,
      );

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
    },
  );

  it.each<Size>(['desktop', 'phone'])('is walked with keys alone (%s)', async size => {
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
  });

  it.each([
    [1280, 720],
    [1280, 650],
    [1280, 1000],
    [1024, 700],
  ])('has the board, the steps and what people play in view at once (%d × %d)', async (width, height) => {
    const { page } = await visit(await fileOf(GAME), { viewport: { width, height } });
    await press(page, ']', ']', 'p');
    for (const part of ['.board', '.steps', '.people']) {
      const box = await page.locator(part).boundingBox();
      expect(box && box.y + box.height, part).toBeLessThanOrEqual(height);
    }
  });

  it('has room for a board on a phone that lies on its side', async () => {
    const { page } = await visit(await fileOf(GAME), { ...SIZES.phone, viewport: { width: 844, height: 390 } });
    await press(page, ']', ']', 'p');
    await page.locator('.people').scrollIntoViewIfNeeded();
    for (const part of ['.board', '.people']) {
      const box = await page.locator(part).boundingBox();
      expect(box && box.y >= 0 && box.y + box.height, part).toBeLessThanOrEqual(390);
    }
  });

  it('is seen from the side of whoever asked', async () => {
    const { page } = await open('desktop', { ...GAME, side: 'black' });
    expect(await page.locator('.looking').getAttribute('data-below')).toBe('black');
    await press(page, 'F');
    expect(await page.locator('.looking').getAttribute('data-below')).toBe('white');
  });

  it('keeps a long comment within bounds, below what can be asked', async () => {
    const { page } = await open('desktop', reviewData(SHILLING, SHILLING_TOLD, 'word '.repeat(1000)));
    await press(page, 'ArrowRight');
    const said = page.locator('.card .said');
    expect((await said.boundingBox())?.height).toBeLessThan(200);
    await said.focus();
    await press(page, 'ArrowDown');
    await expect.poll(() => page.evaluate("document.querySelector('.card .said').scrollTop")).toBeGreaterThan(0);
    expect((await page.locator('.sheet .said').first().boundingBox())?.height).toBeLessThan(200);
  });

  it('gives the annotated game and an animation away, and stops when it is told to', async () => {
    const { page, requests, complaints } = await open('desktop');
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
    };
    const pgn = await download('Download PGN');
    expect([pgn.name, pgn.content.toString()]).toEqual(['alice-bob.pgn', GAME.pgn]);
    const gif = await download('Download GIF');
    expect(gif.name).toBe('alice-bob.gif');
    const { frames, width } = decodeGif(gif.content);
    // The bar takes steps between the positions; together they take as long as these.
    expect(frames.reduce((sum, { delay }) => sum + delay, 0)).toBe(LAST * DELAY.usual + HELD_MS);
    expect(frames.length).toBeGreaterThan(LAST);
    expect(width).toBeGreaterThan(360);
    expect([requests.filter(url => !url.startsWith('blob:')), complaints]).toEqual([[], []]);

    const { page: long } = await open('desktop', longGame(600));
    const files: string[] = [];
    long.on('download', file => files.push(file.suggestedFilename()));
    await long.getByRole('button', { name: 'Download GIF' }).click();
    await long.getByRole('button', { name: /Stop \(\d+ %\)/ }).click();
    await long.getByRole('button', { name: 'Download GIF' }).waitFor();
    expect(files).toEqual([]);
  });

  it('works with nobody to ask, and loads no modules', async () => {
    const text = htmlFile(GAME, await pageAssets(), SOURCE);
    expect(text).not.toMatch(/type="?module|\bimport\s*\(/);
    const { page, complaints } = await visit(await fileOf(GAME), { ...SIZES.desktop, offline: true });
    await page.context().route(/^(https?|wss?):/, route => route.abort());
    await press(page, ']', 'b', 'ArrowRight');
    expect(await ribbonOf(page)).toBe('Preview: the best line, 2 of 3');
    expect(complaints).toEqual([]);
  });

  const black = parsePosition('4k3/8/8/8/8/8/4p3/K7 b - - 0 40');
  const evals = reviewData(SHILLING, { ...SHILLING_TOLD, said: { 7: { score: null } }, asked: false });
  const ODD: [name: string, data: ReviewData, there: string[], missing: string[]][] = [
    [
      'no moves',
      reviewData('', { headers: {} }),
      ['.card'],
      ['.graph', '.steps', '.sheet', '.tables', '.words', '.reading'],
    ],
    [
      'nobody has looked',
      reviewData('e4 e5 Nf3', { evaluated: false, asked: false }),
      ['.sheet'],
      ['.graph', '.chances', '.numbers'],
    ],
    ['without people', reviewData(SHILLING, { ...SHILLING_TOLD, asked: false }), ['.graph', '.ask'], ['.people']],
    ['from the PGN, with a gap', evals, ['.graph', '.sheet'], ['.ask']],
    [
      'from a position, Black first, no ratings',
      reviewData('e1=Q+ Kb2', { start: black.ok ? black.value : undefined, headers: {} } as object),
      ['.graph', '.turn.black'],
      [],
    ],
    ['600 half-moves', longGame(600), ['.graph', '.sheet .played[aria-current]'], []],
  ];
  it.each(ODD)('shows odd games: %s', async (_, data, there, missing) => {
    const { page, complaints } = await open('phone', data);
    await press(page, 'End', '[', ']');
    for (const part of there) expect(await page.locator(part).count(), part).toBeGreaterThan(0);
    for (const part of missing) expect(await page.locator(part).count(), part).toBe(0);
    expect(await isTooWide(page)).toBe(false);
    await page.setViewportSize(SIZES.desktop.viewport);
    expect(await isTooWide(page)).toBe(false);
    expect(complaints).toEqual([]);
    expect(await page.locator('main').innerText()).not.toMatch(/undefined|NaN|null/);
  });

  it('shows what strangers wrote as text', async () => {
    const nasty = '</script><img src=x onerror="document.title=1"><b>';
    const data = reviewData(
      SHILLING,
      { ...SHILLING_TOLD, headers: { ...NAMES, White: `${nasty}\u202e`, Black: `javascript:${'ש'.repeat(5000)}` } },
      `${nasty} ${'x'.repeat(5000)} \u202eקהל`,
    );
    for (const size of ['desktop', 'phone'] as const) {
      const { page, requests, complaints } = await open(size, data);
      expect(await page.locator('.sheet').innerText()).toContain(nasty);
      expect(await page.locator('.strip.white').innerText()).toContain('</script><img src=x');
      expect(await page.locator('main img, main b, main script, main a').count()).toBe(0);
      expect(await page.title()).toBe('Kibitz: a game, move by move');
      expect(await isTooWide(page)).toBe(false);
      expect([requests, complaints]).toEqual([[], []]);
    }
  });

  it.each<[Size, 'light' | 'dark']>([
    ['desktop', 'light'],
    ['phone', 'dark'],
    ['desktop', 'dark'],
    ['phone', 'light'],
  ])('has nothing serious against it for people who see or move differently (%s, %s)', async (size, scheme) => {
    const { page } = await visit(await fileOf(GAME), { ...SIZES[size], colorScheme: scheme, bypassCSP: true });
    await press(page, ']', ']');
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, 'b');
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, 'p');
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, '?');
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('has room for fingers', async () => {
    const { page } = await open('phone');
    await press(page, ']', 'b');
    expect(await tooSmall(page, 'button:visible')).toEqual([]);
  });
});

describe('the file of a game', () => {
  it('is small enough for a chat, and lets no script but its own run', async () => {
    const text = htmlFile(longGame(80), await pageAssets(), SOURCE);
    expect(Buffer.byteLength(text)).toBeLessThan(600_000);
    const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:/);
    expect(policy).not.toContain('unsafe');
  });
});
