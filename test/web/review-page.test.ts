import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePosition } from '../../src/chess/position.ts';
import { DELAY, HELD_MS } from '../../src/render/frames.ts';
import { pageAssets } from '../../src/web/assets.ts';
import { htmlFile } from '../../src/web/html.ts';
import { decodeGif } from '../support/gif.ts';
import { isTooWide, press, ribbonOf, seriousFindings, tooSmall, visit } from './browser.ts';
import { hasBrowser, SIZES } from './chromium.ts';
import { fileOf, SOURCE } from './file.ts';
import { longGame, type ReviewData, reviewData, SHILLING, SHILLING_TOLD } from './games.ts';
import { GAME, LAST, open, readStrangers, seeAtOnce, walkWithKeys, walkWithMouse } from './review-walk.ts';

/** The page of a game, opened from disk as whoever got it as a file does. */

describe.skipIf(!hasBrowser)('the page of a game', { timeout: 120_000 }, () => {
  it('is walked with a mouse: list, curve, mistakes, best line, people, and back', () => walkWithMouse('desktop'));
  it('is walked with keys alone', () => walkWithKeys('desktop'));
  it('has the board, the steps and what people play in view at once', () => seeAtOnce(1280, 720));
  it('shows what strangers wrote as text', () => readStrangers('desktop'));

  it('has nothing serious against it for people who see or move differently', async () => {
    const { page } = await visit(await fileOf(GAME), { ...SIZES.desktop, bypassCSP: true });
    await press(page, ']', ']', 'p');
    expect(await seriousFindings(page)).toEqual([]);
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

  it('gives the annotated game and an animation away', async () => {
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
    ['80 half-moves', longGame(80), ['.graph', '.sheet .played[aria-current]'], []],
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
