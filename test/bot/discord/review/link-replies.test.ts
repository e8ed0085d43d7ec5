import { GatewayIntentBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { DiscordBotOptions } from '../../../../src/bot/discord/bot.ts';
import type { ReportHandler } from '../../../../src/bot/discord/core/context.ts';
import { evalCommand } from '../../../../src/bot/discord/position/commands.ts';
import { LichessClient } from '../../../../src/lichess/client.ts';
import { gameOf } from '../../../../src/lichess/find.ts';
import { EVALUATED, HandService, isDone, makeBot, makeStore, startBot } from '../../../support/discord/bot.ts';
import type { Discord } from '../../../support/discord/discord.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import { weigh } from '../../../support/discord/weigh-handler.ts';
import { answer } from '../../../support/lichess/mishaps.ts';
import { lichessPgn } from '../../../support/lichess/pgn.ts';
import { startLichess } from '../../../support/lichess/start.ts';
import { until } from '../../../support/processes.ts';

/** Links to games that users post, and the replies to them. */

const ID = 'abcdefgh';
const LINK = `https://lichess.org/${ID}`;

const review: ReportHandler<{ word: string }> = {
  ...weigh,
  kind: 'review',
  about: found => ({ word: `review of ${gameOf(found).names.white} by ${found.side}` }),
};

async function club(options: Partial<DiscordBotOptions> = {}) {
  const discord = await startDiscord();
  const service = new HandService();
  const lichess = await startLichess();
  lichess.games.set(ID, lichessPgn(ID, '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#', { Black: '*Ben*' }));
  const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
  const store = makeStore();
  const given = { service, store, lichess: client, linkReplies: true, handlers: [review], commands: [evalCommand] };
  const running = await startBot(discord, { ...given, ...options });
  return { discord, service, lichess, store, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

/** What Kibitz wrote without being asked. */
const replies = ({ messages, bot }: Discord) =>
  [...messages.values()].filter(({ author, asked }) => author.id === bot.id && !asked);

/** Whatever was posted before has been dealt with when this is. */
async function settled({ discord, service, anna }: Awaited<ReturnType<typeof club>>) {
  const before = service.asked.length;
  const asked = anna.types('/eval', { position: 'e4' });
  (await service.job(before)).resolve(EVALUATED);
  await asked.replyThat(isDone, 'it is done');
  return replies(discord);
}

describe('a posted link', () => {
  it('gets one reply with the final board, the result, and a review for whoever wants it', async () => {
    const world = await club();
    const { discord, service, anna, ben, logged } = world;
    anna.says(`look at my game: <${LINK}/black>!`);
    await until(() => replies(discord).length === 1, 'there is a reply');
    const [reply] = replies(discord);
    if (!reply) throw new Error('no reply');
    expect(reply.content).toBe('**Anna** (1710) – **\\*Ben\\*** (1695): 1-0');
    expect(reply.attachments[0]?.description).toMatch(/^Board.*checkmate/i);
    expect([reply.labels, [...reply.pings]]).toEqual([['Review'], []]);
    const asked = ben.presses(reply, 'Review');
    const { options, resolve } = await service.job();
    expect(options.owner).toBe(`discord:${ben.id}`);
    resolve(EVALUATED);
    expect((await asked.replyThat(isDone, 'it is done')).content).toBe(`review of Anna by black for <@${ben.id}>`);
    expect(logged).toEqual([]);
  });

  it('gets one reply, whatever Discord says about it', async () => {
    const world = await club();
    world.discord.fails(/POST \/channels\/\d+\/messages/, { status: 502 }, { done: true });
    world.anna.says(LINK);
    await until(() => world.discord.requestsTo(/POST \/channels\/\d+\/messages/).length === 2, 'it is sent again');
    expect(await settled(world)).toHaveLength(1);
  });

  it.each([
    ['to anything else', 'https://lichess.org/@/anna and https://example.org/abcdefgh'],
    ['to nothing', 'hello, 1. e4 e5'],
    ['to a game that is not there', 'https://lichess.org/zzzzzzzz'],
  ])('%s gets none', async (_, text) => {
    const world = await club();
    world.anna.says(text);
    expect([await settled(world), world.logged]).toEqual([[], []]);
  });

  it('to a game that is being played gets none: nobody is helped', async () => {
    const world = await club();
    world.lichess.games.set(ID, lichessPgn(ID, '1. e4 e5', { Result: '*', Termination: 'Unterminated' }));
    world.anna.says(LINK);
    await until(() => world.lichess.seen.length === 1, 'Lichess was asked');
    expect([await settled(world), world.logged]).toEqual([[], []]);
  });

  it('gets none from another bot, on servers that do not want it, and in other channels', async () => {
    const world = await club();
    const { discord, store, anna } = world;
    const robot = discord.user('robot');
    robot.account.bot = true;
    robot.says(LINK);
    const server = discord.places.guild.id;
    expect(await settled(world)).toEqual([]);
    store.settings.set(server, 'linkReplies', false);
    anna.says(LINK);
    expect(await settled(world)).toEqual([]);
    store.settings.reset(server, 'linkReplies');
    store.settings.set(server, 'channels', ['123456789012345678']);
    anna.says(LINK);
    await anna.types('/eval', { position: 'e4' }).reply();
    expect([replies(discord), world.lichess.seen]).toEqual([[], []]);
  });

  it('while Lichess is down: one line in the log', async () => {
    const world = await club();
    world.lichess.mishaps.push(answer(503));
    world.anna.says(LINK);
    await until(() => world.logged.length === 1, 'it is logged');
    expect(world.logged).toMatchObject([{ msg: 'a posted link could not be answered' }]);
  });
});

describe('reading messages', () => {
  it('is not asked for unless the owner wants it', async () => {
    const world = await club({ linkReplies: false });
    world.anna.says(LINK);
    expect(await settled(world)).toEqual([]);
    const discord = await startDiscord({ allowedIntents: GatewayIntentBits.Guilds });
    await startBot(discord);
    const { bot } = makeBot(discord, { linkReplies: true });
    await expect(bot.start()).rejects.toThrow(/does not allow this bot the intents/);
  });
});
