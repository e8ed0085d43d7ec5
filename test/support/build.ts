import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writePage } from '../../src/web/assets.ts';
import { builtFolder, projectRoot } from './built.ts';

/** What was built for earlier runs, by what it was built from. */
const CACHE = join(projectRoot, 'node_modules/.cache/kibitz-tests');
const KEPT_MS = 24 * 60 * 60_000;

/**
 * Everything as JavaScript, file by file, as `npm run build` makes it, once before the tests: a process that runs it
 * starts in half the time that tsx takes, and it is what users run. It is built anew when a file of it has changed.
 */
export async function buildAll(): Promise<void> {
  const files = ['src', 'test'].flatMap(filesIn);
  const kept = join(CACHE, stateOf(files));
  if (!existsSync(kept)) {
    mkdirSync(CACHE, { recursive: true });
    const fresh = mkdtempSync(join(CACHE, 'building-'));
    await buildInto(fresh, files);
    moveTo(kept, fresh);
    forgetOld();
  }
  const now = new Date();
  utimesSync(kept, now, now);
  mkdirSync(join(builtFolder(process.pid), '..'), { recursive: true });
  symlinkSync(kept, builtFolder(process.pid));
}

/** All but the tests themselves, which are not built. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => /\.(ts|mjs|css)$/.test(name) && !name.endsWith('.test.ts'))
    .sort();

/** The same for the same files with the same contents, in the same place, with the same packages. */
function stateOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(projectRoot);
  for (const file of [...files, 'package-lock.json', 'package.json'])
    hash.update(`\0${file}\0`).update(readFileSync(join(projectRoot, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Another run may have built the same meanwhile: that one stays. */
function moveTo(kept: string, fresh: string): void {
  try {
    renameSync(fresh, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(fresh, { recursive: true });
  }
}

/** What no run has used for a day. */
function forgetOld(): void {
  for (const name of readdirSync(CACHE)) {
    const folder = join(CACHE, name);
    const used = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (used < Date.now() - KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

async function buildInto(folder: string, files: readonly string[]): Promise<void> {
  await build({
    absWorkingDir: projectRoot,
    entryPoints: files.filter(name => /(?<!\.d)\.ts$/.test(name)),
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
