import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { launch, SIZES } from './chromium.ts';

interface Visit {
  page: Page;
  /** Whatever it asked for, but for itself and what is inside it. */
  requests: string[];
  /** What the browser complained about: scripts that failed, styles and scripts that were not allowed. */
  complaints: string[];
}

/** For all files of a process, as it takes longer to start than most visits; it ends with the process. */
const shared = globalThis as { browserOfTests?: Promise<Browser> };

/** Each visit has nothing of those before, and ends with its test. */
export async function visit(url: string, options: BrowserContextOptions = SIZES.desktop): Promise<Visit> {
  shared.browserOfTests ??= launch();
  const browser = await shared.browserOfTests;
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const [requests, complaints]: [string[], string[]] = [[], []];
  page.on('request', request => {
    if (request.url() !== url && !request.url().startsWith('data:')) requests.push(request.url());
  });
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  await page.goto(url);
  return { page, requests, complaints };
}

/** What the board shows: the men and where they stand, as its description for those who do not see it. */
export const boardOf = (page: Page) => page.locator('.board').getAttribute('aria-label');
export const ribbonOf = (page: Page) => page.locator('.ribbon').innerText();

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** What has the focus, in one line. */
export const focusedOn = async (page: Page): Promise<string> =>
  (await page.evaluate<string>('document.activeElement.textContent')).trim().replace(/\s+/g, ' ');

/** Goes on with Tab until something like that has the focus. */
export async function tabTo(page: Page, wanted: RegExp, most = 60): Promise<void> {
  for (let tabs = 0; tabs < most && !wanted.test(await focusedOn(page)); tabs++) await page.keyboard.press('Tab');
}

/** Nothing is wider than the window. */
export const isTooWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** A finger's breadth, in both directions. */
const FINGER = 40;

/** What is harder to hit than that. */
export async function tooSmall(page: Page, targets: string): Promise<string[]> {
  const small: string[] = [];
  for (const target of await page.locator(targets).all()) {
    const box = await target.boundingBox();
    if (!box || Math.min(box.width, box.height) < FINGER) small.push(await target.innerText());
  }
  return small;
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** As far as it is read. */
interface Findings {
  violations: { id: string; impact: string; nodes: { html: string }[] }[];
}

/** What axe has against a page that lets scripts in, if it is more than a trifle. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate<Findings>('axe.run()');
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
