import { expect, it } from 'vitest';
import { JobQueue } from '../../src/service/job-queue.ts';
import { evalJob } from '../support/service.ts';

it('nobody waits behind a look at how things are', () => {
  const line = new JobQueue({ maxWaiting: 10, maxWaitingPerOwner: 10 });
  line.join({ kind: 'status' }, { priority: 'interactive', owner: 'doctor' });
  const { task: asked } = line.join(evalJob(0), { priority: 'interactive', owner: 'anna' });
  expect(line.moved()).toEqual([asked]);
  expect(asked.position).toBe(1);
});
