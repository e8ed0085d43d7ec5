import { describe, expect, it } from 'vitest';
import { runBot } from '../../src/app/bot.ts';
import { randomly } from '../support/lichess/opponent.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';
import { age, hasRedis, startRedis } from '../support/redis.ts';
import { makeServiceForAll } from '../support/service.ts';
import { startHere } from './in-process.ts';

/** Two bots with one token; `lease.thorough.test.ts` has three processes, one of which is killed. */

const service = makeServiceForAll();

describe.skipIf(!hasRedis)('two bots with one Lichess token', () => {
  it('take turns: one plays, and when it is told to go the other one goes on with its game', async () => {
    const [lichess, redis] = [await startLichess(), await startRedis()];
    await age(redis.url);
    const env = {
      ...{ REDIS_URL: redis.url, LICHESS_URL: lichess.url, LICHESS_TOKEN: lichess.bot().token, DISCORD_TOKEN: '' },
      ...{ LICHESS_PACE: '0', LICHESS_RESIGN_AFTER: '0' },
    };
    const playing = 'Kibitz is on Lichess as Kibitz.';
    const first = startHere(runBot, env, service);
    await until(() => first.notes().includes(playing), 'the first is on Lichess');
    const second = startHere(runBot, env, service);
    await until(() => second.notes().includes('Lichess: another bot is there, or was a moment ago;'), 'it waits');
    const streams = () => lichess.seen.filter(({ path }) => path === '/api/stream/event').length;
    expect([second.notes().includes(playing), streams()]).toEqual([false, 1]);
    lichess.opponent('Anna', { plays: randomly(3) });
    const round = await lichess.challenge({ from: 'Anna', clock: { limit: 600, increment: 5 } }).accepted();
    const goesOn = (plies: number) =>
      round.until(() => (round.over || round.plies.length >= plies ? true : undefined), `${plies} half-moves`);
    await goesOn(2);
    expect(await first.stop()).toBe(0);
    const plies = round.plies.length;
    await until(() => second.notes().includes(playing), 'the second is on Lichess');
    await goesOn(plies + 2);
    expect(streams()).toBe(2);
    expect(await second.stop()).toBe(0);
  });
});
