import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import type { AnalysisService, Job, JobOptions } from '../../src/service/jobs.ts';
import { until } from '../support/processes.ts';
import { evalJob, maiaJob, quickSettings, reviewJob, SERVICES, status } from '../support/service.ts';

/** With jobs that would have all engines for hours. */

const MINUTES: Job[] = [
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
function asking(service: AnalysisService) {
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

const queue = async (service: AnalysisService) => (await status(service)).queue;

for (const [name, make, skipped] of SERVICES)
  describe.skipIf(skipped)(`by ${name}`, () => {
    it.each([1, 2])('a quick question is answered while six of two owners hold %s engines', async engines => {
      const service = await make({ settings: quickSettings({ engines }) });
      const { ask, ended, giveUp } = asking(service);
      for (const [index, job] of MINUTES.entries()) ask(job, index < 3 ? 'anna' : 'ben');
      await until(async () => (await status(service)).stockfish.busy === engines, 'all engines search');
      const running = (await queue(service))?.running ?? 0;
      expect(running).toBeGreaterThan(engines);
      await expect(service.run(evalJob(10, 15), { owner: 'carl' })).resolves.toHaveProperty('depth', 15);
      await expect(service.run(maiaJob(11), { owner: 'carl' })).resolves.toHaveProperty('wdl');
      // Those who hold everything are served as quickly, too.
      await expect(service.run(evalJob(12, 15), { owner: 'anna' })).resolves.toHaveProperty('depth', 15);
      expect(ended).toEqual([]);
      await giveUp();
    });

    it('a long question of somebody else begins beside those of one who asks too much', async () => {
      const service = await make({ settings: quickSettings({ engines: 1 }) });
      const { ask, ended, giveUp } = asking(service);
      for (const job of MINUTES) ask(job, 'anna');
      await until(async () => (await queue(service))?.running === 2, 'hers run');
      ask(reviewJob(20), 'ben');
      await until(async () => (await queue(service))?.running === 3, 'his does, too');
      expect([ended, (await queue(service))?.waiting]).toEqual([[], 4]);
      await giveUp();
    });

    it('people are served while 60 background jobs wait, of which the newest give way', async () => {
      const service = await make({ maxWaiting: 120, maxWaitingPerOwner: 100 });
      const { ask, ended, giveUp } = asking(service);
      await status(service);
      const visitor = (index: number) => `web:${index >> 1}`;
      for (let index = 0; index < 64; index++) ask(reviewJob(index), visitor(index), { priority: 'background' });
      await until(async () => (await queue(service))?.running === 4, 'some run');
      expect([ended, (await queue(service))?.waiting]).toEqual([[], 60]);
      await expect(service.run(evalJob(0, 12), { owner: 'anna' })).resolves.toHaveProperty('depth', 12);
      // Until 96 of the 120 places are taken, which is all that long questions may have.
      for (let index = 0; index < 5 + 36; index++) ask(reviewJob(1000 + index), `person ${index}`);
      await until(async () => (await queue(service))?.waiting === 96, 'it is full');
      expect(ended).toEqual([]);
      for (let index = 0; index < 3; index++) ask(reviewJob(2000 + index), `late ${index}`);
      await until(async () => ended.length === 3, 'three have given way');
      const message =
        'Busy: the line is full, and people who ask come before work in the background. Try again in a minute.';
      const told = ended.map(({ owner, fault }) => [owner, fault?.code, fault?.message]);
      expect(told).toEqual([63, 62, 61].map(index => [visitor(index), 'busy', message]));
      await expect(service.run(evalJob(1, 12), { owner: 'ben' })).resolves.toHaveProperty('depth', 12);
      expect((await queue(service))?.waiting).toBe(96);
      await giveUp();
    });
  });
