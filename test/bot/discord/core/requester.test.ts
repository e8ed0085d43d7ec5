import { describe, expect, it } from 'vitest';
import { boardCommand, evalCommand } from '../../../../src/bot/discord/position/commands.ts';
import { phasesCommand } from '../../../../src/bot/discord/review/command.ts';
import { Limits } from '../../../../src/bot/limits.ts';
import { LichessClient } from '../../../../src/lichess/client.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import { isDone, startBot } from '../../../support/discord/bot.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import type { User } from '../../../support/discord/user.ts';
import { lichessPgn } from '../../../support/lichess/pgn.ts';
import { startLichess } from '../../../support/lichess/start.ts';
import { until } from '../../../support/processes.ts';

/** What Lichess is asked on behalf of people is counted, also where no engine is. */

const ID = 'abcdefgh';
const LINK = `https://lichess.org/${ID}`;
const HOUR_MS = 60 * 60_000;

async function club(user: number, server: number) {
  const discord = await startDiscord();
  const lichess = await startLichess();
  lichess.games.set(ID, lichessPgn(ID, '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#'));
  let now = Date.parse('2025-01-01');
  const hourly = { user: { running: 3, hourly: user }, server: { running: 10, hourly: server } };
  const fetches = new Limits({ ...hourly, owners: [discord.user('owner').id] }, () => now);
  const given = { lichess: new LichessClient({ url: lichess.url, userAgent: 'test' }), fetches, now: () => now };
  const commands = [boardCommand, phasesCommand, evalCommand];
  const running = await startBot(discord, { ...given, linkReplies: true, commands });
  const passes = (ms: number) => {
    now += ms;
  };
  return { discord, lichess, passes, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

const board = (user: User, position = LINK) => user.types('/board', { position });
const isDrawn = (asked: ReturnType<typeof board>) => asked.replyThat(isDone, 'it is drawn');

describe('requests to Lichess', () => {
  it('are counted for each user, whatever they are for; what leads there not is free', async () => {
    const { anna, ben, lichess, passes, logged } = await club(2, 100);
    await isDrawn(board(anna));
    await anna.types('/phases', { game: LINK }).replyThat(isDone, 'it is told');
    const sentence = voiceOf('en-GB').say('fetch.user-hourly', {
      most: 2,
      duration: voiceOf('en-GB').duration(HOUR_MS),
    });
    for (const asked of [board(anna), anna.types('/eval', { position: LINK })])
      expect((await asked.followUp()).content).toBe(sentence);
    expect((await isDrawn(board(anna, 'e4 e5'))).attachments).toHaveLength(1);
    expect((await isDrawn(board(ben))).attachments).toHaveLength(1);
    expect(lichess.seen).toHaveLength(3);
    passes(HOUR_MS);
    expect((await isDrawn(board(anna))).attachments).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it('are counted for each server, in German, too; those who run Kibitz have no limit', async () => {
    const { discord, anna, lichess } = await club(100, 1);
    await isDrawn(board(anna));
    const told = await board(discord.user('carl', { locale: 'de' })).followUp();
    expect(told.content).toContain('in einer Stunde schon 1-mal für diesen Server gefragt');
    for (let time = 0; time < 2; time++) await isDrawn(board(discord.user('owner')));
    expect(lichess.seen).toHaveLength(3);
  });

  it('for links that are posted are counted, too, and end without a word', async () => {
    const { discord, anna, lichess, logged } = await club(1, 100);
    anna.says(LINK);
    const replies = () =>
      [...discord.messages.values()].filter(({ author, asked }) => author.id === discord.bot.id && !asked);
    await until(() => replies().length === 1, 'there is a reply');
    anna.says(LINK);
    await isDrawn(board(anna, 'e4'));
    expect([replies().length, lichess.seen.length, logged]).toEqual([1, 1, []]);
  });
});
