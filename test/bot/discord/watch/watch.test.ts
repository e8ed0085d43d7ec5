import { isDeepStrictEqual } from 'node:util';
import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import { isDone } from '../../../support/discord/bot.ts';
import type { Message } from '../../../support/discord/message.ts';
import { answer } from '../../../support/lichess/mishaps.ts';
import { type Club, club, game, pass, passUntil, picture, play, posts } from './club.ts';

/** Live games in a channel, as members of the server see them. */

const { say } = voiceOf('en-GB');
const LINK = 'https://lichess.org';

/** The message of the game, once it shows this. */
const shows = (world: Club, what: RegExp, index = 0): Promise<Message> =>
  passUntil(
    world,
    () => {
      const message = posts(world.discord)[index];
      return message && what.test(`${message.content}\n${picture(message)}`) ? message : undefined;
    },
    `a message that shows ${what}`,
  );

/** Once these are followed, and nothing else. */
const follows = (world: Club, targets: string[]): Promise<boolean> =>
  passUntil(
    world,
    () =>
      isDeepStrictEqual(
        world.store.watches.all().map(({ target }) => target),
        targets,
      ) || undefined,
    `only ${targets.join(', ') || 'nothing'} is followed`,
  );

/** When each edit came, by the clock that counts. */
function editsOf(message: Message, { clock }: Club): number[] {
  const times: number[] = [];
  const edit = message.edit.bind(message);
  message.edit = (...args) => {
    times.push(clock.now());
    edit(...args);
  };
  return times;
}

const ITALIAN = 'e2e4 e7e5 g1f3 b8c6 f1c4 g8f6';

describe('/watch with a game', () => {
  it('shows it in one message, three moves behind and unjudged, to its end with the last position and a review', async () => {
    const world = await club();
    const { discord, lichess, anna, ben, service, logged } = world;
    const round = game(lichess, 'abcdefgh');
    play(round, ITALIAN);
    const asked = anna.types('/watch', { game: `${LINK}/abcdefgh/black` });
    const message = await shows(world, /Wanda/);
    const told = await asked.replyThat(isDone, 'it is told');
    expect([told.content, told.ephemeral]).toEqual([say('watch.game'), true]);
    expect(picture(message)).toMatch(/Black to move.*Last move: knight g1 to f3/);
    expect(message.content).toContain(say('watch.behind'));
    expect(message.content).toContain('Blitz, rated · <http://127.0.0.1');
    expect([...message.pings]).toEqual([]);
    play(round, 'f3g5');
    await shows(world, /Last move: knight b8 to c6/);
    play(round, 'd7d5 e4d5 c6a5 c4b5 c7c6 d5c6 b7c6');
    round.resign('white');
    await shows(world, /White resigned: Black won/);
    expect(picture(message)).toMatch(/Last move: pawn b7 to c6/);
    expect([posts(discord).length, message.labels]).toEqual([1, ['Review']]);
    await follows(world, []);
    expect(service.asked).toEqual([]);
    ben.presses(message, 'Review');
    expect((await service.job()).job.kind).toBe('review');
    expect(logged).toEqual([]);
  });

  it('is edited every three seconds at the most, whatever happens, and the last position is shown', async () => {
    const world = await club();
    const round = game(world.lichess, 'abcdefgh');
    world.anna.types('/watch', { game: 'abcdefgh' });
    const message = await shows(world, /Wanda/);
    const times = editsOf(message, world);
    const back = ['g1f3 b8c6', 'f3g1 c6b8'];
    for (const moves of ['e2e4 e7e5', ...back, 'b1c3 g8f6', 'c3b1 f6g8', ...back.slice(0, 1)]) {
      for (const uci of moves.split(' ')) {
        play(round, uci);
        await pass(world, 1_000);
      }
    }
    play(round, 'f1b5 d7d6 b5c6');
    round.resign('black');
    await shows(world, /Black resigned/);
    await pass(world, 10_000);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.length).toBeGreaterThan(2);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3_000);
    // 17 half-moves and an end, of which many came together.
    expect(gaps.length).toBeLessThan(8);
    expect(picture(message)).toMatch(/Last move: bishop b5 to c6/);
  });

  it('goes on in the same message after a restart, and tells how a game ended meanwhile', async () => {
    const world = await club();
    const { discord, lichess, anna, ben, restart, service } = world;
    const [first, second] = [game(lichess, 'aaaaaaaa'), game(lichess, 'bbbbbbbb', { white: 'Wim', black: 'Bea' })];
    play(first, ITALIAN);
    anna.types('/watch', { game: 'aaaaaaaa' });
    await shows(world, /Wanda/);
    ben.types('/watch', { game: 'bbbbbbbb' });
    await shows(world, /Wim/, 1);
    play(second, 'f2f3 e7e5 g2g4 d8h4');
    const again = await restart();
    play(first, 'f3g5 d7d5');
    await shows(world, /Last move: bishop f1 to c4/);
    await shows(world, /Checkmate: Black won/, 1);
    await follows(world, ['aaaaaaaa']);
    expect(posts(discord)).toHaveLength(2);
    expect([service.asked, again.logged]).toEqual([[], []]);
  });

  it('goes on when the stream is cut, and after a minute when Lichess wants a pause', async () => {
    const world = await club();
    const { lichess, anna, logged } = world;
    const round = game(lichess, 'abcdefgh');
    play(round, ITALIAN);
    anna.types('/watch', { game: 'abcdefgh' });
    const message = await shows(world, /Wanda/);
    const streams = () => lichess.seen.filter(({ path }) => path === '/api/stream/game/abcdefgh').length;
    const opens = (times: number) =>
      passUntil(world, () => (streams() === times ? true : undefined), `it is opened for the ${times}. time`);
    lichess.faults.set({ drops: { rate: 1, where: /stream\/game/ } });
    play(round, 'd2d3');
    await opens(2);
    lichess.faults.end();
    await shows(world, /Last move: knight b8 to c6/);
    lichess.faults.set({ drops: { rate: 1, where: /stream\/game/ } });
    lichess.faults.script(/stream\/game/, answer(429));
    const before = streams();
    play(round, 'd7d6');
    await opens(before + 1);
    lichess.faults.end();
    // The loopback itself complains of whoever comes sooner.
    await pass(world, 58_000);
    expect(streams()).toBe(before + 1);
    await shows(world, /Last move: bishop f1 to c4/);
    expect([posts(world.discord).length, message.deleted, logged]).toEqual([1, false, []]);
  });

  it('the ninth waits, says so, and moves up when one ends', async () => {
    const world = await club();
    const { discord, lichess, logged } = world;
    const ids = Array.from({ length: 10 }, (_, index) => `game000${index}`);
    const rounds = ids.map((id, index) => game(lichess, id, { white: `W${index}`, black: `B${index}` }));
    for (const round of rounds) play(round, ITALIAN);
    // Nobody may follow more than three, nor may a channel: these have one each.
    for (const [index, id] of ids.entries()) {
      const fan = discord.user(`fan${index}`, { place: 'dm' });
      fan.types('/watch', { game: id });
      await passUntil(world, () => posts(discord)[index], `the message of ${id}`);
    }
    const [ninth, tenth] = posts(discord).slice(8) as [Message, Message];
    expect(ninth.content).toContain(say('watch.line', { place: 1, most: 8 }));
    expect(tenth.content).toContain(say('watch.line', { place: 2, most: 8 }));
    expect(
      posts(discord)
        .slice(0, 8)
        .map(({ content }) => /W\d/.test(content)),
    ).not.toContain(false);
    rounds[3]?.resign('black');
    await shows(world, /W8/, 8);
    await passUntil(
      world,
      () => (tenth.content.includes(say('watch.line', { place: 1, most: 8 })) ? true : undefined),
      'the tenth is told',
    );
    expect(lichess.seen.filter(({ status }) => status === 429)).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('that is over is offered for review; one that is none is told as such', async () => {
    const world = await club();
    const { anna, lichess, store } = world;
    const round = game(lichess, 'abcdefgh');
    play(round, 'f2f3 e7e5 g2g4 d8h4');
    const over = await anna.types('/watch', { game: 'abcdefgh' }).replyThat(isDone, 'it is told');
    expect([over.content, over.labels, over.ephemeral]).toEqual([say('watch.over'), ['Review'], true]);
    const none = await anna.types('/watch', { game: 'zzzzzzzz' }).replyThat(isDone, 'it is told');
    expect(none.content).toMatch(/there is no game at/);
    for (const text of ['hello', 'https://example.org/abcdefgh', `${LINK}/training/12345`]) {
      const reply = await anna.types('/watch', { game: text }).replyThat(isDone, 'it is told');
      expect(reply.content).toBe(say('watch.link'));
    }
    expect(store.watches.all()).toEqual([]);
  });
});

describe('/watch with a user', () => {
  it('gives every game of theirs a message, from their side, and waits between them', async () => {
    const world = await club();
    const { discord, lichess, anna, store, service } = world;
    lichess.account('Boris');
    const told = await anna.types('/watch', { user: `${LINK}/@/boris` }).replyThat(isDone, 'it is told');
    expect(told.content).toBe(say('watch.user', { name: 'Boris' }));
    expect(posts(discord)).toEqual([]);
    const first = game(lichess, 'aaaaaaaa');
    play(first, ITALIAN);
    const message = await shows(world, /Wanda.*Boris/);
    play(first, 'd2d3 d7d6');
    first.resign('white');
    await shows(world, /White resigned/);
    await pass(world, 30_000);
    expect([posts(discord).length, message.labels]).toEqual([1, ['Review']]);
    const second = game(lichess, 'bbbbbbbb', { white: 'Boris', black: 'Wim' });
    play(second, ITALIAN);
    await shows(world, /Boris.*Wim/, 1);
    expect([posts(discord).length, store.watches.all().length, service.asked]).toEqual([2, 1, []]);
  });

  it('goes on after a restart, with the same message and with new ones', async () => {
    const world = await club();
    const { discord, lichess, anna, restart } = world;
    const first = game(lichess, 'aaaaaaaa');
    play(first, ITALIAN);
    await anna.types('/watch', { user: 'boris' }).replyThat(isDone, 'it is told');
    await shows(world, /Wanda.*Boris/);
    await restart();
    play(first, 'd2d3 d7d6');
    await shows(world, /Last move: bishop f1 to c4/);
    first.resign('black');
    await shows(world, /Black resigned/);
    play(game(lichess, 'bbbbbbbb'), ITALIAN);
    await shows(world, /Wanda.*Boris/, 1);
    expect(posts(discord)).toHaveLength(2);
  });

  it('who does not exist is told as such', async () => {
    const { anna, store } = await club();
    const reply = await anna.types('/watch', { user: 'nobody' }).replyThat(isDone, 'it is told');
    expect([reply.content, store.watches.all()]).toEqual([say('watch.unknown', { name: 'nobody' }), []]);
  });
});

describe('/watch with TV', () => {
  it('turns to the next game in the same message, with the one before to be reviewed, and now and then in a new one', async () => {
    const world = await club();
    const { discord, lichess, anna, service } = world;
    const [first, second, third] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'].map((id, index) =>
      game(lichess, id, { white: `W${index}`, black: `B${index}` }),
    ) as [ReturnType<typeof game>, ReturnType<typeof game>, ReturnType<typeof game>];
    lichess.audience.feature(first);
    play(first, 'f2f3 e7e5');
    anna.types('/watch', { tv: true });
    const message = await shows(world, /W0/);
    expect(message.content).not.toContain(say('watch.behind'));
    play(first, 'g2g4 d8h4');
    lichess.audience.feature(second);
    await shows(world, /W0.*: 0-1\nCheckmate: Black won/);
    expect(message.labels).toEqual(['Review']);
    await shows(world, /W1.*\nLichess TV.*\nBefore this: \*\*W0\*\* .*: 0-1/);
    expect([posts(discord).length, message.labels]).toEqual([1, ['Review']]);
    world.later(10 * 60_000);
    lichess.audience.feature(third);
    await shows(world, /W2/, 1);
    expect(message.content).toContain(say('watch.off-tv'));
    expect(service.asked).toEqual([]);
  });

  it('goes on after a restart in the same message', async () => {
    const world = await club();
    const { discord, lichess, anna, restart } = world;
    const [first, second] = [game(lichess, 'aaaaaaaa'), game(lichess, 'bbbbbbbb', { white: 'Wim', black: 'Bea' })];
    lichess.audience.feature(first);
    anna.types('/watch', { tv: true });
    await shows(world, /Wanda/);
    play(first, 'e2e4 e7e5');
    await restart();
    await shows(world, /e4; Black.*e5/);
    play(first, 'g1f3');
    await shows(world, /Last move: knight g1 to f3/);
    lichess.audience.feature(second);
    await shows(world, /Wim/);
    expect(posts(discord)).toHaveLength(1);
  });
});

describe('what can be followed', () => {
  it('is one thing at a time, once in a channel, and three of them', async () => {
    const world = await club();
    const { anna, ben, lichess } = world;
    for (const name of ['a1', 'a2', 'a3', 'a4']) lichess.account(name);
    const told = async (given: Record<string, string | boolean>, requester = anna) =>
      (await requester.types('/watch', given).replyThat(isDone, 'it is told')).content;
    expect(await told({})).toBe(say('watch.one'));
    expect(await told({ tv: false })).toBe(say('watch.one'));
    expect(await told({ user: 'a1', tv: true })).toBe(say('watch.one'));
    expect(await told({ user: 'a1' })).toBe(say('watch.user', { name: 'a1' }));
    expect(await told({ user: 'A1' }, ben)).toBe(say('watch.known'));
    await told({ user: 'a2' });
    await told({ user: 'a3' });
    expect(await told({ user: 'a4' })).toBe(say('watch.full-owner', { most: 3 }));
    expect(await told({ user: 'a4' }, ben)).toBe(say('watch.full-channel', { most: 3 }));
  });

  it('is where Kibitz is itself, and may write', async () => {
    const world = await club();
    const { discord, anna, store } = world;
    const traveller = discord.user('traveller', { place: 'elsewhere' });
    const reply = await traveller.types('/watch', { tv: true }).replyThat(isDone, 'it is told');
    expect([reply.content, reply.ephemeral]).toEqual([say('watch.not-here'), true]);
    store.settings.set(discord.places.guild.id, 'channels', ['123456789012345678']);
    const wrong = await anna.types('/watch', { tv: true }).replyThat(isDone, 'it is told');
    expect(wrong.content).toContain('123456789012345678');
    store.settings.reset(discord.places.guild.id, 'channels');
    discord.places.channel.forbidden = true;
    play(game(world.lichess, 'abcdefgh'), ITALIAN);
    const asked = anna.types('/watch', { game: 'abcdefgh' });
    const message = await passUntil(
      world,
      () => (asked.original && isDone(asked.original) && asked.original.content ? asked.original : undefined),
      'an answer',
    );
    expect([message.content, store.watches.all()]).toEqual([say('refused.send'), []]);
  });

  it.each([
    ['its message is deleted', (_: Club, message: Message) => Object.assign(message, { deleted: true })],
    ['its channel is gone', ({ discord: { places } }: Club) => Object.assign(places.channel, { deleted: true })],
    [
      'Kibitz may not write there',
      ({ discord: { places } }: Club) => Object.assign(places.channel, { forbidden: true }),
    ],
  ])('ends when %s, which is logged once', async (_, happen) => {
    const world = await club();
    const { lichess, anna, logged } = world;
    const round = game(lichess, 'abcdefgh');
    play(round, ITALIAN);
    const asked = anna.types('/watch', { game: 'abcdefgh' });
    const message = await shows(world, /Wanda/);
    await asked.replyThat(isDone, 'it is told');
    happen(world, message);
    play(round, 'd2d3 d7d6');
    await follows(world, []);
    await pass(world, 10_000);
    expect(logged).toMatchObject([{ msg: expect.stringContaining('a watch has ended') }]);
  });

  it('goes on when Discord has a bad moment', async () => {
    const world = await club();
    const { discord, lichess, anna, logged } = world;
    const round = game(lichess, 'abcdefgh');
    anna.types('/watch', { game: 'abcdefgh' });
    await shows(world, /Wanda/);
    discord.fails(/PATCH \/channels/, { status: 500 }, { times: 4 });
    play(round, ITALIAN);
    round.resign('white');
    await shows(world, /White resigned/);
    expect([posts(discord).length, logged]).toEqual([1, []]);
  });
});

describe('/unwatch', () => {
  it('ends what is followed here, for whoever started it or keeps the place tidy', async () => {
    const world = await club();
    const { discord, lichess, anna, ben, store } = world;
    play(game(lichess, 'abcdefgh'), ITALIAN);
    const nothing = await anna.types('/unwatch').replyThat(isDone, 'it is told');
    expect(nothing.content).toBe(say('unwatch.nothing'));
    anna.types('/watch', { game: 'abcdefgh' });
    await shows(world, /Wanda/);
    const refused = await ben.types('/unwatch').replyThat(isDone, 'it is told');
    expect(refused.content).toContain('Manage Messages');
    const tidy = discord.user('tidy', { permissions: PermissionFlagsBits.ManageMessages });
    const done = await tidy.types('/unwatch').replyThat(isDone, 'it is told');
    expect(done.content).toBe(say('unwatch.done', { what: 'Wanda – Boris' }));
    expect(store.watches.all()).toEqual([]);
    const message = await shows(world, new RegExp(say('watch.stopped')));
    expect(picture(message)).toMatch(/^Board/);
    await passUntil(world, () => (lichess.audience.watchable ? true : undefined), 'the stream is closed');
  });

  it('has a menu where there is more than one thing', async () => {
    const world = await club();
    const { lichess, anna, store } = world;
    for (const name of ['a1', 'a2', 'a3']) {
      lichess.account(name);
      await anna.types('/watch', { user: name }).replyThat(isDone, 'it is told');
    }
    const menu = await anna.types('/unwatch').replyThat(isDone, 'it is told');
    expect(menu.content).toBe(say('unwatch.pick'));
    const picked = anna.picks(menu, 'Games of a2');
    expect((await picked.reply()).content).toBe(say('unwatch.done', { what: 'Games of a2' }));
    expect(store.watches.all().map(({ target }) => target)).toEqual(['a1', 'a3']);
    expect((await anna.picks(menu, 'Games of a2').reply()).content).toBe(say('end.over'));
    await anna.picks(menu, 'Everything').reply();
    expect(store.watches.all()).toEqual([]);
  });

  it('speaks German', async () => {
    const world = await club();
    const { discord, lichess } = world;
    const max = discord.user('max', { locale: 'de' });
    play(game(lichess, 'abcdefgh'), ITALIAN);
    max.types('/watch', { game: 'abcdefgh' });
    await shows(world, /Lichess zeigt fremde Partien drei Züge verspätet/);
    const done = await max.types('/unwatch').replyThat(isDone, 'it is told');
    expect(done.content).toBe('Das verfolge ich hier nicht mehr: Wanda – Boris');
    await shows(world, /Wird hier nicht mehr verfolgt/);
  });
});
