import { describe, expect, it } from 'vitest';
import { press, visit } from './browser.ts';
import { hasBrowser, SIZES, type Size } from './chromium.ts';
import { fileOf } from './file.ts';
import { longGame } from './games.ts';
import { auditReview, GAME, open, readStrangers, seeAtOnce, walkWithKeys, walkWithMouse } from './review-walk.ts';

/** The page of a game in the other sizes and colours, and with a long game. */

describe.skipIf(!hasBrowser)('the page of a game', { timeout: 120_000 }, () => {
  it('is walked with a finger', () => walkWithMouse('phone'));
  it('is walked with keys alone on a phone', () => walkWithKeys('phone'));

  it.each([
    [1280, 650],
    [1280, 1000],
    [1024, 700],
  ])('has the board, the steps and what people play in view at once (%d × %d)', seeAtOnce);

  it('has room for a board on a phone that lies on its side', async () => {
    const { page } = await visit(await fileOf(GAME), { ...SIZES.phone, viewport: { width: 844, height: 390 } });
    await press(page, ']', ']', 'p');
    await page.locator('.people').scrollIntoViewIfNeeded();
    for (const part of ['.board', '.people']) {
      const box = await page.locator(part).boundingBox();
      expect(box && box.y >= 0 && box.y + box.height, part).toBeLessThanOrEqual(390);
    }
  });

  it('shows what strangers wrote as text on a phone', () => readStrangers('phone'));

  it.each<[Size, 'light' | 'dark']>([
    ['desktop', 'light'],
    ['phone', 'dark'],
    ['desktop', 'dark'],
    ['phone', 'light'],
  ])('has nothing serious against it for people who see or move differently (%s, %s)', auditReview);

  it('is shown with 600 half-moves, and stops to draw them when it is told to', async () => {
    const { page: long, complaints } = await open('desktop', longGame(600));
    await press(long, 'End', '[', ']');
    expect(await long.locator('.graph, .sheet .played[aria-current]').count()).toBe(2);
    const files: string[] = [];
    long.on('download', file => files.push(file.suggestedFilename()));
    await long.getByRole('button', { name: 'Download GIF' }).click();
    await long.getByRole('button', { name: /Stop \(\d+ %\)/ }).click();
    await long.getByRole('button', { name: 'Download GIF' }).waitFor();
    expect(files).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
