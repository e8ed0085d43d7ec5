import { afterEach, describe, expect, it, vi } from 'vitest';
import { runBot } from '../../src/app/bot.ts';
import { type AppContext, runWorker } from '../../src/app/service.ts';
import { voiceOf } from '../../src/present/catalogue/voice.ts';
import { isDone } from '../support/discord/bot.ts';
import { startDiscord } from '../support/discord/start.ts';
import { startKibitz } from '../support/kibitz.ts';
import { until } from '../support/processes.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { run, startHere } from './in-process.ts';

const stubEnv = (env: Record<string, string>) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
};
afterEach(() => void vi.unstubAllEnvs());

const worker = (context: AppContext) => runWorker(context, 2);

describe('kibitz worker', () => {
  it('says what it needs', async () => {
    vi.stubEnv('REDIS_URL', '');
    expect(await run('worker')).toMatchObject({
      code: 2,
      err: expect.stringContaining('REDIS_URL: not set; docs/scaling.md says what a worker needs.'),
    });
    vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1');
    expect(await run('worker', '--concurrency', '0')).toMatchObject({
      code: 2,
      err: expect.stringContaining('concurrency: "0" is not a whole number from 1 to 1000.'),
    });
  });

  it.skipIf(!hasRedis)('does what the command line asks, and leaves when it is told to', async () => {
    const { url } = await startRedis({ password: 'hush' });
    const env = { REDIS_URL: url, KIBITZ_ENGINES: '1' };
    const started = startKibitz(['worker', '--concurrency', '2'], { env });
    await until(() => started.err().includes('Working for Redis at 127.0.0.1:'), 'the worker is there');
    expect(started.err()).toContain(', 2 jobs at once.');
    stubEnv(env);
    const evaluated = await run('eval', 'startpos', '--depth', '5', '--json');
    expect(evaluated.code, evaluated.err).toBe(0);
    expect(JSON.parse(evaluated.out)).toMatchObject({ kind: 'eval', depth: 5 });
    const doctor = await run('doctor');
    expect(doctor.out).toMatch(/✓ Redis: 127\.0\.0\.1:\d+; its workers have 1 engine\n/);
    expect(doctor.out).toMatch(/✓ Maia: Maia-3 5M of the workers, an answer takes \d+ ms\n/);
    started.child.kill('SIGTERM');
    expect(await started.code).toBe(0);
    expect(started.err() + doctor.out + doctor.err).not.toContain('hush');
  });

  it.skipIf(!hasRedis)('waits for a Redis that is not there yet; nobody else does for long', async () => {
    const redis = await startRedis({ started: false });
    const started = startKibitz(['worker'], { env: { REDIS_URL: redis.url, KIBITZ_ENGINES: '1' } });
    const missing =
      /Redis at 127\.0\.0\.1:\d+ cannot be reached \(the connection was refused\); start it, or check REDIS_URL\./;
    await until(() => missing.test(started.err()), 'it says what is missing');
    stubEnv({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
    const evaluated = await run('eval', 'startpos', '--depth', '5');
    expect(evaluated).toMatchObject({ code: 1, out: '', err: expect.stringMatching(missing) });
    const doctor = await run('doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/✗ Redis: Busy, try again in a minute\. Redis at .* cannot be reached/);
    await redis.start();
    await until(() => started.err().includes('Working for Redis'), 'it has found it');
    await redis.kill();
    started.child.kill('SIGTERM');
    expect(await started.code).toBe(0);
  });

  it.skipIf(!hasRedis)('may come and go: the bot says that it is busy, and goes on by itself', async () => {
    const redis = await startRedis({ started: false });
    const discord = await startDiscord();
    const env = { REDIS_URL: redis.url };
    const bot = startHere(runBot, { ...env, DISCORD_TOKEN: discord.token, DISCORD_API: discord.api });
    await until(() => bot.notes().includes('oauth2/authorize'), 'the bot is there');
    const anna = discord.user('anna');
    const ask = () => anna.types('/eval', { position: 'f3 e5 g4' });
    expect((await ask().followUp()).content).toBe(voiceOf('en-GB').say('fault.busy'));
    await redis.start();
    const here = startHere(worker, env);
    await until(() => here.notes().includes('Working for Redis'), 'the worker is there');
    const mated = 'Black mates in 1';
    await until(async () => {
      const asked = ask();
      const reply = await Promise.race([asked.replyThat(isDone, 'it is done'), asked.followUp()]);
      return reply.content.includes(mated);
    }, 'the bot answers');
    expect(await bot.stop()).toBe(0);
    expect(await here.stop()).toBe(0);
  });
});
