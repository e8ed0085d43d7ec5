import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriorityLimiter } from '../../src/base/priority-limiter.ts';

/** A piece of work that ends when the test says so. */
function piece<T>() {
  const { promise, resolve, reject } = withResolvers<T>();
  return { work: () => promise, resolve, reject };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** An agenda that is busy, so that what is asked for has to wait; `free` lets it begin. */
function busy(width = 1) {
  const agenda = new PriorityLimiter(width);
  const first = piece<void>();
  const all: Promise<unknown>[] = Array.from({ length: width }, () => agenda.run(0, first.work));
  const started: string[] = [];
  const ask = (name: string, priority: number) => {
    all.push(
      agenda.run(priority, async () => {
        started.push(name);
      }),
    );
  };
  const free = async () => {
    first.resolve();
    await Promise.all(all);
    return started;
  };
  return { ask, free, started };
}

describe('an agenda', () => {
  it('gives back what the work gives', async () => {
    const agenda = new PriorityLimiter(2);
    expect(await Promise.all([agenda.run(1, async () => 'a'), agenda.run(0, async () => 7)])).toEqual(['a', 7]);
  });

  it('begins at once where there is room, without asking how important it is', () => {
    const agenda = new PriorityLimiter(2);
    const started: string[] = [];
    for (const name of ['a', 'b', 'c'])
      void agenda.run(9, () => {
        started.push(name);
        return new Promise(() => undefined);
      });
    expect(started).toEqual(['a', 'b']);
  });

  it('does the most important first, the lowest number', async () => {
    const { ask, free } = busy();
    for (const priority of [3, 1, 2, 0, 2.5, -1]) ask(String(priority), priority);
    expect(await free()).toEqual(['-1', '0', '1', '2', '2.5', '3']);
  });

  it('serves equals in the order in which they came', async () => {
    const { ask, free } = busy();
    for (const [index, priority] of [1, 0, 1, 0, 1, 0].entries()) ask(`${priority}:${index}`, priority);
    expect(await free()).toEqual(['0:1', '0:3', '0:5', '1:0', '1:2', '1:4']);
  });

  it('lets what is asked for later go first if it matters more', async () => {
    const agenda = new PriorityLimiter(1);
    const started: string[] = [];
    const [first, second] = [piece<void>(), piece<void>()];
    const ask = (name: string, priority: number, work: () => Promise<void>) =>
      agenda.run(priority, () => {
        started.push(name);
        return work();
      });
    const asked = [ask('first', 5, first.work), ask('second', 5, second.work), ask('third', 5, async () => undefined)];
    first.resolve();
    await asked[0];
    asked.push(ask('urgent', 1, async () => undefined));
    // What has begun is not taken away from anybody.
    expect(started).toEqual(['first', 'second']);
    second.resolve();
    await Promise.all(asked);
    expect(started).toEqual(['first', 'second', 'urgent', 'third']);
  });

  it('keeps order and width whatever is asked of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.record({ priority: fc.integer({ min: 0, max: 4 }), turns: fc.nat(4), fails: fc.boolean() })),
        async (width, pieces) => {
          const agenda = new PriorityLimiter(width);
          const waiting = new Set<number>();
          let running = 0;
          let most = 0;
          const outcomes = await Promise.allSettled(
            pieces.map(({ priority, turns, fails }, index) => {
              waiting.add(index);
              return agenda.run(priority, async () => {
                waiting.delete(index);
                most = Math.max(most, ++running);
                // Of those that wait now none is more important, and none of its equals came before.
                for (const other of waiting) {
                  const theirs = pieces[other]?.priority ?? Number.NaN;
                  expect(theirs > priority || (theirs === priority && other > index)).toBe(true);
                }
                for (let turn = 0; turn <= turns; turn++) await Promise.resolve();
                running--;
                if (fails) throw new Error(`no ${index}`);
                return index;
              });
            }),
          );
          expect(most).toBe(Math.min(width, pieces.length));
          expect(outcomes).toEqual(
            pieces.map(({ fails }, index) =>
              fails ? { status: 'rejected', reason: new Error(`no ${index}`) } : { status: 'fulfilled', value: index },
            ),
          );
        },
      ),
    );
  });

  it('goes on when a piece of work fails, which only its own asker hears', async () => {
    const agenda = new PriorityLimiter(1);
    const failing = piece<string>();
    const asked = [agenda.run(0, failing.work), agenda.run(1, async () => 'b'), agenda.run(2, async () => 'c')];
    failing.reject(new Error('no'));
    expect(await Promise.allSettled(asked)).toEqual([
      { status: 'rejected', reason: new Error('no') },
      { status: 'fulfilled', value: 'b' },
      { status: 'fulfilled', value: 'c' },
    ]);
  });

  it('gives the room of failed work to others, however often it fails', async () => {
    const agenda = new PriorityLimiter(2);
    const failed = Array.from({ length: 10 }, () => agenda.run(0, () => Promise.reject(new Error('no'))));
    for (const { status } of await Promise.allSettled(failed)) expect(status).toBe('rejected');
    expect(await agenda.run(0, async () => 'still here')).toBe('still here');
  });
});
