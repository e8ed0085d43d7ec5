import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';

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

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', ...QUIET],
    // Playwright would end the process of the tests, which others interrupt commands in.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
  });
