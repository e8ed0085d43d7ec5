import { beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/engine/fault.ts';
import type { LichessClient } from '../../src/lichess/client.ts';
import { eventStream } from '../../src/lichess/events.ts';
import { reconnecting } from '../../src/lichess/reconnect.ts';
import { VirtualClock } from '../support/clock.ts';
import { until } from '../support/processes.ts';
import { clientOf, hangsUp, opens, says, serve, type TestServer } from './server.ts';

const START = (id: string) => `{"type":"gameStart","game":{"gameId":"${id}"}}`;

let server: TestServer;
let clock: VirtualClock;
let client: LichessClient;
beforeEach(async () => {
  server = await serve();
  clock = new VirtualClock();
  client = clientOf(server, { clock, random: () => 0 });
});

function listen(signal?: AbortSignal) {
  const heard: string[] = [];
  const lost: (string | undefined)[] = [];
  const options = signal ? { signal } : {};
  const onLost = (fault: Fault | undefined) => void lost.push(fault?.code);
  const read = async () => {
    for await (const event of reconnecting(client, () => eventStream(client, options), { ...options, onLost }))
      if ('game' in event) heard.push(event.game.gameId);
  };
  return { heard, lost, ended: read().catch((fault: Fault) => fault.code) };
}

describe('a stream that is kept open', () => {
  it('is opened again whenever it ends, however that happens', async () => {
    server.answers.push(
      says(200, `${START('a')}\n`),
      opens(START('b')),
      visit => {
        opens(START('c'))(visit);
        setTimeout(() => hangsUp(visit), 20);
      },
      opens(START('d')),
    );
    const { heard, lost } = listen();
    await until(() => lost.length === 1, 'the first has ended');
    await clock.advance(100);
    await until(() => heard.length === 2, 'the second is open');
    await clock.advance(20_000); // of silence
    await until(() => lost.length === 2, 'the second is given up');
    await clock.advance(300);
    await until(() => lost.length === 3, 'the third was dropped');
    await clock.advance(1000);
    await until(() => heard.length === 4, 'the fourth is open');
    expect(heard).toEqual(['a', 'b', 'c', 'd']);
    expect(lost).toEqual([undefined, 'lichess-failed', 'lichess-failed']);
  });

  it('waits as long as Lichess wants', async () => {
    server.answers.push(says(429, '{"ratelimit":{"seconds":90}}'), opens(START('a')));
    const { heard, lost } = listen();
    await until(() => lost.length === 1, 'it is refused');
    await clock.advance(89_999);
    expect(server.visits).toHaveLength(1);
    await clock.advance(1);
    await until(() => heard.length === 1, 'it is open');
    expect(lost).toEqual(['rate-limited']);
  });

  it('is not hammered at if it never lasts: somebody else may be using the token', async () => {
    server.otherwise = says(200, `${START('a')}\n`);
    const { lost } = listen();
    // Whoever waits is woken at once, for five minutes.
    for (const begun = clock.now(); clock.now() - begun < 300_000; ) {
      const seen = lost.length;
      await until(() => Number.isFinite(clock.next), 'it waits');
      await clock.advance(clock.next);
      await until(() => lost.length > seen || clock.next < 20_000, 'it goes on');
    }
    expect(lost.length).toBeLessThan(60);
  });

  it('ends with what waiting does not mend, and with the signal', async () => {
    server.answers.push(says(401));
    expect(await listen().ended).toBe('bad-input');
    const stop = new AbortController();
    server.answers.push(opens(START('a')));
    const { heard, ended } = listen(stop.signal);
    await until(() => heard.length === 1, 'it is open');
    stop.abort();
    expect(await ended).toBe('cancelled');
    server.answers.push(opens(START('a')));
    const last = listen();
    await clock.advance(100);
    await until(() => last.heard.length === 1, 'it is open');
    await client.close();
    expect(await last.ended).toBe('closing');
  });
});
