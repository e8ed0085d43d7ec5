import { expect } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import type { AnalysisService, Job, JobOptions } from '../../src/service/jobs.ts';
import { until } from '../support/processes.ts';
import { evalJob, type Make, maiaJob, quickSettings, reviewJob, status } from '../support/service.ts';

/** Jobs that would hold all engines for hours, and what is asked meanwhile. */

export const HOURS: Job[] = [
  {
    ...evalJob(0),
    params: { ...evalJob(0).params, limit: { kind: 'nodes', nodes: 1_000_000_000 }, deterministic: false },
  },
  evalJob(1, 40),
  reviewJob(2),
  reviewJob(3),
  evalJob(4, 38),
  { ...evalJob(5, 40), params: { ...evalJob(5, 40).params, multipv: 8 } },
];

/** Asks, and remembers how it ended. */
export function asking(service: AnalysisService) {
  const cancel = new AbortController();
  const ended: { owner: string; fault: Fault | undefined }[] = [];
  const all: Promise<void>[] = [];
  return {
    ended,
    ask: (job: Job, owner: string, options: JobOptions = {}) => {
      const end = (fault?: Fault) => void ended.push({ owner, fault });
      const answer = service.run(job, { owner, signal: cancel.signal, ...options });
      all.push(
        answer.then(
          () => end(),
          error => end(error),
        ),
      );
    },
    giveUp: async () => {
      cancel.abort();
      await Promise.all(all);
    },
  };
}

export const queue = async (service: AnalysisService) => (await status(service)).queue;

/** Six jobs of two owners hold the engines: quick questions are answered all the same, those of the two as well. */
export async function askWhileHeld(make: Make, engines: number): Promise<void> {
  const service = await make({ settings: quickSettings({ engines }) });
  const { ask, ended, giveUp } = asking(service);
  for (const [index, job] of HOURS.entries()) ask(job, index < 3 ? 'anna' : 'ben');
  await until(async () => (await status(service)).stockfish.busy === engines, 'all engines search');
  const running = (await queue(service))?.running ?? 0;
  expect(running).toBeGreaterThan(engines);
  await expect(service.run(evalJob(10, 15), { owner: 'carl' })).resolves.toHaveProperty('depth', 15);
  await expect(service.run(maiaJob(11), { owner: 'carl' })).resolves.toHaveProperty('wdl');
  // Those who hold everything are served as quickly, too.
  await expect(service.run(evalJob(12, 15), { owner: 'anna' })).resolves.toHaveProperty('depth', 15);
  expect(ended).toEqual([]);
  await giveUp();
}
