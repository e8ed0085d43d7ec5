import { describe, expect, it } from 'vitest';
import { hasBrowser, type Size } from './chromium.ts';
import { auditPosition, best, open, readStrangers, walkWithKeys, walkWithMouse } from './expected-walk.ts';
import { firstPaintMs, meterOf, openingMs, turnBranches, wideReport } from './measure.ts';

/** The page of a position in the other sizes and colours, and with large trees. */

describe.skipIf(!hasBrowser)('the page of a position', { timeout: 120_000 }, () => {
  it('is walked with a finger', () => walkWithMouse('phone'));
  it('is walked with keys alone on a phone', () => walkWithKeys('phone'));
  it('shows what strangers wrote as text on a phone', () => readStrangers('phone'));

  it.each<[Size, 'light' | 'dark']>([
    ['desktop', 'light'],
    ['desktop', 'dark'],
    ['phone', 'light'],
    ['phone', 'dark'],
  ])('has nothing serious against it for people who see or move differently (%s, %s)', auditPosition);

  it('stays quick with 5000 positions in a tree, and gives back what it no longer shows', async () => {
    const { page } = await open('desktop', wideReport(70));
    const meter = await meterOf(page);
    await page.getByRole('button', { name: best.san, exact: true }).click();
    const items = () => page.getByRole('treeitem').count();
    const closed = await items();
    expect(closed).toBeLessThan(200);
    await turnBranches(page, 1);
    expect(await items()).toBe(closed + 70);
    await turnBranches(page, 1);
    const before = await meter.kept();
    const opening = await openingMs(page, meter);
    expect(opening).toBeLessThan(50);
    // A meter that sees nothing is broken.
    expect(opening).toBeGreaterThan(0.1);
    await turnBranches(page, 40);
    expect(await items()).toBe(closed + 40 * 70);
    await turnBranches(page, 40);
    expect(await items()).toBe(closed);
    const after = await meter.kept();
    expect(after.nodes - before.nodes).toBeLessThan(50);
    expect(after.bytes - before.bytes).toBeLessThan(500_000);
  });

  it('shows a report of 500 positions at once', async () => {
    const { page } = await open('desktop', wideReport(22));
    const paint = await firstPaintMs(page, await meterOf(page));
    expect(paint).toBeLessThan(300);
    expect(paint).toBeGreaterThan(1);
  });
});
