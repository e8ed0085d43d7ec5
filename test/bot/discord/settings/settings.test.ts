import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { pack } from '../../../../src/base/json.ts';
import type { DiscordBotOptions } from '../../../../src/bot/discord/bot.ts';
import type { ReportHandler } from '../../../../src/bot/discord/core/context.ts';
import { LichessClient } from '../../../../src/lichess/client.ts';
import { gameOf } from '../../../../src/lichess/find.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import { DEFAULT_SETTINGS } from '../../../../src/store/settings.ts';
import type { Asked } from '../../../support/discord/asked.ts';
import { isDone, makeStore, startBot } from '../../../support/discord/bot.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import { weigh } from '../../../support/discord/weigh-handler.ts';
import { answer } from '../../../support/lichess/mishaps.ts';
import { lichessPgn } from '../../../support/lichess/pgn.ts';
import { startLichess } from '../../../support/lichess/start.ts';

/** What servers and people tell Kibitz about themselves. */

const { say } = voiceOf('en-GB');
const done = (asked: Asked) => asked.replyThat(isDone, 'it is done');

/** Says what it is asked about. */
const review: ReportHandler<{ word: string }> = {
  ...weigh,
  kind: 'review',
  about: found => ({ word: `${gameOf(found).names.white} seen by ${found.side}` }),
  run: async ({ word }) => pack({ word }),
  show: async (_, { report }) => ({ content: (report as { word: string }).word }),
};

async function club(options: Partial<DiscordBotOptions> = {}) {
  const discord = await startDiscord();
  const store = makeStore();
  const lichess = await startLichess();
  const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
  const running = await startBot(discord, { store, lichess: client, ...options });
  const boss = discord.user('boss', { permissions: PermissionFlagsBits.ManageGuild });
  const settings = () => store.settings.of(discord.places.guild.id);
  return { discord, store, lichess, boss, anna: discord.user('anna'), ben: discord.user('ben'), settings, ...running };
}

describe('/settings', () => {
  it('shows what there is, to those who manage the server', async () => {
    const { boss, anna } = await club();
    const message = await done(boss.types('/settings'));
    expect(message.content).toBe(
      [
        '**Settings of this server**',
        'Rating: 1500',
        'Board: Brown',
        'Depth: 15',
        'Replies to links: on',
        'Channels: all channels',
        '',
        say('settings.no-intent'),
      ].join('\n'),
    );
    expect(anna.sees(message)).toBe(false);
  });

  it('changes what is given, and shows it', async () => {
    const { boss, settings } = await club();
    const given = { rating: 1800, theme: 'blue', depth: 20, 'link-replies': false };
    const { content } = await done(boss.types('/settings', given));
    expect(settings()).toEqual({ rating: 1800, theme: 'blue', depth: 20, linkReplies: false, channels: 'all' });
    expect(content).toContain('**Rating: 1800**\n**Board: Blue**\n**Depth: 20**\n**Replies to links: off**\nChannels:');
    await done(boss.types('/settings', { reset: true }));
    expect(settings()).toEqual(DEFAULT_SETTINGS);
    expect(() => boss.types('/settings', { rating: 100 })).toThrow('a number from 600 to 2600');
  });

  it('is for those who manage the server, and for servers', async () => {
    const { discord, anna, settings } = await club();
    const refused = await done(anna.types('/settings', { rating: 1800 }));
    expect([refused.content, refused.ephemeral]).toEqual([say('refused.manage-server'), true]);
    const alone = discord.user('alone', { place: 'dm', permissions: PermissionFlagsBits.ManageGuild });
    expect((await done(alone.types('/settings', { rating: 1800 }))).content).toBe(say('refused.server-only'));
    expect(settings()).toEqual(DEFAULT_SETTINGS);
  });

  it('changes how boards look', async () => {
    const { boss, anna } = await club();
    const draw = async (options: object = {}) =>
      (await done(anna.types('/board', { position: 'e4', ...options }))).attachments[0]?.bytes.toString('base64');
    const green = await draw({ theme: 'green' });
    expect(await draw()).not.toBe(green);
    await done(boss.types('/settings', { theme: 'green' }));
    expect(await draw()).toBe(green);
  });
});

describe('/link', () => {
  const user = (rest: object) => JSON.stringify({ id: 'anna', username: 'Anna', ...rest });

  it('remembers who somebody is on Lichess, and how strong', async () => {
    const { store, lichess, anna } = await club();
    const perfs = {
      blitz: { games: 200, rating: 1710, rd: 45, prog: 3 },
      rapid: { games: 12, rating: 1805, rd: 80, prog: 0, prov: true },
      bullet: { games: 0, rating: 1500, rd: 500, prog: 0, prov: true },
      storm: { runs: 3, score: 20 },
    };
    lichess.users.set('anna', user({ perfs }));
    for (const name of ['anna', '@Anna', 'https://lichess.org/@/anna']) {
      const message = await done(anna.types('/link', { lichess: name }));
      expect([message.content, message.ephemeral]).toEqual([
        say('link.linked', { name: 'Anna', ratings: 'blitz 1710 and rapid 1805' }),
        true,
      ]);
    }
    expect(store.links.get(anna.id)).toMatchObject({ name: 'Anna', ratings: { blitz: 1710, rapid: 1805 } });
    expect((await done(anna.types('/link'))).content).toBe(say('link.unlinked'));
    expect((await done(anna.types('/link'))).content).toBe(say('link.none'));
    expect(store.links.get(anna.id)).toBeUndefined();
  });

  it.each([
    ['nobody', 'ghost', say('link.unknown', { name: 'ghost' })],
    ['no name at all', '../../api/x', say('link.no-name')],
    ['somebody who has left', 'gone', say('link.closed', { name: 'gone' })],
  ])('says in one sentence what is wrong: %s', async (_, name, sentence) => {
    const { store, lichess, anna, logged } = await club();
    lichess.users.set('gone', JSON.stringify({ id: 'gone', username: 'gone', disabled: true }));
    const { content } = await done(anna.types('/link', { lichess: name }));
    expect(content.replace(/\\(.)/g, '$1')).toBe(sentence);
    expect([store.links.get(anna.id), logged]).toEqual([undefined, []]);
    expect(lichess.seen.every(({ path }) => path.startsWith('/api/user/'))).toBe(true);
  });

  it('shows the last game, which can be reviewed from the side of whoever played it', async () => {
    const { lichess, anna, ben, logged } = await club({ handlers: [review] });
    lichess.users.set('anna', user({ perfs: {} }));
    const pgn = lichessPgn('abcdefgh', '1. e4 e5', { White: '*Carl*', Black: 'Anna' });
    lichess.games.set('abcdefgh', pgn);
    const message = await done(anna.types('/link', { lichess: 'anna' }));
    expect(message.content.split('\n')).toEqual([
      say('link.unrated', { name: 'Anna' }),
      say('link.last-game', { game: '**\\*Carl\\*** (1710) – **Anna** (1695): 1-0' }),
    ]);
    expect([message.labels, ben.sees(message)]).toEqual([['Review'], false]);
    expect((await done(anna.presses(message, 'Review'))).content).toBe('*Carl* seen by black');
    expect(logged).toEqual([]);
  });

  it('does not need the last game', async () => {
    const { store, lichess, anna, logged } = await club();
    lichess.users.set('anna', user({ perfs: {} }));
    for (const text of ['', 'Hello', lichessPgn('abcdefgh', '1. e4 e5 2. Ke3')]) {
      lichess.faults.script(/games/, answer(200, text));
      const message = await done(anna.types('/link', { lichess: 'anna' }));
      expect([message.content, message.labels]).toEqual([say('link.unrated', { name: 'Anna' }), []]);
    }
    expect([store.links.get(anna.id)?.name, logged]).toEqual(['Anna', []]);
  });

  it('knows people who have not played, and Lichess on a bad day', async () => {
    const { lichess, anna } = await club();
    lichess.users.set('anna', user({ perfs: {} }));
    expect((await done(anna.types('/link', { lichess: 'anna' }))).content).toBe(say('link.unrated', { name: 'Anna' }));
    lichess.users.set('odd', '<html>');
    expect((await done(anna.types('/link', { lichess: 'odd' }))).content).toBe(say('fault.lichess-failed'));
    lichess.mishaps.push(answer(503));
    expect((await done(anna.types('/link', { lichess: 'anna' }))).content).toBe(say('fault.lichess-failed'));
    // A token that is no longer good is nothing that people on Discord have to know.
    lichess.mishaps.push(answer(401));
    expect((await done(anna.types('/link', { lichess: 'anna' }))).content).toBe(say('fault.lichess-refused'));
  });
});
