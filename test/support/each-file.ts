import { afterAll, vi } from 'vitest';
import { builtUrl } from './built.ts';

/** Before each file of tests. */

// Files in one process share what is installed, and nothing else: modules of ours are loaded anew, with their hooks.
vi.resetModules();
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/**
 * Analysis processes and Maia's workers, started by a test, run what was built: there are hundreds of them in a run.
 */
vi.mock('../../src/base/process.ts', async importOriginal => {
  const entry = await importOriginal<typeof import('../../src/base/process.ts')>();
  const startProcess: typeof entry.startProcess = (name, base, options) =>
    entry.startProcess(name, builtUrl(base), options);
  return { ...entry, startProcess };
});
