import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../../src/app/config.ts';
import type { AnalysisSettings } from '../../src/service/protocol.ts';
import { testRoot } from './root.ts';

/** Where the models are, as a user of this machine would have them. */
export function modelDir(): string {
  const config = readConfig(process.env);
  if (!config.ok) throw new Error(config.message);
  return config.value.modelDir;
}

/** A folder of its own; the setup removes them all when the tests are done. */
export function temporaryFolder(): string {
  const root = testRoot(process.ppid);
  mkdirSync(root, { recursive: true });
  return mkdtempSync(join(root, 'x'));
}

/** Real engines, a cache of their own, two of everything. */
export const testSettings = (changes: Partial<AnalysisSettings> = {}): AnalysisSettings => ({
  stockfishPath: undefined,
  engines: 2,
  hashMb: 16,
  modelDir: modelDir(),
  model: 'maia3-5m',
  maiaWorkers: 2,
  nice: 0,
  dataDir: temporaryFolder(),
  cacheMb: 16,
  log: { level: 'silent', format: 'text' },
  ...changes,
});

export const silent = pino({ level: 'silent' });
