import { describe, it } from 'vitest';
import { hasBrowser } from './chromium.ts';
import { PAGES, seeLicences } from './licences.ts';

describe.runIf(hasBrowser)('at the end of a page on a phone', () => {
  it.each(PAGES)('that is a %s are its licences and a link to its source', page => seeLicences(page, 'phone'));
});
