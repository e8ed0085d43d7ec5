import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { eventStream, gameStream } from '../../src/lichess/play.ts';
import { watchGame, watchTv } from '../../src/lichess/watch.ts';
import { clientOf, says, serve } from './server.ts';

/** What Lichess itself gives as examples of what it sends. */

const contracts = process.env.KIBITZ_CONTRACTS;
if (!contracts) console.log('skipped: KIBITZ_CONTRACTS is not set, so the examples of Lichess are not read');

const read = (name: string) => readFileSync(`${contracts}/${name}`, 'utf8');

interface Api {
  components: { schemas: Record<string, { example?: unknown }>; examples: Record<string, { value: unknown }> };
}
const api = (): Api['components'] => (JSON.parse(read('lichess-openapi.json')) as Api).components;
const lines = (values: unknown): string => (values as unknown[]).map(value => JSON.stringify(value)).join('\n');

type Open = Parameters<typeof eventStream>[0];
const STREAMS: [string, () => string, (client: Open) => AsyncIterable<object>, (number | string)[]][] = [
  [
    'events',
    () => read('examples-event-stream.ndjson'),
    eventStream,
    ['gameStart', 'gameStart', 'gameFinish', 'gameFinish', 'challenge', 'challengeDeclined', 'challengeCanceled'],
  ],
  [
    'a game',
    () => read('examples-game-stream.ndjson'),
    client => gameStream(client, 'BEOucQJo'),
    ['gameFull', 'gameState', 'chatLine', 'opponentGone'],
  ],
  [
    'a game of others',
    () => lines(api().schemas.MoveStream?.example),
    client => watchGame(client, 'LuGQwhBb'),
    ['game', 'move', 'move', 'move', 'move', 'move'],
  ],
  [
    'what is on TV',
    () => lines(['newGame', 'move'].map(name => api().examples[`tv-streamCurrentTvGame-${name}.json`]?.value)),
    watchTv,
    ['featured', 'move'],
  ],
];

describe.skipIf(!contracts)('the examples of Lichess', () => {
  it.each(STREAMS)('are understood: %s', async (_, text, open, kinds) => {
    const server = await serve();
    const warn = vi.fn();
    // Something new may come at any time.
    server.answers.push(says(200, `{"type":"news","t":"news","d":{},"fen":7}\n${text()}`));
    const seen: unknown[] = [];
    for await (const value of open(clientOf(server, { log: { warn } })))
      seen.push('kind' in value ? value.kind : 'status' in value && value.status);
    expect(seen).toEqual(kinds);
  });
});

describe('a line that does not fit', () => {
  const challenge = (more: object) => {
    const user = { id: 'anna', name: 'Anna' };
    const rest = { status: 'created', rated: true, speed: 'blitz' };
    const timeControl = { type: 'clock', limit: 60, increment: 0 };
    const challenge = { id: 'x', challenger: user, variant: { key: 'standard' }, timeControl, ...rest, ...more };
    return JSON.stringify({ type: 'challenge', challenge });
  };

  it.each([
    [challenge({ rated: undefined }), 'challenge.rated'],
    [challenge({ challenger: { name: 'Anna' } }), 'challenge.challenger.id'],
    [challenge({ timeControl: { type: 'hourglass' } }), 'challenge.timeControl.type'],
    ['{"type":"gameStart"}', 'game'],
    ['{"type":"gameFinish","game":{"gameId":null}}', 'game.gameId'],
  ])('is told with the place where it does not, and skipped: %s', async (line, path) => {
    const server = await serve();
    const warn = vi.fn<(what: object, message: string) => void>();
    server.answers.push(says(200, [line, '7', 'null', '{"type":7}', '{"type":"toString"}', challenge({})].join('\n')));
    const kinds: string[] = [];
    for await (const { kind } of eventStream(clientOf(server, { log: { warn } }))) kinds.push(kind);
    expect(kinds).toEqual(['challenge']);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.lastCall?.[1]).toContain(`that Kibitz does not understand (${path}: `);
  });
});
