import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { AnalysisSettings } from '../../src/service/settings.ts';

/** Where the models are, as a user of this machine would have them. */
export function modelDir(): string {
  const config = readConfig(process.env);
  if (!config.ok) throw new Error(config.message);
  return config.value.modelDir;
}

/** A folder of its own, gone when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kibitz-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Real engines, a cache of their own, two of everything. */
export const testSettings = (changes: Partial<AnalysisSettings> = {}): AnalysisSettings => ({
  stockfishPath: undefined,
  engines: 2,
  hashMb: 16,
  modelDir: modelDir(),
  model: 'maia3-5m',
  maiaWorkers: 2,
  dataDir: temporaryFolder(),
  cacheMb: 16,
  log: { level: 'silent', format: 'text' },
  ...changes,
});

export const silent = pino({ level: 'silent' });
