import { describe, expect, it } from 'vitest';
import type { DiscordBotOptions } from '../../../src/bot/discord/bot.ts';
import { evalCommand } from '../../../src/bot/discord/position/commands.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';
import { EVALUATED, HandService, isDone, makeBot, QUICK, startBot } from '../../support/discord/bot.ts';
import type { Discord, DiscordOptions } from '../../support/discord/discord.ts';
import {
  type Answer,
  MISSING_PERMISSION,
  problem,
  rateLimited,
  serverError,
  UNKNOWN_CHANNEL,
  UNKNOWN_INTERACTION,
  UNKNOWN_MESSAGE,
} from '../../support/discord/faults.ts';
import { passFiveSeconds, startDiscord } from '../../support/discord/start.ts';
import { weigh, weighCommand } from '../../support/discord/weigh-handler.ts';
import { until } from '../../support/processes.ts';

const { say } = voiceOf('en-GB');

/** Discord's bad days: no crash, no answer twice, and one line in the log where the owner should know. */

const POSITION = { position: 'e4' };
const CALLBACK = /POST .*\/callback$/;
const EDIT = /PATCH \/webhooks\//;

async function club(options: DiscordOptions = {}, botOptions: Partial<DiscordBotOptions> = {}) {
  const discord = await startDiscord(options);
  const service = new HandService();
  const timing = { ...QUICK, patienceMs: 60_000 };
  const running = await startBot(discord, { service, timing, ...botOptions });
  return { discord, service, anna: discord.user('anna'), ...running };
}
type Club = Awaited<ReturnType<typeof club>>;

/** Everything works as if nothing had happened. */
async function answersOnce({ discord, service, anna, logged }: Club, warnings = 0, what = ''): Promise<void> {
  const before = service.asked.length;
  const shown = discord.shownTo(anna).length;
  const asked = anna.types('/eval', POSITION);
  (await service.job(before)).resolve(EVALUATED);
  const message = await asked.replyThat(isDone, 'it is done');
  expect(message.content, what).toContain('White +0.4');
  expect(discord.shownTo(anna), what).toHaveLength(shown + 1);
  expect(asked.followUps, what).toEqual([]);
  expect(logged, what).toHaveLength(warnings);
}

const passing: [string, Answer | null][] = [
  ['429', rateLimited()],
  ['429 for everything', rateLimited({ global: true })],
  ['429 without headers', rateLimited({ headers: false })],
  ['500', serverError(500)],
  ['503', serverError(503)],
  ['a line that is cut', null],
];
const cases = passing.flatMap(([name, answer]) =>
  [CALLBACK, EDIT].map((where): [string, RegExp, Answer | null] => [`${name}, at ${where.source}`, where, answer]),
);

describe('passing trouble', () => {
  it('of every kind, at the acknowledgement and at the answer', async () => {
    const world = await club();
    for (const [name, where, answer] of cases) {
      world.discord.fails(where, answer, { times: 2 });
      await answersOnce(world, 0, name);
    }
  });

  it.each([
    ['acknowledgement', CALLBACK],
    ['answer', EDIT],
  ])('an %s that was done but told as failed is not given twice', async (_, where) => {
    const world = await club();
    world.discord.fails(where, serverError(), { done: true });
    await answersOnce(world);
    world.discord.fails(where, null, { done: true });
    await answersOnce(world);
  });

  it('progress is not worth it: the next one will be newer', async () => {
    const world = await club({}, { timing: QUICK });
    world.discord.fails(EDIT, serverError(), { times: 2 });
    const asked = world.anna.types('/eval', POSITION);
    await until(() => world.discord.faults.length === 0, 'the first edit has failed');
    (await world.service.job()).options.onProgress?.({ kind: 'queued', position: 2 });
    await asked.replyThat(({ content }) => content.includes('number 2'), 'the second is shown');
    (await world.service.job()).resolve(EVALUATED);
    await asked.replyThat(isDone, 'it is done');
    expect(world.logged).toEqual([]);
  });
});

describe('lasting trouble', () => {
  it.each<[string, Answer, object]>([
    ['unknown interaction', UNKNOWN_INTERACTION, { code: 10062 }],
    ['missing permission', MISSING_PERMISSION, { code: 50013 }],
    ['unknown channel', UNKNOWN_CHANNEL, { code: 10003 }],
    ['5xx for ever', serverError(), { status: 500 }],
    ['429 for ever', rateLimited({ headers: false }), {}],
  ])('%s at the acknowledgement: nothing is begun', async (_, answer, logged) => {
    const world = await club();
    world.discord.fails(CALLBACK, answer, { times: 100 });
    world.anna.types('/eval', POSITION);
    await until(() => world.logged.length > 0, 'it is logged');
    expect(world.logged).toMatchObject([{ ...logged, msg: 'a command could not be acknowledged', command: 'eval' }]);
    expect(world.service.asked).toEqual([]);
    world.discord.faults.length = 0;
    await answersOnce(world, 1);
  });

  it.each<[string, Answer, object]>([
    ['unknown message', UNKNOWN_MESSAGE, { code: 10008 }],
    ['unknown channel', UNKNOWN_CHANNEL, { code: 10003 }],
    ['5xx for ever', serverError(), { status: 500 }],
  ])('%s at the answer', async (_, answer, logged) => {
    const world = await club();
    world.discord.fails(EDIT, answer, { times: 100 });
    world.anna.types('/eval', POSITION);
    (await world.service.job()).resolve(EVALUATED);
    await until(() => world.logged.length > 0, 'it is logged');
    expect(world.logged).toMatchObject([{ ...logged, msg: 'an answer could not be given' }]);
    world.discord.faults.length = 0;
    await answersOnce(world, 1);
  });

  it('missing permission at the answer: the asker hears what is missing', async () => {
    const world = await club();
    world.discord.fails(EDIT, MISSING_PERMISSION);
    const asked = world.anna.types('/eval', POSITION);
    (await world.service.job()).resolve(EVALUATED);
    const told = await asked.followUp();
    expect([told.content, told.ephemeral]).toEqual([say('refused.send'), true]);
    expect(world.logged).toMatchObject([{ code: 50013 }]);
  });

  it('an answer that Discord does not take: the asker hears that there is one', async () => {
    const world = await club();
    world.discord.fails(EDIT, problem(400, 50035, 'Invalid Form Body'));
    const asked = world.anna.types('/eval', POSITION);
    (await world.service.job()).resolve(EVALUATED);
    expect((await asked.reply()).content).toBe(say('end.not-shown'));
    expect(world.logged).toMatchObject([{ level: 50, code: 50035 }]);
  });

  it('a channel that is deleted while Kibitz works: the work is dropped, for there is nobody to tell', async () => {
    const world = await club({}, { timing: QUICK });
    const asked = world.anna.types('/eval', POSITION);
    await asked.reply();
    const { options } = await world.service.job();
    world.discord.places.channel.deleted = true;
    options.onProgress?.({ kind: 'queued', position: 2 });
    await until(() => options.signal?.aborted === true, 'the work is dropped');
    await until(() => world.logged.length > 0, 'it is logged');
    expect(world.logged).toMatchObject([{ code: 10003 }]);
  });

  it('a private sentence that fails is not sent again, for it might have come', async () => {
    const world = await club();
    world.discord.fails(/POST \/webhooks/, serverError(), { done: true, times: 100 });
    const asked = world.anna.types('/eval', { position: 'e5' });
    expect((await asked.followUp()).ephemeral).toBe(true);
    await until(() => world.logged.length > 0, 'it is logged');
    expect(asked.followUps).toHaveLength(1);
  });

  it('nothing in the log gives a token away', async () => {
    const world = await club();
    world.discord.fails(EDIT, problem(400, 50035, 'Invalid Form Body'), { times: 100 });
    const asked = world.anna.types('/eval', POSITION);
    (await world.service.job()).resolve(EVALUATED);
    await until(() => world.logged.length > 0, 'it is logged');
    const all = JSON.stringify(world.logged);
    expect(all).not.toContain(world.discord.token);
    expect(all).not.toContain(asked.token);
  });
});

describe('a press, while Discord has a bad day', () => {
  const handlers = { handlers: [weigh], commands: [weighCommand, evalCommand] };

  /** A report with buttons. */
  async function pressed() {
    const world = await club({}, handlers);
    const asked = world.anna.types('/weigh', { word: 'light' });
    (await world.service.job()).resolve(EVALUATED);
    const message = await asked.replyThat(isDone, 'it is done');
    const goesLoud = async () => {
      world.anna.presses(message, 'loud');
      await message.until(() => message.content.startsWith('LIGHT') || undefined, 'it is loud');
    };
    return { ...world, message, goesLoud };
  }

  it('of every kind, at the acknowledgement and at the answer', async () => {
    const world = await pressed();
    const { discord, anna, message, goesLoud, logged } = world;
    for (const [name, where, answer] of cases) {
      const before = message.versions.length;
      discord.fails(where, answer, { times: 2 });
      await goesLoud();
      expect([message.versions.length, discord.messages.size, logged], name).toEqual([before + 1, 1, []]);
      anna.presses(message, 'first');
      await message.until(() => message.content.startsWith('light') || undefined, 'it is quiet again');
    }
  });

  it.each<[string, RegExp, Answer, object]>([
    ['unknown interaction', CALLBACK, UNKNOWN_INTERACTION, { code: 10062 }],
    ['missing permission', CALLBACK, MISSING_PERMISSION, { code: 50013 }],
    ['5xx for ever', CALLBACK, serverError(), { status: 500 }],
    ['unknown message', EDIT, UNKNOWN_MESSAGE, { code: 10008 }],
    ['missing permission', EDIT, MISSING_PERMISSION, { code: 50013 }],
    ['5xx for ever', EDIT, serverError(), { status: 500 }],
  ])('%s, at %s: logged once', async (_, where, answer, line) => {
    const { discord, anna, message, goesLoud, logged } = await pressed();
    discord.fails(where, answer, { times: 100 });
    anna.presses(message, 'loud');
    await until(() => logged.length > 0, 'it is logged');
    expect(logged).toMatchObject([{ ...line, msg: 'an interaction could not be answered' }]);
    discord.faults.length = 0;
    await goesLoud();
    expect(logged).toHaveLength(1);
  });

  it('that cannot be shown is told once, although Discord said that this failed, too', async () => {
    const { discord, anna, message, logged } = await pressed();
    discord.fails(/POST \/webhooks/, serverError(), { done: true, times: 100 });
    const asked = anna.presses(message, 'broken');
    await until(() => logged.length > 0, 'it is logged');
    expect([asked.followUps.length, logged.length]).toEqual([1, 1]);
  });

  it('suggestions that come too late: logged once', async () => {
    const { discord, anna, logged } = await pressed();
    discord.fails(CALLBACK, UNKNOWN_INTERACTION);
    anna.autocompletes('/eval', { position: 'e' });
    await until(() => logged.length > 0, 'it is logged');
    expect(logged).toMatchObject([{ code: 10062, msg: 'an interaction could not be answered' }]);
  });
});

describe('the gateway', () => {
  const closes = [4000, 4001, 4002, 4003, 4005, 4006, 4007, 4008, 4009];
  const faults: [string, (discord: Discord) => void][] = [
    ...closes.map((code): [string, (discord: Discord) => void] => [
      String(code),
      ({ gateway }) => gateway.closeAll(code),
    ]),
    ['1006', ({ gateway }) => gateway.drop()],
    ['op 7', ({ gateway }) => gateway.askToReconnect()],
    ['op 9, resumable', ({ gateway }) => gateway.invalidate(true)],
    ['op 9', ({ gateway }) => gateway.invalidate(false)],
  ];

  it('comes back after everything but a dismissal; what was asked before is answered', async () => {
    const worlds = await Promise.all(faults.map(() => club()));
    passFiveSeconds();
    await Promise.all(
      faults.map(async ([name, fault], index) => {
        const world = worlds[index] as Club;
        const { discord, gateway } = { ...world, gateway: world.discord.gateway };
        const asked = world.anna.types('/eval', POSITION);
        const { resolve } = await world.service.job();
        const before = gateway.identifies + gateway.resumes;
        fault(discord);
        await gateway.until(
          () => (gateway.identifies + gateway.resumes > before ? true : undefined),
          `${name}: it is back`,
        );
        resolve(EVALUATED);
        expect((await asked.replyThat(isDone, 'it is done')).content, name).toContain('White +0.4');
        await gateway.connected();
        // On the same socket nothing was lost; everything else is told once, however many tries it takes.
        await answersOnce(world, name === 'op 9, resumable' ? 0 : 1);
        expect(discord.shownTo(world.anna)).toHaveLength(2);
      }),
    );
  });

  it('heartbeats without an answer: the line is given up, and resumed', async () => {
    const world = await club({ heartbeatMs: 150 });
    world.discord.gateway.acks = false;
    await world.discord.gateway.until(() => (world.discord.gateway.resumes > 0 ? true : undefined), 'it resumes');
    world.discord.gateway.acks = true;
    await answersOnce(world, 1);
  });

  it('an interaction that comes twice is answered once', async () => {
    const world = await club();
    const asked = world.anna.types('/eval', POSITION);
    world.discord.gateway.repeat();
    (await world.service.job()).resolve(EVALUATED);
    await asked.reply();
    await answersOnce(world);
    expect(world.service.asked).toHaveLength(2);
  });

  it.each([
    [4004, /^DISCORD_TOKEN: Discord does not know this token; .*\.$/],
    [4014, /^Discord does not allow this bot the intents that Kibitz asks for; .*\.$/],
    [4011, /more parts/],
  ])('%i is the end, in one sentence', async (code, sentence) => {
    const world = await club();
    world.discord.gateway.closeAll(code);
    await expect(world.bot.dismissed).rejects.toMatchObject({
      code: 'discord-failed',
      message: expect.stringMatching(sentence),
    });
  });
});

describe('starting', () => {
  it.each<[string, Partial<DiscordBotOptions>, DiscordOptions, RegExp]>([
    ['a wrong token', { token: 'wrong' }, {}, /^DISCORD_TOKEN: Discord does not know this token; copy .*\.$/],
    ['intents that are not allowed', {}, { allowedIntents: 0 }, /^Discord does not allow this bot the intents .*\.$/],
    [
      'nobody there',
      { api: 'http://127.0.0.1:1/api' },
      {},
      /^Discord cannot be reached: the connection was refused\.$/,
    ],
    [
      'a server without Kibitz',
      { guildId: '12345678901234567' },
      {},
      /^DISCORD_GUILD_ID: Kibitz is not in that server; invite it with https:\S+$/,
    ],
  ])('%s is one sentence', async (_, botOptions, options, sentence) => {
    const discord = await startDiscord(options);
    const { bot } = makeBot(discord, botOptions);
    await expect(bot.start()).rejects.toMatchObject({
      code: 'discord-failed',
      message: expect.stringMatching(sentence),
    });
  });

  it('goes on without registering where that fails, for the commands may be there', async () => {
    const discord = await startDiscord();
    discord.fails(/GET \/applications\/\d+\/commands/, serverError(), { times: 100 });
    const { logged } = await startBot(discord);
    expect(logged).toMatchObject([{ status: 500, msg: 'the commands could not be registered' }]);
  });
});
