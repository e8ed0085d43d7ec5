import { readFile } from 'node:fs/promises';
import { buildPage, FILES, type PageAssets } from './build.ts';

let loaded: Promise<PageAssets> | undefined;

/** What was built with the program; made on the spot where that runs from its sources. */
export function pageAssets(): Promise<PageAssets> {
  loaded ??= import.meta.url.endsWith('.ts') ? buildPage() : readPage();
  return loaded;
}

const readPage = async (): Promise<PageAssets> => ({
  script: await readFile(new URL(`page/${FILES.script}`, import.meta.url), 'utf8'),
  style: await readFile(new URL(`page/${FILES.style}`, import.meta.url), 'utf8'),
});
