import { describe, expect, it, vi } from 'vitest';
import type { DiscordBotOptions } from '../../../../src/bot/discord/bot.ts';
import { LichessClient } from '../../../../src/lichess/client.ts';
import { voiceOf } from '../../../../src/present/catalogue/voice.ts';
import type { Asked } from '../../../support/discord/asked.ts';
import { HandService, isDone, makeStore, startBot } from '../../../support/discord/bot.ts';
import type { Message } from '../../../support/discord/message.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import { lichessPgn } from '../../../support/lichess/pgn.ts';
import { startLichess } from '../../../support/lichess/start.ts';
import { makeServiceForAll } from '../../../support/service.ts';

/** Whole games, as users in a channel ask about them. */

const engines = makeServiceForAll();

async function club(options: Partial<DiscordBotOptions> = {}) {
  const discord = await startDiscord();
  const running = await startBot(discord, options);
  return { discord, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

const { say } = voiceOf('en-GB');
/** Nothing is left to cancel, in whatever language. */
const done = (asked: Asked) => asked.replyThat(one => isDone(one) && !one.labels.includes('Abbrechen'), 'it is done');
const becomes = (message: Message, what: string, holds: (message: Message) => boolean) =>
  message.until(() => (holds(message) ? message : undefined), what);
const filesOf = (message: Message) => message.attachments.map(({ filename }) => filename);
const shown = (content: string) => content.replace(/\\(.)/g, '$1');

/** White gives the queen away and is mated. */
const GAME = '1. e4 e5 2. Qh5 Nc6 3. Qxe5+ Nxe5 4. f3 Qh4+ 5. Ke2 d5 6. d3 Qe1+ 0-1';
const HEADERS = '[White "@everyone"]\n[Black "**bob**"]\n[BlackElo "1588"]\n[Result "0-1"]\n\n';

describe('/review', () => {
  it('shows a game, its mistakes one by one, and all of it moving', async () => {
    const { anna, ben, logged } = await club({ service: engines });
    const message = await done(anna.types('/review', { game: GAME, depth: 8 }));
    expect(message.text).toContain('Black beat White in 6 moves.');
    expect(filesOf(message)).toEqual(['evaluation.png', 'White-Black.pgn']);
    expect(message.attachments[0]?.description).toContain('Evaluation graph of 6 moves');
    expect(message.attachments[1]?.bytes.toString()).toContain('3. Qxe5+ $4');
    expect(message.labels).toEqual(['Previous mistake', 'Next mistake', 'GIF']);

    anna.presses(message, 'Next mistake');
    await becomes(message, 'a mistake is shown', one => filesOf(one).includes('mistake.png'));
    expect(message.labels).toEqual(['Previous mistake', 'Next mistake', 'Flip', 'Investigate', 'Back to analysis']);
    while (!message.text.includes('Qxe5+??')) {
      const before = message.versions.length;
      anna.presses(message, 'Next mistake');
      await becomes(message, 'the next one is shown', one => one.versions.length > before);
    }
    expect(message.text).toContain('Blunder by White');

    const [menu] = message.menus;
    const queen = menu?.options.find(({ label }) => label === '3. Qxe5+??');
    expect([queen?.default, queen?.description]).toEqual([true, expect.stringMatching(/^White · \d+% → .*\d+%$/)]);
    const last = menu?.options.at(-1)?.label ?? '';
    anna.picks(message, last);
    await becomes(message, 'the last one is shown', one => one.text.includes(`${last.split(' ').at(-1)}`));
    anna.picks(message, '3. Qxe5+??');
    await becomes(message, 'the queen is shown again', one => one.text.includes('Qxe5+??'));

    const picture = message.attachments[0]?.bytes as Buffer;
    anna.presses(message, 'Flip');
    await becomes(message, 'it is turned', one => one.attachments[0]?.bytes.equals(picture) === false);

    const mine = await ben.presses(message, 'Previous mistake').reply();
    expect([ben.sees(mine), anna.sees(mine)]).toEqual([true, false]);
    expect(message.text).toContain('Qxe5+??');
    expect(mine.labels.at(-1)).toBe('Share');
    ben.picks(mine, last);
    await becomes(mine, 'the last one is shown', one => one.text.includes(`${last.split(' ').at(-1)}`));
    const shared = await done(ben.presses(mine, 'Share'));
    expect([anna.sees(shared), shared.text]).toEqual([true, `<@${ben.id}> shares this:\n${mine.text}`]);
    expect([...shared.pings]).toEqual([]);

    anna.presses(message, 'Back to analysis');
    await becomes(message, 'the summary is back', one => filesOf(one).includes('evaluation.png'));
    anna.presses(message, 'GIF');
    await becomes(message, 'it moves', one => filesOf(one).includes('game.gif'));
    expect(message.embeds).toEqual([]);
    expect(message.attachments[0]?.description).toContain('Animation of a game: 6 moves, Black won.');
    expect(message.labels).toEqual(['Flip', 'Back to analysis']);
    expect(logged).toEqual([]);
  });

  it('takes a file, compares with the ratings in it, and pings nobody', async () => {
    const { anna, discord, logged } = await club({ service: engines });
    const file = { name: 'game.pgn', bytes: Buffer.from(HEADERS + GAME) };
    const message = await done(
      discord.user('carl', { locale: 'de' }).types('/review', { file, side: 'black', depth: 4 }),
    );
    expect(shown(message.text).replaceAll('\u200b', '')).toContain('**bob** (1588) gewann gegen @everyone in 6 Zügen.');
    expect([...message.pings]).toEqual([]);
    expect(message.labels).toEqual(['Voriger Fehler', 'Nächster Fehler', 'GIF']);
    expect(filesOf(message)).toEqual(['evaluation.png', 'everyone-bob.pgn']);
    expect(message.text.replaceAll('\u00a0', ' ')).toContain(
      'Weiß wird mit 1500ern (keine Wertungszahl in der Datei) verglichen, Schwarz mit 1600ern.',
    );
    expect(anna.sees(message)).toBe(true);
    expect(logged).toEqual([]);
  });

  it('asks for what was asked: the game behind a link, its side, as deep as the server wants', async () => {
    const lichess = await startLichess();
    lichess.games.set('abcdefgh', HEADERS + GAME);
    const [service, store] = [new HandService(), makeStore()];
    const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
    const { anna, discord } = await club({ service, store, lichess: client });
    anna.types('/review', { game: `${lichess.url}/abcdefgh/black` });
    const first = (await service.job()).job;
    expect(first).toMatchObject({
      kind: 'review',
      input: { headers: { White: '@everyone' }, lastBookPly: 3 },
      params: { limit: { kind: 'nodes', nodes: 300_000 }, ratings: { white: 1500, black: 1588 }, maia: true },
    });
    store.settings.set(discord.places.guild.id, 'depth', 12);
    store.settings.set(discord.places.guild.id, 'rating', 1900);
    anna.types('/review', { game: GAME });
    expect((await service.job(1)).job).toMatchObject({
      params: { limit: { kind: 'depth', depth: 12 }, ratings: { white: 1900, black: 1900 } },
    });
    await client.close();
  });

  it('given nothing, takes the last game of whoever asks, seen from their side', async () => {
    const lichess = await startLichess();
    const black = { White: 'Carl', Black: 'Anna' };
    lichess.games.set('abcdefg1', lichessPgn('abcdefg1', '1. e4 e5', black));
    lichess.games.set('abcdefg2', lichessPgn('abcdefg2', '1. c4 c5', { ...black, Variant: 'Horde' }));
    const [service, store] = [new HandService(), makeStore()];
    const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
    const { anna } = await club({ service, store, lichess: client });
    store.links.put(anna.id, { name: 'Anna', ratings: {} });
    const begun = vi.spyOn(store.running, 'begin');
    const question = () => begun.mock.lastCall?.[0].question as { order: { question: { side: string } } };
    anna.types('/review');
    expect((await service.job()).job).toMatchObject({ kind: 'review', input: { headers: { Black: 'Anna' } } });
    expect(question().order.question.side).toBe('black');
    anna.types('/review', { side: 'white' });
    await service.job(1);
    expect(question().order.question.side).toBe('white');
    await client.close();
  });

  it('shows how far it is', async () => {
    const service = new HandService();
    const { anna } = await club({ service });
    const asked = anna.types('/review', { game: GAME });
    const { options } = await service.job();
    const half = { evaluated: 6, positions: 12, predicted: 0, predictions: 0, winPercents: [] };
    options.onProgress?.({ kind: 'review', ...half });
    const message = await asked.replyThat(one => one.content.includes('▰'), 'there is a bar');
    expect(message.content).toBe(
      `Stockfish looks at the game: position 6 of 12\n${'▰'.repeat(10)}${'▱'.repeat(10)} 50%`,
    );
    expect(message.labels).toEqual(['Cancel']);
  });

  it.each([
    ['nothing', {}, say('review.whose')],
    [
      'a position',
      { game: '8/8/8/8/8/4k3/8/4K3 w - - 0 1' },
      'game: this is a position; give a Lichess link to a game, or a PGN with its moves.',
    ],
    ['two things', { game: GAME, file: { name: 'a.pgn', bytes: Buffer.from(GAME) } }, say('file.or-game')],
    [
      'words',
      { game: 'hello' },
      'game: there is no game in it; give moves such as "1. e4 e5 2. Nf3", a PGN, or a link to a Lichess game.',
    ],
  ])('given %s, says what it needs', async (_, given, sentence) => {
    const { anna, ben, logged } = await club();
    const message = await anna.types('/review', given).followUp();
    expect(shown(message.content)).toContain(sentence);
    expect(ben.sees(message)).toBe(false);
    expect(logged).toEqual([]);
  });
});

describe('/phases', () => {
  it('says at once where they end, without an engine', async () => {
    const service = new HandService();
    const { anna } = await club({ service });
    const game = `${HEADERS.replace(/\n/g, ' ')} ${GAME}`;
    const message = await done(anna.types('/phases', { game }));
    expect(shown(message.content).replaceAll('\u200b', '')).toBe(
      [
        "**bob (1588) beat @everyone in 6 moves. King's Pawn Game: Wayward Queen Attack.**",
        'Opening: moves 1–3, theory up to move 2.',
        'Middlegame: moves 4–6.',
      ].join('\n'),
    );
    expect(service.asked).toEqual([]);
    expect([...message.pings]).toEqual([]);
  });

  it('wants a game', async () => {
    const { anna } = await club();
    const message = await anna.types('/phases', { game: 'startpos' }).followUp();
    expect(message.content).toContain('this is a position');
  });
});

describe('/gif', () => {
  it('is the game, moving, from the side of the link', async () => {
    const lichess = await startLichess();
    lichess.games.set('abcdefgh', HEADERS + GAME);
    const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
    const { anna, logged } = await club({ lichess: client });
    const [white, black] = await Promise.all(
      ['', '/black'].map(side => done(anna.types('/gif', { game: `${lichess.url}/abcdefgh${side}` }))),
    );
    expect(white?.attachments.map(({ filename, content_type }) => [filename, content_type])).toEqual([
      ['game.gif', 'image/gif'],
    ]);
    expect(white?.attachments[0]?.description).toContain('Animation of a game: 6 moves, Black won.');
    expect(black?.attachments[0]?.bytes.equals(white?.attachments[0]?.bytes as Buffer)).toBe(false);
    expect(logged).toEqual([]);
    await client.close();
  });

  it('keeps nobody else waiting', async () => {
    const { anna, ben } = await club();
    const long = 'Nf3 Nf6 Ng1 Ng8 '.repeat(6).trim();
    const gifs = Array.from({ length: 3 }, () => anna.types('/gif', { game: long }));
    await gifs[0]?.acknowledged();
    await done(ben.types('/help'));
    expect(gifs.some(({ original }) => original?.attachments.length !== 1)).toBe(true);
    const messages = await Promise.all(gifs.map(done));
    expect(messages.map(filesOf)).toEqual(Array(3).fill(['game.gif']));
  });
});
