import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { ProcessPool, type ProcessPoolOptions } from '../../src/base/process-pool.ts';
import { temporaryFolder } from '../support/settings.ts';
import type { OddTasks } from './odd-tasks.ts';

let pool: ProcessPool<OddTasks>;

function open(options: Partial<ProcessPoolOptions> = {}): ProcessPool<OddTasks> {
  pool = new ProcessPool<OddTasks>({ size: 2, program: ['./odd-tasks', import.meta.url], ...options });
  return pool;
}

afterEach(() => pool.close());

const faultIn = (promise: Promise<unknown>): Promise<Fault> =>
  promise.then(
    () => expect.unreachable(),
    (error: Fault) => error,
  );

/** Tasks that wait until they are let go on. */
function gate() {
  const folder = temporaryFolder();
  const [begun, until] = [join(folder, 'begun'), join(folder, 'until')];
  const count = () => (existsSync(begun) ? readFileSync(begun, 'utf8').length : 0);
  return {
    files: { begun, until },
    count,
    async begun(wanted: number) {
      while (count() < wanted) await sleep(5);
    },
    open: () => writeFileSync(until, ''),
  };
}

describe('a pool of processes', () => {
  it('does a task in another process, bytes and all', async () => {
    expect(await open().run('echo', { deep: [1, 'two'] })).toEqual({ deep: [1, 'two'] });
    const bytes = await pool.run('bytes', 5);
    expect(Buffer.from(bytes.files[0]?.bytes ?? [])).toEqual(Buffer.alloc(5, 7));
  });

  it('keeps what a fault says, and which sentence it is', async () => {
    const refused = await faultIn(open().run('refuse', 'pgn: there is no move in it.'));
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({ code: 'bad-input', message: 'pgn: there is no move in it.' });
    expect(refused.refusal).toEqual({ key: 'nothing', gaps: { field: 'pgn' } });
    const failed = await faultIn(pool.run('fail', 'no such square'));
    expect(failed.code).toBe('internal');
    expect((failed.cause as Error).stack).toContain('odd-tasks');
  });

  it('ends a loop that does not end by itself, and goes on', async () => {
    const fault = await faultIn(open().run('spin', undefined, { deadlineMs: 50 }));
    expect(fault.code).toBe('too-large');
    expect(await pool.run('echo', 1)).toBe(1);
    expect(pool.counts).toEqual({ waiting: 0, running: 0 });
  });

  it('ends what is not wanted any more', async () => {
    const stop = new AbortController();
    const spinning = faultIn(open({ size: 1 }).run('spin', undefined, { signal: stop.signal }));
    const waiting = faultIn(pool.run('echo', 1, { signal: stop.signal }));
    stop.abort(new Fault('cancelled', 'Enough.'));
    expect((await spinning).message).toBe('Enough.');
    expect((await waiting).message).toBe('Enough.');
    expect(await pool.run('echo', 2)).toBe(2);
  });

  it('fails one task when memory is used up, and goes on', async () => {
    const fault = await faultIn(open({ heapMb: 48 }).run('grow', undefined));
    expect(fault).toMatchObject({ code: 'too-large' });
    expect(fault.message).toContain('memory');
    expect(await pool.run('echo', 1)).toBe(1);
  });

  it('fails one task when a process dies, and goes on', async () => {
    open();
    const others = Promise.all([1, 2, 3].map(each => pool.run('echo', each, { owner: 'others' })));
    const fault = await faultIn(pool.run('exit', undefined, { owner: 'one' }));
    expect(fault.code).toBe('internal');
    expect(await others).toEqual([1, 2, 3]);
    for (let round = 0; round < 3; round++) expect(await pool.run('echo', round)).toBe(round);
  });

  it('gives owners turns, and none of them all processes', async () => {
    open();
    const [hers, his] = [gate(), gate()];
    const order: string[] = [];
    const twelve = Array.from({ length: 12 }, () =>
      pool.run('wait', hers.files, { owner: 'she' }).then(() => void order.push('she')),
    );
    await hers.begun(1);
    // However many of hers wait, there is a process left for him, at once.
    const one = pool.run('wait', his.files, { owner: 'he' }).then(() => void order.push('he'));
    await his.begun(1);
    expect(hers.count()).toBe(1);
    his.open();
    await one;
    expect(order).toEqual(['he']);
    hers.open();
    await Promise.all(twelve);
  });

  it('takes first what is more urgent', async () => {
    const shared = gate();
    const order: number[] = [];
    const first = open({ size: 1 }).run('wait', shared.files);
    const asked = (['background', 'interactive', 'move'] as const).map((priority, index) =>
      pool.run('echo', index, { owner: 'one', priority }).then(() => void order.push(index)),
    );
    shared.open();
    await Promise.all([first, ...asked]);
    expect(order).toEqual([2, 1, 0]);
  });

  it('lets only so many wait', async () => {
    const shared = gate();
    const running = open({ size: 1, maxWaiting: 2 }).run('wait', shared.files);
    const waiting = [pool.run('echo', 1), pool.run('echo', 2)];
    expect((await faultIn(pool.run('echo', 3))).code).toBe('busy');
    shared.open();
    await running;
    expect(await Promise.all(waiting)).toEqual([1, 2]);
  });

  it('is closed with what runs and waits in it', async () => {
    const asked = [open({ size: 1 }).run('spin', undefined), pool.run('echo', 1)].map(faultIn);
    await pool.close();
    for (const fault of await Promise.all(asked)) expect(fault.code).toBe('closing');
    expect((await faultIn(pool.run('echo', 2))).code).toBe('closing');
  });
});
