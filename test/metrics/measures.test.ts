import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Measures } from '../../src/metrics/measures.ts';
import type { Status } from '../../src/service/status.ts';
import { builtFile } from '../support/built.ts';
import { sumOf } from '../support/exposition.ts';
import { allMeasures, everything, makeMeasures, scraperOf } from '../support/measured.ts';
import { until } from '../support/processes.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { evalJob, makeAsker, makeService, makeWorker, occupy } from '../support/service.ts';
import { silent, testSettings } from '../support/settings.ts';

const ILLEGAL = { ...evalJob(1), params: { ...evalJob(1).params, searchmoves: ['e2e5'] } };

describe('the measures of a bot with its own engines', () => {
  it('follow its jobs: done, failed, cancelled, turned away', async () => {
    const service = makeService({ settings: testSettings({ engines: 1 }) });
    const measures = makeMeasures();
    measures.watch(service);
    const { scrape } = scraperOf(measures);
    const before = await scrape();
    const jobs = (result: string) => ({ kind: 'eval', result });
    expect(sumOf(before, 'kibitz_jobs_total')).toBe(0);
    expect(sumOf(before, 'kibitz_jobs_total', jobs('done'))).toBe(0);

    await service.run({ ...evalJob(0), cache: true });
    await service.run({ ...evalJob(0), cache: true });
    await expect(service.run(ILLEGAL)).rejects.toMatchObject({ code: 'bad-input' });
    // On a busy machine the process may not say in time how it is doing.
    await until(async () => sumOf(await scrape(), 'kibitz_cache_hits_total') === 1, 'the cache is seen');
    const done = await scrape();
    expect(sumOf(done, 'kibitz_jobs_total', jobs('done'))).toBe(2);
    expect(sumOf(done, 'kibitz_jobs_total', jobs('bad-input'))).toBe(1);
    expect(sumOf(done, 'kibitz_job_wait_seconds_count', { kind: 'eval' })).toBe(3);
    expect(sumOf(done, 'kibitz_job_run_seconds_count', { kind: 'eval' })).toBe(3);
    expect(sumOf(done, 'kibitz_job_run_seconds_bucket', { kind: 'eval', le: '+Inf' })).toBe(3);
    expect(sumOf(done, 'kibitz_job_run_seconds_sum')).toBeGreaterThan(0);
    expect(sumOf(done, 'kibitz_cache_misses_total')).toBe(1);
    expect(sumOf(done, 'kibitz_cache_entries')).toBe(1);
    expect(sumOf(done, 'kibitz_engine_busy_seconds_total', { engine: 'stockfish' })).toBeGreaterThan(0);
    expect(sumOf(done, 'kibitz_engines', { engine: 'stockfish' })).toBe(1);

    const cancel = new AbortController();
    const asked = [2, 3, 4, 5].map(index => service.run(evalJob(index, 40), { signal: cancel.signal }));
    const outcome = Promise.allSettled(asked);
    await until(async () => sumOf(await scrape(), 'kibitz_engines_busy', { engine: 'stockfish' }) === 1, 'it searches');
    const busy = await scrape();
    expect(sumOf(busy, 'kibitz_jobs_running')).toBe(2);
    expect(sumOf(busy, 'kibitz_jobs_waiting')).toBe(2);
    cancel.abort();
    await outcome;
    await until(async () => sumOf(await scrape(), 'kibitz_jobs_running') === 0, 'nothing runs');
    const after = await scrape();
    expect(sumOf(after, 'kibitz_jobs_total', jobs('cancelled'))).toBe(4);
    // Two of them never ran.
    expect(sumOf(after, 'kibitz_job_run_seconds_count')).toBe(5);

    await service.close();
    await expect(service.run(evalJob(0))).rejects.toMatchObject({ code: 'closing' });
    expect(sumOf(await scrape(), 'kibitz_jobs_total', jobs('closing'))).toBe(1);
  });

  it('count a process that dies, and the engines that die with or without it', async () => {
    const service = makeService();
    const measures = makeMeasures();
    measures.watch(service);
    const { scrape } = scraperOf(measures);
    const cancel = new AbortController();
    await occupy(service, 'somebody', cancel.signal);
    const { stockfish } = await service.run({ kind: 'status' });
    process.kill(stockfish.pids[0] as number, 'SIGKILL');
    const failures = async () => sumOf(await scrape(), 'kibitz_engine_failures_total', { engine: 'stockfish' });
    await until(async () => (await failures()) === 1, 'a lost engine is counted');
    expect(sumOf(await scrape(), 'kibitz_analysis_restarts_total')).toBe(0);
    process.kill(service.pid as number, 'SIGKILL');
    await until(async () => sumOf(await scrape(), 'kibitz_analysis_restarts_total') === 1, 'the restart is counted');
    cancel.abort();
    await service.run(evalJob(0));
    // The new process has lost none, but what was lost was lost.
    expect(await failures()).toBe(1);
    expect(await measures.problem()).toBeUndefined();
  });

  it('say why nothing can be analysed', async () => {
    const measures = makeMeasures();
    expect(await measures.problem()).toBe('Kibitz is starting.');
    const service = makeService({ settings: testSettings({ stockfishPath: '/nowhere/stockfish' }) });
    measures.watch(service);
    await service.run({ kind: 'status' });
    expect(await measures.problem()).toMatch(/^STOCKFISH_PATH is "\/nowhere\/stockfish", but there is no such file/);
  });

  it('wait for nobody', async () => {
    const measures = makeMeasures();
    const engines = (signal: AbortSignal) =>
      new Promise<Status>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    measures.watch({ ...everything, engines });
    expect(await measures.problem()).toBe('The analysis process does not answer.');
    expect(sumOf(await scraperOf(measures).scrape(), 'kibitz_jobs_waiting')).toBe(2);
  });
});

describe.skipIf(!hasRedis)('with Redis between them', () => {
  it('each tells what is its own, so that sums are right', async () => {
    const redis = await startRedis();
    const [bot, worker] = [makeMeasures(), makeMeasures()];
    const working = makeWorker(redis.url, { settings: testSettings({ engines: 1 }) });
    worker.watch(working);
    const service = makeAsker(redis.url);
    bot.watch(service);
    expect(await bot.problem()).toMatch(/^Redis at 127\.0\.0\.1:\d+ has not answered yet\.$/);
    await service.run(evalJob(0));
    await until(async () => (await worker.problem()) === undefined, 'the worker is ready');
    expect(await bot.problem()).toBeUndefined();
    const [asked, worked] = [await scraperOf(bot).scrape(), await scraperOf(worker).scrape()];
    const own = (one: typeof asked, other: typeof asked) =>
      [...one.keys()].filter(name => name.startsWith('kibitz_') && !other.has(name)).toSorted();
    expect(own(asked, worked)).toEqual([
      'kibitz_job_run_seconds',
      'kibitz_job_wait_seconds',
      'kibitz_jobs_running',
      'kibitz_jobs_total',
      'kibitz_jobs_waiting',
      'kibitz_workers',
    ]);
    expect(own(worked, asked)).toEqual([
      'kibitz_cache_bytes',
      'kibitz_cache_entries',
      'kibitz_cache_hits_total',
      'kibitz_cache_misses_total',
      'kibitz_engine_busy_seconds_total',
      'kibitz_engine_failures_total',
      'kibitz_engines',
      'kibitz_engines_busy',
    ]);
    expect(sumOf(asked, 'kibitz_jobs_total', { kind: 'eval', result: 'done' })).toBe(1);
    expect(sumOf(asked, 'kibitz_workers')).toBe(1);
    expect(sumOf(worked, 'kibitz_redis_up')).toBe(1);
    await redis.kill();
    await until(async () => sumOf(await scraperOf(bot).scrape(), 'kibitz_redis_up') === 0, 'the bot has noticed');
    expect(sumOf(await scraperOf(bot).scrape(), 'kibitz_workers')).toBe(0);
    expect(await bot.problem()).toMatch(/^Redis at 127\.0\.0\.1:\d+ /);
    await until(async () => (await worker.problem()) !== undefined, 'and so has the worker');
    await Promise.all([working.close(), working.close()]);
    expect(await worker.problem()).toBe('This worker is shutting down.');
  });
});

describe('what is told', () => {
  it('has the values of those who know them, in seconds where it is time', async () => {
    const measures = allMeasures(makeMeasures());
    measures.lichessAnswered(429);
    measures.lichessAnswered(undefined);
    const { scrape } = scraperOf(measures);
    const families = await scrape();
    const value = (name: string, labels?: Record<string, string>) => sumOf(families, name, labels);
    expect(value('kibitz_build_info', { version: '1.2.3' })).toBe(1);
    expect(value('kibitz_engine_busy_seconds_total', { engine: 'stockfish' })).toBe(2.5);
    expect(value('kibitz_interaction_acknowledge_seconds_sum')).toBeCloseTo(0.12);
    expect(value('kibitz_interaction_acknowledge_seconds_bucket', { le: '0.1' })).toBe(0);
    expect(value('kibitz_interaction_acknowledge_seconds_bucket', { le: '0.2' })).toBe(1);
    for (const status of ['200', '429', 'none']) expect(value('kibitz_lichess_requests_total', { status })).toBe(1);
    expect([value('kibitz_lichess_games'), value('kibitz_workers'), value('kibitz_redis_up')]).toEqual([2, 3, 1]);
    expect(value('kibitz_analysis_restarts_total')).toBe(4);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(0);
    // The same again: nothing is added twice.
    expect(sumOf(await scrape(), 'kibitz_cache_hits_total')).toBe(7);
  });

  it('never falls when a counter does: its process is new, or it takes something back', async () => {
    const measures = makeMeasures();
    const status = (await everything.engines?.(new AbortController().signal)) as Status;
    let now = status;
    measures.watch({ ...everything, engines: async () => now });
    const misses = async () => sumOf(await scraperOf(measures).scrape(), 'kibitz_cache_misses_total');
    expect(await misses()).toBe(5);
    now = { ...status, cache: { ...status.cache, misses: 4 } };
    expect(await misses()).toBe(5);
    now = { ...status, cache: { ...status.cache, misses: 6 } };
    expect(await misses()).toBe(6);
    now = { ...status, pid: 2, cache: { ...status.cache, misses: 2 } };
    expect(await misses()).toBe(8);
  });
});

describe('the port', () => {
  const ask = async (address: string, method = 'GET') => {
    const answer = await fetch(address, { method });
    return [answer.status, (await answer.text()).trim()];
  };

  it('answers three questions, and says so to others', async () => {
    const measures = makeMeasures();
    const address = await measures.open({ host: '127.0.0.1', port: 0 });
    expect(await ask(`${address}/healthz`)).toEqual([200, 'ok']);
    expect(await ask(`${address}/readyz`)).toEqual([503, 'Kibitz is starting.']);
    measures.watch(everything);
    expect(await ask(`${address}/readyz?verbose`)).toEqual([200, 'ready']);
    const scraped = await fetch(`${address}/metrics`);
    expect(scraped.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await scraped.text()).toContain('# TYPE kibitz_jobs_waiting gauge\nkibitz_jobs_waiting 2\n');
    expect(await ask(`${address}/`)).toEqual([404, 'There are /healthz, /readyz, /metrics here, and nothing else.']);
    expect(await ask(`${address}/metrics`, 'POST')).toEqual([405, 'Only GET is understood here.']);
    const port = Number(new URL(address).port);
    await expect(makeMeasures().open({ host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'bad-input',
      message: `KIBITZ_METRICS_PORT: ${port} is taken by another program; choose another port.`,
    });
    await expect(makeMeasures().open({ host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^KIBITZ_METRICS_HOST: "192\.0\.2\.1" cannot be listened at: this machine has no such address;/,
      ),
    });
    await measures.close();
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  it('says that something is wrong where something is', async () => {
    const measures = new Measures({ version: '1', log: silent });
    measures.watch(everything, {
      games: () => {
        throw new Error('a bug');
      },
    });
    const address = await measures.open({ host: '127.0.0.1', port: 0 });
    expect((await ask(`${address}/metrics`))[0]).toBe(500);
    await measures.close();
  });

  it('keeps no process alive', () => {
    const script = `import { Measures } from '${builtFile(new URL('../../src/metrics/measures.ts', import.meta.url))}';
      const measures = new Measures({ version: '1', log: console });
      console.log(await measures.open({ host: '127.0.0.1', port: 0 }));`;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      ...{ encoding: 'utf8', timeout: 60_000 },
    });
    expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(status).toBe(0);
  });
});
