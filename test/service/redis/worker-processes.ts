import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { RedisWorkerOptions } from '../../../src/service/redis/worker.ts';
import { builtFile } from '../../support/built.ts';
import { endlessEngine } from '../../support/fake-engine.ts';
import { quickSettings } from '../../support/service.ts';

/** Workers and services in processes of their own, for a test to kill. */

/** Sooner thought dead than usual. */
export const LOCK_MS = 2_000;

export function start(file: string, task: object): ChildProcess {
  const script = builtFile(new URL(`../../support/${file}`, import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

export async function startWorker(url: string, settings: RedisWorkerOptions['settings']): Promise<ChildProcess> {
  const child = start('worker.ts', { url, settings, concurrency: 3, lockMs: LOCK_MS });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

/** Takes a job, and never ends it. */
export async function startHoldingWorker(url: string): Promise<{ holds: () => boolean; kill: () => void }> {
  const engine = endlessEngine();
  const child = await startWorker(url, quickSettings({ stockfishPath: engine.path, engines: 1 }));
  return { holds: engine.started, kill: () => void child.kill('SIGKILL') };
}
