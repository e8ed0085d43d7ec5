import { describe, expect, it } from 'vitest';
import type { Progress } from '../../src/service/jobs.ts';
import { until } from '../support/processes.ts';
import {
  evalJob,
  inputs,
  maiaJob,
  occupy,
  oneForAll,
  quickSettings,
  reviewJob,
  SERVICES,
  status,
} from '../support/service.ts';

/** What holds whoever does the work: a process of this machine, or workers behind Redis. */

for (const [name, make, skipped] of SERVICES)
  describe.skipIf(skipped)(`by ${name}`, () => {
    /** For all that leave it as it was. */
    const shared = oneForAll(make);

    describe('the queue', () => {
      it('is no obstacle for those who ask how things are', async () => {
        const service = await shared();
        const cancel = new AbortController();
        const options = { signal: cancel.signal };
        const jobs = inputs.slice(0, 40).map((_, index) => evalJob(index, 40));
        const outcome = Promise.allSettled([
          ...jobs.map(job => service.run(job, options)),
          ...jobs.map(job => service.run(job, { ...options, priority: 'move' })),
        ]);
        const { queue } = await service.run({ kind: 'status' });
        expect((queue?.running ?? 0) + (queue?.waiting ?? 0)).toBe(2 * jobs.length);
        expect(queue?.running).toBeGreaterThan(0);
        cancel.abort();
        await outcome;
      });

      it('lets another owner’s first job in before the rest of a long line', async () => {
        // One engine: of two, one may stand still on a busy machine while the other does everything else.
        const service = await make({ settings: quickSettings({ engines: 1 }) });
        const order: string[] = [];
        const ask = (index: number, owner: string) =>
          service.run(evalJob(index), { owner }).then(() => order.push(owner));
        await Promise.all([...inputs.slice(0, 21).map((_, index) => ask(index, 'many')), ask(30, 'one')]);
        // At most the search under way, the other that was let in, and one that shares its turn come before it.
        expect(order.indexOf('one')).toBeLessThanOrEqual(3);
      });

      it('starts a newcomer at once although one owner holds every engine with endless jobs', async () => {
        const service = await shared();
        const cancel = new AbortController();
        const { outcome } = await occupy(service, 'many', cancel.signal);
        await expect(service.run(maiaJob(3), { owner: 'one' })).resolves.toHaveProperty('wdl');
        cancel.abort();
        for (const { status: ended } of await outcome) expect(ended).toBe('rejected');
      });

      it('serves a move on a running clock before everything that waits', async () => {
        const service = await make({ settings: quickSettings({ engines: 1 }) }); // one, as above
        const order: string[] = [];
        const asked = inputs
          .slice(0, 12)
          .map((_, index) =>
            service
              .run(evalJob(index), { owner: `o${index}`, priority: 'background' })
              .then(() => order.push('background')),
          );
        asked.push(service.run(evalJob(20), { owner: 'lichess', priority: 'move' }).then(() => order.push('move')));
        await Promise.all(asked);
        expect(order.indexOf('move')).toBeLessThanOrEqual(2);
      });

      it('serves a move on a running clock while a hundred reviews wait', async () => {
        const service = await make({ maxWaiting: 200, maxWaitingPerOwner: 200 });
        const cancel = new AbortController();
        const ended: string[] = [];
        const reviews = Array.from({ length: 100 }, (_, index) =>
          service.run(reviewJob(index), { owner: `o${index % 10}`, signal: cancel.signal }).then(
            () => ended.push('review'),
            () => ended.push('cancelled'),
          ),
        );
        await until(async () => ((await status(service)).queue?.running ?? 0) > 4, 'the engines have enough to do');
        await service.run(evalJob(0), { owner: 'lichess', priority: 'move' });
        expect(ended).toEqual([]);
        cancel.abort();
        await Promise.all(reviews);
      });

      it('says where in line one is, and refuses with a sentence when it is full', async () => {
        const service = await make({ maxWaiting: 3, maxWaitingPerOwner: 2 });
        await status(service); // up and running: the five below do not have to wait
        const cancel = new AbortController();
        const options = { signal: cancel.signal };
        const running = Promise.allSettled(
          [0, 1, 2, 3, 4].map(index => service.run(evalJob(index, 40), { ...options, owner: `running ${index}` })),
        );
        await until(async () => (await status(service)).stockfish.busy === 2, 'the engines are taken');
        const seen: Progress[] = [];
        const waiting = Promise.allSettled([
          service.run(evalJob(10, 40), { ...options, owner: 'a' }),
          service.run(evalJob(11, 40), { ...options, owner: 'a', onProgress: progress => seen.push(progress) }),
        ]);
        await expect(service.run(evalJob(12, 40), { ...options, owner: 'a' })).rejects.toMatchObject({
          code: 'busy',
          message: 'Busy: 2 of your jobs already wait in line. Try again when one of them is done.',
        });
        const third = Promise.allSettled([service.run(evalJob(13, 40), { ...options, owner: 'b' })]);
        await expect(service.run(evalJob(14, 40), { ...options, owner: 'c' })).rejects.toMatchObject({
          code: 'busy',
          message: 'Busy: you would be number 4 in line. Try again in a minute.',
        });
        expect(seen).toContainEqual({ kind: 'queued', position: 2 });
        cancel.abort();
        await Promise.all([running, waiting, third]);
      });
    });

    describe('a job that somebody else waits for too', () => {
      const many = () => inputs.slice(0, 20).map((_, index) => index);

      it('does not keep a newcomer waiting for the places of the other', async () => {
        const service = await shared();
        await status(service);
        const cancel = new AbortController();
        const options = { owner: 'many', signal: cancel.signal };
        const endless = Promise.allSettled(many().map(index => service.run(evalJob(index, 40), options)));
        const alsoAsked = Promise.allSettled([service.run(maiaJob(30), options)]); // behind twenty of its own
        await expect(service.run(maiaJob(30), { owner: 'one' })).resolves.toHaveProperty('wdl');
        cancel.abort();
        await Promise.all([endless, alsoAsked]);
      });

      it('keeps its place with those who stay', async () => {
        const service = await shared();
        await status(service);
        const cancel = new AbortController();
        const leaving = many().map(index => service.run(evalJob(index), { owner: 'leaves', signal: cancel.signal }));
        const outcomes = Promise.allSettled(leaving);
        const staying = service.run(evalJob(19), { owner: 'stays' });
        cancel.abort();
        await expect(staying).resolves.toHaveProperty('depth', 6);
        for (const outcome of await outcomes) expect(outcome.status).toBe('rejected');
      });

      it('is not harmed by a listener that throws', async () => {
        const service = await shared();
        const onProgress = () => {
          throw new Error('a bug in a listener');
        };
        const results = await Promise.all(many().map(index => service.run(evalJob(index), { onProgress })));
        expect(results).toHaveLength(20);
      });
    });

    describe('a job', () => {
      it('asked for twice at the same time is computed once', async () => {
        const service = await shared();
        const [one, two] = await Promise.all([
          service.run(evalJob(0), { owner: 'a' }),
          service.run(evalJob(0), { owner: 'b' }),
        ]);
        expect(two).toBe(one);
      });

      it('shared by two goes on when one of them leaves', async () => {
        const service = await shared();
        const cancel = new AbortController();
        const leaver = service.run(evalJob(0, 10), { owner: 'a', signal: cancel.signal });
        const stayer = service.run(evalJob(0, 10), { owner: 'b' });
        cancel.abort();
        await expect(leaver).rejects.toMatchObject({ code: 'cancelled' });
        await expect(stayer).resolves.toHaveProperty('depth', 10);
      });

      it('that is cancelled frees the engines', async () => {
        const service = await shared();
        const cancel = new AbortController();
        const { outcome } = await occupy(service, 'a', cancel.signal);
        cancel.abort();
        for (const ended of await outcome) expect(ended).toMatchObject({ reason: { code: 'cancelled' } });
        await until(async () => (await status(service)).stockfish.busy === 0, 'the engines are idle');
        await expect(service.run(evalJob(1))).resolves.toHaveProperty('depth', 6);
      });

      it('that takes too long ends with its deadline', async () => {
        const service = await shared();
        await expect(service.run(evalJob(0, 40), { deadlineMs: 600 })).rejects.toMatchObject({
          code: 'deadline',
          message: 'This took longer than the 1 s allowed and was stopped.',
        });
        await until(async () => (await status(service)).stockfish.busy === 0, 'the engine is idle');
      });

      it('with a number out of bounds is refused before anything starts', async () => {
        const service = await shared();
        await expect(service.run(evalJob(0, 99))).rejects.toMatchObject({
          code: 'bad-input',
          message: expect.stringMatching(/^depth: /),
        });
        await expect(service.run(evalJob(0), { signal: AbortSignal.abort() })).rejects.toMatchObject({
          code: 'cancelled',
        });
      });
    });

    describe('closing', () => {
      it('finishes what runs, hands back what waits, and takes nothing new', async () => {
        const service = await make();
        const running = service.run(evalJob(0, 20));
        await until(async () => (await status(service)).queue?.running === 1, 'the job runs');
        const waiting = Promise.allSettled(inputs.slice(1, 9).map((_, index) => service.run(evalJob(index + 1, 40))));
        const closed = service.close();
        await expect(service.run(evalJob(9))).rejects.toMatchObject({ code: 'closing' });
        await expect(running).resolves.toHaveProperty('depth', 20);
        void service.close();
        await closed;
        for (const outcome of await waiting) expect(outcome).toMatchObject({ reason: { code: 'closing' } });
      });

      it('stops at once when told twice', async () => {
        const service = await make();
        const { outcome } = await occupy(service);
        void service.close();
        await service.close();
        for (const ended of await outcome) expect(ended).toMatchObject({ reason: { code: 'closing' } });
      });
    });
  });
