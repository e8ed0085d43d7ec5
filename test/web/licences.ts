import { expect } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import { isTooWide, visit } from './browser.ts';
import { SIZES, type Size } from './chromium.ts';
import { fileOf, SOURCE } from './file.ts';
import { host } from './host.ts';

const ADDRESSES = {
  file: () => fileOf({ kind: 'expected', report: REPORT }),
  hosted: async () => (await host()).page,
  message: async () => `${(await host()).url}r/unknown`,
};
type Kind = keyof typeof ADDRESSES;
export const PAGES = Object.keys(ADDRESSES) as Kind[];

/** At the end of a page are its licences and a link to its source. */
export async function seeLicences(kind: Kind, size: Size): Promise<void> {
  const { page, requests } = await visit(await ADDRESSES[kind](), SIZES[size]);
  const footer = page.locator('body > footer');
  await page.locator('main h1').waitFor();
  expect(await footer.innerText()).toMatch(/AGPL-3\.0-or-later.*its source code\..*chessground.*GPL-3\.0-or-later/s);
  expect(await footer.getByRole('link', { name: 'its source code' }).getAttribute('href')).toBe(SOURCE);
  const [above, below] = [await page.locator('main').boundingBox(), await footer.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  expect(await isTooWide(page)).toBe(false);
  expect(requests.filter(url => url.startsWith('https:'))).toEqual([]);
}
