import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Threads and processes of ours run as what we run as: built JavaScript, or TypeScript through tsx (development,
 * tests). Their file is named without its extension, relative to the caller's module.
 */
const typescript = import.meta.url.endsWith('.ts');
const entryUrl = (name: string, base: string): URL => new URL(name + (typescript ? '.ts' : '.js'), base);

export function startThread(name: string, base: string, options: WorkerOptions): Worker {
  const url = entryUrl(name, base);
  if (!typescript) return new Worker(url, options);
  // tsx given as an argument does not reach a thread's loader in Node 20; registered from inside it does.
  const bootstrap = `
    import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))})
      .then(({ register }) => { register(); return import(${JSON.stringify(url.href)}); })
      .catch(error => setImmediate(() => { throw error; }));`;
  return new Worker(bootstrap, { ...options, eval: true, execArgv: [] });
}

export function startProcess(name: string, base: string, options: ForkOptions): ChildProcess {
  const execArgv = typescript ? ['--import', import.meta.resolve('tsx')] : [];
  return fork(fileURLToPath(entryUrl(name, base)), { ...options, execArgv });
}
