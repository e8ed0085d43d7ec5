import { describe, expect, it } from 'vitest';
import type { FaultKind, Rate } from '../../support/lichess/faults.ts';
import type { Loopback } from '../../support/lichess/loopback.ts';
import { tooMany } from '../../support/lichess/mishaps.ts';
import { neverMoves, type OpponentOptions, randomly } from '../../support/lichess/opponent.ts';
import type { Round } from '../../support/lichess/round.ts';
import type { Limits } from '../../support/lichess/setting.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { seeded } from '../../support/positions.ts';
import { startBot } from './bot.ts';

/** Whole games on a Lichess that has one bad day after the other. */

const GAMES = 10;
const AT_ONCE = 8;
const PACE = 60;
const MINUTES = 15;

/** All at once; each several times in the course of a few games. */
const BAD_DAYS: Partial<Record<FaultKind, Rate>> = {
  refuses: 0.03,
  denies: 0.03,
  resets: 0.03,
  forgets: 0.03,
  // On the way of a move it costs a minute, which nobody may have: those come early in a game, see below.
  limits: { rate: 0.02, where: /event|challenge|chat/ },
  dawdles: 0.1,
  drops: 0.02,
  silences: 0.004,
  splits: 0.3,
  repeats: 0.3,
};

const CLOCKS: readonly Limits[] = [
  { limit: 300, increment: 3 },
  { limit: 600, increment: 0 },
  { limit: 180, increment: 2 },
];

/** Nobody plays on for ever, whichever color they have. */
const GIVES_UP = { 120: 'resigns', 121: 'resigns' } as const;

/** People who do all that people do; each game is against the next of them. */
const PEOPLE: readonly ((random: () => number) => OpponentOptions)[] = [
  random => ({ delayMs: () => 4000 * random() }),
  () => ({ delayMs: 0 }),
  random => ({
    delayMs: () => 2000 * random(),
    draws: true,
    does: { ...GIVES_UP, 9: 'offers-draw', 40: 'offers-draw', 41: 'offers-draw' },
  }),
  random => ({
    delayMs: () => 2000 * random(),
    does: { ...GIVES_UP, 7: 'asks-takeback', 8: 'asks-takeback', 22: 'asks-takeback', 31: 'asks-takeback' },
  }),
  random => ({
    delayMs: () => 2000 * random(),
    does: {
      ...GIVES_UP,
      2: { says: 'Grüße 🙂' },
      11: { says: '!eval' },
      12: { says: '!help' },
      30: { says: '!rating' },
    },
  }),
  () => ({ delayMs: 500, does: { 30: 'leaves', 31: 'leaves' } }),
  () => ({ plays: neverMoves }),
];

/** Longer than a bot that is told to slow down, again and again, keeps quiet about challenges. */
const PATIENCE_MS = 30 * 60_000;

/** Asks again a minute later, as people do whose challenge came to nothing. */
async function challenged(lichess: Loopback, from: string, clock: Limits): Promise<Round> {
  const answers: string[] = [];
  for (const began = lichess.clock.now(); lichess.clock.now() - began < PATIENCE_MS; ) {
    const asked = lichess.challenge({ from, clock, rated: answers.length % 2 === 0 });
    const { round, status, reason } = await asked.answered(60_000);
    if (round) return round;
    answers.push(`${status} (${reason})`);
    await lichess.clock.sleep(60_000);
  }
  throw new Error(`nobody plays with ${from}: ${answers.join(', ')}`);
}

describe('bad days', () => {
  it(`end none of ${GAMES} games`, { timeout: MINUTES * 60_000 }, async () => {
    const lichess = await startLichess({ pace: PACE, seed: 1 });
    const { finished } = await startBot(lichess, { settings: { games: AT_ONCE, pace: 1, resignAfter: 0 } });
    lichess.faults.set(BAD_DAYS);
    const play = async (index: number): Promise<Round> => {
      const random = seeded(index);
      const manner = PEOPLE[index % PEOPLE.length]?.(random);
      const name = `Player${index}`;
      lichess.opponent(name, { plays: randomly(index), does: GIVES_UP, ...manner });
      const round = await challenged(lichess, name, CLOCKS[index % CLOCKS.length] as Limits);
      if (index % 3 < 2)
        lichess.faults.script(new RegExp(`${round.id}/move`), tooMany(index % 2 === 0 ? {} : { body: 61 }));
      return round.ended(MINUTES * 60_000);
    };
    const left = Array.from({ length: GAMES }, (_, index) => index);
    const rounds: Round[] = [];
    const worker = async () => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) rounds.push(await play(index));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    lichess.faults.end();
    const bot = lichess.bot();
    const lostOnTime = rounds.filter(
      ({ status, winner, players }) =>
        ['outoftime', 'timeout'].includes(status) && winner !== undefined && players[winner] !== bot,
    );
    expect(lostOnTime.map(tell)).toEqual([]);
    const abandoned = rounds.filter(
      ({ status, winner, players, turn }) =>
        (status === 'aborted' && players[turn] === bot) ||
        (status === 'resign' && winner !== undefined && players[winner] !== bot),
    );
    expect(abandoned.map(tell)).toEqual([]);
    await expect
      .poll(() => finished.map(({ id }) => id).sort(), { timeout: 60_000 })
      .toEqual(rounds.map(({ id }) => id).sort());
    for (const kind of ['refuses', 'denies', 'resets', 'forgets', 'drops', 'splits'] as const)
      expect([kind, lichess.faults.counts[kind]]).not.toEqual([kind, 0]);
  });
});

const tell = ({ id, status, winner, plies, players }: Round): string =>
  `${id}: ${plies.length} half-moves, ${status}, ${winner ? players[winner].name : 'nobody'} won`;
