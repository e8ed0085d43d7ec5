import { describe, expect, it } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import { bundlePage } from '../../src/web/assets.ts';
import { CARRIED, licences } from '../../src/web/html.ts';
import { isTooWide, useBrowser } from './browser.ts';
import { hasBrowser, SIZES, type Size } from './chromium.ts';
import { fileOf, SOURCE } from './file.ts';
import { host } from './host.ts';

/**
 * AGPL, section 13: whoever uses it over a network is told where the source is; and what a page carries has authors,
 * too.
 */

const packageOf = (file: string): string[] => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.slice(1) ?? [];

describe('the licences of a page', () => {
  it('name every package that is built into it, and no other', async () => {
    const { metafile } = await bundlePage();
    const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    );
    expect([...new Set(files.flatMap(packageOf))].toSorted()).toEqual(Object.keys(CARRIED).toSorted());
  });

  it('lead to the source that the owner names, whatever is in its address', () => {
    expect(licences('https://git.example.org/"><b>&')).toContain(
      'href="https://git.example.org/&quot;&gt;&lt;b&gt;&amp;"',
    );
  });
});

const visit = useBrowser();

describe.runIf(hasBrowser)('at the end of a page', () => {
  const file = () => fileOf({ kind: 'expected', report: REPORT });
  const hosted = async () => (await host()).page;
  const message = async () => `${(await host()).url}r/unknown`;
  const ALL = { file, hosted, message };
  const cases = Object.entries(ALL).flatMap(([name, make]) =>
    Object.keys(SIZES).map(size => [name, size as Size, make] as const),
  );

  it.each(cases)('that is a %s, on a %s, are its licences and a link to its source', async (_name, size, make) => {
    const { page, requests } = await visit(await make(), SIZES[size]);
    const footer = page.locator('body > footer');
    await page.locator('main h1').waitFor();
    expect(await footer.innerText()).toMatch(/AGPL-3\.0-or-later.*its source code\..*chessground.*GPL-3\.0-or-later/s);
    expect(await footer.getByRole('link', { name: 'its source code' }).getAttribute('href')).toBe(SOURCE);
    const [above, below] = [await page.locator('main').boundingBox(), await footer.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect(await isTooWide(page)).toBe(false);
    expect(requests.filter(url => url.startsWith('https:'))).toEqual([]);
  });
});
