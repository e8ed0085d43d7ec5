import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launch, SIZES, type Size } from '../../test/web/chromium.ts';
import { shrunk } from '../commands/shrink.ts';

/**
 * The pages as the README shows them: made by the commands that it names, with the real engines, and looked at in a
 * browser.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'out/pages');
const PICTURES = join(ROOT, 'docs/pictures');

/** So that a page with what matters in it can be seen without scrolling. */
const HEIGHTS: Record<Size, number> = { desktop: 1000, phone: 844 };

interface View {
  name: string;
  page: string;
  size: Size;
  act: (page: Page) => Promise<void>;
}

const POSITION = 'position.html';
const GAME = 'game.html';

const COMMANDS: readonly string[][] = [
  [
    'expected',
    'startpos',
    '--moves',
    'e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Qe2',
    '--rating',
    '1500',
    '--html',
    join(FOLDER, POSITION),
  ],
  ['review', join(ROOT, 'assets/games/club.pgn'), '--html', join(FOLDER, GAME)],
];

const choose = (page: Page, san: string) => page.getByRole('button', { name: san, exact: true }).click();
const keys = async (page: Page, ...all: readonly string[]) => {
  for (const key of all) await page.keyboard.press(key);
};

const VIEWS: readonly View[] = [
  { name: 'page-desktop', page: POSITION, size: 'desktop', act: page => choose(page, 'Ndf6') },
  {
    name: 'page-phone',
    page: POSITION,
    size: 'phone',
    act: async page => {
      await choose(page, 'Ndf6');
      await page.getByRole('treeitem').nth(1).click();
    },
  },
  { name: 'review-desktop', page: GAME, size: 'desktop', act: page => keys(page, 'End', '[', '[', '[', 'p') },
  { name: 'review-phone', page: GAME, size: 'phone', act: page => keys(page, 'End', '[', '[', '[') },
];

async function photograph(browser: Browser, { name, page: file, size, act }: View): Promise<void> {
  const { viewport, ...rest } = SIZES[size];
  const context = await browser.newContext({
    ...rest,
    viewport: { ...viewport, height: HEIGHTS[size] },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(FOLDER, file)).href);
  await act(page);
  // Nobody points at anything.
  await page.mouse.move(0, 0);
  const png = await shrunk(await page.screenshot());
  writeFileSync(join(PICTURES, `${name}.png`), png);
  console.log(`${name}: ${Math.round(png.length / 1000)} KB`);
  await context.close();
}

async function main(): Promise<number> {
  mkdirSync(FOLDER, { recursive: true });
  for (const command of COMMANDS) {
    const { status } = spawnSync('npm', ['run', '-s', 'kibitz', '--', ...command], { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) return 1;
  }
  const browser = await launch();
  try {
    for (const view of VIEWS) await photograph(browser, view);
  } finally {
    await browser.close();
  }
  return 0;
}

process.exitCode = await main();
