import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

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

/** The page as browsers take it: one script, and one sheet of styles with the men in it. */
export interface PageAssets {
  script: string;
  style: string;
}

const FILES = { script: 'main.js', style: 'main.css' } as const;

/** Pictures are drawn in a browser by the same code, but for these few modules of src/render. */
const drawing: Plugin = {
  name: 'drawing',
  setup({ onResolve }) {
    const path = fileURLToPath(new URL('page/drawing.ts', import.meta.url));
    onResolve({ filter: /^\.\/(canvas|fonts|gifenc|pieces)\.ts$/ }, ({ resolveDir }) =>
      basename(resolveDir) === 'render' ? { path } : undefined,
    );
  },
};

/** From its sources: esbuild is a development dependency. */
async function buildPage(): Promise<PageAssets> {
  const { outputFiles } = await bundlePage();
  const text = (file: string): string => outputFiles.find(({ path }) => path.endsWith(file))?.text.trim() ?? '';
  return { script: text(FILES.script), style: text(FILES.style) };
}

/** Its metafile names every file that is in it. */
export async function bundlePage() {
  const { build } = await import('esbuild');
  return build({
    entryPoints: [fileURLToPath(new URL('page/main.ts', import.meta.url))],
    outdir: 'page',
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: 'iife',
    charset: 'utf8',
    plugins: [drawing],
    // Those that mix colours in styles.
    target: ['chrome111', 'firefox113', 'safari16.4'],
    logLevel: 'warning',
  });
}

/** For programs that are built. */
export async function writePage(folder: string): Promise<void> {
  const assets = await buildPage();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, FILES.script), assets.script);
  await writeFile(join(folder, FILES.style), assets.style);
}
