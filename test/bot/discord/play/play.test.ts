import { describe, expect, it } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { legalMoves } from '../../../../src/chess/position.ts';
import { parseGame } from '../../../../src/input/moves.ts';
import type { AnalysisService, Job, JobResult } from '../../../../src/service/jobs.ts';
import type { StoredReport } from '../../../../src/store/reports.ts';
import type { Asked } from '../../../support/discord/asked.ts';
import { EVALUATED, HandService, makeStore, startBot } from '../../../support/discord/bot.ts';
import type { Given } from '../../../support/discord/command-line.ts';
import { serverError } from '../../../support/discord/faults.ts';
import type { Message } from '../../../support/discord/message.ts';
import { startDiscord } from '../../../support/discord/start.ts';
import type { User } from '../../../support/discord/user.ts';
import { until as waitUntil } from '../../../support/processes.ts';
import { makeService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/settings.ts';

/** A game against Maia as somebody in a channel plays it. */

/** Plays these moves, one after the other, and then whatever comes first; and thinks so of every position. */
class FixedMaia implements AnalysisService {
  readonly #moves: string[];
  readonly #cp: number;
  asked = 0;

  constructor(moves = '', cp = 0) {
    this.#moves = moves.split(' ').filter(Boolean);
    this.#cp = cp;
  }

  async run(job: Job): Promise<never> {
    this.asked++;
    return this.#answer(job) as never;
  }

  async runPacked(): Promise<never> {
    throw new Error('nobody should ask for a report');
  }

  #answer(job: Job): JobResult {
    if (job.kind === 'eval') return { ...EVALUATED, score: { kind: 'cp', cp: this.#cp } } as JobResult;
    if (job.kind !== 'maia') throw new Error(`nobody should ask for ${job.kind}`);
    const game = parseGame('startpos', job.input.moves.join(' '));
    const position = game.ok && game.value.positions.at(-1);
    const uci = this.#moves.shift() ?? (position && legalMoves(position)[0]?.uci) ?? '';
    return { kind: 'maia', moves: [{ san: '', uci, probability: 1 }] } as unknown as JobResult;
  }

  async close(): Promise<void> {}
}

async function club(service: AnalysisService = new FixedMaia(), folder = temporaryFolder()) {
  const discord = await startDiscord();
  const store = makeStore({ folder });
  const running = await startBot(discord, { service, store });
  return { discord, store, anna: discord.user('anna'), ben: discord.user('ben'), ...running };
}

const begin = (user: User, options: Given = { color: 'white', rating: 1500 }): Promise<Message> =>
  user.types('/play', options).replyThat(({ attachments }) => attachments.length > 0, 'there is a board');

/** Once the message says so. */
const until = (message: Message, text: string) =>
  message.until(() => (message.text.includes(text) ? message : undefined), `it says "${text}"`);

async function types(user: User, message: Message, move: string): Promise<Asked> {
  return user.submits(user.presses(message, 'Type a move'), { 'Move, such as Nf3 or g1f3': move });
}

const told = async (asked: Asked): Promise<string> => {
  const message = await asked.reply();
  expect(message.ephemeral).toBe(true);
  return message.content;
};

describe('/play', () => {
  it('shows the board from the player’s side, and whose move it is', async () => {
    const { anna, logged } = await club(new FixedMaia('e2e4'));
    const message = await begin(anna, { color: 'black', rating: 1900 });
    expect(message.content).toBe(
      `<@${anna.id}> plays Black against Maia, rated 1900.\n1. e4\n**Your move, <@${anna.id}>.**`,
    );
    expect([...message.pings]).toEqual([]);
    const [picture] = message.attachments;
    expect(picture?.description).toMatch(
      /^Board, Black to move\. Maia \(White\) against anna \(Black\)\. Last move: pawn e2/,
    );
    expect(message.labels).toEqual(['Type a move', 'Take back', 'Offer a draw', 'Resign']);
    expect(logged).toEqual([]);
  });

  it('is played by typing and by picking, in one message', async () => {
    const { discord, anna, ben, logged } = await club(new FixedMaia('e7e5 b8c6 g8f6'));
    const message = await begin(anna);
    await types(anna, message, 'E2 e4');
    await until(message, '1. e4 e5\n');
    await anna.picks(message, 'Knight g1').acknowledged();
    await message.until(() => message.menus.length === 2 || undefined, 'there are the moves of the knight');
    anna.picks(message, 'Nf3');
    await until(message, '2. Nf3 Nc6\n');
    await types(anna, message, 'bb5');
    await until(message, '3. Bb5 Nf6\n**Your move');
    expect(message.attachments).toHaveLength(1);
    expect(discord.shownTo(ben)).toEqual([message]);
    expect(logged).toEqual([]);
  });

  it('tells what is wrong with a typed move, to the player alone, and nothing has happened', async () => {
    const { anna, ben } = await club(new FixedMaia('e7e5 d8h4'));
    const message = await begin(anna);
    const before = message.content;
    for (const [typed, sentence] of [
      ['Nf6', 'move: Nf6 is not possible here.'],
      ['e4 e5', 'move: write one move, such as Nf3 or g1f3.'],
      ['@everyone', 'move: @\u200beveryone is not possible here.'],
    ] as const) {
      const asked = await types(anna, message, typed);
      expect(await told(asked)).toBe(sentence);
      expect(asked.original && ben.sees(asked.original)).toBe(false);
    }
    expect(message.content).toBe(before);
    await types(anna, message, 'f4');
    await until(message, '1. f4 e5\n');
    await types(anna, message, 'a3');
    await until(message, 'Qh4+');
    expect(await told(await types(anna, message, 'a4'))).toBe('move: a4 does not help; you are in check.');
    await types(anna, message, 'g3');
    await until(message, '3. g3');
  });

  it('asks which one is meant where two can go there', async () => {
    const { anna } = await club(new FixedMaia('a7a6 b7b6'));
    const message = await begin(anna);
    await types(anna, message, 'Nf3');
    await until(message, '1. Nf3 a6\n');
    await types(anna, message, 'd3');
    await until(message, '2. d3 b6\n');
    expect(await told(await types(anna, message, 'Nd2'))).toBe(
      'move: Nd2 fits more than one move (Nbd2, Nfd2). Write which.',
    );
  });

  it('is the player’s alone', async () => {
    const { anna, ben } = await club();
    const message = await begin(anna);
    const before = message.versions.length;
    const sentence = `This is <@${anna.id}>’s game. Start your own with /play.`;
    for (const label of ['Type a move', 'Take back', 'Offer a draw', 'Resign'])
      expect(await told(ben.presses(message, label))).toBe(sentence);
    expect(await told(ben.picks(message, 'e4'))).toBe(sentence);
    expect(message.versions).toHaveLength(before);
  });

  it('takes moves back, as far as there are any', async () => {
    const { anna } = await club(new FixedMaia('e7e5 c7c5'));
    const message = await begin(anna);
    expect(await told(anna.presses(message, 'Take back'))).toBe('There is nothing to take back yet.');
    anna.picks(message, 'e4');
    await until(message, '1. e4 e5\n');
    anna.presses(message, 'Take back');
    await message.until(() => (message.content.includes('1.') ? undefined : true), 'the moves are gone');
    anna.picks(message, 'd4');
    await until(message, '1. d4 c5\n');
  });

  it('ends with a mate, and offers a review of the game, which is kept', async () => {
    const { anna, store } = await club(new FixedMaia('e7e5 d8h4'));
    const message = await begin(anna);
    await types(anna, message, 'f3');
    await until(message, '1. f3 e5\n');
    await types(anna, message, 'g4');
    await until(message, '**Checkmate. Maia won.**');
    expect(message.menus).toEqual([]);
    expect(message.labels).toEqual(['Review']);
    const [button] = message.buttons;
    const id = button && 'custom_id' in button ? button.custom_id.split(':') : [];
    expect(id).toEqual(['k1', 'run', expect.any(String), 'review', 'white']);
    const kept = store.reports.get(id[2] ?? '') as StoredReport;
    expect(kept).toMatchObject({ owner: anna.id, kind: 'play', report: { kind: 'play' } });
    expect(JSON.stringify(kept.report)).toContain('1. f3 e5 2. g4 Qh4# 0-1');
    // The next is a new one.
    expect((await begin(anna)).content).not.toContain('already');
  });

  it('is resigned only by who means it', async () => {
    const { anna } = await club();
    const message = await begin(anna);
    anna.presses(message, 'Resign');
    await until(message, '**Resign this game?**');
    expect(message.labels).toEqual(['Yes, resign', 'No, play on']);
    anna.presses(message, 'No, play on');
    await until(message, '**Your move');
    anna.presses(message, 'Resign');
    await until(message, '**Resign this game?**');
    anna.presses(message, 'Yes, resign');
    await until(message, `**<@${anna.id}> resigned. Maia won.**`);
    // Nothing was played, so there is nothing to review.
    expect(message.labels).toEqual([]);
  });

  it.each([
    ['is not better', 0, '**Agreed. A draw.**'],
    ['has lost anyway', 300, '**Agreed. A draw.**'],
    ['is better', -80, 'Maia plays on.\n**Your move'],
  ])('is drawn if Maia %s', async (_, cp, words) => {
    const { anna } = await club(new FixedMaia('', cp));
    const message = await begin(anna);
    anna.presses(message, 'Offer a draw');
    await until(message, words);
  });

  it('is shown again to who asks for another while it goes on', async () => {
    const { anna, ben } = await club(new FixedMaia('e7e5 b8c6'));
    const first = await begin(anna);
    anna.picks(first, 'e4');
    await until(first, '1. e4 e5\n');
    const second = await begin(anna, { color: 'black' });
    expect(second.content).toContain('1. e4 e5\nYou already have a game here, and this is it.');
    expect((await begin(ben)).content).not.toContain('already');
    await types(anna, second, 'Nf3');
    await until(second, '2. Nf3 Nc6\n');
    // The older message catches up, whatever is pressed there.
    anna.presses(first, 'Take back');
    await until(first, '2. Nf3 Nc6\nThe game has gone on in the meantime; this is how it stands.\n');
    expect(second.content).toContain('2. Nf3 Nc6\n**Your move');
  });
});

describe('when things go another way than planned', () => {
  it('two presses at once make one move', async () => {
    const service = new HandService();
    const { anna, logged, discord } = await club(service);
    const message = await begin(anna);
    const presses = [anna.picks(message, 'e4'), anna.picks(message, 'd4'), anna.picks(message, 'e4')];
    await Promise.all(presses.map(asked => asked.acknowledged()));
    const handed = await service.job();
    expect(handed.job).toMatchObject({ kind: 'maia', input: { moves: [expect.stringMatching(/^[de]2[de]4$/)] } });
    await until(message, 'Maia is thinking …');
    handed.resolve({ kind: 'maia', moves: [{ san: 'e5', uci: 'e7e5', probability: 1 }] } as unknown as JobResult);
    await until(message, 'e5\n**Your move');
    expect(service.asked).toHaveLength(1);
    expect(logged).toEqual([]);
    expect(discord.shownTo(anna)).toEqual([message]);
  });

  it('a game can be resigned, or the move taken back, while Maia thinks', async () => {
    const service = new HandService();
    const { anna, bot } = await club(service);
    const message = await begin(anna);
    anna.picks(message, 'e4');
    await until(message, 'Maia is thinking …');
    expect(await told(anna.presses(message, 'Maia, your move!'))).toBe('It is not your move yet.');
    anna.presses(message, 'Take back');
    await until(message, '**Your move');
    const late = await service.job();
    late.resolve({ kind: 'maia', moves: [{ san: 'e5', uci: 'e7e5', probability: 1 }] } as unknown as JobResult);
    anna.picks(message, 'd4');
    await until(message, 'Maia is thinking …');
    const next = await service.job(1);
    expect(next.job).toMatchObject({ input: { moves: ['d2d4'] } });
    anna.presses(message, 'Resign');
    await until(message, '**Resign this game?**');
    anna.presses(message, 'Yes, resign');
    await until(message, 'Maia won.');
    next.resolve({ kind: 'maia', moves: [{ san: 'd5', uci: 'd7d5', probability: 1 }] } as unknown as JobResult);
    await bot.close();
    expect(message.content).toContain('1. d4\n');
  });

  it('a Maia that fails can be asked again, and the player’s move is kept', async () => {
    const service = new HandService();
    const { anna, logged } = await club(service);
    const message = await begin(anna);
    const asked = anna.picks(message, 'e4');
    (await service.job()).reject(new Fault('busy', 'Too many wait.'));
    expect((await asked.followUp()).content).toBe('Kibitz is busy right now. Please try again in a few minutes.');
    await until(message, '1. e4\n**Maia is thinking …**');
    anna.presses(message, 'Maia, your move!');
    (await service.job(1)).resolve({
      kind: 'maia',
      moves: [{ san: 'e5', uci: 'e7e5', probability: 1 }],
    } as unknown as JobResult);
    await until(message, '1. e4 e5\n**Your move');
    expect(logged).toEqual([]);
  });

  it('a restart loses nothing: not the game, and not the move that Maia was thinking about', async () => {
    const folder = temporaryFolder();
    const service = new HandService();
    const { discord, anna, bot } = await club(service, folder);
    const message = await begin(anna);
    anna.picks(message, 'e4');
    await until(message, 'Maia is thinking …');
    await bot.close();
    (await service.job()).reject(new Fault('closing', 'Closing.'));
    await startBot(discord, { service: new FixedMaia('e7e5 b8c6'), store: makeStore({ folder }) });
    anna.presses(message, 'Maia, your move!');
    await until(message, '1. e4 e5\n**Your move');
    await types(anna, message, 'Nf3');
    await until(message, '2. Nf3 Nc6\n');
  });

  it('an acknowledgement that is done but told as failed does not cost the move', async () => {
    const { anna, discord, logged } = await club(new FixedMaia('e7e5'));
    const message = await begin(anna);
    discord.fails(/POST .*\/callback/, serverError(), { done: true });
    anna.picks(message, 'e4');
    await until(message, '1. e4 e5\n**Your move');
    expect(logged).toEqual([]);
  });

  it('a board that could not be shown is shown at the next press, with what has been played', async () => {
    const { anna, discord, logged } = await club(new FixedMaia('e7e5'));
    const message = await begin(anna);
    discord.fails(/PATCH \/webhooks/, serverError(), { times: 100 });
    anna.picks(message, 'e4');
    await waitUntil(() => logged.length > 0, 'it could not be shown');
    discord.faults.length = 0;
    expect(message.content).not.toContain('1. e4');
    anna.picks(message, 'd4');
    await until(message, '1. e4 e5\nThe game has gone on in the meantime; this is how it stands.\n**Your move');
    expect(logged.map(({ msg }) => msg)).toEqual(['an interaction could not be answered']);
  });

  it('buttons of a game that was put away say so', async () => {
    const clock = { now: Date.now() };
    const discord = await startDiscord();
    const store = makeStore({ now: () => clock.now });
    await startBot(discord, { service: new FixedMaia(), store });
    const anna = discord.user('anna');
    const message = await begin(anna);
    clock.now += 31 * 24 * 60 * 60_000;
    expect(await told(anna.presses(message, 'Resign'))).toBe('This game has been put away. Start another with /play.');
  });

  it('speaks German to who does', async () => {
    const { discord } = await club(new FixedMaia('e7e5'));
    const doris = discord.user('doris', { locale: 'de' });
    const message = await begin(doris);
    expect(message.labels).toEqual(['Zug eingeben', 'Zug zurücknehmen', 'Remis anbieten', 'Aufgeben']);
    const dialog = doris.presses(message, 'Zug eingeben');
    await doris.submits(dialog, { 'Zug, etwa Sf3, Nf3 oder g1f3': 'Sf3' });
    await until(message, '1. Nf3 e5\n**Du bist am Zug');
  });
});

describe('with the real Maia', () => {
  it('a few moves are played', async () => {
    const { anna, logged } = await club(makeService());
    const message = await begin(anna, { color: 'white', rating: 1100 });
    for (const [number, move] of ['e4', 'Nf3', 'd3'].entries()) {
      await types(anna, message, move);
      await message.until(
        () => new RegExp(`${number + 1}\\. ${move} \\S+\n\\*\\*Your move`).test(message.content) || undefined,
        `Maia has answered ${move}`,
        60_000,
      );
    }
    expect(logged).toEqual([]);
  });
});
