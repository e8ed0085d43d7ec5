import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode } from '../../../../src/base/fault.ts';
import type { DiscordBotOptions } from '../../../../src/bot/discord/bot.ts';
import { sayFault } from '../../../../src/bot/discord/core/sentences.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import { EVALUATED, HandService, isDone, QUICK, startBot } from '../../../support/discord/bot.ts';
import type { Place } from '../../../support/discord/places.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import { until } from '../../../support/processes.ts';

const voice = voiceOf('en-GB');
const { say } = voice;

/** One question from its acknowledgement to the last word, with a service that answers when it is told to. */

const POSITION = { position: 'e4' };
const LINE = '**White +0.4**: approximately equal. Black’s best move is **e4**. (Stockfish, depth 15)';

async function club(options: Partial<DiscordBotOptions> = {}) {
  const discord = await startDiscord();
  const service = new HandService();
  const running = await startBot(discord, { service, ...options });
  return { discord, service, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

describe('while it works', () => {
  it('is acknowledged before anything else, and asks in the name of the user', async () => {
    const { service, anna } = await club();
    const asked = anna.types('/eval', POSITION);
    await asked.acknowledged();
    const { options, resolve } = await service.job();
    expect(options.owner).toBe(`discord:${anna.id}`);
    resolve(EVALUATED);
    expect((await asked.replyThat(isDone, 'it is done')).content).toBe(LINE);
  });

  it('shows the place in line, the newest only, and never twice within the time between edits', async () => {
    const { service, anna } = await club();
    const asked = anna.types('/eval', POSITION);
    const { options, resolve } = await service.job();
    for (let position = 40; position > 30; position--) options.onProgress?.({ kind: 'queued', position });
    const message = await asked.replyThat(({ content }) => content.includes('31'), 'the newest is shown');
    for (let position = 30; position > 20; position--) options.onProgress?.({ kind: 'queued', position });
    await asked.replyThat(({ content }) => content.includes('21'), 'the newest is shown');
    resolve(EVALUATED);
    await asked.replyThat(isDone, 'it is done');
    const shown = message.versions.filter(({ content }) => content !== say('wait.working'));
    expect(shown.map(({ content }) => content)).toEqual([
      'Waiting: number 31 in line.',
      'Waiting: number 21 in line.',
      LINE,
    ]);
    // Timers may be early by a millisecond, and clocks are rounded.
    expect((shown[1]?.at ?? 0) - (shown[0]?.at ?? 0)).toBeGreaterThanOrEqual(QUICK.editMs - 2);
  });

  it('says that it works where there is nothing else to say, and nothing at all where it is quick', async () => {
    const { service, anna } = await club();
    const asked = anna.types('/eval', POSITION);
    const message = await asked.reply();
    expect([message.content, message.labels]).toEqual([say('wait.working'), ['Cancel']]);
    (await service.job()).resolve(EVALUATED);
    await asked.replyThat(isDone, 'it is done');
    const patient = await club({ timing: { ...QUICK, patienceMs: 60_000 } });
    const quick = patient.anna.types('/eval', POSITION);
    (await patient.service.job()).resolve(EVALUATED);
    expect((await quick.reply()).versions).toHaveLength(1);
  });
});

describe('many at once', () => {
  it('are all acknowledged before the work on most of them begins, and answered once each', async () => {
    const { discord, service, logged } = await club();
    const users = Array.from({ length: 20 }, (_, index) => discord.user(`user ${index}`));
    const asked = users.flatMap(user => Array.from({ length: 10 }, () => user.types('/eval', POSITION)));
    await Promise.all(asked.map(one => one.acknowledged()));
    expect(service.asked.length).toBeLessThan(asked.length / 2);
    await service.job(asked.length - 1);
    for (const { resolve } of service.asked) resolve(EVALUATED);
    await Promise.all(asked.map(one => one.replyThat(isDone, 'it is done')));
    expect(new Set(service.asked.map(({ options }) => options.owner)).size).toBe(users.length);
    expect(discord.messages.size).toBe(asked.length);
    expect(logged).toEqual([]);
  });
});

describe('cancel', () => {
  it('stops the work of the one who asked', async () => {
    const { service, anna, logged } = await club();
    const asked = anna.types('/eval', POSITION);
    const message = await asked.reply();
    const pressed = anna.presses(message, 'Cancel');
    await pressed.acknowledged();
    await asked.replyThat(isDone, 'it is cancelled');
    expect([message.content, message.components]).toEqual(['Cancelled.', []]);
    expect((await service.job()).options.signal?.aborted).toBe(true);
    expect(logged).toEqual([]);
  });

  it('is not for others, who are told so in private', async () => {
    const { service, anna, ben } = await club();
    const asked = anna.types('/eval', POSITION);
    const message = await asked.reply();
    const refused = await ben.presses(message, 'Cancel').reply();
    expect([refused.content, ben.sees(refused), anna.sees(refused)]).toEqual([
      say('refused.cancel', { user: `<@${anna.id}>` }),
      true,
      false,
    ]);
    const { options, resolve } = await service.job();
    expect(options.signal?.aborted).toBe(false);
    resolve(EVALUATED);
    expect((await asked.replyThat(isDone, 'it is done')).content).toBe(LINE);
  });

  it('says that it is over where it is: somebody had the old buttons on the screen', async () => {
    const { discord, service, anna } = await club();
    const asked = anna.types('/eval', POSITION);
    const message = await asked.reply();
    const before = message.latest;
    (await service.job()).resolve(EVALUATED);
    await asked.replyThat(isDone, 'it is done');
    message.versions.push(before);
    expect((await anna.presses(message, 'Cancel').reply()).content).toBe(say('end.over'));
    message.versions.push({
      ...before,
      components: [{ type: 1, components: [{ type: 2, label: 'Old', custom_id: 'k0:x' }] }],
    });
    expect((await anna.presses(message, 'Old').reply()).content).toBe(say('unknown.button'));
    expect(discord.shownTo(discord.user('ben'))).toEqual([message]);
  });
});

describe('what goes wrong', () => {
  it.each<[FaultCode, string, boolean]>([
    ['busy', 'Busy: you would be number 501 in line. Try again in a minute.', false],
    ['deadline', 'This took longer than the 900 s allowed and was stopped.', false],
    ['engine-missing', 'No Stockfish in /home/secret/bin.', true],
    ['crashed', 'The analysis process died twice over this job (SIGSEGV).', true],
    ['internal', 'Something went wrong inside Kibitz: x is not a function', true],
  ])('%s is one sentence for the asker alone', async (code, message, isOurs) => {
    const { discord, service, anna, ben, logged } = await club();
    const asked = anna.types('/eval', POSITION);
    await asked.reply();
    (await service.job()).reject(new Fault(code, message));
    const told = await asked.followUp();
    expect(told.content).toBe(sayFault(voice, new Fault(code, '')));
    expect([anna.sees(told), ben.sees(told), discord.shownTo(ben).length]).toEqual([true, false, 0]);
    expect(logged.map(({ err }) => err?.message)).toEqual(isOurs ? [message] : []);
  });

  it('is told in place where the answer was private anyway', async () => {
    const { service, anna, logged } = await club();
    const asked = anna.types('/status');
    (await service.job()).reject(new Fault('crashed', 'dead'));
    const message = await asked.replyThat(isDone, 'it has failed');
    expect([message.ephemeral, asked.followUps]).toEqual([true, []]);
    expect(message.content).toMatch(/^The analysis crashed/);
    expect(logged).toHaveLength(1);
  });

  it('a command that is registered no more is answered all the same', async () => {
    const { discord, anna } = await club();
    const [command] = discord.commands.get('global') ?? [];
    discord.commands.set('global', [{ ...command, name: 'gone', options: [] } as never]);
    const message = await anna.types('/gone').reply();
    expect([message.content, message.ephemeral]).toEqual([say('unknown.command'), true]);
  });
});

describe('what takes longer than an interaction lives', () => {
  const long = async (place: Place) => {
    const world = await club({ timing: { ...QUICK, lifeMs: 200 } });
    const user = world.discord.user('carl', { place });
    const asked = user.types('/eval', POSITION);
    const announced = await asked.replyThat(({ content }) => content === say('wait.later'), 'it is announced');
    // From here on everything that uses the interaction is noticed.
    world.discord.pass(15 * 60_000);
    return { ...world, user, asked, announced };
  };

  it.each<Place>(['server', 'dm', 'elsewhere'])('comes as a message that calls the asker alone: %s', async place => {
    const { discord, service, user, announced, logged } = await long(place);
    (await service.job()).resolve(EVALUATED);
    await until(() => discord.shownTo(user).length === 2, 'there is a new message');
    const [, answer] = discord.shownTo(user);
    expect(answer?.content).toBe(`<@${user.id}>\n${LINE}`);
    expect([...(answer?.pings ?? [])]).toEqual([user.id]);
    // Where Kibitz is no member it cannot write; there it answers in private.
    expect(answer?.channelId === announced.channelId).toBe(place !== 'elsewhere');
    expect(logged).toEqual([]);
  });

  it('is there once, although Discord said that it failed', async () => {
    const { discord, service, user } = await long('server');
    discord.fails(/POST \/channels\/\d+\/messages/, { status: 502 }, { done: true });
    (await service.job()).resolve(EVALUATED);
    await until(() => discord.requestsTo(/POST \/channels\/\d+\/messages/).length === 2, 'it is sent again');
    await until(() => discord.shownTo(user).length === 2, 'there is a new message');
  });

  it('can still be cancelled', async () => {
    const { discord, user, announced } = await long('server');
    await user.presses(announced, 'Cancel').acknowledged();
    await until(() => discord.shownTo(user).length === 2, 'there is a new message');
    expect(discord.shownTo(user)[1]?.content).toBe(`<@${user.id}>\nCancelled.`);
  });

  it.each([
    ['deleted', 10003],
    ['forbidden', 50013],
  ] as const)('in a channel that is %s by then: logged once', async (state, code) => {
    const { discord, service, logged } = await long('server');
    discord.places.channel[state] = true;
    (await service.job()).resolve(EVALUATED);
    await until(() => logged.length > 0, 'it is logged');
    expect(logged).toMatchObject([{ code, msg: 'an answer could not be given', command: 'eval' }]);
  });
});

describe('shutting down', () => {
  it('says of everything that is under way that it is interrupted, and takes nothing new', async () => {
    const { bot, discord, service, anna, ben, logged } = await club();
    const asked = [anna.types('/eval', POSITION), ben.types('/eval', POSITION)];
    await Promise.all(asked.map(one => one.reply()));
    discord.fails(/PATCH/, { status: 503 }, { times: 2 });
    const closed = bot.close();
    const late = anna.types('/eval', POSITION);
    expect((await late.reply()).content).toBe(say('fault.closing'));
    await closed;
    for (const { original } of asked) expect([original?.content, original?.labels]).toEqual([say('fault.closing'), []]);
    expect(service.asked).toHaveLength(2);
    expect(discord.gateway.live).toBe(0);
    expect(logged).toEqual([]);
  });
});
