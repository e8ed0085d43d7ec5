import { describe, expect, it } from 'vitest';
import { randomly } from '../../support/lichess/opponent.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { until } from '../../support/processes.ts';
import { startBot } from './bot.ts';

/** Whole games on a Lichess that has a bad day. `SOAK_GAMES` says how many; a quick run plays a few. */

const GAMES = Number(process.env.SOAK_GAMES ?? 6);
const AT_ONCE = 4;

/** Everything that can go wrong, at random: connections, answers, streams, events, letters cut in two. */
const FAULTS = {
  refuses: 0.03,
  denies: 0.03,
  resets: 0.02,
  forgets: 0.02,
  dawdles: 0.02,
  drops: 0.03,
  silences: 0.005,
  splits: 0.1,
  repeats: 0.3,
  limits: { rate: 0.002, where: /move|chat|export|account/ },
} as const;

describe('a bad day', () => {
  it(`loses none of ${GAMES} games: nothing illegal, nothing twice, nothing left standing`, async () => {
    const lichess = await startLichess({ pace: 10, seed: 20 });
    const { finished } = await startBot(lichess, { settings: { games: AT_ONCE, resignAfter: 0 } });
    lichess.faults.set(FAULTS);
    const play = async (index: number): Promise<string> => {
      const name = `Zoe${index}`;
      lichess.opponent(name, { plays: randomly(index + 1), does: { 90: 'resigns', 91: 'resigns' } });
      for (;;) {
        // A challenge may be lost with the connection; people ask again.
        const challenge = await lichess
          .challenge({ from: name, clock: { limit: 600, increment: 5 } })
          .answered(240_000);
        if (challenge.round) return (await challenge.round.ended(240_000)).status;
      }
    };
    const statuses: string[] = [];
    let next = 0;
    const seat = async () => {
      while (next < GAMES) statuses.push(await play(next++));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, seat));
    lichess.faults.end();
    expect(statuses).toHaveLength(GAMES);
    for (const status of statuses) expect(['mate', 'stalemate', 'draw', 'resign']).toContain(status);
    await until(() => finished.length >= GAMES, 'every game is told', 60_000);
    expect(new Set(finished.map(({ id }) => id)).size).toBe(finished.length);
    expect(lichess.busiest).toBeLessThanOrEqual(2);
    const { counts } = lichess.faults;
    for (const kind of ['refuses', 'denies', 'drops', 'splits'] as const) expect(counts[kind]).toBeGreaterThan(0);
  }, 1_200_000);
});
