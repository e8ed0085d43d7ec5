import { describe, expect, it } from 'vitest';
import { bundlePage } from '../../src/web/assets.ts';
import { CARRIED, licences } from '../../src/web/html.ts';
import { hasBrowser } from './chromium.ts';
import { PAGES, seeLicences } from './licences.ts';

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

describe.runIf(hasBrowser)('at the end of a page', () => {
  it.each(PAGES)('that is a %s are its licences and a link to its source', page => seeLicences(page, 'desktop'));
});
