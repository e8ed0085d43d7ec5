import { afterAll, beforeAll, vi } from 'vitest';
import { builtUrl } from './built.ts';

/** Before each file of tests. */

// Files in one process share what is installed, and nothing else: modules of ours are loaded anew, with their hooks.
vi.resetModules();
const real = process.env;
let environment: NodeJS.ProcessEnv;
beforeAll(() => {
  environment = { ...real };
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  // A file of settings that a command reads becomes part of the environment.
  for (const name of Object.keys(real)) if (!(name in environment)) delete real[name];
  if (process.env !== real)
    throw new Error('process.env is another object than before; vi.stubEnv changes what is in it.');
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
