import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/bot/discord/commands.ts';
import type { Asked } from '../../support/discord/asked.ts';
import { isDone, startBot } from '../../support/discord/bot.ts';
import { PLACES } from '../../support/discord/places.ts';
import { startDiscord } from '../../support/discord/start.ts';
import { makeServiceForAll } from '../../support/service.ts';

/** The commands as users in a channel see them, with the real engines. */

const service = makeServiceForAll();

async function club() {
  const discord = await startDiscord();
  const running = await startBot(discord, { service });
  return { discord, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

/** As Discord shows it: what stands after a backslash, without that. */
const shown = (content: string) => content.replace(/\\(.)/g, '$1');

const done = (asked: Asked) => asked.replyThat(isDone, 'it is done');

describe('/eval', () => {
  it('says in one line who stands better and what to play', async () => {
    const { anna, ben, logged } = await club();
    const asked = anna.types('/eval', { position: 'e4 e5 Nf3 f6' });
    const message = await done(asked);
    expect(message.content).toMatch(
      /^\*\*White \+\d\.\d\*\*: a (slight|clear|significant) advantage for White\. White’s best move is \*\*\w+\*\*\. \(Stockfish .*, depth 15\)$/,
    );
    expect(ben.sees(message)).toBe(true);
    expect(message.components).toEqual([]);
    expect(logged).toEqual([]);
  });

  it.each([
    ['a mate to come', '1. f3 e5 2. g4', '**Black mates in 1**. Black’s best move is **Qh4#**.'],
    ['a mate', 'f3 e5 g4 Qh4#', 'Black has won by checkmate.'],
    ['a draw by repetition', 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8', 'Draw by repetition.'],
    ['a FEN', '8/8/8/8/8/4k3/8/4K3 w - - 0 1', 'Draw: neither side can mate.'],
  ])('knows %s', async (_, position, words) => {
    const { anna } = await club();
    expect((await done(anna.types('/eval', { position }))).content).toContain(words);
  });

  it.each([
    ['e4 e5 Ke3', 'position: "Ke3" (move 2, White) is not a legal move there.'],
    [
      'rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
      'position: "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" needs eight ranks of eight squares in its first part.',
    ],
    [
      '@everyone',
      'position: there is nothing to analyse in it; give a FEN, moves such as "1. e4 e5 2. Nf3", a PGN, or a link to a Lichess game.',
    ],
    ['e4 '.repeat(1500), 'position: at most 600 half-moves, please; these are 1500.'],
  ])('tells the asker alone what is wrong: %#', async (position, sentence) => {
    const { discord, anna, ben, logged } = await club();
    const asked = anna.types('/eval', { position });
    const message = await asked.followUp();
    expect(shown(message.content)).toBe(sentence);
    expect([anna.sees(message), ben.sees(message)]).toEqual([true, false]);
    expect(discord.shownTo(ben)).toEqual([]);
    expect([...message.pings]).toEqual([]);
    expect(logged).toEqual([]);
  });
});

describe('/board', () => {
  it('shows the position, and says what is on it', async () => {
    const { anna } = await club();
    const [picture] = (await done(anna.types('/board', { position: 'e4 e5 Nf3' }))).attachments;
    expect(picture).toMatchObject({ filename: 'board.png', content_type: 'image/png' });
    expect(picture?.description).toMatch(/^Board, Black to move\. Last move: knight g1 to f3\. White: Ke1 Qd1 /);
    expect(picture?.bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  it('from the other side, in other colours', async () => {
    const { anna } = await club();
    const draw = async (options: object) => {
      const message = await done(anna.types('/board', { position: 'startpos', ...options }));
      return message.attachments[0]?.bytes.toString('base64');
    };
    const pictures = [
      await draw({}),
      await draw({ flip: true }),
      await draw({ theme: 'blue' }),
      await draw({ flip: false }),
    ];
    expect(pictures[3]).toBe(pictures[0]);
    expect(new Set(pictures).size).toBe(3);
    expect(() => anna.types('/board', { position: 'startpos', theme: 'pink' })).toThrow('not one of the choices');
  });
});

describe('/help and /status', () => {
  it('tell the asker alone what there is, and how it goes', async () => {
    const { anna, ben, discord } = await club();
    const help = await done(anna.types('/help'));
    for (const { description } of COMMANDS) expect(help.text).toContain(`**/${description.name}**: `);
    expect(help.text).toContain('AGPL-3.0-or-later. My source code: <https://git.example.org/kibitz>');
    const status = await done(anna.types('/status'));
    expect(status.text).toMatch(/^\*\*Kibitz 1\.2\.3\*\*, Node \d+/);
    expect(status.text).toContain('Queue: 0 running, 0 waiting');
    expect(status.text).toMatch(/Stockfish \(\w+\): 0 of 2 busy\nMaia \(maia3-5m\): not loaded yet/);
    const carl = discord.user('carl', { locale: 'de' });
    const german = (await done(carl.types('/help'))).text;
    expect(german).toContain('AGPL-3.0-or-later. Mein Quelltext: <https://git.example.org/kibitz>');
    expect([help, status].map(message => [anna.sees(message), ben.sees(message)])).toEqual([
      [true, false],
      [true, false],
    ]);
  });
});

describe('everywhere', () => {
  it('the same answer in a server, in private, and in a server that Kibitz is not in', async () => {
    const { discord, logged } = await club();
    const lines = PLACES.map(async place => {
      const user = discord.user(place, { place });
      return (await done(user.types('/eval', { position: 'f3 e5 g4' }))).content;
    });
    expect(new Set(await Promise.all(lines)).size).toBe(1);
    expect(logged).toEqual([]);
  });
});
