import { ApplicationCommandType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { ExpectedProgress } from '../../../../src/analysis/expected/progress.ts';
import type { DiscordBotOptions } from '../../../../src/bot/discord/bot.ts';
import { LichessClient } from '../../../../src/lichess/client.ts';
import type { JobOf } from '../../../../src/service/jobs.ts';
import { candidate, report } from '../../../present/reports.ts';
import type { Asked } from '../../../support/discord/asked.ts';
import { HandService, isDone, makeStore, startBot } from '../../../support/discord/bot.ts';
import type { Message } from '../../../support/discord/message.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import { lichessPgn } from '../../../support/lichess/pgn.ts';
import { startLichess } from '../../../support/lichess/start.ts';
import { makeService } from '../../../support/service.ts';

/** /analyze as users in a channel see it. */

async function club(options: Partial<DiscordBotOptions> = {}) {
  const discord = await startDiscord();
  const service = new HandService();
  const running = await startBot(discord, { service, ...options });
  return { discord, service, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

const LONG = 30_000;

const picture = (message: Message): string | undefined => message.attachments[0]?.filename;

/** The answer, once its picture is the one that is waited for. */
async function shows(asked: Asked, name: string): Promise<Message> {
  const message = await asked.reply(LONG);
  await message.until(() => (picture(message) === name && isDone(message)) || undefined, `it shows ${name}`, LONG);
  return message;
}

const option = (message: Message, menu: number, index: number): string =>
  message.menus[menu]?.options[index]?.label ?? '';

describe('/analyze', () => {
  it('answers with the board and the moves, and shows trees and positions in the same message', async () => {
    const { discord, anna, ben, logged } = await club({ service: makeService() });
    const asked = anna.types('/analyze', { position: 'e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5', depth: 6, threshold: 0.1 });
    const message = await shows(asked, 'analysis.png');
    expect(message.text).toContain('Black to move, rated 1500');
    expect(message.text).toMatch(/\*\*1\. \w+\*\* · \*\*\d+\.\d% expected\*\* · engine \d+% \([+-]?\d/);
    expect(message.text).toContain('depth 6');
    expect(message.attachments[0]?.description).toContain('Board, Black to move');
    expect([message.menus.length, message.labels]).toEqual([4, ['Flip']]);

    const best = option(message, 0, 0);
    await shows(anna.picks(message, best), 'tree.png');
    expect(message.text).toContain('Pick a position from the menu');
    await shows(anna.picks(message, option(message, 1, 1)), 'preview.png');
    expect(message.text).toContain('Preview: 4... ');
    expect(message.labels).toEqual(['Back to the tree', 'Back to analysis', 'Flip']);
    await shows(anna.presses(message, 'Back to the tree'), 'tree.png');
    await shows(anna.presses(message, 'Back to analysis'), 'analysis.png');
    expect(message.text).toContain('Black to move, rated 1500');

    const own = await shows(ben.picks(message, best), 'tree.png');
    expect([own.ephemeral, own === message, picture(message)]).toEqual([true, false, 'analysis.png']);
    expect(discord.messages.size).toBe(2);

    const again = await shows(ben.picks(message, 'Rated 1800'), 'analysis.png');
    expect(again.text).toContain('Black to move, rated 1800');
    expect(again.menus.at(-1)?.options.find(each => each.default)?.label).toBe('Rated 1800');
    expect(picture(message)).toBe('analysis.png');
    expect(logged).toEqual([]);
  });

  it('says how far it is, and how the moves stand', async () => {
    const { anna, service } = await club();
    const asked = anna.types('/analyze', { position: 'startpos' });
    const { options, resolve } = await service.job();
    const progress: ExpectedProgress = {
      phase: 'stockfish-eval',
      currentMove: 1,
      totalMoves: 20,
      treeNodesEvaluated: 25,
      totalTreeNodes: 100,
      estimateMs: 40_000,
      ranking: ['e4', 'd4', 'Nf3', 'c4', 'g3', 'b3'].map((san, index) => ({
        san,
        uci: 'e2e4',
        maia: 0.3,
        human: 0.5,
        expected: index === 0 ? 0.54 : null,
        winrate: null,
      })),
    };
    options.onProgress?.({ kind: 'expected', ...progress });
    const message = await asked.replyThat(({ content }) => content.includes('▰'), 'there is a bar');
    expect(message.content).toContain('25%');
    expect(message.content).toContain('about 40 seconds');
    expect(message.content).toContain('1. **e4** · 54% · 30% play it\n2. **d4** · ~ 50% · 30% play it');
    expect(message.content).not.toContain('b3');
    expect(message.labels).toEqual(['Cancel']);
    resolve(report({ moves: [candidate('e4', 'e2e4')] }));
    expect(picture(await shows(asked, 'analysis.png'))).toBe('analysis.png');
  });

  it('asks what the options say, and else what is known of game, asker and server', async () => {
    const store = makeStore();
    const lichess = await startLichess();
    lichess.games.set(
      'abcdefgh',
      lichessPgn('abcdefgh', '1. e4 e5 2. Nf3 *'.replace('*', '1-0'), { WhiteElo: '2750', BlackElo: '1321' }),
    );
    const client = new LichessClient({ url: lichess.url, userAgent: 'test' });
    const { anna, ben, service } = await club({ store, lichess: client });
    store.links.put(ben.id, { name: 'ben', ratings: { bullet: 1000, rapid: 1740 } });
    const paramsOf = async (index: number) => ((await service.job(index)).job as JobOf<'expected'>).params;

    anna.types('/analyze', {
      position: 'e4',
      threshold: 0.001,
      depth: 20,
      loss: 25,
      rating: 900,
      'opponent-rating': 1100,
    });
    expect(await paramsOf(0)).toMatchObject({
      threshold: 0.001,
      depth: 20,
      loss: -0.25,
      rating: 900,
      opponentRating: 1100,
    });
    anna.types('/analyze', { position: 'e4' });
    expect(await paramsOf(1)).toMatchObject({
      threshold: 0.1,
      depth: 15,
      loss: -0.1,
      rating: 1500,
      opponentRating: 1500,
    });
    ben.types('/analyze', { position: 'e4' });
    expect(await paramsOf(2)).toMatchObject({ rating: 1740, opponentRating: 1740 });
    ben.types('/analyze', { position: `${lichess.url}/abcdefgh` });
    expect(await paramsOf(3)).toMatchObject({ rating: 1321, opponentRating: 2600 });
  });

  it('refuses what is no position, in private', async () => {
    const { anna, ben, service } = await club();
    const message = await anna.types('/analyze', { position: 'e4 e5 Ke3' }).followUp();
    expect(message.content).toContain('"Ke3"');
    expect(ben.sees(message)).toBe(false);
    expect(service.asked).toEqual([]);
  });

  it('says in its description that a bare position cannot be checked', async () => {
    const { discord } = await club();
    const { options = [] } = discord.findCommand('analyze', ApplicationCommandType.ChatInput) as {
      options?: { name: string; description: string }[];
    };
    expect(options.map(({ name }) => name)).toEqual([
      'position',
      'threshold',
      'depth',
      'loss',
      'rating',
      'opponent-rating',
    ]);
    expect(options[0]?.description).toContain('a bare position cannot be checked');
  });
});
