import { describe, expect, it } from 'vitest';
import type { Account } from '../support/lichess/account.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { follows, neverMoves, randomly } from '../support/lichess/opponent.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';

/** The Lichess of the tests, asked by hand. */

type Line = Record<string, unknown>;

/** What came of a request, and the lines of a stream as they arrive. */
const handOf = ({ url }: Loopback, { token }: Account) => {
  const headers = { authorization: `Bearer ${token}` };
  return {
    async post(path: string, form: Record<string, string> = {}): Promise<[number, Line]> {
      const response = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(form) });
      return [response.status, (await response.json()) as Line];
    },
    async get(path: string, accept = 'application/json'): Promise<[number, string]> {
      const response = await fetch(url + path, { headers: { ...headers, accept } });
      return [response.status, await response.text()];
    },
    async listen(path: string) {
      const response = await fetch(url + path, { headers });
      const lines: Line[] = [];
      const heard = { lines, empty: 0, ended: false };
      const read = async () => {
        let rest = '';
        const decoder = new TextDecoder();
        for await (const chunk of response.body ?? []) {
          rest += decoder.decode(chunk, { stream: true });
          const whole = rest.split('\n');
          rest = whole.pop() ?? '';
          heard.empty += whole.filter(line => line === '').length;
          lines.push(...whole.filter(line => line !== '').map(line => JSON.parse(line) as Line));
        }
      };
      void read()
        .catch(() => undefined) // hung up on
        .finally(() => {
          heard.ended = true;
        });
      return heard;
    },
  };
};

const clock = { limit: 180, increment: 2 };

describe('a game on the Lichess of the tests', () => {
  it('is played by hand from the challenge to the mate', async () => {
    const lichess = await startLichess();
    const bot = lichess.bot();
    lichess.opponent('Anna', { plays: follows('f2f3 g2g4'), does: { 2: { says: 'Grüße' } } });
    const hand = handOf(lichess, bot);
    const events = await hand.listen('/api/stream/event');
    const challenge = lichess.challenge({ from: 'Anna', color: 'white', clock });
    await until(() => events.lines.length === 1, 'the challenge is told');
    expect(events.lines[0]).toMatchObject({
      type: 'challenge',
      challenge: { id: challenge.id, challenger: { id: 'anna' }, speed: 'blitz', timeControl: { limit: 180 } },
    });
    expect(await hand.post(`/api/challenge/${challenge.id}/accept`)).toEqual([200, { ok: true }]);
    const round = await challenge.accepted();
    const { id } = round;
    await until(() => round.plies.length === 1, 'White has moved');
    const game = await hand.listen(`/api/bot/game/stream/${id}`);
    await until(() => game.lines.length === 1, 'the game is told');
    expect(game.lines[0]).toMatchObject({ type: 'gameFull', initialFen: 'startpos', state: { moves: 'f2f3' } });
    const move = (uci: string) => hand.post(`/api/bot/game/${id}/move/${uci}`);
    expect(await move('e7e4')).toEqual([400, { error: 'Piece on e7 cannot move to e4' }]);
    expect(await move('e7e5')).toEqual([200, { ok: true }]);
    expect(await hand.post(`/api/bot/game/${id}/chat`, { room: 'player', text: 'Hello' })).toEqual([200, { ok: true }]);
    await until(() => round.plies.length === 3, 'White has moved again');
    expect(await move('d8h4')).toEqual([200, { ok: true }]);
    await lichess.gameOver(id);
    expect([round.status, round.winner, round.moves.join(' ')]).toEqual(['mate', 'black', 'f2f3 e7e5 g2g4 d8h4']);
    await until(() => game.ended && events.lines.length === 3, 'the stream ends with the game, and its end is told');
    expect(game.lines.filter(({ type }) => type === 'chatLine').map(({ text }) => text)).toEqual(['Grüße', 'Hello']);
    expect(game.lines.at(-1)).toMatchObject({ status: 'mate', winner: 'black' });
    expect(events.lines.map(({ type }) => type)).toEqual(['challenge', 'gameStart', 'gameFinish']);
    expect(await move('a7a6')).toEqual([400, { error: 'Not your turn, or game already over' }]);
  });

  it('is told again to whoever listens anew, and only to them', async () => {
    const lichess = await startLichess({ pace: 20 });
    lichess.opponent('Anna', { plays: neverMoves });
    const hand = handOf(lichess, lichess.bot());
    const challenge = lichess.challenge({ from: 'Anna', color: 'white', clock });
    const first = await hand.listen('/api/stream/event');
    await until(() => first.lines.length === 1, 'the challenge is told');
    await hand.post(`/api/challenge/${challenge.id}/accept`);
    const second = await hand.listen('/api/stream/event');
    await until(() => second.lines.length === 1 && first.ended, 'the second is told of the game');
    await until(() => second.empty > 1, 'signs of life');
    expect(second.lines[0]).toMatchObject({ type: 'gameStart', game: { isMyTurn: false, opponent: { id: 'anna' } } });
  });

  it('is lost by the one whose time is up', async () => {
    const lichess = await startLichess({ pace: 100 });
    const bot = lichess.bot();
    lichess.opponent('Anna', { plays: randomly(1) });
    const challenge = lichess.challenge({ from: 'Anna', color: 'white', clock: { limit: 15, increment: 0 } });
    const hand = handOf(lichess, bot);
    await hand.post(`/api/challenge/${challenge.id}/accept`);
    const round = await challenge.accepted();
    await until(() => round.plies.length === 1, 'White has moved');
    await hand.post(`/api/bot/game/${round.id}/move/e7e5`);
    await round.ended();
    expect([round.status, round.winner, round.left('black')]).toEqual(['outoftime', 'white', 0]);
  });

  it('needs a challenge that is still there', async () => {
    const lichess = await startLichess({ pace: 200 });
    const challenge = lichess.challenge({ from: 'Anna', to: lichess.bot(), clock });
    expect((await challenge.answered()).status).toBe('canceled');
    const hand = handOf(lichess, lichess.bot());
    expect(await hand.post(`/api/challenge/${challenge.id}/accept`)).toEqual([404, { error: 'Not found' }]);
    const other = lichess.challenge({ from: 'Anna', clock });
    expect(await hand.post(`/api/challenge/${other.id}/decline`, { reason: 'tooFast' })).toEqual([200, { ok: true }]);
    expect([other.status, other.reason]).toEqual(['declined', 'tooFast']);
  });
});
