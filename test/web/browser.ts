import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** Debian's. */
const CHROMIUM = '/usr/bin/chromium';

export const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) console.log(`There is no browser at ${CHROMIUM}: pages are not looked at.`);

/** What it would ask the network for by itself is turned off. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];

export const SIZES = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;
export type Size = keyof typeof SIZES;

export interface Visit {
  page: Page;
  /** Whatever it asked for, but for itself and what is inside it. */
  requests: string[];
  /** What the browser complained about: scripts that failed, styles and scripts that were not allowed. */
  complaints: string[];
}

/** One browser for a file of tests; each visit has nothing of those before. */
export function useBrowser(): (url: string, options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (hasBrowser)
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', ...QUIET] });
  });
  afterAll(() => browser?.close());
  return async (url, options = SIZES.desktop) => {
    if (!browser) throw new Error('there is no browser');
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
  };
}
