import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pageAssets } from '../../src/web/assets.ts';
import { htmlFile } from '../../src/web/html.ts';
import type { PageData } from '../../src/web/protocol.ts';
import { temporaryFolder } from '../support/settings.ts';

/** Where its source is, as pages of the tests say it. */
export const SOURCE = 'https://git.example.org/kibitz&co';

/** A page on disk, as whoever got it as a file has it. */
export async function fileOf(data: PageData, folder = temporaryFolder()): Promise<string> {
  const file = join(folder, 'report.html');
  writeFileSync(file, htmlFile(data, await pageAssets(), SOURCE));
  return pathToFileURL(file).href;
}
