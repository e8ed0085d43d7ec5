import { describe, expect, it } from 'vitest';
import { type Started, startKibitz } from '../support/kibitz.ts';
import { randomly } from '../support/lichess/opponent.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';
import { age, hasRedis, startRedis } from '../support/redis.ts';

/** Several bots with one token, as their owner starts and stops them. */

describe.skipIf(!hasRedis)('several bots with one Lichess token', () => {
  it('take turns: one plays, and when it dies or is told to go the next one goes on with its game', async () => {
    const lichess = await startLichess();
    const redis = await startRedis({ started: false });
    const env = {
      ...{ REDIS_URL: redis.url, LICHESS_URL: lichess.url, LICHESS_TOKEN: lichess.bot().token, DISCORD_TOKEN: '' },
      ...{ LICHESS_PACE: '0', LICHESS_RESIGN_AFTER: '0', KIBITZ_ENGINES: '1' },
    };
    const start = () => startKibitz(['bot'], { env });
    const bots = [start(), start()];
    const has = ({ err }: Started, text: string) => err().includes(text);
    await until(() => bots.every(bot => has(bot, 'Lichess waits for Redis: Redis at 127.0.0.1:')), 'they wait');
    await redis.start();
    await age(redis.url);
    startKibitz(['worker'], { env });
    const streams = () => lichess.seen.filter(({ path }) => path === '/api/stream/event').length;
    const playing = (bot: Started) => has(bot, 'Kibitz is on Lichess as Kibitz.');
    await until(() => bots.some(playing), 'one is on Lichess');
    lichess.opponent('Anna', { plays: randomly(3), delayMs: 300 });
    const clock = { limit: 600, increment: 5 };
    const round = await lichess.challenge({ from: 'Anna', clock }).accepted();
    const goesOn = (plies: number) =>
      round.until(() => (round.over || round.plies.length >= plies ? true : undefined), `${plies} half-moves`);
    await goesOn(4);
    expect([bots.filter(playing).length, streams()]).toEqual([1, 1]);
    const [first, second] = [bots.find(playing), bots.find(bot => !playing(bot))] as [Started, Started];
    // At once, or with its next try: it may have had its turn before there was a worker.
    const waiting = 'Lichess: another bot is there, or was a moment ago; this one begins when it is gone.';
    await until(() => has(second, waiting), 'the other one waits');
    first.child.kill('SIGKILL');
    await first.code;
    await until(() => playing(second), 'the other one is on Lichess');
    await goesOn(round.plies.length + 4);
    expect(streams()).toBe(2);
    const third = start();
    await until(() => has(third, 'another bot is there'), 'it waits');
    second.child.kill('SIGTERM');
    expect(await second.code).toBe(0);
    const plies = round.plies.length;
    await until(() => playing(third), 'the third one is on Lichess');
    await goesOn(plies + 2);
    await until(() => streams() === 3, 'it listens');
  });
});
