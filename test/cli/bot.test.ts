import { afterEach, describe, expect, it, vi } from 'vitest';
import { runBot } from '../../src/app/bot.ts';
import { voiceOf } from '../../src/present/catalogue/voice.ts';
import type { Job, MeasurableService } from '../../src/service/jobs.ts';
import { HandService, isDone } from '../support/discord/bot.ts';
import type { Discord } from '../support/discord/discord.ts';
import { startDiscord } from '../support/discord/start.ts';
import { kibitz, startKibitz } from '../support/kibitz.ts';
import { someStatus } from '../support/measured.ts';
import { below, isAlive, until } from '../support/processes.ts';
import { run, runWith, shareService, startHere } from './in-process.ts';

const { say } = voiceOf('en-GB');

/** The bot as its owner starts and stops it. */

const service = shareService();
/** Says how it is doing, and answers nothing else. */
class IdleService extends HandService {
  override run(job: Job, options = {}): Promise<never> {
    return job.kind === 'status' ? (Promise.resolve(someStatus) as Promise<never>) : super.run(job, options);
  }
  health() {
    return { problem: undefined };
  }
}

/** Has all that the doctor asks for. */
const healthy = {
  run: async ({ kind }: Job) => (kind === 'status' ? someStatus : { engine: 'Stockfish', nodes: 1, ms: 1 }),
} as unknown as MeasurableService;

const envOf = ({ token, api }: Discord) => ({ DISCORD_TOKEN: token, DISCORD_API: api });
const stubEnv = (env: Record<string, string>) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
};
afterEach(() => void vi.unstubAllEnvs());

const INVITATION = 'oauth2/authorize';

describe('kibitz bot', () => {
  it('says what is missing', async () => {
    stubEnv({ DISCORD_TOKEN: '', LICHESS_TOKEN: '' });
    expect(await run('bot')).toEqual({
      ...{ code: 2, out: '' },
      err: 'kibitz: DISCORD_TOKEN, LICHESS_TOKEN: neither is set; the README says, under "On Discord" and "On Lichess", how to get one.\n',
    });
  });

  it('ends with one sentence and exit code 1 with a wrong token', async () => {
    const discord = await startDiscord();
    const env = { ...envOf(discord), DISCORD_TOKEN: 'MTIz.wrong.token', LOG_LEVEL: 'warn' };
    const { code, err } = await kibitz(['bot'], { env });
    expect(code).toBe(1);
    expect(err).toMatch(/^kibitz: DISCORD_TOKEN: Discord does not know this token;/);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('wrong.token');
  });

  it.each([
    ['intents', {}, { allowedIntents: 0 }, /^kibitz: Discord does not allow this bot the intents/],
    [
      'no network',
      { DISCORD_API: 'http://127.0.0.1:1/api' },
      {},
      /^kibitz: Discord cannot be reached: the connection was refused\./,
    ],
  ])('ends with one sentence: %s', async (_, env, options, sentence) => {
    const discord = await startDiscord(options);
    stubEnv({ ...envOf(discord), LICHESS_TOKEN: '', ...env });
    const { code, err } = await runWith(new IdleService(), 'bot');
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('says when it is ready, answers, and goes when it is told, leaving nothing behind', async () => {
    const discord = await startDiscord();
    const env = { LOG_LEVEL: 'trace', KIBITZ_ENGINES: '1', KIBITZ_MAIA_WORKERS: '1', ...envOf(discord) };
    const started = startKibitz(['bot'], { env });
    await until(() => started.err().includes(INVITATION), 'the bot is ready');
    expect(started.err()).toMatch(
      /Kibitz is on Discord as Kibitz(#0)?, in 1 server\. Invite it with\nhttps:\/\/discord\.com\/oauth2\/authorize\?client_id=\d+&/,
    );
    const asked = discord.user('anna').types('/eval', { position: 'f3 e5 g4' });
    expect((await asked.replyThat(isDone, 'it is done')).content).toContain('Black mates in 1');
    const processes = below(started.child.pid as number);
    expect(processes.length).toBeGreaterThan(0);
    started.child.kill('SIGTERM');
    expect(await started.code).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
    expect(discord.gateway.live).toBe(0);
    expect(started.out()).toBe('');
    expect(started.err()).not.toContain(discord.token);
  });

  it('answers where nothing can be kept, and says once what that means', async () => {
    const discord = await startDiscord();
    const bot = startHere(runBot, { ...envOf(discord), KIBITZ_DATA_DIR: '/dev/null/kibitz' }, service);
    await until(() => bot.notes().includes(INVITATION), 'the bot is ready');
    expect(bot.notes().match(/\/dev\/null\/kibitz could not be made .*/g)).toEqual([
      expect.stringMatching(
        / name another folder in KIBITZ_DATA_DIR\. Until then nothing is kept: settings, games and/,
      ),
    ]);
    const anna = discord.user('anna');
    const asked = anna.types('/eval', { position: 'f3 e5 g4' });
    expect((await asked.replyThat(isDone, 'it is done')).content).toContain('Black mates in 1');
    const { content } = await anna.types('/status', {}).replyThat(isDone, 'it is told');
    expect(content).toContain(say('status.forgetful'));
    expect(await bot.stop()).toBe(0);
  });

  it('says of what is under way that it is interrupted, and goes', async () => {
    const discord = await startDiscord();
    const idle = new IdleService();
    const bot = startHere(runBot, envOf(discord), idle);
    await until(() => bot.notes().includes(INVITATION), 'the bot is ready');
    const asked = discord.user('anna').types('/eval', { position: 'e4' });
    await idle.job();
    const ended = bot.stop();
    const message = await asked.replyThat(isDone, 'it is interrupted');
    expect(message.content).toBe(say('fault.closing'));
    expect(await ended).toBe(0);
  });
});

describe('kibitz discord register', () => {
  it('tells Discord which commands there are, once', async () => {
    stubEnv(envOf(await startDiscord()));
    const first = await run('discord', 'register');
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/^\d+ commands of Kibitz registered everywhere: .*help, Analyze with Kibitz\.\n$/);
    const second = await run('discord', 'register', '--json');
    expect(second.code).toBe(0);
    expect(JSON.parse(second.out)).toMatchObject({ kind: 'discord-register', outcome: 'unchanged', guildId: null });
  });

  it('needs to be told what to do', async () => {
    expect(await run('discord', 'dance')).toMatchObject({
      code: 2,
      err: 'kibitz: discord: "dance" is nothing it knows; try "kibitz discord register".\n',
    });
  });
});

describe('kibitz doctor', () => {
  it('says whose the token is and how to invite it, or what is wrong with it', async () => {
    const discord = await startDiscord();
    stubEnv({ ...envOf(discord), LICHESS_TOKEN: '' });
    const fine = await runWith(healthy, 'doctor');
    expect(fine.code).toBe(0);
    expect(fine.out).toMatch(
      /✓ Discord: the token is that of Kibitz; invite it with https:\/\/\S+oauth2\/authorize\?\S+\n/,
    );
    stubEnv({ DISCORD_TOKEN: 'not-a-token' });
    const wrong = await runWith(healthy, 'doctor');
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/✗ Discord: DISCORD_TOKEN: .*\n/);
    expect(fine.out + fine.err + wrong.out + wrong.err).not.toContain(discord.token);
  });
});
