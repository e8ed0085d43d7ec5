import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import type { DiscordBotOptions } from '../../../src/bot/discord/bot.ts';
import { helpCommand } from '../../../src/bot/discord/info/commands.ts';
import { evalCommand } from '../../../src/bot/discord/position/commands.ts';
import { Limits } from '../../../src/bot/limits.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';
import { REPORT_LIFE_MS } from '../../../src/store/reports.ts';
import { EVALUATED, GENEROUS, HandService, isDone, makeStore, startBot } from '../../support/discord/bot.ts';
import type { Message } from '../../support/discord/message.ts';
import { startDiscord } from '../../support/discord/start.ts';
import type { User } from '../../support/discord/user.ts';
import { weigh, weighCommand } from '../../support/discord/weigh-handler.ts';
import { until } from '../../support/processes.ts';
import { temporaryFolder } from '../../support/settings.ts';

/** Handlers, their reports and their buttons, as users in a channel meet them. */

const { say } = voiceOf('en-GB');
const DAY = 24 * 60 * 60_000;

async function club(options: Partial<DiscordBotOptions> = {}) {
  const discord = await startDiscord();
  const service = new HandService();
  const given = { service, handlers: [weigh], commands: [weighCommand, evalCommand, helpCommand], ...options };
  const running = await startBot(discord, given);
  return { discord, service, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

type Club = Awaited<ReturnType<typeof club>>;

async function weighed({ service }: Pick<Club, 'service'>, user: User, word = 'light'): Promise<Message> {
  const before = service.asked.length;
  const asked = user.types('/weigh', { word });
  (await service.job(before)).resolve(EVALUATED);
  return asked.replyThat(isDone, 'it is done');
}

describe('a stored report', () => {
  it('is shown again in place by its owner, without asking an engine', async () => {
    const world = await club();
    const { anna, service, logged } = world;
    const message = await weighed(world, anna);
    expect(message.content).toBe(`light for <@${anna.id}>`);
    await anna.presses(message, 'loud').acknowledged();
    await message.until(() => message.content.startsWith('LIGHT') || undefined, 'it is loud');
    await anna.presses(message, 'first').acknowledged();
    await message.until(() => message.content.startsWith('light') || undefined, 'it is as at first');
    await anna.picks(message, 'to loud').acknowledged();
    await message.until(() => message.content.startsWith('LIGHT') || undefined, 'it is loud');
    expect([service.asked.length, world.discord.messages.size, logged]).toEqual([1, 1, []]);
  });

  it.each([
    ['in place', 'anna'],
    ['alone', 'ben'],
  ])('is shown %s although Discord said that the acknowledgement failed', async (_, name) => {
    const world = await club();
    const { discord, anna, logged } = world;
    const message = await weighed(world, anna);
    discord.fails(/POST .*\/callback$/, { status: 500 }, { done: true });
    const asked = discord.user(name).presses(message, 'loud');
    const place = name === 'anna' ? message : await asked.reply();
    await place.until(() => place.content.startsWith('LIGHT') || undefined, 'it is loud');
    expect(logged).toEqual([]);
  });

  it('is shown to others alone, and then in place', async () => {
    const world = await club();
    const { anna, ben } = world;
    const message = await weighed(world, anna);
    const own = await ben.presses(message, 'loud').reply();
    expect([own.content, own.ephemeral, anna.sees(own)]).toEqual([`LIGHT for <@${ben.id}>`, true, false]);
    expect(message.versions.at(-1)?.content).toBe(`light for <@${anna.id}>`);
    await ben.presses(own, 'first').acknowledged();
    await own.until(() => own.content.startsWith('light') || undefined, 'it is as at first');
    expect(world.discord.shownTo(ben)).toHaveLength(2);
  });

  it('is shared by whoever looks at it alone, and is then theirs', async () => {
    const world = await club();
    const { discord, anna, ben, service, logged } = world;
    const message = await weighed(world, anna);
    expect(message.labels).not.toContain('Share');
    const own = await ben.presses(message, 'loud').reply();
    const everybodys = await ben.presses(own, 'Share').replyThat(isDone, 'it is shared');
    expect(everybodys.content).toBe(`<@${ben.id}> shares this:\nLIGHT for <@${ben.id}>`);
    expect([anna.sees(everybodys), everybodys.labels.includes('Share'), [...everybodys.pings]]).toEqual([
      true,
      false,
      [],
    ]);
    await ben.presses(everybodys, 'first').acknowledged();
    await everybodys.until(() => everybodys.content.startsWith('light') || undefined, 'it is as at first');
    const annas = await anna.presses(everybodys, 'loud').reply();
    expect([annas.ephemeral, annas.content, annas.labels.at(-1)]).toEqual([true, `LIGHT for <@${anna.id}>`, 'Share']);
    expect(message.versions).toHaveLength(1);
    expect([service.asked.length, discord.shownTo(ben).length, logged]).toEqual([1, 3, []]);
  });

  it('is shared as it stands, also where it was picked or is as at first', async () => {
    const world = await club();
    const { anna, ben } = world;
    const message = await weighed(world, anna);
    const own = await ben.presses(message, 'first').reply();
    const first = await ben.presses(own, 'Share').replyThat(isDone, 'it is shared');
    expect(first.content).toContain(`\nlight for <@${ben.id}>`);
    await ben.picks(own, 'to loud').acknowledged();
    await own.until(() => own.content.startsWith('LIGHT') || undefined, 'it is loud');
    const loud = await ben.presses(own, 'Share').replyThat(isDone, 'it is shared');
    expect(loud.content).toContain(`\nLIGHT for <@${ben.id}>`);
  });

  it('is not shared beyond the limits, where Kibitz shall be silent, or when it is gone', async () => {
    const clock = { now: Date.now() };
    const store = makeStore({ now: () => clock.now });
    const limits = new Limits({ ...GENEROUS, user: { running: 1, hourly: 1 } }, () => clock.now);
    const world = await club({ store, limits, now: () => clock.now });
    const { discord, anna, ben } = world;
    const message = await weighed(world, anna);
    const own = await ben.presses(message, 'loud').reply();
    await ben.presses(own, 'Share').replyThat(one => isDone(one) && !one.ephemeral, 'it is shared');
    const late = await ben.presses(own, 'Share').reply();
    expect([late.content, late.ephemeral]).toEqual([
      say('limit.user-hourly', { most: 1, duration: '60 minutes' }),
      true,
    ]);
    store.settings.set(discord.places.guild.id, 'channels', ['123456789012345678']);
    const elsewhere = await ben.presses(own, 'Share').reply();
    expect([elsewhere.content, elsewhere.ephemeral]).toEqual([
      say('refused.channel', { channels: '<#123456789012345678>' }),
      true,
    ]);
    clock.now += REPORT_LIFE_MS + 1;
    const gone = await ben.presses(own, 'Share').reply();
    expect([gone.content, gone.ephemeral]).toEqual([say('end.expired'), true]);
  });

  it('is there after a restart', async () => {
    const folder = temporaryFolder();
    const first = await club({ store: makeStore({ folder }) });
    const { discord, anna, bot } = first;
    const message = await weighed(first, anna);
    await bot.close();
    const service = new HandService();
    await startBot(discord, { service, handlers: [weigh], commands: [weighCommand], store: makeStore({ folder }) });
    await anna.presses(message, 'loud').acknowledged();
    await message.until(() => message.content.startsWith('LIGHT') || undefined, 'it is loud');
    expect(service.asked).toEqual([]);
  });

  it('says that it has expired, and is asked again by whoever wants to', async () => {
    const clock = { now: Date.now() };
    const world = await club({ store: makeStore({ now: () => clock.now }) });
    const { anna, ben, service } = world;
    const message = await weighed(world, anna);
    clock.now += REPORT_LIFE_MS + 1;
    const told = await ben.presses(message, 'loud').reply();
    expect([told.content, told.ephemeral, told.labels]).toEqual([say('end.expired'), true, ['Run again']]);
    const again = ben.presses(told, 'Run again');
    const { options, resolve } = await service.job(1);
    expect(options.owner).toBe(`discord:${ben.id}`);
    resolve(EVALUATED);
    const fresh = await again.replyThat(isDone, 'it is done');
    expect([fresh.content, fresh.ephemeral]).toEqual([`light for <@${ben.id}>`, false]);
    clock.now += 400 * DAY;
    expect((await anna.presses(message, 'loud').reply()).content).toBe(say('end.forgotten'));
    expect((await anna.presses(fresh, 'longer').reply()).content).toBe(say('end.forgotten'));
  });

  it('that cannot be shown is told to the presser alone, and logged', async () => {
    const world = await club();
    const { anna, ben, logged } = world;
    const message = await weighed(world, anna);
    const told = await anna.presses(message, 'broken').followUp();
    expect([told.content, ben.sees(told)]).toEqual([say('fault.internal'), false]);
    await until(() => logged.length === 1, 'it is logged');
    expect(message.content).toBe(`light for <@${anna.id}>`);
  });
});

describe('a wish at a report', () => {
  it('is a new reply in the name of the presser, with a button and from a menu', async () => {
    const world = await club();
    const { anna, ben, service } = world;
    const message = await weighed(world, anna);
    for (const [index, wish] of [
      () => ben.presses(message, 'longer'),
      () => ben.picks(message, 'to longer'),
    ].entries()) {
      const asked = wish();
      const { options, resolve } = await service.job(index + 1);
      expect(options.owner).toBe(`discord:${ben.id}`);
      resolve(EVALUATED);
      const reply = await asked.replyThat(isDone, 'it is done');
      expect([reply.content, anna.sees(reply), reply === message]).toEqual([`lighter for <@${ben.id}>`, true, false]);
    }
    expect((await anna.presses(message, 'nonsense').reply()).content).toBe(say('unknown.button'));
    expect(message.versions).toHaveLength(1);
  });

  it('shows how far it is, in the language of the presser, and can be cancelled', async () => {
    const world = await club();
    const { discord, anna, service } = world;
    const message = await weighed(world, anna);
    const carla = discord.user('carla', { locale: 'de' });
    const asked = carla.presses(message, 'longer');
    const { options } = await service.job(1);
    options.onProgress?.({ kind: 'investigate', searches: 9, branches: 4, done: 1 });
    const progress = await asked.replyThat(({ content }) => content.includes('▰'), 'there is a bar');
    expect(progress.content).toMatch(/^Was gut aussieht.*1 von 4 Varianten\n▰{5}▱{15} 25\s%$/);
    await carla.presses(progress, 'Abbrechen').acknowledged();
    await asked.replyThat(({ content }) => content === 'Abgebrochen.', 'it is cancelled');
  });
});

describe('limits', () => {
  it('are told in private, with the time until the next, and are free again when it is over', async () => {
    const clock = { now: 1_000_000 };
    const limits = new Limits({ ...GENEROUS, user: { running: 1, hourly: 3 } }, () => clock.now);
    const world = await club({ limits, now: () => clock.now });
    const { anna, ben, service } = world;
    const first = anna.types('/weigh', { word: 'one' });
    (await service.job(0)).options.meter?.begun();
    const refused = await anna.types('/eval', { position: 'e4' }).reply();
    expect([refused.content, ben.sees(refused)]).toEqual([say('limit.user-running', { most: 1 }), false]);
    expect((await anna.types('/help').reply()).content).toContain('/weigh');
    await anna.presses(await first.reply(), 'Cancel').acknowledged();
    await first.replyThat(isDone, 'it is cancelled');
    // What ends badly has ended, too.
    const bad = await anna.types('/eval', { position: 'nothing' }).followUp();
    expect(bad.content).toContain('there is nothing to analyse');
    await weighed(world, anna);
    clock.now += 10 * 60_000;
    const late = await anna.types('/weigh', { word: 'four' }).reply();
    expect(late.content).toBe(say('limit.user-hourly', { most: 3, duration: '50 minutes' }));
    await weighed(world, ben);
  });

  it('are not touched by what Kibitz could not take on, nor by what was cancelled while it waited', async () => {
    const limits = new Limits({ ...GENEROUS, user: { running: 9, hourly: 1 }, server: { running: 9, hourly: 1 } });
    const world = await club({ limits });
    const { anna, service } = world;
    for (const code of ['busy', 'busy', 'engine-failed', 'crashed', 'internal'] as const) {
      const before = service.asked.length;
      const asked = anna.types('/weigh', { word: 'one' });
      (await service.job(before)).reject(new Fault(code, 'not now'));
      await asked.followUp();
    }
    const waits = anna.types('/weigh', { word: 'two' });
    await service.job(5);
    await anna.presses(await waits.reply(), 'Cancel').acknowledged();
    await waits.replyThat(isDone, 'it is cancelled');
    await weighed(world, anna);
    const refused = await anna.types('/weigh', { word: 'three' }).reply();
    expect(refused.content).toBe(say('limit.user-hourly', { most: 1, duration: '60 minutes' }));
  });

  it('are those of engines, too, and it is said when it is possible again', async () => {
    const clock = { now: 1_000_000 };
    const limits = new Limits({ ...GENEROUS, server: { ...GENEROUS.server, engineSeconds: 1800 } }, () => clock.now);
    const { anna, service } = await club({ limits, now: () => clock.now });
    const asked = anna.types('/weigh', { word: 'one' });
    const { resolve, options } = await service.job(0);
    resolve(EVALUATED);
    await asked.replyThat(isDone, 'it is done');
    clock.now += 20 * 60_000;
    options.meter?.spent(1_800_000);
    const gaps = (locale: string) => {
      const { duration } = voiceOf(locale);
      return { time: duration(30 * 60_000), duration: duration(40 * 60_000) };
    };
    const refused = await anna.types('/weigh', { word: 'two' }).reply();
    expect(refused.content).toBe(say('limit.server-engine', gaps('en-GB')));
    expect(refused.content).toContain(
      'for 30 minutes in an hour, which is the limit. I can take the next in 40 minutes.',
    );
    expect(voiceOf('de').say('limit.user-engine', gaps('de'))).toBe(
      'Deine Analysen haben die Engines in einer Stunde 30 Minuten lang beschäftigt, mehr geht nicht. Die nächste ist in 40 Minuten möglich.',
    );
  });

  it('are not for owners', async () => {
    const discord = await startDiscord();
    const anna = discord.user('anna');
    const limits = new Limits({ ...GENEROUS, user: { running: 1, hourly: 1 }, owners: [anna.id] });
    const service = new HandService();
    await startBot(discord, { service, limits, handlers: [weigh], commands: [weighCommand] });
    for (let i = 0; i < 3; i++) await weighed({ service }, anna);
  });
});

describe('the channels of a server', () => {
  it('are the only ones where Kibitz answers in public', async () => {
    const store = makeStore();
    const world = await club({ store });
    const { discord, anna } = world;
    const message = await weighed(world, anna);
    const elsewhere = '123456789012345678';
    store.settings.set(discord.places.guild.id, 'channels', [elsewhere]);
    const refusal = say('refused.channel', { channels: `<#${elsewhere}>` });
    for (const asked of [anna.types('/weigh', { word: 'x' }), anna.presses(message, 'longer')]) {
      const told = await asked.reply();
      expect([told.content, told.ephemeral]).toEqual([refusal, true]);
    }
    expect((await anna.types('/help').reply()).content).toContain('/weigh');
    store.settings.set(discord.places.guild.id, 'channels', [elsewhere, discord.places.channel.id]);
    await weighed(world, anna);
  });
});
