import { describe, expect, it } from 'vitest';
import type { Account } from '../support/lichess/account.ts';
import type { FaultKind } from '../support/lichess/faults.ts';
import type { Loopback, LoopbackOptions } from '../support/lichess/loopback.ts';
import { drop, tooMany } from '../support/lichess/mishaps.ts';
import { follows, neverMoves, randomly } from '../support/lichess/opponent.ts';
import { startLichess } from '../support/lichess/start.ts';
import { gameFull, gameInfo, gameState } from '../support/lichess/views.ts';
import { featured, tvMove } from '../support/lichess/watch.ts';
import { Description } from '../support/openapi.ts';
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
    expect(lichess.takeComplaints()).toEqual([
      `${id}: e7e4 after 1 half-moves (f2f3, started): Piece on e7 cannot move to e4`,
      `${id}: a7a6 after 4 half-moves (f2f3 e7e5 g2g4 d8h4, mate): Not your turn, or game already over`,
    ]);
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

/** A game in which it is the bot's move. */
async function begun(options: LoopbackOptions = {}) {
  const lichess = await startLichess(options);
  lichess.opponent('Anna', { plays: neverMoves });
  const hand = handOf(lichess, lichess.bot());
  const challenge = lichess.challenge({ from: 'Anna', color: 'black', clock });
  lichess.accept(challenge, lichess.bot());
  const round = await challenge.accepted();
  const path = `/api/bot/game/${round.id}`;
  return { lichess, hand, round, path, move: (uci: string) => hand.post(`${path}/move/${uci}`) };
}

describe('what the Lichess of the tests complains about', () => {
  it('two requests at once', async () => {
    const { lichess, hand } = await begun({ pace: 1 });
    lichess.faults.set({ dawdles: 1 });
    await Promise.all([hand.get('/api/account'), hand.get('/api/account/playing')]);
    expect(lichess.takeComplaints()).toEqual([
      expect.stringMatching(/^GET \/api\/account.* was not yet answered when \/api\/account.* was asked for$/),
    ]);
  });

  it('a request too soon after an answer 429, on the same path alone', async () => {
    const { lichess, hand, move } = await begun({ pace: 1 });
    lichess.faults.script(/move/, tooMany());
    const [status] = await move('e2e4').catch(() => [429]);
    expect(status).toBe(429);
    await hand.get('/api/account');
    await move('e2e4');
    expect(lichess.takeComplaints()).toEqual([
      expect.stringMatching(/move\/e2e4 came \d+ s too early after an answer 429$/),
    ]);
  });

  it('a move that is sent again, unless nobody could know', async () => {
    const { lichess, move } = await begun();
    lichess.faults.script(/move/, drop, { done: true });
    await expect(move('e2e4')).rejects.toThrow();
    expect(await move('e2e4')).toEqual([400, { error: 'Not your turn, or game already over' }]);
    expect(lichess.takeComplaints()).toEqual([]);
    const again = await begun();
    await again.move('e2e4');
    await again.move('e2e4');
    expect(again.lichess.takeComplaints()).toEqual([
      expect.stringContaining('e2e4 after 1 half-moves (e2e4, started): Not your turn'),
    ]);
  });

  it('what is said too long, with a link, or twice', async () => {
    const { lichess, hand, path } = await begun();
    const say = (text: string) => hand.post(`${path}/chat`, { room: 'player', text });
    for (const text of ['x'.repeat(141), 'see lichess.org', 'Hi. Fine!', 'Hi. Fine!', 'x'.repeat(140)]) await say(text);
    expect(lichess.takeComplaints().map(complaint => complaint.replace(/^.* room /, ''))).toEqual([
      'is 141 characters long',
      'has a link in it',
      'was said before',
    ]);
  });

  it.skipIf(!process.env.KIBITZ_CONTRACTS)('forms that are not in the description', async () => {
    const { lichess, hand, path } = await begun();
    await hand.post(`${path}/chat`, { room: 'kitchen', text: 'Hi' });
    await hand.post('/api/challenge/open', { 'clock.limit': 'soon', 'clock.increment': '2', limit: '3' });
    await hand.post(`${path}/draw/perhaps`);
    await hand.post('/api/challenge/open', {
      'clock.limit': '60',
      'clock.increment': '2',
      rated: 'true',
      rules: 'noAbort,noRematch',
    });
    expect(lichess.takeComplaints().join('\n')).toMatch(
      /chat: \/room must be equal to one of.*\n.*limit is not a field of the form\n(.*\n)*.*clock\.limit must be integer\n(.*\n)*.*accept cannot be "perhaps"$/,
    );
  });
});

describe('what goes wrong on the Lichess of the tests', () => {
  it('by chance: answers are lost before or after something is done', async () => {
    const { lichess, round, move } = await begun();
    const tried = async (kind: FaultKind, uci: string): Promise<[number | undefined, number]> => {
      lichess.faults.set({ [kind]: 1 });
      const response = await fetch(`${lichess.url}/api/bot/game/${round.id}/move/${uci}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${lichess.bot().token}` },
      }).catch(() => undefined);
      lichess.faults.end();
      return [response && Math.floor(response.status / 100), round.plies.length];
    };
    expect(await tried('refuses', 'e2e4')).toEqual([5, 0]);
    expect(await tried('resets', 'e2e4')).toEqual([undefined, 0]);
    expect(await tried('limits', 'e2e4')).toEqual([4, 0]);
    expect(await tried('denies', 'e2e4')).toEqual([5, 1]);
    round.play('black', 'e7e5');
    expect(await tried('forgets', 'd2d4')).toEqual([undefined, 3]);
    round.play('black', 'd7d5');
    expect(await move('e4d5')).toEqual([200, { ok: true }]);
    expect(lichess.faults.counts).toMatchObject({ refuses: 1, resets: 1, limits: 1, denies: 1, forgets: 1, drops: 0 });
  });

  it('to streams: cut, silent, in pieces, and everything twice', async () => {
    const { lichess, hand, round, path } = await begun({ pace: 20 });
    const game = path.replace('game', 'game/stream');
    lichess.faults.set({ splits: 1 });
    const pieces = await hand.listen(game);
    round.say('Anna', 'player', 'Grüße 🙂');
    await until(() => pieces.lines.length === 2, 'two lines');
    expect(pieces.lines[1]).toMatchObject({ text: 'Grüße 🙂' });
    lichess.faults.set({ drops: 1 });
    const cut = await hand.listen(game);
    await until(() => cut.ended, 'it is cut');
    lichess.faults.end();
    lichess.faults.set({ silences: 1 });
    const silent = await hand.listen(game);
    round.say('Anna', 'player', 'Anybody there?');
    await new Promise(resolve => setTimeout(resolve, 500));
    expect([silent.lines, silent.empty, silent.ended]).toEqual([[], 0, false]);
    lichess.faults.end();
    lichess.faults.set({ repeats: 1 });
    const events = await hand.listen('/api/stream/event');
    lichess.accept(lichess.challenge({ from: 'Anna', clock }), lichess.bot());
    await until(() => events.lines.length === 4, 'a game, a challenge, and a game that starts twice');
    expect(events.lines.map(({ type }) => type)).toEqual(['gameStart', 'challenge', 'gameStart', 'gameStart']);
  });
});

describe('what everybody may know on the Lichess of the tests', () => {
  const MOVES = 'f2f3 e7e5 g2g4'.split(' ');

  it('games of others, three half-moves late until they are over; eight at once', async () => {
    const { lichess, hand, round } = await begun();
    const watched = await hand.listen(`/api/stream/game/${round.id}`);
    const tv = await hand.listen('/api/tv/feed');
    lichess.audience.feature(round);
    for (const [ply, uci] of MOVES.entries()) round.play(ply % 2 === 0 ? 'white' : 'black', uci);
    const moves = ({ lines }: { lines: Line[] }) => lines.map(({ lm, id }) => lm ?? (id ? 'game' : 'start'));
    await until(() => watched.lines.length === 2 && tv.lines.length === 4, 'the first position');
    expect(moves(watched)).toEqual(['game', 'start']);
    round.play('black', 'd8h4');
    await until(() => watched.ended, 'the rest');
    expect(moves(watched)).toEqual(['game', 'start', ...MOVES, 'd8h4', 'game']);
    expect(watched.lines.at(-1)).toMatchObject({ status: { name: 'mate' }, winner: 'black' });
    expect(tv.lines.map(({ t }) => t)).toEqual(['featured', 'fen', 'fen', 'fen', 'fen']);
    const other = lichess.challenge({ from: 'Anna', clock });
    lichess.accept(other, lichess.bot());
    const eight = Array.from({ length: 8 }, () => hand.listen(`/api/stream/game/${other.id}`));
    await Promise.all(eight);
    expect(await hand.get(`/api/stream/game/${other.id}`)).toEqual([429, expect.stringContaining('only run 8')]);
    lichess.takeComplaints();
  });

  it('exports, of which the last three half-moves are held back while it is played', async () => {
    const { hand, round } = await begun();
    const pgn = async () => (await hand.get(`/game/export/${round.id}?clocks=true`, 'application/x-chess-pgn'))[1];
    for (const [ply, uci] of [...MOVES, 'a7a6', 'a2a3', 'b7b6'].entries())
      round.play(ply % 2 === 0 ? 'white' : 'black', uci);
    expect(await pgn()).toMatch(
      /\[Termination "Unterminated"\]\n\n1\. f3 \{ \[%clk 0:03:00\] \} 1\.\.\. e5 .* 3\. a3 [^.]* \*\n/,
    );
    round.resign('white');
    expect(await pgn()).toMatch(/\[Termination "Normal"\]\n\n1\. f3 .* 3\.\.\. b6 \{ \[%clk 0:03:0\d\] \} 0-1\n/);
    const [, games] = await hand.get('/api/games/user/anna?max=1', 'application/x-ndjson');
    expect(JSON.parse(games)).toMatchObject({ id: round.id, status: 'resign', moves: 'f3 e5 g4 a6 a3 b6' });
  });

  it.skipIf(!process.env.KIBITZ_CONTRACTS)('everything in the shape that the description gives it', async () => {
    const api = new Description(`${process.env.KIBITZ_CONTRACTS}/lichess-openapi.json`);
    const { lichess, hand, round } = await begun();
    const [challenge, declined] = [0, 1].map(() => lichess.challenge({ from: 'Anna', clock }));
    if (declined) lichess.decline(declined, lichess.bot(), 'tooFast');
    round.play('white', 'e2e4');
    const full = gameFull(round);
    const open = lichess.openChallenge({ clock });
    const watched = await hand.listen(`/api/stream/game/${round.id}`);
    round.abort();
    await until(() => watched.ended, 'the game is over');
    for (const [name, value] of [
      ['GameStartEvent', { type: 'gameStart', game: gameInfo(round, 'white') }],
      ['ChallengeEvent', { type: 'challenge', challenge: challenge?.json(), compat: challenge?.compat }],
      ['ChallengeDeclinedJson', declined?.json()],
      ['ChallengeOpenJson', open.json()],
      ['GameFullEvent', full],
      ['GameStateEvent', gameState(round)],
      ['UserExtended', JSON.parse((await hand.get('/api/account'))[1])],
      ['GameJson', JSON.parse((await hand.get(`/game/export/${round.id}?clocks=true`))[1])],
      ['TvFeed', featured(round, 'black')],
      ['TvFeed', tvMove(round)],
    ] as const)
      expect([name, api.schema(name, value)]).toEqual([name, []]);
    // Of its lines the description says nothing but that they are a list.
    expect(api.schema('MoveStream', watched.lines)).toEqual([]);
  });
});
