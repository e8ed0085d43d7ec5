import { pageAssets } from '../web/assets.ts';
import { htmlFile } from '../web/html.ts';
import type { PageData } from '../web/report.ts';
import { writeOutput } from './files.ts';
import type { Terminal } from './terminal.ts';

/** A report to walk through in a browser. */
export async function writePage(file: string, data: PageData, terminal: Terminal): Promise<void> {
  const text = htmlFile(data, await pageAssets());
  await writeOutput(file, text, 'html');
  terminal.note(`${file}, ${Math.ceil(Buffer.byteLength(text) / 1000)} kB: open it in a browser.`);
}
