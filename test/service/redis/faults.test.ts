import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askerKey, PREFIX, type RedisJob } from '../../../src/service/redis/protocol.ts';
import type { AskerTask } from '../../support/asker.ts';
import { workersAt } from '../../support/cards.ts';
import { endlessEngine } from '../../support/fake-engine.ts';
import { until } from '../../support/processes.ts';
import { connectRedis, hasRedis, startRedis } from '../../support/redis.ts';
import { evalJob, inputs, makeAsker, makeWorker, quickSettings, status } from '../../support/service.ts';
import { LOCK_MS, start, startHoldingWorker } from './worker-processes.ts';

describe.skipIf(!hasRedis)('a worker that is killed', () => {
  it('leaves its job to another, which ends it', async () => {
    const { url } = await startRedis();
    const service = makeAsker(url);
    const first = await startHoldingWorker(url);
    const answers: number[] = [];
    const job = service.run(evalJob(0)).then(({ depth }) => answers.push(depth));
    await until(first.holds, 'the first has it');
    first.kill();
    makeWorker(url, { lockMs: LOCK_MS });
    await job;
    expect(answers).toEqual([6]);
  });
});

describe.skipIf(!hasRedis)('a worker without Stockfish', () => {
  it('says so, and leaves everything to those that have one', async () => {
    const { url } = await startRedis();
    const client = connectRedis(url);
    const service = makeAsker(url);
    makeWorker(url);
    const said: string[] = [];
    const lacking = quickSettings({ stockfishPath: '/nowhere/stockfish' });
    makeWorker(url, { settings: lacking, onProblem: why => said.push(why) });
    const places = async () => (await workersAt(client)).map(({ places }) => places.short).toSorted((a, b) => a - b);
    await until(async () => (await places())[0] === 0 && (await places()).length === 2, 'it has no room');
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map(index => service.run(evalJob(index))));
    expect(answers.map(({ depth }) => depth)).toEqual([6, 6, 6, 6, 6, 6]);
    expect(said).toEqual([expect.stringMatching(/^STOCKFISH_PATH/)]);
  });

  it('that is alone says why nothing can be evaluated', async () => {
    const { url } = await startRedis();
    makeWorker(url, { settings: quickSettings({ stockfishPath: '/nowhere/stockfish' }) });
    await expect(makeAsker(url).run(evalJob(0))).rejects.toThrow('STOCKFISH_PATH');
  });
});

/** A way to Redis, every connection of which can be made to lead nowhere, as after a firewall has forgotten it. */
async function proxyTo(url: string): Promise<{ url: string; forget: () => void; connections: () => number }> {
  const pairs: [Socket, Socket][] = [];
  const server = createServer(near => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) socket.on('error', () => undefined); // ended by the other side
    near.pipe(far).pipe(near);
    pairs.push([near, far]);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of pairs.flat()) socket.destroy();
  });
  const forget = () => {
    for (const [near, far] of pairs.splice(0)) {
      near.unpipe(far);
      far.unpipe(near);
      onTestFinished(() => void [near, far].map(socket => socket.destroy()));
    }
  };
  const { port } = server.address() as AddressInfo;
  return { url: `redis://127.0.0.1:${port}`, forget, connections: () => pairs.length };
}

describe.skipIf(!hasRedis)('connections that have gone silent', () => {
  it('are made anew, by workers and by those who ask', async () => {
    const { url } = await startRedis();
    const way = await proxyTo(url);
    makeWorker(way.url);
    const service = makeAsker(way.url);
    await service.run(evalJob(0));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    way.forget();
    const job = service.run(evalJob(1));
    let isOver = false;
    const over = job.finally(() => {
      isOver = true;
    });
    await until(async () => {
      // Engines have deadlines, too: as soon as there is a new connection, time passes no faster than it does.
      await vi.advanceTimersByTimeAsync(way.connections() > 0 ? 20 : 250);
      return isOver;
    }, 'it is over');
    await expect(over).resolves.toHaveProperty('depth', 6);
  });
});

describe.skipIf(!hasRedis)('a worker that is told to leave', () => {
  it('gives back what it cannot finish, and another goes on with it at once', async () => {
    const { url } = await startRedis();
    const service = makeAsker(url);
    const engine = endlessEngine();
    const leaving = makeWorker(url, { settings: quickSettings({ stockfishPath: engine.path, engines: 1 }) });
    const job = service.run(evalJob(0));
    await until(engine.started, 'the first has it');
    makeWorker(url);
    void leaving.close();
    await leaving.close();
    await expect(job).resolves.toHaveProperty('depth', 6);
  });
});

describe.skipIf(!hasRedis)('a bot that is killed', () => {
  it('keeps no worker busy', async () => {
    const { url } = await startRedis();
    const redis = connectRedis(url);
    const service = makeAsker(url);
    makeWorker(url);
    const task: AskerTask = { url, jobs: [0, 1].map(name => ({ name, job: evalJob(name, 40) })) };
    const asker = start('asker.ts', task);
    await until(async () => (await status(service)).stockfish.busy === 2, 'both engines search');
    asker.kill('SIGKILL');
    const [id] = await redis.lrange(`${PREFIX}:jobs:active`, 0, 0);
    const { asker: gone } = JSON.parse((await redis.hget(`${PREFIX}:jobs:${id}`, 'data')) ?? '') as RedisJob;
    expect(await redis.pttl(askerKey(gone))).toBeGreaterThan(0);
    await redis.del(askerKey(gone)); // as Redis does by itself when it has not been heard of for long
    await until(async () => (await status(service)).stockfish.busy === 0, 'the engines are idle');
  });
});

describe.skipIf(!hasRedis)('Redis', () => {
  it('started anew, with nothing in it, costs no job', async () => {
    const redis = await startRedis();
    const service = makeAsker(redis.url);
    makeWorker(redis.url);
    let done = 0;
    const jobs = inputs.slice(0, 20).map((_, index) =>
      service.run(evalJob(index, 10)).then(({ depth }) => {
        done++;
        return depth;
      }),
    );
    await until(() => done >= 3, 'some are done');
    await redis.kill();
    await redis.start();
    expect(await Promise.all(jobs)).toEqual(Array(20).fill(10));
  });

  it('lost for long: everybody is told to come back, and it goes on by itself', async () => {
    const redis = await startRedis();
    const engine = endlessEngine();
    const endless = makeWorker(redis.url, { settings: quickSettings({ stockfishPath: engine.path, engines: 1 }) });
    const client = connectRedis(redis.url);
    await until(async () => (await workersAt(client)).length === 1, 'the worker is there');
    const service = makeAsker(redis.url, { patienceMs: 200 });
    const told = {
      code: 'busy',
      message: expect.stringMatching(/^Busy, try again in a minute\. Redis at 127\.0\.0\.1:\d+ cannot be reached \(/),
    };
    const running = expect(service.run(evalJob(0))).rejects.toMatchObject(told);
    await until(engine.started, 'a job runs');
    const waiting = [2, 3, 4].map(index => expect(service.run(evalJob(index))).rejects.toMatchObject(told));
    await redis.kill();
    await Promise.all([running, ...waiting]);
    await expect(service.run(evalJob(5))).rejects.toMatchObject(told);
    await expect(service.run({ kind: 'status' })).rejects.toMatchObject(told);
    await redis.start();
    await Promise.all([endless.close(), endless.close()]);
    makeWorker(redis.url, { settings: quickSettings() });
    const works = () => service.run(evalJob(6), { deadlineMs: 5_000 }).then(Boolean, () => false);
    await until(works, 'it works again');
  });

  it('missing at the start is said at once, and it goes on by itself when it comes', async () => {
    const redis = await startRedis({ started: false });
    const service = makeAsker(redis.url);
    makeWorker(redis.url);
    await expect(service.run(evalJob(0))).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('cannot be reached (the connection was refused); start it, or check REDIS_URL.'),
    });
    await redis.start();
    await until(() => status(service).then(Boolean, () => false), 'it has found it');
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
  });

  it('with another password is said, and it goes on by itself when that is right', async () => {
    const redis = await startRedis({ password: 'right' });
    const service = makeAsker(redis.url.replace('right', 'hush'));
    const refused = await service.run(evalJob(0)).catch((error: Error) => error.message);
    expect(refused).toMatch(/^Busy, .* Redis at 127\.0\.0\.1:\d+ does not accept the password; check REDIS_URL\.$/);
    await connectRedis(redis.url).config('SET', 'requirepass', 'hush');
    makeWorker(redis.url.replace('right', 'hush'));
    await until(() => status(service).then(Boolean, () => false), 'it has been let in');
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
  });

  it('without workers is said, and it goes on by itself when one comes', async () => {
    const { url } = await startRedis();
    const service = makeAsker(url, { patienceMs: 200 });
    const told = {
      code: 'busy',
      message: 'Busy, try again in a minute. No worker is there; "kibitz worker" starts one.',
    };
    await expect(service.run(evalJob(0))).rejects.toMatchObject(told);
    await expect(service.run({ kind: 'status' })).rejects.toMatchObject(told);
    makeWorker(url);
    await until(() => status(service).then(Boolean, () => false), 'it is there');
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
  });
});

it('a Redis that is too old is said', async () => {
  // As much of one as is asked before its version is known.
  const info = 'redis_version:4.0.9\r\nloading:0\r\n';
  const server = createServer(socket => {
    socket.on('error', () => undefined);
    const answer = `$${info.length}\r\n${info}\r\n`;
    socket.on('data', data => socket.write(answer.repeat(data.toString().match(/^\*\d+\r$/gm)?.length ?? 0)));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const service = makeAsker(`redis://127.0.0.1:${port}`);
  await expect(service.run(evalJob(0))).rejects.toMatchObject({
    code: 'busy',
    message: `Busy, try again in a minute. Redis at 127.0.0.1:${port} is version 4.0.9; Kibitz needs 6.2 or later.`,
  });
});
