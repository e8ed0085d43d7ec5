import { describe, expect, it } from 'vitest';
import { until } from '../support/processes.ts';
import { evalJob, quickSettings, reviewJob, SERVICES, status } from '../support/service.ts';
import { asking, askWhileHeld, HOURS, queue } from './held-engines.ts';

for (const [name, make, skipped] of SERVICES)
  describe.skipIf(skipped)(`by ${name}`, () => {
    it('a quick question is answered while six of two owners hold the engines', async () => {
      await askWhileHeld(make, 2);
    });

    it('a long question of somebody else begins beside those of one who asks too much', async () => {
      const service = await make({ settings: quickSettings({ engines: 1 }) });
      const { ask, ended, giveUp } = asking(service);
      for (const job of HOURS) ask(job, 'anna');
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
