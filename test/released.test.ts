import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ButtonStyle, ComponentType, InteractionResponseType, InteractionType } from 'discord.js';
import { expect, it } from 'vitest';
import { readConfig } from '../src/app/config.ts';
import { discordPages } from '../src/app/pages.ts';
import { Limits } from '../src/bot/limits.ts';
import { LichessClient } from '../src/lichess/client.ts';
import type { JobResult } from '../src/service/jobs.ts';
import { STORE_FILE } from '../src/store/file.ts';
import { VISITORS } from '../src/store/reports.ts';
import { Asked } from './support/discord/asked.ts';
import { GENEROUS, HandService, isDone, makeStore, startBot } from './support/discord/bot.ts';
import type { Discord } from './support/discord/discord.ts';
import { snowflake } from './support/discord/ids.ts';
import { Message } from './support/discord/message.ts';
import { startDiscord } from './support/discord/start.ts';
import type { User } from './support/discord/user.ts';
import { startLichess } from './support/lichess/start.ts';
import { temporaryFolder } from './support/settings.ts';
import { tasks } from './support/tasks.ts';

/**
 * The database of version 0.1.0, with today's store and today's bot on it. That version has written it twice: what it kept
 * at first is added to what it kept at last, with later dates, and the name of the machine is another.
 */

/** As Discord knows them: the ids that stand in the database. */
const IDS = {
  application: '1572848259322347521',
  server: '1572848259322347522',
  channel: '1572848259326541827',
  user: '1572848259871801352',
};
/** The two questions over which the bot was killed. */
const MATCH = { id: '1572848380554510392', token: 'yrEPBh6bj42gPFUs-XrC-gV_piVGHNM9' };
const ANALYSIS = { id: '1572848448368017475', token: 'bLKiFrREtfQC2RKFJqn9B8VvWF0CtVjI' };
/** A minute after the last sign of life of that bot. */
const NOW = 1_795_066_753_055;

/** By the id of the report: the start of its first view, and the file of its page, where it has one. */
const SHOWN: [id: string, start: string, page: string | null][] = [
  ['00b0VsfreOS5B_r0R_hIwA', 'Black to move, rated 1800\nf5 gives people rated 1800 the best chances', 'position.html'],
  ['iys8QDjHrQT8WGtW5fMTfA', '**anna (1500) beat ben (1500) by checkmate in 7 moves. Italian Game', 'game.html'],
  ['6EYYRp7Aiz8fn_WXNyru7Q', 'Best is Nxe5 (depth 8: -2.3). 61% of 1800s play it.\nBxd1 seems to win the queen', null],
];
/** Of this analysis the file has three copies; they differ in their owners and in the rating of the question. */
const COPIES = [
  ['JkFniuZtBzj8_2_udTztTw', '100000000000000001', 1500],
  ['KclePPzNtv_VvqsICa_wHQ', VISITORS, 1800],
  ['EXDrVEA6DImPklH9XFm8pg', 'command line', 1700],
] as const;
/** It was interrupted: there is its question alone. */
const EMPTY = 'bXPbZxOvbeoFmhS0onBjtw';

function releasedStore() {
  const folder = temporaryFolder();
  const file = readFileSync(new URL('data/released/kibitz.sqlite.gz', import.meta.url));
  writeFileSync(join(folder, STORE_FILE), gunzipSync(file));
  return makeStore({ folder, now: () => NOW });
}

/** A Discord in which the released version was, and its user. */
async function sameDiscord(): Promise<{ discord: Discord; anna: User }> {
  const discord = await startDiscord();
  discord.bot.id = IDS.application;
  discord.places.guild.id = IDS.server;
  Object.assign(discord.places.channel, { id: IDS.channel, guildId: IDS.server });
  const anna = discord.user('anna', { permissions: 32n });
  anna.account.id = IDS.user;
  return { discord, anna };
}

/** A command that the released version has acknowledged, and no more. */
async function acknowledged(
  discord: Discord,
  user: User,
  { id, token }: { id: string; token: string },
): Promise<Asked> {
  const type = InteractionType.ApplicationCommand;
  const asked = new Asked({ id, token, type, user, channelId: IDS.channel, source: undefined, ahead: 0 });
  discord.asked.set(token, asked);
  await fetch(`${discord.api}/v10/interactions/${id}/${token}/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: InteractionResponseType.DeferredChannelMessageWithSource }),
  });
  return asked;
}

/** A message of the released version that has a button, with the custom id that it wrote. */
function oldMessage({ bot, messages }: Discord, customId: string): Message {
  const message = new Message({ id: snowflake(), channelId: IDS.channel, author: bot, at: NOW });
  const button = {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: 'old',
    custom_id: customId,
  };
  const components = [{ type: ComponentType.ActionRow, components: [button] }];
  message.edit({ at: NOW, content: '', embeds: [], attachments: [], components }, undefined);
  messages.set(message.id, message);
  return message;
}

it('what the released version has stored is read, shown and finished', async () => {
  const store = releasedStore();
  const { discord, anna } = await sameDiscord();
  const [match, analysis] = [await acknowledged(discord, anna, MATCH), await acknowledged(discord, anna, ANALYSIS)];

  // Read.
  for (const [id, owner, rating] of COPIES)
    expect(store.reports.get(id)).toMatchObject({
      ...{ owner, kind: 'analyze', question: { params: { rating } } },
      report: { kind: 'expected', moves: expect.arrayContaining([expect.objectContaining({ san: 'Qa5+' })]) },
    });
  expect(store.reports.get(EMPTY)).toMatchObject({ question: { params: { rating: 1600 } }, report: null });
  expect(store.links.get('100000000000000001')).toMatchObject({ name: 'anna', ratings: { blitz: 1500 } });
  expect(store.links.get(IDS.user)).toMatchObject({ name: 'Anna_L', ratings: { blitz: 1640, rapid: 1640 } });
  expect(store.notes.get('commands')).toBe('abc');
  expect(store.settings.of(IDS.server)).toMatchObject({ rating: 1800, depth: 6, theme: 'green', linkReplies: true });
  const [watch] = store.watches.in(IDS.channel);
  expect(watch).toMatchObject({ kind: 'user', target: 'Boris', owner: IDS.user, last: 'aaaaaaaa' });
  expect(store.watches.messages(watch?.id ?? '')).toMatchObject([{ game: 'aaaaaaaa' }]);

  // What was in flight is finished, in its own message.
  const config = readConfig({});
  if (!config.ok) throw new Error(config.message);
  const service = new HandService();
  const limits = new Limits({ ...GENEROUS, owners: [IDS.user] });
  const pages = discordPages(config.value, tasks);
  const loopback = await startLichess();
  loopback.account('Boris');
  const lichess = new LichessClient({ url: loopback.url, userAgent: 'test' });
  const { logged } = await startBot(discord, { service, store, lichess, limits, pages, now: () => NOW });
  const resumed = await service.until(
    () => service.asked.find(({ job }) => job.kind === 'expected'),
    'the analysis has been taken up',
  );
  expect(resumed.job).toMatchObject({
    input: { moves: ['d2d4', 'd7d5', 'c2c4'] },
    params: { threshold: 0.1, depth: 5, loss: -0.1, rating: 1640, opponentRating: 1640 },
  });
  const stored = store.reports.get(COPIES[0][0]);
  if (!stored || stored === 'expired') throw new Error('there is no report');
  resumed.resolve(stored.report as JobResult);
  const answer = await analysis.replyThat(message => isDone(message) && message.attachments.length > 0, 'it is done');
  expect(answer.labels).toContain('Flip');
  expect(service.asked.map(({ job }) => job.kind)).toContain('match');
  await match.reply();

  // Buttons of old messages show the reports, and hand out their pages.
  for (const [id, start, page] of SHOWN) {
    const message = oldMessage(discord, `k1:view:${id}:first`);
    anna.presses(message, 'old');
    await message.until(() => !message.labels.includes('old') || undefined, 'the report is shown');
    expect(message.text.slice(0, start.length)).toBe(start);
    expect(message.attachments).not.toEqual([]);
    if (page === null) continue;
    const file = await anna.presses(message, 'Open in a browser').replyThat(isDone, 'the page is there');
    expect(file.attachments.map(({ filename }) => filename)).toEqual([page]);
    expect(file.attachments[0]?.bytes.toString()).toMatch(/^<!doctype html>/);
  }
  const before = service.asked.length;
  anna.presses(oldMessage(discord, `k1:again:${EMPTY}`), 'old');
  expect((await service.job(before)).job).toMatchObject({ kind: 'expected', params: { rating: 1600 } });

  // Commands go on with what is there.
  const reply = async (command: string) => (await anna.types(command).replyThat(isDone, command)).text;
  expect(await reply('/settings')).toMatch(/Rating: 1800\nBoard: Green\nDepth: 6\n/);
  expect(await reply('/play')).toMatch(/plays White against Maia, rated 1500\.\nYou already have a game here/);
  expect(await reply('/unwatch')).toBe('I no longer follow this here: Games of Boris');

  // New reports come in beside the old ones.
  const added = store.reports.put({ a: 1 }, { owner: VISITORS, kind: 'analyze', question: {} });
  expect(store.reports.get(added)).toMatchObject({ report: { a: 1 } });
  expect(logged).toEqual([]);
});
