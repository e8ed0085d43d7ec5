import { expect, it } from 'vitest';
import { JobQueue } from '../../src/service/job-queue.ts';
import { evalJob } from '../support/service.ts';

it('nobody waits behind a look at how things are', () => {
  const queue = new JobQueue({ maxWaiting: 10, maxWaitingPerOwner: 10 });
  queue.join({ kind: 'status' }, { priority: 'interactive', owner: 'doctor' });
  const { task: asked } = queue.join(evalJob(0), { priority: 'interactive', owner: 'anna' });
  expect(queue.moved()).toEqual([asked]);
  expect(asked.position).toBe(1);
});
