import { describe, expect, it } from 'vitest';
import {
  BUSY,
  commandIn,
  EVAL_LATER,
  EXPECTED_LATER,
  evalLine,
  greeting,
  HELP,
  MAX_LINE,
  NOTHING_TURNED,
  ratingLine,
  sourceLine,
  summaryLines,
  turningLine,
  type Wordings,
  wordingOf,
} from '../../../src/bot/lichess/chat-replies.ts';
import { GAME_STATUSES } from '../../../src/lichess/schema.ts';
import { randomly } from '../../support/lichess/opponent.ts';
import type { Round } from '../../support/lichess/round.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { until } from '../../support/processes.ts';
import { fakeAnalysis, startBot } from './bot.ts';

const longest = { san: 'Qh8xg7+', expected: 0.999 };
const place = { move: 199, expected: 0.997 };
const summaries = GAME_STATUSES.flatMap(status =>
  (['won', 'lost', 'drawn'] as const).flatMap(outcome => [
    ...summaryLines({ status, outcome, moves: 199, best: place, worst: { ...place, move: 198 } }),
    ...summaryLines({ status, outcome, moves: 1, best: undefined, worst: undefined }),
  ]),
);
const ALL: Wordings[] = [
  ...[HELP, EVAL_LATER, EXPECTED_LATER, BUSY, NOTHING_TURNED, greeting(2600), ratingLine(2600, true)],
  ...[ratingLine(600, false), evalLine('an overwhelming advantage for Black'), evalLine('the game is over')],
  turningLine({ played: '199... Qh8xg7+', best: [longest, longest, longest] }),
  ...summaries,
  sourceLine('https://github.com/kibitz-chess/kibitz'),
  // The longest that the settings allow.
  sourceLine(`https://git.some.where.example.org/${'k'.repeat(40)}.git`),
];

describe('what is said', () => {
  it('fits into a line, has no link in it, and is never the same twice', () => {
    for (const line of ALL) {
      const [first, second] = line;
      expect(first).not.toBe(second);
      for (const text of line) {
        expect(text.length, text).toBeLessThanOrEqual(MAX_LINE);
        expect(text).not.toMatch(/https?:|www\.|\w\.[a-z]{2,}/i);
      }
      expect(wordingOf(line, undefined)).toBe(first);
      expect(wordingOf(line, first)).toBe(second);
      expect(wordingOf(line, second)).toBe(first);
    }
  });

  it('is not said at all where it is too long, or could be taken for a link', () => {
    expect(wordingOf(['x'.repeat(141), 'y'.repeat(140)], undefined)).toBe('y'.repeat(140));
    expect(wordingOf(['see lichess.org', 'see https://x'], undefined)).toBeUndefined();
    expect(wordingOf([' ', 'a'], 'a')).toBeUndefined();
  });
});

describe('a command', () => {
  it.each([
    ['!help', 'help'],
    [' !EVAL ', 'eval'],
    ['!rating?', 'rating'],
    ['!expected.', 'expected'],
    ['help', undefined],
    ['!resign', undefined],
    ['I like !help', undefined],
    ['!', undefined],
  ])('%s is %s', (text, command) => {
    expect(commandIn(text)).toBe(command);
  });
});

const clock = { limit: 180, increment: 2 };
const said = (round: Round, room = 'player') =>
  round.chat.filter(line => line.username === 'Kibitz' && line.room === room).map(({ text }) => text);
const heard = (round: Round, words: string, room = 'player') =>
  until(() => said(round, room).some(text => text.includes(words)), `it says "${words}"`);

describe('the chat of a game', () => {
  it('begins with a greeting, answers, and ends with two lines', async () => {
    const lichess = await startLichess();
    const anna = lichess.opponent('Anna', { plays: randomly(4), delayMs: 30, rating: 1650 });
    await startBot(lichess, { settings: { resignAfter: 0 } });
    const round = await lichess.challenge({ from: 'Anna', clock, color: 'white' }).accepted();
    await heard(round, 'I play like people rated 1650');
    const ask = async (text: string, words: string, room: 'player' | 'spectator' = 'player') => {
      anna.does(round, 'white', { says: text, room });
      await heard(round, words, room);
    };
    await ask('!help', '!rating');
    // As a link Lichess would not let it be heard.
    await heard(round, 'My source code (AGPL-3.0-or-later): git[.]example[.]org/kibitz');
    await ask('!rating', 'as strong as my opponent');
    await ask('!eval', 'Not while the game is being played');
    await ask('!eval', 'Not while the game is being played', 'spectator');
    await ask('!expected', 'when it is over', 'spectator');
    await ask('!expected', 'when it is over');
    round.resign('white');
    await heard(round, 'I won by resignation');
    const ending = round.chat.findIndex(({ text }) => text.includes('I won by resignation'));
    for (const room of ['player', 'spectator']) await heard(round, 'approximately equal', room);
    await heard(round, 'to say where it turned', 'spectator');
    const told = round.chat.map(({ text }, index) =>
      /approximately equal|to say where it turned/.test(text) ? index : Number.POSITIVE_INFINITY,
    );
    expect(Math.min(...told)).toBeGreaterThan(ending);
    const lines = said(round);
    expect(lines.filter((text, index) => text === lines[index - 1])).toEqual([]);
  });

  it('goes on for a while afterwards', async () => {
    const lichess = await startLichess({ pace: 60 });
    const anna = lichess.opponent('Anna', { plays: randomly(4) });
    const { finished } = await startBot(lichess, { settings: { resignAfter: 0 } });
    const round = await lichess.challenge({ from: 'Anna', clock, color: 'white' }).accepted();
    await round.until(() => (round.plies.length > 6 ? true : undefined), 'some moves are made');
    round.resign('white');
    await until(() => finished.length === 1, 'it is over');
    await heard(round, 'By my own forecast');
    anna.does(round, 'white', { says: '!eval' });
    await heard(round, 'Stockfish');
  });

  it('forgets nothing that is asked while it says farewell, or while it works out something else', async () => {
    const lichess = await startLichess({ pace: 60 });
    const anna = lichess.opponent('Anna', { plays: randomly(4) });
    let round: Round | undefined;
    const ask = (says: string) => round && anna.does(round, 'white', { says });
    const service = fakeAnalysis({ wait: ({ kind }) => (kind === 'eval' ? ask('!rating') : undefined) });
    await startBot(lichess, { service, settings: { resignAfter: 0 } });
    round = await lichess.challenge({ from: 'Anna', clock, color: 'white' }).accepted();
    round.listen(news => {
      if (news.kind === 'chat' && news.line.text.startsWith('Thank you for the game')) ask('!eval');
    });
    await round.until(() => ((round?.plies.length ?? 0) > 6 ? true : undefined), 'some moves are made');
    round.resign('white');
    await heard(round, 'Stockfish');
    await heard(round, 'I play like people rated 1500: as strong');
    const order = ['I won', '!eval', 'By my own forecast', '!rating', 'Stockfish', 'as strong'];
    const places = order.map(words => round?.chat.findIndex(({ text }) => text.includes(words)));
    expect(places).toEqual(places.toSorted((a = -1, b = -1) => a - b));
    expect(places).not.toContain(-1);
  });

  it('is not held with bots, nor if the owner does not want it', async () => {
    for (const [title, chat] of [
      ['BOT', true],
      [undefined, false],
    ] as const) {
      const lichess = await startLichess();
      lichess.bot();
      const options = { plays: randomly(4), does: { 2: { says: '!help' }, 8: 'resigns' as const } };
      lichess.opponent('Anna', { ...options, ...(title && { title }) });
      const { finished } = await startBot(lichess, { settings: { chat, resignAfter: 0 } });
      const round = await lichess.challenge({ from: 'Anna', to: 'Kibitz', clock, color: 'white' }).accepted();
      await round.ended();
      await until(() => finished.length === 1, 'it is over');
      expect(said(round)).toEqual([]);
    }
  });
});
