import { addressOf } from '../app/pages.ts';
import { Fault } from '../base/fault.ts';
import { makeLog } from '../base/log.ts';
import type { About } from '../store/reports.ts';
import { pageAssets } from '../web/assets.ts';
import { htmlFile } from '../web/html.ts';
import { type PageData, reportUrl } from '../web/protocol.ts';
import type { Context } from './command.ts';
import { writeOutput } from './files.ts';

/** A report to walk through in a browser. */
export async function writePage(file: string, data: PageData, { config, terminal }: Context): Promise<void> {
  const text = htmlFile(data, await pageAssets(), config.sourceUrl);
  await writeOutput(file, text, 'html');
  terminal.note(`${file}, ${Math.ceil(Buffer.byteLength(text) / 1000)} kB: open it in a browser.`);
}

/** Keeps a report for `kibitz serve` to show, and says its address. */
export async function publish(report: unknown, about: Omit<About, 'owner'>, context: Context): Promise<void> {
  const { config, terminal } = context;
  const { Store } = await import('../store/store.ts');
  const store = new Store({ folder: config.dataDir, log: makeLog(config.log) });
  try {
    const id = store.reports.put(report, { ...about, owner: 'command line' });
    if (!store.reports.isKept(id))
      throw new Fault('store-failed', `The report could not be kept in ${config.dataDir}, so there is no link to it.`);
    const text = `${reportUrl(addressOf(config), id)} while "kibitz serve" runs.`;
    if (terminal.json) terminal.note(text);
    else terminal.print(text);
  } finally {
    store.close();
  }
}
