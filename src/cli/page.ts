import { pageAssets } from '../web/assets.ts';
import { htmlFile } from '../web/html.ts';
import type { PageData } from '../web/report.ts';
import type { Context } from './command.ts';
import { writeOutput } from './files.ts';

/** A report to walk through in a browser. */
export async function writePage(file: string, data: PageData, { config, terminal }: Context): Promise<void> {
  const text = htmlFile(data, await pageAssets(), config.sourceUrl);
  await writeOutput(file, text, 'html');
  terminal.note(`${file}, ${Math.ceil(Buffer.byteLength(text) / 1000)} kB: open it in a browser.`);
}
