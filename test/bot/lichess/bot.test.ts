import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { follows, neverMoves, randomly } from '../../support/lichess/opponent.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { fakeAnalysis, startBot } from './bot.ts';

const clock = { limit: 180, increment: 2 };

describe('a game of the bot', () => {
  it('is played from the challenge to the mate', async () => {
    const lichess = await startLichess();
    lichess.opponent('Anna', { rating: 1712, plays: follows('f2f3 g2g4') });
    const likes = (_: unknown, uci: string) => (['e7e5', 'd8h4'].includes(uci) ? 1000 : 0);
    const service = fakeAnalysis({ likes });
    const { finished } = await startBot(lichess, { service });
    const challenge = lichess.challenge({ from: 'Anna', color: 'white', clock, rated: true });
    const round = await (await challenge.accepted()).ended();
    expect(round.moves).toEqual(['f2f3', 'e7e5', 'g2g4', 'd8h4']);
    expect(round).toMatchObject({ status: 'mate', winner: 'black' });
    await expect.poll(() => finished).toHaveLength(1);
    expect(finished[0]).toMatchObject({
      ...{ id: round.id, color: 'black', status: 'mate', winner: 'black', rated: true, speed: 'blitz', plies: 4 },
      ...{ rating: 1712, opponent: { id: 'anna', name: 'Anna', rating: 1712 } },
    });
    const games = service.asked.slice(1);
    expect(games.map(({ job }) => job)).toMatchObject([
      { kind: 'maia', input: { moves: ['f2f3'] }, params: { rating: 1712, opponentRating: 1712 } },
      { kind: 'maia', input: { moves: ['f2f3', 'e7e5', 'g2g4'] } },
    ]);
    for (const { options } of games) expect(options).toMatchObject({ priority: 'move', owner: `game ${round.id}` });
  });

  it('is played by the Maia that is set, with all of its nets loaded before', async () => {
    const lichess = await startLichess();
    lichess.opponent('Anna', { rating: 1712, plays: follows('f2f3 g2g4') });
    const service = fakeAnalysis({ likes: (_, uci) => (['e7e5', 'd8h4'].includes(uci) ? 1000 : 0) });
    await startBot(lichess, { service, settings: { model: 'auto' } });
    const loaded = service.asked.map(({ job }) => job.kind === 'maia' && job.params.rating);
    expect(loaded).toEqual([1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900]);
    await (await lichess.challenge({ from: 'Anna', color: 'white', clock }).accepted()).ended();
    expect(service.asked.at(-1)?.job).toMatchObject({ kind: 'maia', model: 'auto', params: { rating: 1712 } });
  });

  it('may last for a hundred moves', async () => {
    const lichess = await startLichess({ pace: 20 });
    lichess.opponent('Anna', { plays: randomly(3), does: { 200: 'resigns', 201: 'resigns' } });
    const { finished } = await startBot(lichess, { settings: { resignAfter: 0 } });
    const round = await (
      await lichess.challenge({ from: 'Anna', clock: { limit: 600, increment: 5 } }).accepted()
    ).ended();
    expect(round.plies.length).toBeGreaterThanOrEqual(200);
    expect(round.status).toBe('resign');
    await expect.poll(() => finished).toHaveLength(1);
  });
});

describe('another program with the same token', () => {
  it('takes the events away and is told of once, without a quarrel', async () => {
    const lichess = await startLichess({ pace: 200 });
    lichess.opponent('Anna', { plays: neverMoves });
    const told: string[] = [];
    const log = pino({ level: 'warn' }, { write: line => told.push(JSON.parse(line).msg) });
    const settings = { abortMs: 3_600_000, chat: false };
    await startBot(lichess, { log, settings });
    const round = await lichess.challenge({ from: 'Anna', color: 'white', clock }).accepted();
    // A game that is told of whenever the stream opens: what is heard does not make a connection a good one.
    await startBot(lichess, { settings });
    const opened = () => lichess.seen.filter(({ path }) => path === '/api/stream/event').length;
    const before = opened();
    await lichess.clock.sleep(120_000);
    // Both wait for 3 s on average after they are sent away; as soon as they can it would be hundreds.
    expect(opened() - before).toBeLessThan(120);
    expect(told).toEqual([expect.stringContaining('another program uses this token')]);
    expect(round.over).toBe(false);
  });
});
