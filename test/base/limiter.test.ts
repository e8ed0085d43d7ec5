import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLoopTurns, forEachLimit, Limiter } from '../../src/base/limiter.ts';

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

/** A limiter that is busy, so that what is asked for has to wait; `free` lets it begin. */
function busy(width = 1) {
  const limiter = new Limiter(width);
  const first = piece<void>();
  const all: Promise<unknown>[] = Array.from({ length: width }, () => limiter.run(0, first.work));
  const started: string[] = [];
  const ask = (name: string, priority: number) => {
    all.push(
      limiter.run(priority, async () => {
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

describe('a limiter', () => {
  it('gives back what the work gives', async () => {
    const limiter = new Limiter(2);
    expect(await Promise.all([limiter.run(1, async () => 'a'), limiter.run(0, async () => 7)])).toEqual(['a', 7]);
  });

  it('begins at once where there is room, without asking how important it is', () => {
    const limiter = new Limiter(2);
    const started: string[] = [];
    for (const name of ['a', 'b', 'c'])
      void limiter.run(9, () => {
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
    const limiter = new Limiter(1);
    const started: string[] = [];
    const [first, second] = [piece<void>(), piece<void>()];
    const ask = (name: string, priority: number, work: () => Promise<void>) =>
      limiter.run(priority, () => {
        started.push(name);
        return work();
      });
    const asked = [ask('first', 5, first.work), ask('second', 5, second.work), ask('third', 5, async () => undefined)];
    first.resolve();
    await asked[0];
    asked.push(ask('urgent', 1, async () => undefined));
    // What has begun goes on.
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
          const limiter = new Limiter(width);
          const waiting = new Set<number>();
          let running = 0;
          let most = 0;
          const outcomes = await Promise.allSettled(
            pieces.map(({ priority, turns, fails }, index) => {
              waiting.add(index);
              return limiter.run(priority, async () => {
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
    const limiter = new Limiter(1);
    const failing = piece<string>();
    const asked = [limiter.run(0, failing.work), limiter.run(1, async () => 'b'), limiter.run(2, async () => 'c')];
    failing.reject(new Error('no'));
    expect(await Promise.allSettled(asked)).toEqual([
      { status: 'rejected', reason: new Error('no') },
      { status: 'fulfilled', value: 'b' },
      { status: 'fulfilled', value: 'c' },
    ]);
  });

  it('gives the room of failed work to others, however often it fails', async () => {
    const limiter = new Limiter(2);
    const failed = Array.from({ length: 10 }, () => limiter.run(0, () => Promise.reject(new Error('no'))));
    for (const { status } of await Promise.allSettled(failed)) expect(status).toBe('rejected');
    expect(await limiter.run(0, async () => 'still here')).toBe('still here');
  });

  it('runs so many at a time, the urgent first, and tells whether an urgent one waits', async () => {
    const limiter = new Limiter(2);
    const entered: string[] = [];
    const leave = new Map<string, () => void>();
    const ask = (name: string, priority = 1) =>
      limiter.run(priority, () => {
        entered.push(name);
        return new Promise<void>(resolve => leave.set(name, resolve));
      });
    const all = [ask('a'), ask('b'), ask('c'), ask('d')];
    expect([limiter.isWaiting(0), limiter.isWaiting(1)]).toEqual([false, true]);
    all.push(ask('e', 0));
    expect([entered, limiter.isWaiting(0)]).toEqual([['a', 'b'], true]);
    for (const name of ['a', 'b', 'e', 'c', 'd']) {
      leave.get(name)?.();
      await round();
    }
    await Promise.all(all);
    expect(limiter.isWaiting(1)).toBe(false);
    expect(entered).toEqual(['a', 'b', 'e', 'c', 'd']);
  });
});

const round = () => new Promise<void>(resolve => setImmediate(resolve));

describe('turns of the event loop', () => {
  it('are taken one a round, in the order of asking, however many wait', async () => {
    const turns = new EventLoopTurns(1);
    const done: number[] = [];
    const all = Array.from({ length: 5 }, (_, index) => turns.next().then(() => done.push(index)));
    for (let rounds = 0; rounds < 3; rounds++) {
      expect(done).toHaveLength(rounds);
      await round();
    }
    await Promise.all(all);
    expect(done).toEqual([0, 1, 2, 3, 4]);
    await turns.next();
  });

  it('wait while the process is busy, but not for ever', async () => {
    let busy = true;
    const turns = new EventLoopTurns(1, () => busy);
    const done: string[] = [];
    const all = ['a', 'b', 'c'].map(name => turns.next().then(() => done.push(name)));
    for (let rounds = 0; rounds < 10; rounds++) await round();
    expect(done).toEqual([]);
    await all[0];
    expect(done).toEqual(['a']);
    busy = false;
    await Promise.all(all);
    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('let other work run in between when many are taken a round, and keep the order', async () => {
    const turns = new EventLoopTurns(32);
    const done: string[] = [];
    const all = Array.from({ length: 100 }, (_, index) => turns.next().then(() => done.push(`${index}`)));
    setImmediate(() => setImmediate(() => done.push('other work')));
    await Promise.all(all);
    expect(done.indexOf('other work')).toBeGreaterThan(0);
    expect(done.indexOf('other work')).toBeLessThan(done.length - 1);
    expect(done.filter(each => each !== 'other work')).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`));
  });
});

describe('work for each of many', () => {
  const { signal } = new AbortController();

  it('is begun in order, so many at a time', async () => {
    const pieces = [piece<void>(), piece<void>(), piece<void>()];
    const begun: number[] = [];
    const all = forEachLimit(pieces, { concurrency: 2, signal }, async ({ work }, _, index) => {
      begun.push(index);
      await work();
    });
    expect(begun).toEqual([0, 1]);
    pieces[1]?.resolve();
    await round();
    expect(begun).toEqual([0, 1, 2]);
    for (const { resolve } of pieces) resolve();
    await all;
  });

  it('ends with the first failure, which aborts what runs and begins nothing more', async () => {
    const failing = piece<void>();
    const seen: AbortSignal[] = [];
    const all = forEachLimit(['a', 'b', 'c'], { concurrency: 2, signal }, async (name, either) => {
      seen.push(either);
      if (name === 'a') await failing.work();
      else await new Promise(resolve => either.addEventListener('abort', resolve));
    });
    failing.reject(new Error('no'));
    await expect(all).rejects.toThrow('no');
    expect(seen.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('ends when it is aborted', async () => {
    const work = () => Promise.reject(new Error('begun all the same'));
    await expect(forEachLimit(['a'], { concurrency: 1, signal: AbortSignal.abort() }, work)).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
