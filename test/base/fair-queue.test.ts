import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue, PRIORITIES, type Priority } from '../../src/base/fair-queue.ts';

const drain = <T>(queue: FairQueue<T>): T[] => {
  const items: T[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) items.push(item);
  return items;
};

/** `push` of names like `ann1`: the letters are the owner. */
const queueOf = (names: string, priority: Priority = 'interactive'): FairQueue<string> => {
  const queue = new FairQueue<string>();
  for (const name of names.split(' ')) queue.push(name, { priority, owner: ownerOf(name) });
  return queue;
};

const ownerOf = (name: string): string => name.replace(/\d+$/, '');

describe('a fair queue', () => {
  it('serves higher priorities first, whenever they came', () => {
    const queue = new FairQueue<Priority>();
    for (const priority of [...PRIORITIES].reverse()) queue.push(priority, { priority, owner: 'ann' });
    expect(drain(queue)).toEqual(['move', 'short', 'interactive', 'live', 'background']);
  });

  it('lets owners take turns and keeps the order of each', () => {
    expect(drain(queueOf('ann1 ann2 ann3 bob1 cid1 bob2'))).toEqual(['ann1', 'bob1', 'cid1', 'ann2', 'bob2', 'ann3']);
  });

  it('knows what each owner has waiting', () => {
    const queue = queueOf('ann1 bob1 ann2');
    const ann = { priority: 'interactive', owner: 'ann' } as const;
    expect([queue.of(ann), queue.of({ ...ann, priority: 'move' })]).toEqual([['ann1', 'ann2'], []]);
    drain(queue);
    expect(queue.of(ann)).toEqual([]);
  });

  it('puts a newcomer behind those who wait and before a second helping', () => {
    const queue = queueOf('ann1 ann2 bob1');
    expect(queue.take()).toBe('ann1');
    queue.push('cid1', { priority: 'interactive', owner: 'cid' });
    expect(drain(queue)).toEqual(['bob1', 'ann2', 'cid1']);
  });

  it('puts work that has to be done again first, but within its priority', () => {
    const queue = queueOf('ann1 bob1 bob2');
    queue.push('urgent', { priority: 'move', owner: 'cid' });
    queue.unshift('bob0', { priority: 'interactive', owner: 'bob' });
    queue.unshift('dan0', { priority: 'interactive', owner: 'dan' });
    expect(queue.order()).toEqual(['urgent', 'dan0', 'bob0', 'ann1', 'bob1', 'bob2']);
    expect(drain(queue)).toEqual(['urgent', 'dan0', 'bob0', 'ann1', 'bob1', 'bob2']);
  });

  it('finds what is wanted behind what is not, which keeps its place', () => {
    const queue = queueOf('ann1 ann2 ann3 bob1 bob2');
    const even = (name: string) => /2$/.test(name);
    expect([queue.pick(even), queue.pick(even), queue.pick(even)]).toEqual(['ann2', 'bob2', undefined]);
    expect(queue.size).toBe(3);
    expect(drain(queue)).toEqual(['ann1', 'bob1', 'ann3']);
  });

  it('skips an owner who is not allowed now without taking the turn away', () => {
    const queue = queueOf('ann1 ann2 bob1 bob2');
    expect(queue.take(name => ownerOf(name) !== 'ann')).toBe('bob1');
    expect(drain(queue)).toEqual(['ann1', 'bob2', 'ann2']);
  });

  it('tells the priority to whoever decides, and gives nothing when all are refused', () => {
    const queue = queueOf('ann1', 'background');
    queue.push('bob1', { priority: 'live', owner: 'bob' });
    const seen: string[] = [];
    const refuse = (name: string, priority: Priority) => {
      seen.push(`${name} ${priority}`);
      return false;
    };
    expect(queue.take(refuse)).toBeUndefined();
    expect(seen).toEqual(['bob1 live', 'ann1 background']);
    expect(queue.size).toBe(2);
  });

  it('forgets what is removed', () => {
    const queue = queueOf('ann1 ann2 bob1');
    expect(queue.remove('ann1')).toBe(true);
    expect(queue.remove('bob1')).toBe(true);
    expect(queue.remove('bob1')).toBe(false);
    expect(queue.size).toBe(1);
    expect(drain(queue)).toEqual(['ann2']);
    expect(queue.size).toBe(0);
    expect(queue.take()).toBeUndefined();
  });
});

describe('the order of a fair queue', () => {
  const claims = fc.record({ priority: fc.constantFrom(...PRIORITIES), owner: fc.constantFrom('ann', 'bob', 'cid') });
  const steps = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('push' as const, 'unshift' as const), claim: claims }) },
    fc.record({ kind: fc.constant('take' as const), refused: fc.constantFrom('ann', 'bob', 'nobody') }),
    fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }),
  );

  it('is the order in which items are then taken, after any history', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), history => {
        const queue = new FairQueue<string>();
        const waiting = new Set<string>();
        history.forEach((step, index) => {
          if ('claim' in step) {
            const name = step.claim.owner + index;
            queue[step.kind](name, step.claim);
            waiting.add(name);
          } else if ('refused' in step) {
            const taken = queue.take(name => ownerOf(name) !== step.refused);
            if (taken) expect(waiting.delete(taken)).toBe(true);
            else expect([...waiting].every(name => ownerOf(name) === step.refused)).toBe(true);
          } else {
            const name = [...waiting][step.pick % Math.max(1, waiting.size)] ?? 'none';
            expect(queue.remove(name)).toBe(waiting.delete(name));
          }
          expect(queue.size).toBe(waiting.size);
        });
        const order = queue.order();
        expect(new Set(order)).toEqual(waiting);
        expect(drain(queue)).toEqual(order);
      }),
      { numRuns: 300 },
    );
  });
});
