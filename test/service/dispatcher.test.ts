import { describe, expect, it } from 'vitest';
import { capacityOf, placesFor } from '../../src/service/capacity.ts';
import { Dispatcher } from '../../src/service/dispatcher.ts';
import type { QueueLimits, Task } from '../../src/service/job-queue.ts';
import type { Job, JobOptions, JobResult, Progress } from '../../src/service/jobs.ts';
import { evalJob, inputs, reviewJob } from '../support/service.ts';
import { silent } from '../support/settings.ts';

/** Who is let in, who waits and who is turned away, with engines that never end by themselves. */

type Outcome = 'done' | { code: string; message: string };

function makeDispatcher(engines: number, limits: QueueLimits = { maxWaiting: 1000, maxWaitingPerOwner: 1000 }) {
  const begun: Task[] = [];
  const outcomes = new Map<string, Outcome>();
  const queued: string[] = [];
  const dispatcher = new Dispatcher({
    ...limits,
    log: silent,
    executor: {
      capacity: () => capacityOf(placesFor(engines)),
      begin: task => void begun.push(task),
      cancel: (task, fault) => dispatcher.failed(task.id, fault),
      wanted: () => undefined,
    },
  });
  const ask = (name: string, job: Job, options: JobOptions = {}) => {
    const onProgress = (progress: Progress) =>
      void (progress.kind === 'queued' && queued.push(`${name} ${progress.position}`));
    dispatcher.run(job, { owner: name, onProgress, ...options }).then(
      () => outcomes.set(name, 'done'),
      ({ code, message }) => outcomes.set(name, { code, message }),
    );
  };
  return {
    ask,
    outcomes,
    queued,
    running: () => dispatcher.running.map(({ claim }) => claim.owner),
    waiting: () => dispatcher.counts.waiting,
    finish: (owner: string, engineMs?: number) => {
      const task = dispatcher.running.find(({ claim }) => claim.owner === owner);
      dispatcher.done(task?.id ?? 0, {} as JobResult, engineMs);
    },
  };
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve));
const times = (count: number, work: (index: number) => void) => {
  for (let index = 0; index < count; index++) work(index);
};
const background = { priority: 'background' } as const;
const short = (index: number) => evalJob(index % inputs.length);

describe('the places of running jobs', () => {
  it.each([1, 2, 8])('are kept for short ones by %s engines, whatever else there is', engines => {
    const { ask, running } = makeDispatcher(engines);
    times(100, index => ask(`long ${index}`, reviewJob(index)));
    times(100, index => ask(`background ${index}`, reviewJob(200 + index), background));
    expect(running()).toHaveLength(4 * engines + 1);
    ask('anna', short(0));
    expect(running()).toContain('anna');
  });

  it('are kept for people whose jobs are long, however much visitors ask', () => {
    const { ask, running } = makeDispatcher(2);
    times(506, index => ask(`visitor ${index >> 1}`, reviewJob(index), background));
    expect(running()).toHaveLength(4);
    ask('anna', reviewJob(600));
    expect(running()).toContain('anna');
  });

  it('are shared: of the long ones nobody has more than half', () => {
    const { ask, running } = makeDispatcher(2);
    times(5, index => ask('anna', reviewJob(index)));
    times(5, index => ask('ben', reviewJob(10 + index)));
    expect(running()).toEqual(['anna', 'anna', 'ben', 'ben']);
    ask('carl', reviewJob(20));
    expect(running()).toContain('carl');
    // Beside two that wait for an hour, the same person's quick question is answered.
    ask('anna', short(0));
    expect(running().filter(owner => owner === 'anna')).toHaveLength(3);
  });

  it('are all used by one who has everything to do in the background', () => {
    const { ask, running } = makeDispatcher(2);
    times(9, index => ask('match', reviewJob(index), background));
    expect(running()).toHaveLength(4);
  });

  it('count a deep search as long, and one of few nodes as short', () => {
    const { ask, running } = makeDispatcher(1);
    const nodes = (count: number) => {
      const job = evalJob(1);
      return { ...job, params: { ...job.params, limit: { kind: 'nodes' as const, nodes: count } } };
    };
    times(9, index => ask(`deep ${index}`, evalJob(index, 40)));
    expect(running()).toHaveLength(3);
    ask('huge', nodes(1_000_000_000));
    ask('wide', { ...evalJob(2), params: { ...evalJob(2).params, limit: { kind: 'depth', depth: 15 }, multipv: 50 } });
    ask('small', nodes(100_000));
    expect(running().slice(3)).toEqual(['small']);
  });
});

describe('a full line', () => {
  it('gives the place of the newest background job to a person, and says so', async () => {
    const { ask, outcomes, waiting } = makeDispatcher(1, { maxWaiting: 10, maxWaitingPerOwner: 10 });
    times(7, index => ask(`visitor ${index}`, reviewJob(index), background));
    times(6, index => ask(`long ${index}`, reviewJob(10 + index)));
    expect(waiting()).toBe(8);
    ask('anna', reviewJob(30));
    await settled();
    expect([...outcomes]).toEqual([
      [
        'visitor 6',
        {
          code: 'busy',
          message:
            'Busy: the line is full, and people who ask come before work in the background. Try again in a minute.',
        },
      ],
    ]);
    expect(waiting()).toBe(8);
  });

  it('takes no more background jobs than half of it, and refuses people only when there are none', async () => {
    const { ask, outcomes, waiting } = makeDispatcher(1, { maxWaiting: 10, maxWaitingPerOwner: 10 });
    times(20, index => ask(`visitor ${index}`, reviewJob(index), background));
    await settled();
    expect(waiting()).toBe(5);
    expect(outcomes.get('visitor 7')).toEqual({
      code: 'busy',
      message: 'Busy: you would be number 6 in line. Try again in a minute.',
    });
    times(3 + 8, index => ask(`long ${index}`, reviewJob(40 + index)));
    await settled();
    expect(waiting()).toBe(8);
    expect([2, 3, 4, 5, 6].map(index => outcomes.get(`visitor ${index}`))).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ code: 'busy' })),
    );
    ask('late', reviewJob(60));
    times(3 + 2, index => ask(`short ${index}`, short(index)));
    ask('last', short(6));
    await settled();
    expect([outcomes.get('late'), outcomes.get('last'), waiting()]).toEqual([
      expect.objectContaining({ message: 'Busy: you would be number 9 in line. Try again in a minute.' }),
      expect.objectContaining({ message: 'Busy: you would be number 3 in line. Try again in a minute.' }),
      10,
    ]);
  });

  it('is one line for each class: nobody is told of those who do not stand before them', () => {
    const { ask, queued, finish } = makeDispatcher(1);
    times(4, index => ask(`visitor ${index}`, reviewJob(index), background));
    times(4, index => ask(`long ${index}`, reviewJob(10 + index)));
    expect(queued).toEqual(['visitor 2 1', 'visitor 3 2', 'long 3 1']);
    finish('visitor 0');
    expect(queued.slice(3)).toEqual(['visitor 3 1']);
  });
});

describe('the meter of a question', () => {
  it('hears when it begins, also by joining what runs already', () => {
    const { ask, finish } = makeDispatcher(1);
    const heard: string[] = [];
    const meter = (name: string) => ({ begun: () => void heard.push(name), spent: () => undefined });
    times(4, index => ask(`long ${index}`, reviewJob(index), { meter: meter(`long ${index}`) }));
    expect(heard).toEqual(['long 0', 'long 1', 'long 2']);
    ask('twin', reviewJob(0), { meter: meter('twin') });
    expect(heard.at(-1)).toBe('twin');
    finish('long 1');
    expect(heard.at(-1)).toBe('long 3');
  });

  it('hears what engines have done: each of those for whom it was done has their part', () => {
    const { ask, finish, outcomes } = makeDispatcher(1);
    const spent: string[] = [];
    const meter = (name: string) => ({
      begun: () => undefined,
      spent: (ms: number) => void spent.push(`${name} ${ms}`),
    });
    const leaves = new AbortController();
    ask('anna', reviewJob(0), { meter: meter('anna'), signal: leaves.signal });
    ask('ben', reviewJob(0), { meter: meter('ben') });
    ask('carl', reviewJob(1), { meter: meter('carl') });
    leaves.abort();
    finish('anna', 3000);
    finish('carl', 500);
    expect([spent, outcomes.get('anna')]).toEqual([['anna 1500', 'ben 1500', 'carl 500'], undefined]);
  });
});
