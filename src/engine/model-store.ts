import { createHash } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault, systemReason, throwIfAborted } from '../base/fault.ts';
import { makeFolder } from '../base/folder.ts';
import { isRunning } from '../base/process.ts';
import type { ModelEntry } from './manifest.ts';

/**
 * The folder of models on disk: one sub-folder a model, holding the published files as they are. What a file is worth
 * is decided by its checksum alone, each time it is read, so a half-written or damaged one is never used.
 */

export type ModelState = { kind: 'installed' } | { kind: 'missing' } | { kind: 'broken'; reason: string };

export interface PullProgress {
  model: string;
  done: number;
  total: number;
}

export interface PullOptions {
  onProgress?: (progress: PullProgress) => void;
  signal?: AbortSignal;
}

const never = new AbortController().signal;

const folderOf = (root: string, model: ModelEntry): string => join(root, model.id);
export const modelPath = (root: string, model: ModelEntry, file: string): string => join(folderOf(root, model), file);

/** The checked files of a model, or the reason why they cannot be used. */
async function readFiles(root: string, model: ModelEntry): Promise<Map<string, Buffer> | ModelState> {
  const files = new Map<string, Buffer>();
  for (const { name, sha256, bytes, about } of model.files) {
    const content = await readFile(modelPath(root, model, name)).catch((error: NodeJS.ErrnoException) => error);
    if (content instanceof Error) {
      const absent = content.code === 'ENOENT' || content.code === 'ENOTDIR';
      return absent
        ? { kind: 'missing' }
        : { kind: 'broken', reason: `${name} cannot be read: ${systemReason(content)}` };
    }
    if (content.length !== bytes && !about)
      return { kind: 'broken', reason: `${name} has ${content.length} bytes instead of ${bytes}` };
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      return { kind: 'broken', reason: `${name} has the wrong checksum` };
    files.set(name, content);
  }
  return files;
}

export async function inspectModel(root: string, model: ModelEntry): Promise<ModelState> {
  const files = await readFiles(root, model);
  return files instanceof Map ? { kind: 'installed' } : files;
}

/** The checked files of a model, fetched first if they are missing or broken. */
export async function ensureModel(
  root: string,
  model: ModelEntry,
  options: PullOptions = {},
): Promise<Map<string, Buffer>> {
  const found = await readFiles(root, model);
  if (found instanceof Map) return found;
  await pullModel(root, model, options);
  const pulled = await readFiles(root, model);
  if (pulled instanceof Map) return pulled;
  throw new Fault('model-broken', brokenText(root, model, pulled));
}

export const brokenText = (root: string, model: ModelEntry, state: ModelState): string =>
  state.kind === 'broken'
    ? `${model.name} in ${folderOf(root, model)} is broken: ${state.reason}. Run "kibitz models pull ${model.id}".`
    : `${model.name} is not in ${root}. Run "kibitz models pull ${model.id}".`;

/**
 * Fetches a model from the first source that delivers it. Does nothing if it is installed by the time it is its turn.
 */
export async function pullModel(root: string, model: ModelEntry, options: PullOptions = {}): Promise<void> {
  const signal = options.signal ?? never;
  try {
    makeFolder(root);
    await access(root, constants.W_OK);
  } catch (cause) {
    throw new Fault('model-missing', unwritableText(root, model, cause as Error), { cause });
  }
  const release = await lock(join(root, `${model.id}.lock`), signal);
  const staging = join(root, `.pull-${model.id}-${process.pid}`);
  try {
    await sweep(root, `.pull-${model.id}-`);
    await mkdir(staging);
    await fetchModel(root, model, staging, signal, options.onProgress);
  } finally {
    // npm's last writes may still arrive; what cannot be removed now, the next puller sweeps away.
    await rm(staging, { recursive: true, force: true, maxRetries: 5 }).finally(release);
  }
}

/** Removes the temporary files of killed processes, whose names end with the process id. */
async function sweep(root: string, prefix: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(name.slice(prefix.length));
    if (!name.startsWith(prefix) || (pid !== process.pid && isRunning(pid))) continue;
    await rm(join(root, name), { recursive: true, force: true });
  }
}

export const byHandText = (root: string, model: ModelEntry): string => {
  const files = model.files.map(({ name }) => name).join(' and ');
  return `Check the network and try again, or put ${files} into ${folderOf(root, model)}.`;
};

export const unwritableText = (root: string, model: ModelEntry, error: Error): string =>
  `${model.name} cannot be installed: the model folder ${root} cannot be written to: ${systemReason(error)}. Make it writable or set KIBITZ_MODEL_DIR.`;

async function fetchModel(
  root: string,
  model: ModelEntry,
  staging: string,
  signal: AbortSignal,
  onProgress?: PullOptions['onProgress'],
): Promise<void> {
  const state = await inspectModel(root, model);
  if (state.kind === 'installed') return;
  // Needed once in a model's life: its libraries are not loaded before that.
  const { download } = await import('./download.ts');
  const reasons: string[] = [];
  for (const source of model.sources) {
    throwIfAborted(signal);
    try {
      const onBytes = (done: number, total: number) => onProgress?.({ model: model.id, done, total });
      await download(source, { model, folder: staging, onBytes, signal });
      return await install(root, model, staging);
    } catch (error) {
      throwIfAborted(signal);
      reasons.push((error as Error).message);
    }
  }
  const now = state.kind === 'broken' ? `is broken (${state.reason})` : 'is not installed';
  throw new Fault(
    state.kind === 'broken' ? 'model-broken' : 'model-missing',
    `${model.name} ${now} and could not be fetched: ${reasons.join('; ')}. ${byHandText(root, model)}`,
  );
}

/** Checks what was fetched and moves it into place file by file: each move is atomic, and reading checks again. */
async function install(root: string, model: ModelEntry, staging: string): Promise<void> {
  const folder = folderOf(root, model);
  for (const { name, sha256 } of model.files) {
    const content = await readFile(join(staging, name)).catch(() => undefined);
    if (!content) throw new Error(`${name} was not in what the source delivered`);
    if (createHash('sha256').update(content).digest('hex') !== sha256)
      throw new Error(`what the source delivered as ${name} has the wrong checksum`);
  }
  await mkdir(folder, { recursive: true });
  for (const { name } of model.files) await rename(join(staging, name), join(folder, name));
}

const LOCK_BEAT_MS = 1_000;
const LOCK_STALE_MS = 10_000;

/**
 * One puller at a time among processes. The holder touches the file; a lock that is no longer touched was left by a
 * dead process.
 */
async function lock(path: string, signal: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    throwIfAborted(signal);
    try {
      await (await open(path, 'wx')).close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const touched = await stat(path).then(
      file => file.mtimeMs,
      () => Date.now(), // released this very moment: try again at once
    );
    if (Date.now() - touched > LOCK_STALE_MS) await rm(path, { force: true });
    else await sleep(200, undefined, { signal }).catch(() => throwIfAborted(signal));
  }
  const beat = setInterval(() => {
    const now = new Date();
    // The lock may have been judged stale and removed while this machine slept; installing stays atomic without it.
    utimes(path, now, now).catch(() => undefined);
  }, LOCK_BEAT_MS);
  return async () => {
    clearInterval(beat);
    await rm(path, { force: true });
  };
}
