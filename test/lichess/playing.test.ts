import { beforeEach, describe, expect, it } from 'vitest';
import { acceptChallenge, declineChallenge, openGame } from '../../src/lichess/challenge.ts';
import type { LichessClient } from '../../src/lichess/client.ts';
import {
  abortGame,
  answerDraw,
  answerTakeback,
  claimVictory,
  eventStream,
  type GameEvent,
  gameStream,
  type LichessEvent,
  resignGame,
  sendChat,
  sendMove,
} from '../../src/lichess/play.ts';
import type { Account } from '../support/lichess/account.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { answer, drop } from '../support/lichess/mishaps.ts';
import { follows, neverMoves } from '../support/lichess/opponent.ts';
import type { Round } from '../support/lichess/round.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';
import { clientOf } from './server.ts';

const clock = { limit: 180, increment: 2 };

let lichess: Loopback;
let bot: Account;
let client: LichessClient;
beforeEach(async () => {
  lichess = await startLichess();
  bot = lichess.bot();
  client = clientOf(lichess, { token: bot.token });
});

/** All that comes, as it comes. */
function collect<T>(stream: AsyncIterable<T>): { readonly events: T[]; readonly ended: Promise<void> } {
  const events: T[] = [];
  const read = async () => {
    for await (const event of stream) events.push(event);
  };
  const ended = read();
  ended.catch(() => undefined); // a stream of events ends with the client
  return { events, ended };
}

/** A game against somebody who does nothing but agree to draws; the bot has White. */
async function begun(): Promise<Round> {
  lichess.opponent('Anna', { plays: neverMoves, draws: true });
  const challenge = lichess.challenge({ from: 'Anna', color: 'black', clock });
  await acceptChallenge(client, challenge.id);
  return challenge.accepted();
}

/** The stream of a game, once it is open: a move would push its opening aside. */
async function listening({ id }: Round) {
  const game = collect<GameEvent>(gameStream(client, id));
  await until(() => game.events.length > 0, 'the stream is open');
  return game;
}

describe('a game', () => {
  it('is played from the challenge to the mate', async () => {
    lichess.opponent('Anna', { plays: follows('f2f3 g2g4'), does: { 2: { says: 'Grüße 🙂' } }, rating: 1234 });
    const { events } = collect<LichessEvent>(eventStream(client));
    await lichess.listening(bot);
    const { id } = lichess.challenge({ from: 'Anna', color: 'white', clock });
    await until(() => events.length === 1, 'the challenge is told');
    expect(events[0]).toMatchObject({
      kind: 'challenge',
      challenge: {
        ...{ id, variant: 'standard', rated: false, speed: 'blitz' },
        challenger: { id: 'anna', name: 'Anna', rating: 1234, provisional: false },
        timeControl: { kind: 'clock', initial: 180_000, increment: 2000 },
      },
    });
    await acceptChallenge(client, id);
    const round = await lichess.until(() => lichess.rounds.get(id), 'it begins');
    await until(() => round.plies.length === 1, 'White has moved');
    const game = collect<GameEvent>(gameStream(client, id));
    await until(() => game.events.length === 1, 'the game is told');
    expect(game.events[0]).toMatchObject({
      ...{ kind: 'gameFull', id, variant: 'standard', speed: 'blitz', rated: false, initialFen: 'startpos' },
      clock: { initial: 180_000, increment: 2000 },
      white: { id: 'anna', rating: 1234 },
      black: { id: 'kibitz', title: 'BOT' },
      state: { kind: 'gameState', moves: ['f2f3'], winc: 2000, status: 'started', wdraw: false },
    });
    await sendMove(client, id, 'e7e5');
    await sendChat(client, id, 'player', 'Good luck & have fun!');
    await until(() => round.plies.length === 3, 'White has moved again');
    await sendMove(client, id, 'd8h4');
    await game.ended;
    const chat = game.events.filter(event => event.kind === 'chatLine').map(({ username, text }) => [username, text]);
    expect(chat).toContainEqual(['Anna', 'Grüße 🙂']);
    expect(chat).toContainEqual(['Kibitz', 'Good luck & have fun!']);
    expect(game.events.at(-1)).toMatchObject({
      ...{ kind: 'gameState', moves: ['f2f3', 'e7e5', 'g2g4', 'd8h4'], status: 'mate', winner: 'black' },
    });
    await until(() => events.length === 3, 'its end is told');
    expect(events.slice(1)).toMatchObject([
      { kind: 'gameStart', game: { gameId: id, speed: 'blitz', opponent: { id: 'anna' } } },
      { kind: 'gameFinish', game: { gameId: id } },
    ]);
    expect(JSON.stringify(events)).not.toContain('fullId');
  });

  it('knows what is asked, and is told what is answered', async () => {
    const round = await begun();
    const game = await listening(round);
    const told = (what: 'bdraw' | 'btakeback') =>
      until(() => game.events.some(event => event.kind === 'gameState' && event[what]), `${what} is told`);
    await sendMove(client, round.id, 'e2e4');
    round.play('black', 'e7e5');
    round.takeback('black', true);
    await told('btakeback');
    await answerTakeback(client, round.id, false);
    expect(round.asksTakeback.black).toBe(false);
    round.draw('black', true);
    await told('bdraw');
    await answerDraw(client, round.id, false);
    expect(round.offersDraw.black).toBe(false);
    await sendMove(client, round.id, 'g1f3', { offeringDraw: true });
    await game.ended;
    expect([round.status, round.moves]).toEqual(['draw', ['e2e4', 'e7e5', 'g1f3']]);
  });

  it('can be aborted and resigned, and won against nobody', async () => {
    const first = await begun();
    await abortGame(client, first.id);
    expect(first.status).toBe('aborted');
    const second = await begun();
    await sendMove(client, second.id, 'e2e4');
    second.play('black', 'e7e5');
    await expect(abortGame(client, second.id)).rejects.toMatchObject({ code: 'bad-input' });
    await resignGame(client, second.id);
    expect([second.status, second.winner]).toEqual(['resign', 'black']);
    const third = await begun();
    const game = await listening(third);
    await sendMove(client, third.id, 'e2e4');
    third.play('black', 'e7e5');
    third.gone('black', 0);
    await until(() => game.events.some(({ kind }) => kind === 'opponentGone'), 'they are gone');
    expect(game.events.at(-1)).toEqual({ kind: 'opponentGone', gone: true, claimWinInSeconds: 0 });
    await claimVictory(client, third.id);
    expect(third.winner).toBe('white');
  });

  it('refuses what cannot be', async () => {
    const { id } = await begun();
    const refused = (words: string) => ({
      code: 'bad-input',
      message: `game: ${lichess.host} does not allow it in ${id} (${words}).`,
    });
    await expect(sendMove(client, id, 'e2e5')).rejects.toMatchObject(refused('Piece on e2 cannot move to e5'));
    await expect(sendMove(client, 'xxxxxxxx', 'e2e4')).rejects.toMatchObject({ code: 'bad-input' });
    await expect(gameStream(client, 'xxxxxxxx')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      ...{ code: 'bad-input', message: 'game: there is no xxxxxxxx that this account plays.' },
    });
    lichess.takeComplaints(); // about the move that is none
  });

  it.each([
    ['was not heard', false],
    ['was heard, but the answer got lost', true],
  ])('is asked for a move once, which %s', async (_, done) => {
    const round = await begun();
    lichess.faults.script(/move/, drop, { done });
    const sent = await sendMove(client, round.id, 'e2e4').then(
      () => 'taken',
      ({ code }) => code,
    );
    // Whether it was made is for the game's stream to tell: it is not asked twice.
    expect([sent, round.moves]).toEqual(['lichess-failed', done ? ['e2e4'] : []]);
    expect(lichess.seen.filter(({ path }) => path.includes('/move/'))).toHaveLength(1);
  });
});

describe('a challenge', () => {
  it('is declined with a reason', async () => {
    const challenge = lichess.challenge({ from: 'Anna', clock });
    await declineChallenge(client, challenge.id, 'tooFast');
    expect([challenge.status, challenge.reason]).toEqual(['declined', 'tooFast']);
    await expect(acceptChallenge(client, challenge.id)).rejects.toMatchObject({
      ...{ code: 'bad-input', message: `challenge: ${challenge.id} is no longer there.` },
    });
  });

  it('is answered although Lichess has trouble', async () => {
    lichess.faults.script(/accept/, answer(502), { times: 2 });
    const challenge = lichess.challenge({ from: 'Anna', clock });
    await acceptChallenge(client, challenge.id);
    expect(challenge.status).toBe('accepted');
  });

  it('can be for everybody, made by nobody', async () => {
    const { id, url } = await openGame(client, { limit: 300, increment: 3, color: 'white', rating: undefined });
    expect(url).toBe(`${lichess.url}/${id}?color=white`);
    expect(lichess.challenges.get(id)?.setting).toMatchObject({ rated: false, clock: { limit: 300, increment: 3 } });
    const [opened, taken] = lichess.seen.slice(-2);
    expect(opened?.headers).not.toHaveProperty('authorization');
    expect(taken?.query.get('color')).toBe('black');
  });
});
