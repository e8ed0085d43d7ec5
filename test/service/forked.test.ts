import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { INITIAL_FEN } from 'chessops/fen';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { uciMoves } from '../../src/chess/game.ts';
import { ForkedService, type ForkedServiceOptions } from '../../src/service/forked.ts';
import type { JobOf, Progress } from '../../src/service/jobs.ts';
import { randomGame, seeded } from '../support/positions.ts';
import { isAlive, until } from '../support/processes.ts';
import { silent, testSettings } from '../support/settings.ts';

const services: ForkedService[] = [];
function makeService(changes: Partial<ForkedServiceOptions> = {}): ForkedService {
  const service = new ForkedService({
    settings: testSettings(),
    log: silent,
    maxWaiting: 100,
    maxWaitingPerOwner: 100,
    ...changes,
  });
  services.push(service);
  return service;
}
afterEach(async () => {
  await Promise.all(services.splice(0).map(service => Promise.all([service.close(), service.close()])));
});

const random = seeded(11);
const inputs = Array.from({ length: 50 }, () => ({ fen: INITIAL_FEN, moves: uciMoves(randomGame(24, random)) }));
const evalJob = (index: number, depth = 6, cache = false): JobOf<'eval'> => ({
  kind: 'eval',
  input: inputs[index] as (typeof inputs)[number],
  params: { limit: { kind: 'depth', depth }, multipv: 1, deterministic: true },
  cache,
});
const maiaJob = (index: number): JobOf<'maia'> => ({
  kind: 'maia',
  input: inputs[index] as (typeof inputs)[number],
  params: { rating: 1500, opponentRating: 1500, temperature: 1 },
  cache: false,
});
const status = (service: ForkedService) => service.run({ kind: 'status' });
/** Both engines at work on something that would take hours. */
async function occupy(service: ForkedService, owner = 'busy', signal?: AbortSignal) {
  const asked = [0, 1].map(index => service.run(evalJob(index, 40), { owner, ...(signal && { signal }) }));
  const outcome = Promise.allSettled(asked);
  const engines = async () => (await status(service)).stockfish;
  await until(async () => (await engines()).pids.length === 2 && (await engines()).busy === 2, 'both engines search');
  return { outcome };
}

describe('fifty jobs', () => {
  /** Kills something once ten jobs are done; all fifty must still end, and rightly. */
  async function withKilling(
    run: (service: ForkedService, index: number) => Promise<unknown>,
    victim: (service: ForkedService) => Promise<number | undefined>,
  ): Promise<unknown[]> {
    const service = makeService();
    const { pid: first } = await status(service);
    let done = 0;
    const asked = inputs.map(async (_, index) => {
      const result = await run(service, index);
      if (++done === 10) process.kill((await victim(service)) as number, 'SIGKILL');
      return result;
    });
    const results = await Promise.all(asked);
    const { stockfish, maia, pid } = await status(service);
    expect(stockfish.failures + maia.failures > 0 || pid !== first, 'something was really killed').toBe(true);
    // And new jobs go on.
    await expect(service.run(evalJob(0, 5))).resolves.toHaveProperty('depth', 5);
    return results;
  }

  const lines = async (service: ForkedService, index: number) => (await service.run(evalJob(index))).lines;
  const likeliest = async (service: ForkedService, index: number) => (await service.run(maiaJob(index))).moves[0]?.uci;

  it('all end with the right result although a Stockfish is killed', async () => {
    const calm = makeService();
    const expected = await Promise.all(inputs.map((_, index) => lines(calm, index)));
    const results = await withKilling(lines, async service => (await status(service)).stockfish.pids[0]);
    expect(results).toEqual(expected);
  });

  it('all end with the right result although a Maia worker is killed', async () => {
    const calm = makeService();
    const expected = await Promise.all(inputs.map((_, index) => likeliest(calm, index)));
    const results = await withKilling(likeliest, async service => (await status(service)).maia.pids[0]);
    expect(results).toEqual(expected);
  });

  it('all end with the right result although the whole analysis process is killed', async () => {
    const calm = makeService();
    const expected = await Promise.all(inputs.map((_, index) => lines(calm, index)));
    expect(await withKilling(lines, async service => service.pid)).toEqual(expected);
  });
});

describe('processes', () => {
  it('none is left two seconds after the parent was killed', async () => {
    const script = fileURLToPath(new URL('../support/parent.ts', import.meta.url));
    const parent = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(testSettings())], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    onTestFinished(() => void parent.kill('SIGKILL'));
    expect(pids).toHaveLength(5); // the analysis process, two engines, two Maia workers
    expect(pids.filter(isAlive)).toEqual(pids);
    process.kill(parent.pid as number, 'SIGKILL');
    await until(() => pids.filter(isAlive).length === 0, 'all are gone', 2_000);
  });

  it('none is left when the analysis process itself is killed', async () => {
    const service = makeService();
    await occupy(service);
    const { pid, stockfish } = await status(service);
    process.kill(pid, 'SIGKILL');
    await until(() => stockfish.pids.filter(isAlive).length === 0, 'the engines of the dead process are gone');
  });

  it('a hanging one is replaced, and its job is done by the next', async () => {
    const service = makeService({ silenceMs: 5_000 });
    const { pid } = await status(service);
    process.kill(pid, 'SIGSTOP');
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
    expect((await status(service)).pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  it('one asked to end finishes its jobs first, and another takes over', async () => {
    const service = makeService();
    const { pid } = await status(service);
    const running = service.run(evalJob(0, 12));
    await until(async () => (await status(service)).stockfish.busy === 1, 'the job runs');
    process.kill(pid, 'SIGTERM');
    const next = service.run(evalJob(1));
    await expect(running).resolves.toHaveProperty('depth', 12);
    await expect(next).resolves.toHaveProperty('depth', 6);
    expect((await status(service)).pid).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
  });

  it('one asked to end while idle loses nothing that was on its way', async () => {
    const service = makeService();
    const { pid } = await status(service);
    process.kill(pid, 'SIGTERM');
    await expect(service.run(evalJob(0))).resolves.toHaveProperty('depth', 6);
  });

  it('one that cannot be started is told, and tried again later', async () => {
    const service = makeService();
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

  it('one that dies twice over a job is told to whoever asked', async () => {
    const service = makeService();
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

describe('the queue', () => {
  it('is no obstacle for those who ask how things are', async () => {
    const service = makeService();
    const cancel = new AbortController();
    const options = { signal: cancel.signal };
    const outcome = Promise.allSettled(inputs.slice(0, 12).map((_, index) => service.run(evalJob(index, 40), options)));
    await expect(service.run({ kind: 'status' })).resolves.toHaveProperty('pid');
    cancel.abort();
    await outcome;
  });

  it('lets another owner’s first job in before the rest of a long line', async () => {
    const service = makeService();
    const order: string[] = [];
    const ask = (index: number, owner: string) => service.run(evalJob(index), { owner }).then(() => order.push(owner));
    await Promise.all([...inputs.slice(0, 21).map((_, index) => ask(index, 'many')), ask(30, 'one')]);
    // Two engines: at most the two searches under way, and one that shares its turn, come before it.
    expect(order.indexOf('one')).toBeLessThanOrEqual(3);
  });

  it('starts a newcomer at once although one owner holds every engine with endless jobs', async () => {
    const service = makeService();
    const cancel = new AbortController();
    const { outcome } = await occupy(service, 'many', cancel.signal);
    await expect(service.run(maiaJob(3), { owner: 'one' })).resolves.toHaveProperty('wdl');
    cancel.abort();
    for (const { status: ended } of await outcome) expect(ended).toBe('rejected');
  });

  it('serves a move on a running clock before everything that waits', async () => {
    const service = makeService();
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

  it('says where in line one is, and refuses with a sentence when it is full', async () => {
    const service = makeService({ maxWaiting: 3, maxWaitingPerOwner: 2 });
    await status(service); // up and running: the five below do not have to wait
    const cancel = new AbortController();
    const options = { signal: cancel.signal };
    const running = Promise.allSettled(
      [0, 1, 2, 3, 4].map(index => service.run(evalJob(index, 40), { ...options, owner: `running ${index}` })),
    );
    await until(async () => (await status(service)).stockfish.busy === 2, 'the engines are taken');
    const seen: Progress[] = [];
    const waiting = Promise.allSettled([
      service.run(evalJob(10), { ...options, owner: 'a' }),
      service.run(evalJob(11), { ...options, owner: 'a', onProgress: progress => seen.push(progress) }),
    ]);
    await expect(service.run(evalJob(12), { ...options, owner: 'a' })).rejects.toMatchObject({
      code: 'busy',
      message: 'Busy: 2 of your jobs already wait in line. Try again when one of them is done.',
    });
    const third = Promise.allSettled([service.run(evalJob(13), { ...options, owner: 'b' })]);
    await expect(service.run(evalJob(14), { ...options, owner: 'c' })).rejects.toMatchObject({
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

  it('takes the better place in line of the two', async () => {
    const service = makeService();
    await status(service);
    const order: string[] = [];
    const asked = many().map(index =>
      service.run(evalJob(index), { owner: 'many' }).then(() => order.push(`many ${index}`)),
    );
    asked.push(service.run(evalJob(19), { owner: 'one' }).then(() => order.push('one')));
    await Promise.all(asked);
    expect(order.indexOf('one')).toBeLessThanOrEqual(7);
  });

  it('keeps its place with those who stay', async () => {
    const service = makeService();
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
    const service = makeService();
    const onProgress = () => {
      throw new Error('a bug in a listener');
    };
    const results = await Promise.all(many().map(index => service.run(evalJob(index), { onProgress })));
    expect(results).toHaveLength(20);
  });
});

describe('a job', () => {
  it('asked for twice at the same time is computed once', async () => {
    const service = makeService();
    const [one, two] = await Promise.all([
      service.run(evalJob(0), { owner: 'a' }),
      service.run(evalJob(0), { owner: 'b' }),
    ]);
    expect(two).toBe(one);
  });

  it('shared by two goes on when one of them leaves', async () => {
    const service = makeService();
    const cancel = new AbortController();
    const leaver = service.run(evalJob(0, 10), { owner: 'a', signal: cancel.signal });
    const stayer = service.run(evalJob(0, 10), { owner: 'b' });
    cancel.abort();
    await expect(leaver).rejects.toMatchObject({ code: 'cancelled' });
    await expect(stayer).resolves.toHaveProperty('depth', 10);
  });

  it('that is cancelled frees the engines', async () => {
    const service = makeService();
    const cancel = new AbortController();
    const { outcome } = await occupy(service, 'a', cancel.signal);
    cancel.abort();
    for (const ended of await outcome) expect(ended).toMatchObject({ reason: { code: 'cancelled' } });
    await until(async () => (await status(service)).stockfish.busy === 0, 'the engines are idle');
    expect((await status(service)).stockfish.failures).toBe(0);
  });

  it('that takes too long ends with its deadline', async () => {
    const service = makeService();
    await expect(service.run(evalJob(0, 40), { deadlineMs: 1_000 })).rejects.toMatchObject({
      code: 'deadline',
      message: 'This took longer than the 1 s allowed and was stopped.',
    });
    await until(async () => (await status(service)).stockfish.busy === 0, 'the engine is idle');
  });

  it('with a number out of bounds is refused before anything starts', async () => {
    const service = makeService();
    await expect(service.run(evalJob(0, 99))).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^depth: /),
    });
    expect(service.pid).toBeUndefined();
    await expect(service.run(evalJob(0), { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('closing', () => {
  it('finishes what runs, hands back what waits, and takes nothing new', async () => {
    const service = makeService();
    const running = service.run(evalJob(0, 12));
    await until(async () => (await status(service)).stockfish.busy === 1, 'the job runs');
    const { pid } = service;
    const waiting = Promise.allSettled(inputs.slice(1, 9).map((_, index) => service.run(evalJob(index + 1, 40))));
    const closed = service.close();
    await expect(service.run(evalJob(9))).rejects.toMatchObject({ code: 'closing' });
    await expect(running).resolves.toHaveProperty('depth', 12);
    void service.close();
    await closed;
    for (const outcome of await waiting) expect(outcome).toMatchObject({ reason: { code: 'closing' } });
    expect(isAlive(pid as number)).toBe(false);
  });

  it('stops at once when told twice', async () => {
    const service = makeService();
    const { outcome } = await occupy(service);
    const { stockfish } = await status(service);
    void service.close();
    await service.close();
    for (const ended of await outcome) expect(ended).toMatchObject({ reason: { code: 'closing' } });
    await until(() => stockfish.pids.filter(isAlive).length === 0, 'the engines are gone', 2_000);
  });
});
