import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { builtFile } from '../support/built.ts';
import { isAlive, until } from '../support/processes.ts';
import { evalJob, makeService, occupy, quickSettings, status } from '../support/service.ts';
import { killAmong, likeliest, lines } from './killed-jobs.ts';

describe('many jobs', () => {
  it('all end with the right result although a Stockfish is killed', async () => {
    await killAmong(50, lines, async service => (await status(service)).stockfish.pids[0], quickSettings);
  });

  it('all end with the right result although a Maia worker is killed', async () => {
    await killAmong(25, likeliest, async service => (await status(service)).maia.pids[0], quickSettings);
  });

  it('all end with the right result although the whole analysis process is killed', async () => {
    await killAmong(50, lines, async service => service.pid, quickSettings);
  });
});

describe('processes', () => {
  // It takes milliseconds, and two seconds are promised; a machine that has other things to do gets ten times as long.
  it('none is left soon after the parent was killed', async () => {
    const script = builtFile(new URL('../support/parent.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, JSON.stringify(quickSettings())], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    onTestFinished(() => void parent.kill('SIGKILL'));
    expect(pids).toHaveLength(5); // the analysis process, two engines, two Maia workers
    expect(pids.filter(isAlive)).toEqual(pids);
    process.kill(parent.pid as number, 'SIGKILL');
    await until(() => pids.filter(isAlive).length === 0, 'all are gone', 20_000);
  });

  it('none is left when the analysis process itself is killed', async () => {
    const service = makeService({ settings: quickSettings() });
    await occupy(service);
    const { pid, stockfish } = await status(service);
    process.kill(pid, 'SIGKILL');
    await until(() => stockfish.pids.filter(isAlive).length === 0, 'the engines of the dead process are gone');
  });

  it('a hanging one is replaced, and its job is done by the next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = makeService({ settings: quickSettings() });
    const { pid } = await status(service);
    process.kill(pid, 'SIGSTOP');
    const job = service.run(evalJob(0));
    await until(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      return service.pid !== undefined && service.pid !== pid;
    }, 'another is started');
    await expect(job).resolves.toHaveProperty('depth', 6);
    expect((await status(service)).pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  it('one asked to end finishes its jobs first, and another takes over', async () => {
    const service = makeService({ settings: quickSettings() });
    const { pid } = await status(service);
    const running = service.run(evalJob(0, 20));
    await until(async () => (await status(service)).stockfish.busy === 1, 'the job runs');
    process.kill(pid, 'SIGTERM');
    const next = service.run(evalJob(1));
    await expect(running).resolves.toHaveProperty('depth', 20);
    await expect(next).resolves.toHaveProperty('depth', 6);
    expect((await status(service)).pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  it('one asked to end while idle loses nothing that was on its way', async () => {
    const service = makeService({ settings: quickSettings() });
    const { pid } = await status(service);
    process.kill(pid, 'SIGTERM');
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
  });

  it('one that cannot be started is told, and tried again later', async () => {
    const service = makeService({ settings: quickSettings() });
    const node = process.execPath;
    process.execPath = '/nowhere/node';
    try {
      await expect(service.run(evalJob(0))).rejects.toMatchObject({
        code: 'crashed',
        message: 'The analysis process does not start (spawn /nowhere/node ENOENT). Run "kibitz doctor".',
      });
    } finally {
      process.execPath = node;
    }
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
  });

  it('one that cannot be started does not keep the service from closing', async () => {
    const service = makeService({ settings: quickSettings() });
    const node = process.execPath;
    process.execPath = '/nowhere/node';
    const job = expect(service.run(evalJob(0))).rejects.toMatchObject({ code: 'closing' });
    const closed = service.close();
    process.execPath = node;
    await Promise.all([job, closed]);
  });

  it('one that dies twice over a job is told to whoever asked', async () => {
    const service = makeService({ settings: quickSettings() });
    const job = service.run(evalJob(0, 40));
    const outcome = expect(job).rejects.toMatchObject({
      code: 'crashed',
      message: 'The analysis process died twice over this job (SIGKILL).',
    });
    for (let death = 0; death < 2; death++) {
      await until(async () => (await status(service)).stockfish.busy === 1, 'the job runs');
      const { pid } = service;
      process.kill(pid as number, 'SIGKILL');
      await until(() => service.pid !== pid, 'its end is seen');
    }
    await outcome;
    await expect(service.run(evalJob(1))).resolves.toHaveProperty('depth', 6);
  });
});
