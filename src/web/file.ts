import { type KeptReport, opened } from '../store/reports.ts';
import { pageAssets } from './assets.ts';
import { htmlFile } from './html.ts';
import { storedPage } from './stored.ts';

/** A kept report, and where the page says that the source of Kibitz is. */
export interface FileOrder {
  kept: KeptReport;
  sourceUrl: string;
}

/** A kept report as a page that is a file; undefined for one that has no page. */
export async function pageFile({ kept, sourceUrl }: FileOrder): Promise<Uint8Array | undefined> {
  const data = storedPage(opened(kept));
  return data && Buffer.from(htmlFile(data, await pageAssets(), sourceUrl));
}
