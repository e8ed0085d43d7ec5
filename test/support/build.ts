import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writePage } from '../../src/web/assets.ts';
import { builtFolder, projectRoot } from './built.ts';

const sources = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name))
    .map(name => join(folder, name));

/**
 * Everything as JavaScript, file by file, as `npm run build` makes it, once before the tests: a process that runs it
 * starts in half the time that tsx takes, and it is what users run.
 */
export async function buildAll(): Promise<void> {
  const folder = builtFolder(process.pid);
  await build({
    absWorkingDir: projectRoot,
    entryPoints: ['src', 'test'].flatMap(sources),
    outbase: '.',
    outdir: folder,
    format: 'esm',
    platform: 'node',
    target: 'es2023',
    bundle: true, // for the plugin, which keeps the files apart
    packages: 'external',
    logLevel: 'error',
    plugins: [
      {
        name: 'file by file',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\.?\// }, ({ kind, path }) =>
            kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
          ),
      },
    ],
  });
  await writePage(join(folder, 'src/web/page'));
  for (const name of ['assets', 'node_modules', 'package.json'])
    symlinkSync(join(projectRoot, name), join(folder, name));
}
