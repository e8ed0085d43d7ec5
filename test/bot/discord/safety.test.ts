import { describe, expect, it } from 'vitest';
import { LichessClient } from '../../../src/lichess/client.ts';
import { watchConnections } from '../../support/connections.ts';
import { ACTIVE } from '../../support/discord/active.ts';
import { EVALUATED, HandService, isDone, makeStore, startBot } from '../../support/discord/bot.ts';
import type { GivenFile } from '../../support/discord/command-line.ts';
import type { Discord } from '../../support/discord/discord.ts';
import type { Message } from '../../support/discord/message.ts';
import { startDiscord } from '../../support/discord/start.ts';
import { startEvil } from '../../support/evil.ts';
import { lichessPgn } from '../../support/lichess/pgn.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { until } from '../../support/processes.ts';

/** No user can make Kibitz mention people, fetch what they like, or give anything away. */

const MENU = 'Analyze with Kibitz';

async function club() {
  const [discord, lichess, evil] = [await startDiscord(), await startLichess(), await startEvil()];
  const [service, store] = [new HandService(), makeStore()];
  const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
  const running = await startBot(discord, { service, store, lichess: client, linkReplies: true });
  const people = { anna: discord.user('anna'), ben: discord.user('ben'), carl: discord.user('carl', { locale: 'de' }) };
  return { discord, lichess, evil, service, store, ...people, ...running };
}
type Club = Awaited<ReturnType<typeof club>>;

const shown = (text: string) => text.replace(/\\(.)/g, '$1').replaceAll('\u200b', '');

/** What Kibitz wrote without being asked. */
const unasked = ({ messages, bot }: Discord) =>
  [...messages.values()].filter(({ author, asked }) => author.id === bot.id && !asked);

/** What was posted before has been dealt with when this is. */
async function settle({ service, anna }: Club) {
  const before = service.asked.length;
  const asked = anna.types('/eval', { position: 'e4' });
  (await service.job(before)).resolve(EVALUATED);
  await asked.replyThat(isDone, 'it is done');
}

function expectHarmless(message: Message) {
  for (const { content, embeds } of message.versions)
    for (const text of [content, ...embeds.map(embed => JSON.stringify(embed))])
      for (const pattern of ACTIVE) expect(text).not.toMatch(pattern);
  expect([...message.pings]).toEqual([]);
}

describe('a link that leads elsewhere', () => {
  const links = (host: string) => [
    `http://${host}/abcdefgh`,
    `http://${host}/lichess.org/abcdefgh`,
    `https://lichess.org@${host}/abcdefgh`,
    `https://lichess.org:443@${host}/abcdefgh`,
    `https://lichess.org.${host}/abcdefgh`,
    `https://lichess.org\\@${host}/abcdefgh`,
    `http://${host}#https://lichess.org/abcdefgh`,
    `http://${host}?https://lichess.org/abcdefgh`,
    `http://${host}\\lichess.org/abcdefgh`,
    `<http://${host}/study/abcdefgh/abcdefgh.pgn>`,
    `lichess.org@${host}/abcdefgh`,
    `lichess.org.evil.com/abcdefgh`,
    `//${host}/abcdefgh`,
    `https://lichess．org/abcdefgh`,
    `https://lіchess.org/abcdefgh`,
    `javascript:fetch("http://${host}")//lichess.org/abcdefgh`,
    `https://lichess.org/../${host}/abcdefgh`,
    `https://lichess.org/game/export/../../api/account`,
    `https://lichess.org/@/..%2f..%2faccount`,
    `https://lichess.org/%61bcdefgh`,
  ];

  it('is refused by every command, in private, and nobody is asked', { timeout: 60_000 }, async () => {
    const { lichess, evil, service, anna, ben, carl, logged } = await club();
    const connections = watchConnections();
    const commands = [
      ...['/analyze', '/investigate', '/eval', '/board'].map(name => [name, 'position'] as const),
      ...['/review', '/gif', '/phases'].map(name => [name, 'game'] as const),
    ];
    for (const [index, link] of links(evil.host).entries()) {
      const asker = index % 2 === 0 ? anna : carl;
      const asked = commands.map(([name, option]) => asker.types(name, { [option]: link }));
      asked.push(asker.uses(MENU, ben.says(`look at ${link}, please`)));
      for (const each of asked) {
        const told = await each.followUp();
        expect([told.ephemeral, ben.sees(told)]).toEqual([true, false]);
        expectHarmless(told);
      }
    }
    expect([lichess.seen, service.asked, evil.visits, logged]).toEqual([[], [], 0, []]);
    expect([...connections]).toEqual([]);
  });

  it('is passed over where it is posted', async () => {
    const world = await club();
    const { discord, lichess, evil, anna, logged } = world;
    const connections = watchConnections();
    for (const link of links(evil.host)) anna.says(`my game: ${link} and [here](${link})`);
    await settle(world);
    expect([unasked(discord), lichess.seen, evil.visits, logged]).toEqual([[], [], 0, []]);
    expect([...connections]).toEqual([]);
  });

  it('is no account', async () => {
    const { lichess, evil, store, anna } = await club();
    for (const link of links(evil.host)) {
      const told = await anna.types('/link', { lichess: link.slice(0, 100) }).replyThat(isDone, 'it is done');
      expectHarmless(told);
    }
    expect([lichess.seen, evil.visits, store.links.get(anna.id)]).toEqual([[], 0, undefined]);
  });

  it('among words leads to the game that stands beside it, and to nothing else', async () => {
    const world = await club();
    const { discord, lichess, evil, anna } = world;
    lichess.games.set('abcdefgh', lichessPgn('abcdefgh', '1. e4 e5'));
    anna.says(`[https://lichess.org/abcdefgh](http://${evil.host}/x)`);
    await until(() => unasked(discord).length === 1, 'there is a reply');
    expect(lichess.seen.map(({ path }) => path)).toEqual(['/game/export/abcdefgh']);
    expect(evil.visits).toBe(0);
  });
});

describe('a file', () => {
  const pgn = (rest: Partial<GivenFile> = {}): GivenFile => ({
    name: 'game.pgn',
    bytes: Buffer.from('1. e4 e5 *'),
    ...rest,
  });
  const MUCH = Buffer.alloc(5_000_000, '1. e4 e5 ');

  const answers = async (file: GivenFile, known?: Club) => {
    const world = known ?? (await club());
    const { anna, ben, evil, service } = world;
    const connections = watchConnections();
    const given = {
      ...file,
      ...(file.url && { url: file.url.replaceAll('EVIL', evil.host) }),
      ...(file.leadsTo && { leadsTo: file.leadsTo.replaceAll('EVIL', evil.host) }),
    };
    const told = [
      await anna.types('/review', { file: given }).followUp(),
      await anna.uses(MENU, ben.says('my game', given)).followUp(),
    ];
    for (const message of told) {
      expect([message.ephemeral, ben.sees(message)]).toEqual([true, false]);
      expectHarmless(message);
    }
    expect([evil.visits, service.asked]).toEqual([0, []]);
    return { ...world, elsewhere: [...connections], texts: told.map(({ content }) => shown(content)) };
  };

  it('that is kept elsewhere is not fetched', async () => {
    const world = await club();
    const urls = [
      'http://EVIL/game.pgn',
      'https://cdn.discordapp.com@EVIL/game.pgn',
      'https://cdn.discordapp.com.EVIL/game.pgn',
      'http://EVIL/cdn.discordapp.com/game.pgn',
      'http://EVIL#cdn.discordapp.com/game.pgn',
      'http://cdn.discordapp.com/attachments/1/2/game.pgn',
      'https://cdn.discordapp.com:8443/attachments/1/2/game.pgn',
      'https://discord.com/attachments/1/2/game.pgn',
      'ftp://cdn.discordapp.com/game.pgn',
      'file:///etc/passwd',
      'data:text/plain,1.%20e4%20e5%20*',
      'game.pgn',
      '//EVIL/game.pgn',
    ];
    for (const url of urls) {
      const { texts, elsewhere, logged } = await answers(pgn({ url }), world);
      expect(texts, url).toEqual(Array(2).fill('file: I take files that were attached here only.'));
      expect([elsewhere, logged], url).toEqual([[], []]);
    }
  });

  it('that Discord itself sends elsewhere for is not followed', async () => {
    const { texts, elsewhere, logged } = await answers(pgn({ leadsTo: 'http://EVIL/game.pgn' }));
    expect(texts).toEqual(Array(2).fill('Discord does not answer as it should. Please try again in a few minutes.'));
    expect(elsewhere).toEqual([]);
    expect(logged.map(({ msg }) => msg)).toEqual(Array(2).fill('a command failed'));
  });

  it.each([
    ['too large, and says so', pgn({ bytes: MUCH }), 'file: at most 1 MB, please. Give a PGN with fewer games.'],
    ['larger than it says', pgn({ bytes: MUCH, size: 20 }), 'file: at most 1 MB, please. Give a PGN with fewer games.'],
    [
      'a picture',
      pgn({ bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1, 2]) }),
      'file: this is not a text file. Export the game as PGN and attach that.',
    ],
  ])('that is %s is refused', async (_, file, sentence) => {
    const { texts, logged } = await answers(file);
    expect(texts).toEqual([sentence, sentence]);
    expect(logged).toEqual([]);
  });
});

const NAMES = [
  '@everyone',
  '@here and @everyone',
  '<@123456789012345678>',
  '<@&123456789012345678> <#123456789012345678>',
  '[click](http://evil.example)',
  'https://evil.example/x discord.gg/abc',
  '**_~~||`bold`||~~_**',
  '# heading -# small > quote',
  '<t:0:R> <:e:1> </play:1> :smile:',
  'W'.repeat(255),
  '\u202eevil\u202c \u2066name\u2069',
  'مرحبا بالعالم',
  'Z\u0338\u0322\u031b\u0354\u0356\u0313a\u0337\u035dl\u0336g\u0335o'.repeat(20),
  '👩‍👩‍👧‍👦'.repeat(40),
  '}{ $& {name} %s',
];

describe('a name', () => {
  it('of a player calls nobody and changes nothing', async () => {
    const { discord, lichess, anna, ben } = await club();
    for (const name of NAMES) {
      discord.messages.clear();
      const id = `abcdef${10 + NAMES.indexOf(name)}`;
      const headers = { White: name.replaceAll('"', ''), Black: 'Ben', Event: name, Opening: name };
      lichess.games.set(id, lichessPgn(id, '1. e4 e5', headers));
      anna.says(`https://lichess.org/${id}`);
      await until(() => unasked(discord).length === 1, `there is a reply about ${name}`);
      const phases = await anna.types('/phases', { game: `https://lichess.org/${id}` }).replyThat(isDone, 'it is done');
      for (const message of [...unasked(discord), phases]) {
        expect(ben.sees(message)).toBe(true);
        expectHarmless(message);
        // A name that runs to the left is set apart from what stands around it, by us.
        const around = message.content.replace(/\u2068[^\u2066-\u2069]*\u2069/g, '');
        expect(around, name).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      }
      // What comes after a name is still what it was.
      expect(unasked(discord)[0]?.content, name).toMatch(/ \(1710\) – \*\*Ben\*\* \(1695\): 1-0$/);
    }
  });

  it('of an account likewise', async () => {
    const { lichess, anna } = await club();
    for (const name of NAMES) {
      lichess.users.set('anna', JSON.stringify({ id: 'anna', username: name, perfs: {} }));
      expectHarmless(await anna.types('/link', { lichess: 'anna' }).replyThat(isDone, 'it is done'));
    }
  });

  it('that is typed where a move, a position or an account is wanted is quoted without effect', async () => {
    const { anna, ben } = await club();
    for (const name of NAMES) {
      const asked = [
        anna.types('/eval', { position: `1. e4 ${name}` }),
        anna.types('/eval', { position: `[FEN "${name}"]\n\n1. e4` }),
        anna.types('/board', { position: `rnbqkbnr/${name.slice(0, 40)}/8/8/8/8/8/8 w` }),
        anna.types('/phases', { game: `[Variant "${name.replaceAll('"', '')}"]\n\n1. e4 e5` }),
        anna.types('/investigate', { position: 'startpos', move: name.slice(0, 40) }),
        anna.uses(MENU, ben.says(`1. e4 e5 2. ${name}`)),
      ];
      for (const each of asked) {
        const told = await each.until(() => each.followUps[0] ?? each.original, 'there is an answer');
        expectHarmless(told);
      }
    }
  });
});
