import { describe, expect, it } from 'vitest';
import { randomly } from '../../support/lichess/opponent.ts';
import type { Round } from '../../support/lichess/round.ts';
import { startLichess } from '../../support/lichess/start.ts';
import { startBot } from './bot.ts';

/** A minute for the whole game, against people who move at once. */

const GAMES = 4;
const AT_ONCE = 4;
/** By then somebody has mated or nobody will; it is more than the longest of 3000 real games had. */
const GIVES_UP = { 240: 'resigns', 241: 'resigns' } as const;
const MINUTES = 15;

describe('games of 1+0', () => {
  it(`are not lost on time, none of ${GAMES}`, { timeout: MINUTES * 60_000 }, async () => {
    const lichess = await startLichess({ pace: 20, seed: 2 });
    await startBot(lichess, { settings: { games: AT_ONCE, pace: 1, resignAfter: 0, draws: false, chat: false } });
    const left = Array.from({ length: GAMES }, (_, index) => index);
    const rounds: Round[] = [];
    const worker = async () => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) {
        const from = `Player${index}`;
        lichess.opponent(from, { plays: randomly(index), does: GIVES_UP });
        const challenge = lichess.challenge({ from, clock: { limit: 60, increment: 0 }, rated: true });
        rounds.push(await (await challenge.accepted()).ended(MINUTES * 60_000));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const bot = lichess.bot();
    const lost = rounds.filter(({ status, turn, players }) => status === 'outoftime' && players[turn] === bot);
    expect(lost.map(({ id, plies }) => `${id}: ${plies.length} half-moves`)).toEqual([]);
    // It has thought all the same.
    expect(rounds.some(round => round.plies.length > 40 && round.left('white') < 55_000)).toBe(true);
  });
});
