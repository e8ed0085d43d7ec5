import { describe, expect, it } from 'vitest';
import { review } from '../../../present/reviews.ts';
import { HandService } from '../../../support/discord/bot.ts';
import { answer } from '../../../support/lichess/mishaps.ts';
import { until } from '../../../support/processes.ts';
import { club, game, pass, passUntil, play, posts } from '../watch/club.ts';

/** The games of Kibitz itself on Lichess, reviewed in a channel. */

const MATE = 'f2f3 e7e5 g2g4 d8h4';
const REPORT = review('f3 e5 g4 Qh4#', { headers: { White: 'Wanda', Black: 'Kibitz', Result: '0-1' } });
const PLAYER = { name: 'Kibitz', invite: () => Promise.reject(new Error('nobody wants to play')) };

/** With a channel for reviews; what is given stands instead. */
async function reviewing(changes: { reviewChannel?: string | undefined } = {}) {
  const world = await club();
  const reviewChannel = world.discord.places.channel.id;
  return { ...world, ...(await world.restart({ reviewChannel, lichessBot: PLAYER, ...changes })) };
}

describe('a game that Kibitz has played on Lichess', () => {
  it('is reviewed in the channel for that: the curve, the annotated game, and buttons that work', async () => {
    const world = await reviewing();
    const { bot, discord, lichess, service, store, anna, logged } = world;
    play(game(lichess, 'abcdefgh', { black: 'Kibitz' }), MATE);
    bot.postReview('abcdefgh');
    bot.postReview('abcdefgh');
    const { job, options, resolve } = await service.job();
    expect([job.kind, options.priority]).toEqual(['review', 'background']);
    resolve(REPORT);
    await until(() => posts(discord).length === 1, 'there is a review');
    const [message] = posts(discord);
    if (!message) throw new Error('no review');
    expect(message.content).toBe(`**Wanda** (1710) – **Kibitz** (1695): 0-1 · <${lichess.url}/abcdefgh>`);
    expect(message.attachments.map(({ filename }) => filename)).toEqual(['evaluation.png', 'Wanda-Kibitz.pgn']);
    expect([message.text.includes('Phases') || message.text.includes('Accuracy'), [...message.pings]]).toEqual([
      true,
      [],
    ]);
    const shown = await anna.presses(message, 'GIF').reply();
    expect([shown.attachments[0]?.filename, shown.ephemeral]).toEqual(['game.gif', true]);
    expect([service.asked.length, store.notes.under('review-due:'), logged]).toEqual([1, [], []]);
  });

  it('comes after a restart in the middle of it, once', async () => {
    const world = await reviewing();
    const { bot, discord, lichess, service, restart } = world;
    play(game(lichess, 'abcdefgh', { black: 'Kibitz' }), MATE);
    bot.postReview('abcdefgh');
    await service.job();
    await bot.close();
    const second = new HandService();
    await restart({ service: second, reviewChannel: discord.places.channel.id, lichessBot: PLAYER });
    (await second.job()).resolve(REPORT);
    await until(() => posts(discord).length === 1, 'there is a review');
  });

  it('waits for Lichess, which may hear of the end a moment later', async () => {
    const world = await reviewing();
    const { bot, discord, lichess, service, logged } = world;
    const round = game(lichess, 'abcdefgh', { black: 'Kibitz' });
    bot.postReview('abcdefgh');
    await until(() => lichess.seen.length === 1, 'Lichess was asked');
    lichess.faults.script(/export/, answer(503), { times: 2 });
    play(round, MATE);
    await pass(world, 80_000);
    await passUntil(world, () => service.asked[0], 'it is reviewed');
    service.asked[0]?.resolve(REPORT);
    await until(() => posts(discord).length === 1, 'there is a review');
    expect(logged).toEqual([]);
  });

  it('in which nothing was played is not worth a word, nor is any where there is no channel', async () => {
    const world = await reviewing();
    const { bot, discord, lichess, service, store } = world;
    game(lichess, 'abcdefgh').abort();
    bot.postReview('abcdefgh');
    await passUntil(world, () => (store.notes.under('review-due:').length === 0 ? true : undefined), 'it is put aside');
    expect([posts(discord), service.asked]).toEqual([[], []]);
    const quiet = await reviewing({ reviewChannel: undefined });
    quiet.bot.postReview('abcdefgh');
    await pass(quiet, 1_000);
    expect([quiet.lichess.seen, quiet.logged]).toEqual([[], []]);
  });

  it('that cannot be told is logged, and the next one comes all the same', async () => {
    const world = await reviewing();
    const { bot, discord, lichess, service, logged } = world;
    for (const id of ['aaaaaaaa', 'bbbbbbbb']) play(game(lichess, id, { black: 'Kibitz' }), MATE);
    discord.fails(/POST \/channels/, { status: 403, body: { message: 'Missing Permissions', code: 50013 } });
    for (const id of ['aaaaaaaa', 'bbbbbbbb']) bot.postReview(id);
    for (const index of [0, 1]) (await service.job(index)).resolve(REPORT);
    await until(() => posts(discord).length === 1, 'there is a review');
    expect(logged).toMatchObject([{ msg: 'a game could not be reviewed', game: 'aaaaaaaa' }]);
  });
});
