import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runBot } from '../../src/app/bot.ts';
import { runWorker } from '../../src/app/service.ts';
import { run, startHere } from '../cli/in-process.ts';
import { isDone } from '../support/discord/bot.ts';
import { startDiscord } from '../support/discord/start.ts';
import { parseExposition, sumOf } from '../support/exposition.ts';
import { startLichess } from '../support/lichess/start.ts';
import { freePort } from '../support/port.ts';
import { until } from '../support/processes.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { makeServiceForAll } from '../support/service.ts';

/** How it is doing, as is asked by what watches over it. */

const service = makeServiceForAll();

const stubEnv = (env: Record<string, string>) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
};
afterEach(() => void vi.unstubAllEnvs());

const get = async (port: string, path: string): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return `${answer.status} ${(await answer.text()).trim()}`;
};

describe('kibitz bot', () => {
  it('tells how it is doing: where it is connected, what it does, how fast it answers', async () => {
    const [discord, lichess] = [await startDiscord(), await startLichess()];
    const port = String(await freePort());
    const env = {
      KIBITZ_METRICS_PORT: port,
      ...{ DISCORD_TOKEN: discord.token, DISCORD_API: discord.api },
      ...{ LICHESS_TOKEN: lichess.bot().token, LICHESS_URL: lichess.url },
    };
    const bot = startHere(runBot, env, service);
    await until(() => bot.notes().includes(`How it is doing: http://127.0.0.1:${port}/metrics\n`), 'it says where');
    expect(await get(port, '/healthz')).toBe('200 ok');
    await until(async () => (await get(port, '/readyz')) === '200 ready', 'it is ready');
    const anna = discord.user('anna');
    const reply = await anna.types('/eval', { position: 'f3 e5 g4' }).replyThat(isDone, 'it is done');
    expect(reply.content).toContain('Black mates in 1');
    await anna.types('/help').replyThat(isDone, 'it is done');
    const families = parseExposition(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    expect(sumOf(families, 'kibitz_interaction_acknowledge_seconds_count')).toBe(2);
    expect(sumOf(families, 'kibitz_jobs_total', { kind: 'eval', result: 'done' })).toBe(1);
    // What it has loaded before its first game on Lichess.
    expect(sumOf(families, 'kibitz_jobs_total', { kind: 'maia', result: 'done' })).toBe(1);
    expect(sumOf(families, 'kibitz_lichess_requests_total', { status: '200' })).toBeGreaterThan(1);
    expect(sumOf(families, 'kibitz_lichess_requests_total', { status: '429' })).toBe(0);
    expect(sumOf(families, 'kibitz_lichess_games')).toBe(0);
    expect(sumOf(families, 'kibitz_engine_busy_seconds_total', { engine: 'stockfish' })).toBeGreaterThan(0);
    expect(families.has('kibitz_redis_up')).toBe(false);
    expect(await bot.stop(), bot.notes()).toBe(0);
  });

  it('is not ready while it is not where it should be', async () => {
    const discord = await startDiscord();
    const port = String(await freePort());
    const env = {
      ...{ KIBITZ_METRICS_PORT: port, DISCORD_TOKEN: discord.token, DISCORD_API: discord.api },
      ...{ LICHESS_TOKEN: 'lip_x', LICHESS_URL: 'http://127.0.0.1:1' },
    };
    const bot = startHere(runBot, env, service);
    await until(() => bot.notes().includes('oauth2/authorize'), 'it is on Discord');
    await until(async () => (await get(port, '/readyz')) === '503 Kibitz is not connected to Lichess.', 'it says so');
    expect(await get(port, '/healthz')).toBe('200 ok');
    expect(await bot.stop(), bot.notes()).toBe(0);
  });
});

describe('kibitz health', () => {
  it.skipIf(!hasRedis)('asks the worker that runs here', async () => {
    const redis = await startRedis({ started: false });
    const env = { REDIS_URL: redis.url, KIBITZ_METRICS_PORT: String(await freePort()), KIBITZ_METRICS_HOST: '0.0.0.0' };
    stubEnv(env);
    const health = (...words: string[]) => run('health', ...words);
    const nobody = await health();
    expect(nobody.code).toBe(1);
    expect(nobody.err).toBe(
      `kibitz: Nobody answers at http://127.0.0.1:${env.KIBITZ_METRICS_PORT} (KIBITZ_METRICS_PORT); is Kibitz running?\n`,
    );
    const worker = startHere(context => runWorker(context, 2), env);
    await until(async () => (await health()).code === 0, 'it is there');
    expect(await health()).toMatchObject({ code: 0, out: 'ok\n' });
    const early = await health('--ready', '--json');
    expect(early.code).toBe(1);
    expect(JSON.parse(early.out)).toEqual({ kind: 'health', ok: false, text: expect.stringMatching(/^Redis at /) });
    await redis.start();
    await until(() => worker.notes().includes('Working for Redis'), 'it has found it');
    expect(await health('--ready')).toMatchObject({ code: 0, out: 'ready\n' });
    expect(await worker.stop()).toBe(0);
  });

  it('has nobody to ask where no port is set', async () => {
    const { code, out } = await run('health');
    expect([code, out]).toEqual([0, 'KIBITZ_METRICS_PORT: not set; nobody can be asked.\n']);
  });
});

describe('a port that is taken', () => {
  it('is a sentence that names the setting', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    stubEnv({ REDIS_URL: 'redis://127.0.0.1:1', KIBITZ_METRICS_PORT: String(port) });
    expect(await run('worker')).toEqual({
      ...{ code: 2, out: '' },
      err: `kibitz: KIBITZ_METRICS_PORT: ${port} is taken by another program; choose another port.\n`,
    });
  });
});
