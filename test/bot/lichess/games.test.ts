import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { Inviter } from '../../../src/bot/lichess/inviter.ts';
import type { LichessSettings } from '../../../src/bot/lichess/settings.ts';
import { cp, type Score } from '../../../src/chess/score.ts';
import { openStore } from '../../store/open.ts';
import type { ChallengeWish, Loopback } from '../../support/lichess/loopback.ts';
import { answer, drop, tooMany } from '../../support/lichess/mishaps.ts';
import { follows, neverMoves, type OpponentOptions, randomly } from '../../support/lichess/opponent.ts';
import type { Round } from '../../support/lichess/round.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { until } from '../../support/processes.ts';
import { fakeAnalysis, type Opinions, type StartOptions, startBot } from './bot.ts';

/** What can happen in a game, and what the bot does about it. */

const clock = { limit: 180, increment: 2 };
/** A minute takes about half a second. */
const PACE = 120;
const PATIENT: Partial<LichessSettings> = { resignAfter: 0 };

interface Meeting extends StartOptions {
  opponent?: OpponentOptions;
  wish?: Partial<ChallengeWish>;
  opinions?: Opinions;
}

async function begin({ opponent, wish, opinions, ...options }: Meeting = {}) {
  const lichess = await startLichess({ pace: PACE });
  lichess.opponent('Anna', { plays: randomly(5), ...opponent });
  const service = fakeAnalysis(opinions);
  const started = await startBot(lichess, { service, ...options });
  const challenge = lichess.challenge({ from: 'Anna', clock, color: 'white', ...wish });
  const round = await challenge.accepted();
  return { lichess, service, round, ...started };
}

const movesOf = (lichess: Loopback, { id }: Round) =>
  lichess.seen.filter(({ path }) => path.startsWith(`/api/bot/game/${id}/move/`));
const plays = (round: Round, plies: number) =>
  round.until(() => (round.plies.length >= plies ? true : undefined), `${plies} half-moves`);
const asked = (lichess: Loopback, what: RegExp) => lichess.seen.filter(({ path }) => what.test(path));

describe('draws', () => {
  const score = (own: number) => (): Score => cp(-own); // the bot has Black
  const offer = { does: { 24: 'offers-draw' as const } };

  it('are taken when we are not better', async () => {
    const { round } = await begin({ opponent: offer, opinions: { score: score(20) }, settings: PATIENT });
    expect(await round.ended()).toMatchObject({ status: 'draw', winner: undefined });
    expect(round.plies.length).toBeLessThanOrEqual(26);
  });

  it('are declined when we are better, and when it is early', async () => {
    const { round, lichess } = await begin({
      opponent: { does: { 4: 'offers-draw', 24: 'offers-draw', 30: 'resigns' } },
      opinions: { score: score(60) },
      settings: PATIENT,
    });
    expect(await round.ended()).toMatchObject({ status: 'resign', winner: 'black' });
    expect(asked(lichess, /draw\/yes/)).toEqual([]);
    expect(asked(lichess, /draw\/no/).length).toBeGreaterThan(0);
  });

  it('are neither offered nor taken if the owner does not want it', async () => {
    const { round } = await begin({
      opponent: { does: { 24: 'offers-draw', 30: 'resigns' } },
      opinions: { score: score(-300) },
      settings: { ...PATIENT, draws: false },
    });
    expect(await round.ended()).toMatchObject({ status: 'resign' });
  });

  it('are offered when nothing is left to play for', async () => {
    // Knights that go to and fro, on squares that they have not been on.
    const wdl = () => ({ win: 0.1, draw: 0.8, loss: 0.1 });
    const { round, lichess } = await begin({
      opponent: { draws: true, plays: randomly(8) },
      opinions: { wdl, score: () => cp(5) },
      settings: PATIENT,
    });
    await round.ended();
    const offers = lichess.seen.filter(({ query }) => query.get('offeringDraw') === 'true');
    if (round.plies.length >= 82) expect(offers.length).toBeGreaterThan(0);
    for (const { path } of offers) expect(path).toContain('/move/');
  });

  it('are claimed with the third repetition', async () => {
    const { round, lichess } = await begin({
      opponent: { plays: follows('g1f3 f3g1 g1f3 f3g1 g1f3 f3g1') },
      opinions: { likes: (_, uci) => (['g8f6', 'f6g8'].includes(uci) ? 1000 : 0) },
    });
    expect(await round.ended()).toMatchObject({ status: 'draw' });
    expect(round.plies).toHaveLength(8);
    expect(movesOf(lichess, round).at(-1)?.query.get('offeringDraw')).toBe('true');
  });
});

describe('resigning', () => {
  const lost: Opinions = { wdl: () => ({ win: 0.01, draw: 0.01, loss: 0.98 }), score: () => cp(900) };

  it('comes after four hopeless moves', async () => {
    const { round } = await begin({ opinions: lost });
    expect(await round.ended()).toMatchObject({ status: 'resign', winner: 'white' });
    expect(round.plies).toHaveLength(7);
  });

  it('does not come while Stockfish sees a way, nor if the owner does not want it', async () => {
    for (const meeting of [{ opinions: { ...lost, score: () => cp(300) } }, { opinions: lost, settings: PATIENT }]) {
      const { round } = await begin(meeting);
      await plays(round, 14);
      expect(round.over).toBe(false);
      round.abort();
    }
  });
});

describe('takebacks', () => {
  const does = { 6: 'asks-takeback', 10: 'asks-takeback', 14: 'asks-takeback', 18: 'resigns' } as const;

  it('are allowed twice in a casual game', async () => {
    const { round, lichess } = await begin({ opponent: { does }, settings: PATIENT });
    await round.ended();
    const answers = asked(lichess, /takeback/).map(({ path }) => path.split('/').at(-1));
    expect(answers).toEqual(['yes', 'yes', 'no']);
  });

  it('are not allowed in a rated one', async () => {
    const { round, lichess } = await begin({ opponent: { does }, wish: { rated: true }, settings: PATIENT });
    await round.ended();
    expect(asked(lichess, /takeback\/yes/)).toEqual([]);
    expect(asked(lichess, /takeback\/no/)).toHaveLength(3);
  });
});

describe('an opponent who is not there', () => {
  it('gets no game if they do not begin', async () => {
    const { round, lichess } = await begin({ opponent: { plays: neverMoves } });
    expect(await round.ended()).toMatchObject({ status: 'aborted' });
    const [aborted] = asked(lichess, /abort/);
    expect((aborted?.at ?? 0) - round.createdAt).toBeGreaterThanOrEqual(29_000);
  });

  it('may take as long as they like by correspondence', async () => {
    const lichess = await startLichess({ pace: PACE });
    lichess.opponent('Anna', { plays: neverMoves });
    await startBot(lichess);
    const round = await lichess.challenge({ from: 'Anna', days: 3, color: 'white' }).accepted();
    await lichess.clock.sleep(60_000);
    expect(round.over).toBe(false);
  });

  it('loses the game as soon as it can be claimed', async () => {
    const { round } = await begin({ opponent: { does: { 8: 'leaves' } }, settings: PATIENT });
    expect(await round.ended()).toMatchObject({ status: 'timeout', winner: 'black' });
  });

  it('may come back', async () => {
    const { round, lichess } = await begin({ opponent: { does: { 8: 'leaves' } }, settings: PATIENT });
    await plays(round, 8);
    const anna = lichess.opponent('Anna');
    await lichess.clock.sleep(6_000);
    anna.does(round, 'white', 'returns');
    await plays(round, 12);
    expect(round.over).toBe(false);
  });
});

describe('a game that goes on', () => {
  it('after the bot was away', async () => {
    const store = openStore();
    const { round, bot, lichess, client } = await begin({ opponent: { delayMs: 20 }, store, settings: PATIENT });
    await plays(round, 6);
    await bot.close();
    await client.close();
    const { length } = round.plies;
    const { finished } = await startBot(lichess, { store, settings: PATIENT });
    await plays(round, length + 6);
    round.resign('white');
    await until(() => finished.length === 1, 'it is told');
    expect(finished[0]).toMatchObject({ id: round.id, winner: 'black' });
  });

  it('although it ended while the bot was away', async () => {
    const store = openStore();
    const { round, bot, lichess, client } = await begin({ store, settings: PATIENT });
    await plays(round, 6);
    await bot.close();
    await client.close();
    round.resign('white');
    const { finished, bot: next } = await startBot(lichess, { store });
    await until(() => finished.length === 1, 'it is told');
    expect(finished[0]).toMatchObject({ id: round.id, status: 'resign', winner: 'black' });
    expect(next.games).toEqual([]);
  });

  it('although Lichess tells of it twice', async () => {
    const { round, lichess } = await begin({ settings: PATIENT });
    lichess.faults.set({ repeats: 1 });
    lichess.opponent('Ben', { plays: randomly(2) });
    const other = await lichess.challenge({ from: 'Ben', clock }).accepted();
    await Promise.all([plays(round, 10), plays(other, 10)]);
    const streams = asked(lichess, new RegExp(`game/stream/${other.id}`));
    expect(streams).toHaveLength(1);
  });

  it.each([
    ['refused with 502', answer(502, '<html>'), { done: false }],
    ['made and told as failed', answer(500), { done: true }],
    ['dropped', drop, { done: false }],
    ['made, and the answer dropped', drop, { done: true }],
  ])('although a move is %s', async (_, mishap, options) => {
    const { round, lichess } = await begin({ settings: PATIENT });
    await plays(round, 4);
    lichess.faults.script(/move/, mishap, { times: 3, ...options });
    await plays(round, 14);
    const made = round.plies.filter((_, ply) => ply % 2 === 1).length;
    // One may be on its way.
    const sent = movesOf(lichess, round).length - (options.done ? 0 : 3);
    expect([made, made + 1]).toContain(sent);
  });

  it('although its stream is cut, or goes deaf', async () => {
    const { round, lichess } = await begin({ settings: PATIENT });
    lichess.faults.set({ drops: { rate: 0.3, where: /game\/stream/ }, silences: { rate: 0.1, where: /game\/stream/ } });
    await plays(round, 30);
    lichess.faults.end();
  });

  it('although its stream opens and says nothing: no sign of life is waited for', async () => {
    const lichess = await startLichess({ pace: PACE });
    lichess.opponent('Anna', { plays: randomly(5) });
    await startBot(lichess, { settings: PATIENT });
    lichess.faults.set({ silences: { rate: 1, where: /game\/stream/ } });
    const round = await lichess.challenge({ from: 'Anna', clock, color: 'white' }).accepted();
    await until(() => lichess.faults.counts.silences > 0, 'the stream is silent');
    lichess.faults.end();
    await plays(round, 4);
    const [first, second] = asked(lichess, /game\/stream/).map(({ at }) => at);
    // Lichess gives a sign of life every 7 s.
    expect((second ?? Number.POSITIVE_INFINITY) - (first ?? 0)).toBeLessThan(7_000);
  });

  it('although Lichess wants no more moves in another one for a minute', async () => {
    const { round, lichess } = await begin({
      wish: { clock: { limit: 600, increment: 0 } },
      settings: PATIENT,
    });
    lichess.opponent('Ben', { plays: randomly(2), delayMs: 1_000 });
    const other = await lichess.challenge({ from: 'Ben', clock: { limit: 600, increment: 0 } }).accepted();
    await Promise.all([plays(round, 4), plays(other, 4)]);
    lichess.faults.script(new RegExp(`${round.id}/move`), tooMany());
    const refused = () => movesOf(lichess, round).find(({ status }) => status === 429);
    await until(() => refused() !== undefined, '429');
    const began = refused()?.at ?? 0;
    const { length } = round.plies;
    await plays(other, other.plies.length + 20);
    expect(lichess.clock.now() - began).toBeLessThan(60_000);
    await plays(round, length + 4);
    expect(lichess.clock.now() - began).toBeGreaterThanOrEqual(59_000);
  });
});

describe('an analysis that fails', () => {
  it('is asked again', async () => {
    let failures = 2;
    const wait: Opinions['wait'] = (_, { owner }) => {
      if (owner !== 'lichess' && failures-- > 0) throw new Fault('busy', 'Busy.');
    };
    const { round, service } = await begin({ opinions: { wait } });
    await plays(round, 6);
    const first = service.asked.filter(({ job }) => 'input' in job && job.input.moves.length === 1);
    expect(first).toHaveLength(3);
  });

  const never: Opinions['wait'] = (_, { owner }) =>
    owner === 'lichess' ? undefined : new Promise<void>(() => undefined);

  it('does not lose the game: something sensible is played when the time comes', async () => {
    const { round } = await begin({
      opponent: { plays: follows('f2f3 g2g4') },
      opinions: { wait: never },
      wish: { clock: { limit: 60, increment: 0 } },
    });
    expect(await round.ended()).toMatchObject({ status: 'mate', winner: 'black' });
  });

  it('is not waited for when the clock is nearly gone', async () => {
    const { round } = await begin({
      opinions: { wait: never },
      wish: { clock: { limit: 0, increment: 3 } },
      settings: PATIENT,
    });
    await plays(round, 8);
    const left = round.plies.filter((_, ply) => ply % 2 === 1).map(ply => ply.left.black);
    // Every move took less than the three seconds that it brought.
    for (const [index, ms] of left.slice(1).entries()) expect(ms).toBeGreaterThan(left[index] ?? 0);
  });
});

describe('games that are not ours to play', () => {
  it('are left: a variant that we do not know', async () => {
    const lichess = await startLichess();
    lichess.opponent('Anna', { plays: neverMoves });
    await startBot(lichess);
    const challenge = lichess.challenge({ from: 'Anna', variant: 'atomic', clock });
    // Somebody else has accepted it in our name.
    lichess.accept(challenge, lichess.bot());
    const round = await challenge.accepted();
    expect(await round.ended()).toMatchObject({ status: 'aborted' });
  });
});

describe('games from a position', () => {
  it('are played, whoever begins', async () => {
    const fen = 'r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 8';
    const { round } = await begin({ wish: { variant: 'fromPosition', fen }, settings: PATIENT });
    await plays(round, 10);
    expect(round.positions[0]?.turn).toBe('black');
  });
});

describe('an invitation', () => {
  it('is a game with the strength that was asked for, also after a restart', async () => {
    const store = openStore();
    const lichess = await startLichess();
    const first = await startBot(lichess, { store });
    const terms = { limit: 180, increment: 0, color: 'white' as const, rating: 1234 };
    const { id } = await new Inviter({ client: first.client, store }).invite(terms, {});
    await first.bot.close();
    await first.client.close();
    const service = fakeAnalysis();
    await startBot(lichess, { store, service });
    const challenge = lichess.challenges.get(id);
    lichess.opponent('Anna', { plays: randomly(1), rating: 2000 });
    if (challenge) lichess.accept(challenge, lichess.account('Anna'), 'white');
    await plays(lichess.round(id), 4);
    expect(service.asked.at(-1)?.job).toMatchObject({ params: { rating: 1234, opponentRating: 2000 } });
  });
});
