import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toFault } from '../../src/base/fault.ts';
import { acceptChallenge, openGame } from '../../src/lichess/challenge.ts';
import type { LichessClient } from '../../src/lichess/client.ts';
import { exportGame } from '../../src/lichess/export.ts';
import { gameStream, resignGame, sendChat, sendMove } from '../../src/lichess/play.ts';
import { VirtualClock } from '../support/clock.ts';
import { clientOf, hangsUp, OK, opens, says, serve, type Visit } from './server.ts';

/** What holds whatever is asked when, and whatever goes wrong. */

const GAMES = ['aaaaaaa1', 'aaaaaaa2', 'aaaaaaa3', 'aaaaaaa4'];
const UCI = ['e2e4', 'd2d4', 'g1f3'];

type Doing = (client: LichessClient, game: string, options: { signal: AbortSignal }) => Promise<unknown>;
const DOINGS: Record<string, Doing> = {
  move: (client, game, options) => sendMove(client, game, UCI[game.charCodeAt(7) % 3] ?? '', options),
  slowMove: (client, game, options) => sendMove(client, game, 'a2a3', { ...options, deadlineMs: 120_000 }),
  resign: (client, game, options) => resignGame(client, game, options),
  accept: (client, game, options) => acceptChallenge(client, game, options),
  challenge: (client, _, options) =>
    openGame(client, { limit: 60, increment: 0, color: 'white', rating: undefined }, options),
  chat: (client, game, options) => sendChat(client, game, 'player', 'Hi!', options),
  export: (client, game, options) => exportGame(client, game, options),
  stream: async (client, game, options) => {
    for await (const event of gameStream(client, game, options)) return event;
    return undefined;
  },
};

const ask = fc.record({
  at: fc.nat(90_000),
  what: fc.constantFrom(...Object.keys(DOINGS), 'move', 'move', 'export'),
  game: fc.constantFrom(...GAMES),
  givesUpAfter: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(5000) }),
});

const weather = fc.record({
  ms: fc.oneof(fc.nat(80), fc.nat(2000)),
  how: fc.constantFrom(...Array.from({ length: 24 }, () => 'well'), 'trouble', 'trouble', 'hangs', 'drops', 'limits'),
});

interface Arrival extends Visit {
  at: number;
  limited: boolean;
}

/** What is limited together. */
const limitOf = (path: string): string =>
  path.includes('/move/') ? path.replace(/move\/.*$/, 'move') : path.replace(/aaaaaaa\d/, '{id}');

async function live(seed: number) {
  const clock = new VirtualClock();
  const server = await serve();
  const client = clientOf(server, { clock });
  const asks = fc.sample(ask, { numRuns: 200, seed });
  const weathers = fc.sample(weather, { numRuns: 5000, seed });
  const arrivals: Arrival[] = [];
  const together: [Arrival, Arrival][] = [];
  server.otherwise = async visit => {
    const arrival: Arrival = Object.assign(visit, { at: clock.now(), limited: false });
    together.push(...arrivals.filter(one => !one.over).map((one): [Arrival, Arrival] => [one, arrival]));
    arrivals.push(arrival);
    const { ms, how } = weathers[arrivals.length] ?? { ms: 0, how: 'well' };
    await clock.sleep(ms);
    if (arrival.over || how === 'hangs') return;
    arrival.limited = how === 'limits';
    if (how === 'drops') hangsUp(visit);
    else if (how === 'trouble') says(503)(visit);
    else if (how === 'limits') says(429)(visit);
    else if (visit.path.includes('/stream/')) opens('{"type":"opponentGone","gone":false}')(visit);
    else says(200, visit.path.startsWith('/game/') ? '[Event "?"]\n\n1. e4 1-0' : OK)(visit);
    arrival.over = true;
  };
  const all = asks.map(async ({ at, what, game, givesUpAfter }) => {
    await clock.sleep(at);
    const giveUp = new AbortController();
    if (givesUpAfter !== undefined) void clock.sleep(givesUpAfter).then(() => giveUp.abort());
    try {
      await DOINGS[what]?.(client, game, { signal: giveUp.signal });
      return 'done';
    } catch (error) {
      return toFault(error).code;
    }
  });
  let running = true;
  const answers = Promise.all(all).finally(() => {
    running = false;
  });
  while (running) {
    await setTimeout(1); // what is on its way arrives
    if (Number.isFinite(clock.next)) await clock.advance(clock.next);
  }
  return { arrivals, together, answers: await answers };
}

describe.each([1, 2])('two hundred requests in bad weather (%i)', seed => {
  it('are made one at a time, heed every pause and are all answered', async () => {
    const { arrivals, together, answers } = await live(seed);
    // Given up by whoever asked, before the next one: the server had only not noticed yet.
    expect(
      together.filter(([first]) => first.response.writableFinished).map(pair => pair.map(({ path }) => path)),
    ).toEqual([]);

    const limited = arrivals.filter(arrival => arrival.limited);
    for (const { at, path } of limited) {
      const soon = arrivals.filter(one => one.at > at && one.at < at + 60_000);
      expect(soon.map(one => limitOf(one.path))).not.toContain(limitOf(path));
    }
    // Other games went on meanwhile.
    const halted = limited.filter(({ path }) => path.includes('/move/'));
    const others = halted.flatMap(({ at, path }) =>
      arrivals.filter(one => one.at > at && one.at < at + 60_000 && limitOf(one.path) !== limitOf(path)),
    );
    expect(others.filter(({ path }) => path.includes('/move/')).length).toBeGreaterThan(halted.length);

    const count = (answer: string) => answers.filter(one => one === answer).length;
    expect(count('done')).toBeGreaterThan(80);
    expect(count('rate-limited')).toBeGreaterThan(0);
    expect(answers).not.toContain('internal');
  });
});
