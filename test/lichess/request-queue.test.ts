import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { LinkedAbort } from '../../src/base/linked-abort.ts';
import { LANES, type Lane } from '../../src/lichess/http-client.ts';
import { type QueuedRequest, RequestQueue } from '../../src/lichess/request-queue.ts';
import { VirtualClock } from '../support/clock.ts';

let clock: VirtualClock;
let line: RequestQueue;
/** What was begun, and when; what was stopped has an exclamation mark. */
let log: string[];
beforeEach(() => {
  clock = new VirtualClock();
  line = new RequestQueue(clock);
  log = [];
});

const place = (lane: Lane, more: Partial<QueuedRequest> = {}): QueuedRequest => ({
  ...{ lane, ticket: line.ticket(), signal: new AbortController().signal, again: true },
  ...more,
});

const job =
  (name: string, ms: number) =>
  async ({ signal }: LinkedAbort): Promise<string> => {
    log.push(`${clock.now()} ${name}`);
    try {
      await clock.sleep(ms, signal);
      return name;
    } catch (error) {
      log.push(`${clock.now()} ${name}!`);
      throw error;
    }
  };

const run = (name: string, ms: number, lane: Lane, more: Partial<QueuedRequest> = {}): Promise<string> =>
  line.run(place(lane, more), job(name, ms));

describe('the line', () => {
  it('lets one at a time, in the order in which they came', async () => {
    const all = Promise.all([run('a', 10, 'rest'), run('b', 10, 'rest'), run('c', 10, 'rest')]);
    await clock.advance(100);
    expect(await all).toEqual(['a', 'b', 'c']);
    expect(log).toEqual(['0 a', '10 b', '20 c']);
  });

  it('has moves go first, then what playing needs', async () => {
    const lanes: Lane[] = ['rest', 'rest', 'play', 'move', 'rest', 'play', 'move'];
    const all = Promise.all(lanes.map((lane, index) => run(`${lane}${index}`, 10, lane)));
    await clock.advance(100);
    await all;
    expect(log.map(entry => entry.split(' ')[1])).toEqual([
      'rest0',
      'move3',
      'move6',
      'play2',
      'play5',
      'rest1',
      'rest4',
    ]);
  });

  it('has those first who come back with an old ticket', async () => {
    const ticket = line.ticket();
    const all = Promise.all([run('a', 10, 'move'), run('b', 10, 'move'), run('old', 10, 'move', { ticket })]);
    await clock.advance(100);
    await all;
    expect(log).toEqual(['0 a', '10 old', '20 b']);
  });

  it('goes on after one that failed', async () => {
    const failed = line.run(place('rest'), () => Promise.reject(new Fault('lichess-failed', 'No.')));
    const fine = run('b', 10, 'rest');
    await expect(failed).rejects.toMatchObject({ message: 'No.' });
    await clock.advance(10);
    expect(await fine).toBe('b');
  });
});

describe('owners', () => {
  it('take turns in the last lane: many requests of one do not hold up those of others', async () => {
    const of = (owner: string | undefined, name: string) => run(name, 10, 'rest', { owner });
    const many = Array.from({ length: 40 }, (_, index) => of('anna', `anna ${index}`));
    const [ben, carl, own] = [of('ben', 'ben'), of('carl', 'carl'), of(undefined, 'own')];
    await clock.advance(10);
    const again = of('ben', 'ben again');
    await clock.advance(1000);
    await Promise.all([...many, ben, carl, own, again]);
    expect(log.slice(0, 8).map(line => line.replace(/^\d+ /, ''))).toEqual([
      ...['anna 0', 'ben', 'carl', 'own', 'anna 1', 'ben again', 'anna 2', 'anna 3'],
    ]);
  });

  it('whose request is pushed aside still have their turn', async () => {
    const slow = run('slow', 100, 'rest', { owner: 'anna' });
    const [ben, move] = [run('ben', 10, 'rest', { owner: 'ben' }), run('move', 10, 'move')];
    await clock.advance(500);
    await Promise.all([slow, ben, move]);
    expect(log).toEqual(['0 slow', '50 slow!', '60 move', '70 slow', '170 ben']);
  });
});

describe('a move', () => {
  it('waits for 50 ms and no longer, and what it pushes aside is done again', async () => {
    const slow = run('slow', 5000, 'rest');
    await clock.advance(100);
    const move = run('move', 20, 'move');
    await clock.advance(10_000);
    expect(await move).toBe('move');
    expect(await slow).toBe('slow');
    // A moment passes until the other end has seen that nobody waits any more.
    expect(log).toEqual(['0 slow', '150 slow!', '160 move', '180 slow']);
  });

  it('may push the same aside as often as it likes: nothing is left of that', async () => {
    const { signal } = new AbortController();
    const slow = run('slow', 1000, 'rest', { signal });
    await clock.advance(0);
    const waiting = getEventListeners(signal, 'abort').length;
    for (let times = 0; times < 20; times++) {
      const move = run('move', 10, 'move');
      await clock.advance(100);
      await move;
    }
    expect(log.filter(entry => entry.endsWith('slow!'))).toHaveLength(20);
    expect(getEventListeners(signal, 'abort')).toHaveLength(waiting);
    await clock.advance(1000);
    expect(await slow).toBe('slow');
  });

  it('lets be what ends by itself in that time', async () => {
    const quick = run('quick', 40, 'rest');
    const move = run('move', 20, 'move');
    await clock.advance(100);
    expect(await Promise.all([quick, move])).toEqual(['quick', 'move']);
    expect(log).toEqual(['0 quick', '40 move']);
  });

  it('is the end of what must not be done twice', async () => {
    const chat = run('chat', 5000, 'rest', { again: false });
    const move = run('move', 20, 'move');
    const gone = expect(chat).rejects.toMatchObject({ code: 'busy' });
    await clock.advance(100);
    await gone;
    expect(await move).toBe('move');
    expect(log).toEqual(['0 chat', '50 chat!', '60 move']);
  });

  it('does not push another move aside', async () => {
    const moves = Promise.all([run('a', 1000, 'move'), run('b', 10, 'move')]);
    await clock.advance(2000);
    await moves;
    expect(log).toEqual(['0 a', '1000 b']);
  });

  it('pushes nobody once it is given up', async () => {
    const giveUp = new AbortController();
    const slow = run('slow', 200, 'rest');
    const move = run('move', 20, 'move', { signal: giveUp.signal });
    await clock.advance(30);
    giveUp.abort();
    await expect(move).rejects.toMatchObject({ code: 'cancelled' });
    await clock.advance(500);
    expect(await slow).toBe('slow');
    expect(log).toEqual(['0 slow']);
  });
});

describe('what playing needs', () => {
  it('has the patience of a second', async () => {
    const slow = run('slow', 5000, 'rest');
    const accept = run('accept', 100, 'play');
    await clock.advance(20_000);
    await Promise.all([slow, accept]);
    expect(log).toEqual(['0 slow', '1000 slow!', '1010 accept', '1110 slow']);
  });

  it('gives way to moves itself', async () => {
    const accept = run('accept', 500, 'play');
    const move = run('move', 100, 'move');
    await clock.advance(20_000);
    await Promise.all([accept, move]);
    expect(log).toEqual(['0 accept', '50 accept!', '60 move', '160 accept']);
  });
});

describe('whoever gives up', () => {
  it('in line is answered at once, and never begins', async () => {
    const giveUp = new AbortController();
    const slow = run('slow', 100, 'rest');
    const waiting = run('waiting', 100, 'rest', { signal: giveUp.signal });
    giveUp.abort(new Fault('deadline', 'Too late.'));
    await expect(waiting).rejects.toMatchObject({ message: 'Too late.' });
    await clock.advance(1000);
    await slow;
    expect(log).toEqual(['0 slow']);
  });

  it('under way is answered at once, even by a job that does not hear of it', async () => {
    const giveUp = new AbortController();
    const deaf = line.run(place('rest', { signal: giveUp.signal }), () => clock.sleep(10_000));
    const next = run('next', 10, 'rest');
    await clock.advance(5);
    giveUp.abort();
    await expect(deaf).rejects.toMatchObject({ code: 'cancelled' });
    await clock.advance(20);
    expect(await next).toBe('next');
    expect(log).toEqual(['15 next']);
  });

  it('before it began does not get in line', async () => {
    await expect(run('a', 10, 'rest', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    expect(log).toEqual([]);
  });
});

describe('whatever happens', () => {
  const ask = fc.record({
    at: fc.nat(3000),
    lane: fc.constantFrom(...LANES),
    ms: fc.nat(400),
    fails: fc.boolean(),
    again: fc.boolean(),
    givesUpAfter: fc.option(fc.nat(2000), { nil: undefined }),
  });

  it('there is never more than one at work, everybody is answered, and no move waits for lesser things', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ask, { minLength: 20, maxLength: 40 }), async asks => {
        const clock = new VirtualClock();
        const line = new RequestQueue(clock);
        let working = 0;
        let busiest = 0;
        const lanes: Lane[] = [];
        const waits: number[] = [];
        const all = asks.map(async ({ at, lane, ms, fails, again, givesUpAfter }) => {
          await clock.sleep(at);
          const giveUp = new AbortController();
          if (givesUpAfter !== undefined) void clock.sleep(givesUpAfter).then(() => giveUp.abort());
          const asked = clock.now();
          const free = !lanes.includes('move');
          if (lane === 'move') lanes.push(lane);
          let begun = false;
          try {
            return await line.run({ lane, ticket: line.ticket(), signal: giveUp.signal, again }, async ({ signal }) => {
              if (lane === 'move' && free && !begun) waits.push(clock.now() - asked);
              begun = true;
              busiest = Math.max(busiest, ++working);
              try {
                await clock.sleep(ms, signal);
                if (fails) throw new Fault('lichess-failed', 'No.');
              } finally {
                working--;
              }
            });
          } finally {
            if (lane === 'move') lanes.splice(lanes.indexOf('move'), 1);
          }
        });
        const answers = Promise.allSettled(all);
        await clock.advance(60_000);
        expect(await answers).toHaveLength(asks.length);
        expect(working).toBe(0);
        expect(busiest).toBeLessThanOrEqual(1);
        // Half of a tenth of a second for what is under way, and a moment for it to be gone.
        expect(Math.max(0, ...waits)).toBeLessThanOrEqual(60);
      }),
      { numRuns: 30 },
    );
  });
});
