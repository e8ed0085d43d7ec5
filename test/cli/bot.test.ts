import { describe, expect, it } from 'vitest';
import { voiceOf } from '../../src/present/catalogue/voice.ts';
import { isDone } from '../support/discord/bot.ts';
import type { Discord } from '../support/discord/discord.ts';
import { startDiscord } from '../support/discord/start.ts';
import { endlessEngine } from '../support/fake-engine.ts';
import { type Started, startKibitz } from '../support/kibitz.ts';
import { below, isAlive, until } from '../support/processes.ts';

const { say } = voiceOf('en-GB');

/** The bot as its owner starts and stops it. */

const kibitz = (args: string[], discord: Discord, env: Record<string, string> = {}): Started =>
  startKibitz(args, { env: { LOG_LEVEL: 'trace', DISCORD_TOKEN: discord.token, DISCORD_API: discord.api, ...env } });

const isReady = ({ err }: Started) => until(() => err().includes('oauth2/authorize'), 'the bot is ready');

describe('kibitz bot', () => {
  it('says what is missing', async () => {
    const discord = await startDiscord();
    const started = kibitz(['bot'], discord, { DISCORD_TOKEN: '' });
    expect(await started.code).toBe(2);
    expect(started.err()).toBe(
      'kibitz: DISCORD_TOKEN, LICHESS_TOKEN: neither is set; the README says, under "On Discord" and "On Lichess", how to get one.\n',
    );
  });

  it.each([
    [
      'a wrong token',
      { DISCORD_TOKEN: 'MTIz.wrong.token' },
      {},
      /^kibitz: DISCORD_TOKEN: Discord does not know this token;/,
    ],
    ['intents', {}, { allowedIntents: 0 }, /^kibitz: Discord does not allow this bot the intents/],
    [
      'no network',
      { DISCORD_API: 'http://127.0.0.1:1/api' },
      {},
      /^kibitz: Discord cannot be reached: the connection was refused\./,
    ],
  ])('ends with one sentence: %s', async (_, env, options, sentence) => {
    const discord = await startDiscord(options);
    const started = kibitz(['bot'], discord, { LOG_LEVEL: 'warn', ...env });
    expect(await started.code).toBe(1);
    expect(started.err()).toMatch(sentence);
    expect(started.err().trim().split('\n')).toHaveLength(1);
    expect(started.err()).not.toContain('wrong.token');
  });

  it('says when it is ready, answers, and goes when it is told, leaving nothing behind', async () => {
    const discord = await startDiscord();
    const started = kibitz(['bot'], discord);
    await isReady(started);
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
    const started = kibitz(['bot'], discord, { LOG_LEVEL: 'error', KIBITZ_DATA_DIR: '/dev/null/kibitz' });
    await isReady(started);
    expect(started.err().match(/\/dev\/null\/kibitz could not be made .*/g)).toEqual([
      expect.stringMatching(
        / name another folder in KIBITZ_DATA_DIR\. Until then nothing is kept: settings, games and/,
      ),
    ]);
    const anna = discord.user('anna');
    const asked = anna.types('/eval', { position: 'f3 e5 g4' });
    expect((await asked.replyThat(isDone, 'it is done')).content).toContain('Black mates in 1');
    const { content } = await anna.types('/status', {}).replyThat(isDone, 'it is told');
    expect(content).toContain(say('status.forgetful'));
    started.child.kill('SIGTERM');
    expect(await started.code).toBe(0);
  });

  it('says of what is under way that it is interrupted, and goes', async () => {
    const discord = await startDiscord();
    const started = kibitz(['bot'], discord, { STOCKFISH_PATH: endlessEngine().path });
    await isReady(started);
    const asked = discord.user('anna').types('/eval', { position: 'e4' });
    await asked.reply();
    const processes = below(started.child.pid as number);
    started.child.kill('SIGINT');
    const message = await asked.replyThat(isDone, 'it is interrupted');
    expect(message.content).toBe(say('fault.closing'));
    expect(await started.code).toBe(0);
    expect(processes.filter(isAlive)).toEqual([]);
  });

  it('goes at once when it is told twice', async () => {
    const discord = await startDiscord();
    const started = kibitz(['bot'], discord, { STOCKFISH_PATH: endlessEngine().path });
    await isReady(started);
    const asked = discord.user('anna').types('/eval', { position: 'e4' });
    await asked.reply();
    const processes = below(started.child.pid as number);
    // Discord does not take the last words, so that there is something to wait for.
    discord.fails(/PATCH/, { status: 500 }, { times: 1000 });
    started.child.kill('SIGTERM');
    await until(() => discord.requestsTo(/PATCH/).some(({ status }) => status === 500), 'it tries to say so');
    started.child.kill('SIGTERM');
    expect(await started.code).toBe(143);
    await until(() => !processes.some(isAlive), 'nothing is left');
  });
});

describe('kibitz discord register', () => {
  it('tells Discord which commands there are, once', async () => {
    const discord = await startDiscord();
    const first = kibitz(['discord', 'register'], discord);
    expect(await first.code).toBe(0);
    expect(first.out()).toMatch(/^\d+ commands of Kibitz registered everywhere: .*help, Analyze with Kibitz\.\n$/);
    const second = kibitz(['discord', 'register', '--json'], discord);
    expect(await second.code).toBe(0);
    expect(JSON.parse(second.out())).toMatchObject({ kind: 'discord-register', outcome: 'unchanged', guildId: null });
  });

  it('needs to be told what to do', async () => {
    const discord = await startDiscord();
    const started = kibitz(['discord', 'dance'], discord);
    expect(await started.code).toBe(2);
    expect(started.err()).toBe('kibitz: discord: "dance" is nothing it knows; try "kibitz discord register".\n');
  });
});

describe('kibitz doctor', () => {
  it('says whose the token is and how to invite it, or what is wrong with it', async () => {
    const discord = await startDiscord();
    const fine = kibitz(['doctor'], discord);
    const wrong = kibitz(['doctor'], discord, { DISCORD_TOKEN: 'not-a-token' });
    expect(await fine.code).toBe(0);
    expect(fine.out()).toMatch(
      /✓ Discord: the token is that of Kibitz; invite it with https:\/\/\S+oauth2\/authorize\?\S+\n/,
    );
    expect(await wrong.code).toBe(1);
    expect(wrong.out()).toMatch(/✗ Discord: DISCORD_TOKEN: .*\n/);
    expect(fine.out() + fine.err() + wrong.out() + wrong.err()).not.toContain(discord.token);
  });
});
