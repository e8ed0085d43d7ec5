import type { Browser } from 'playwright-core';
import { hasBrowser, launch, SIZES } from '../test/web/chromium.ts';
import { fileOf } from '../test/web/file.ts';
import { firstPaintMs, meterOf, openingMs, wideReport } from '../test/web/measure.ts';
import { hostedPart } from './hosted.ts';
import { type Part, type Report, type Row, withFolder } from './support.ts';

/** Milliseconds of a page's own script: for the first sight of 500 positions, and for a branch of a tree of 5000. */
const MOST = { paint: 300, branch: 50 };

export async function pagesBench(): Promise<Report> {
  const parts = [await withFolder(hostedPart), await inBrowser()];
  return {
    title: 'Pages on a server and in a browser',
    rows: parts.flatMap(({ rows }) => rows),
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

async function inBrowser(): Promise<Part> {
  if (!hasBrowser) return { rows: [], comparisons: [], notes: ['there is no browser here'] };
  const browser = await launch();
  try {
    return await withFolder(folder => measure(browser, folder));
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, folder: string): Promise<Part> {
  const page = await browser.newPage(SIZES.desktop);
  const meter = await meterOf(page);
  const visit = async (answers: number) =>
    page.goto(await fileOf({ kind: 'expected', report: wideReport(answers) }, folder));
  await visit(22);
  const paint = await firstPaintMs(page, meter);
  await visit(70);
  await page.locator('.moves .move').first().click();
  const branch = await openingMs(page, meter);
  const row = (what: string, ms: number, most: number): Row => ({ what, 'ms of script': ms, 'at most': most });
  return {
    rows: [
      row('first paint, 500 positions', paint, MOST.paint),
      row('a branch of 70 in a tree of 5000', branch, MOST.branch),
    ],
    comparisons: [
      { name: 'how many times as fast as it has to be: first paint', ratio: MOST.paint / paint, target: 1 },
      { name: 'how many times as fast as it has to be: a branch', ratio: MOST.branch / branch, target: 1 },
    ],
    notes: ['in the browser the best of five tries'],
  };
}
