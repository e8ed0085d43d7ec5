import { describe, expect, it } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { GameStreams, IDLE_MS, type StreamNews } from '../../../../src/bot/discord/watch/game-streams.ts';
import { rateLimited } from '../../../../src/lichess/response.ts';
import type { WatchedGame, WatchedMove } from '../../../../src/lichess/watch.ts';
import { VirtualClock } from '../../../support/clock.ts';

/** Connections that a test speaks into. */

type Line = WatchedGame | WatchedMove;

class Connection {
  readonly id: string;
  readonly signal: AbortSignal;
  readonly #lines: (Line | Error | 'end')[] = [];
  #wake: () => void = () => undefined;

  constructor(id: string, signal: AbortSignal) {
    this.id = id;
    this.signal = signal;
    signal.addEventListener('abort', () => this.#wake());
  }

  says(...lines: (Line | Error | 'end')[]): void {
    this.#lines.push(...lines);
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Line> {
    while (!this.signal.aborted) {
      const line = this.#lines.shift();
      if (line === 'end') return;
      if (line instanceof Error) throw line;
      if (line) yield line;
      else
        await new Promise<void>(resolve => {
          this.#wake = resolve;
        });
    }
  }
}

const player = (name: string) => ({ id: name, name, title: undefined, rating: 1500, aiLevel: undefined });

const described = (id: string, end: Partial<WatchedGame> = {}): WatchedGame => ({
  kind: 'game',
  ...{ id, variant: 'standard', speed: 'blitz', rated: true, initialFen: undefined, fen: undefined },
  ...{ lastMove: undefined, status: undefined, winner: undefined },
  players: { white: player('anna'), black: player('ben') },
  ...end,
});

const move = (fen: string): WatchedMove => ({ kind: 'move', fen, lastMove: 'e2e4', clocks: undefined });

function scene(most = 2) {
  const clock = new VirtualClock();
  const connections: Connection[] = [];
  const open = (id: string, signal: AbortSignal) => {
    const connection = new Connection(id, signal);
    connections.push(connection);
    return connection;
  };
  const streams = new GameStreams({ open, clock, most });
  const heard = new Map<string, StreamNews[]>();
  const follow = (id: string) => {
    const news: StreamNews[] = [];
    heard.set(id, news);
    return streams.follow(id, one => news.push(one));
  };
  const last = (id: string) => heard.get(id)?.at(-1);
  const newest = (id: string) => connections.findLast(one => one.id === id) as Connection;
  const opened = () => connections.filter(({ signal }) => !signal.aborted).map(({ id }) => id);
  return { clock, streams, follow, last, heard, newest, opened, connections };
}

const board = (news: StreamNews | undefined) =>
  news && 'live' in news ? [news.kind, news.live.board?.fen] : [news?.kind];

describe('a game', () => {
  it('is told when all that was played before has come, not move by move', async () => {
    const { clock, follow, heard, newest, last } = scene();
    follow('a');
    await clock.advance(0);
    newest('a').says(described('a'), move('1'), move('2'), move('3'));
    await clock.advance(0);
    expect(heard.get('a')).toEqual([]);
    await clock.advance(1_000);
    expect(heard.get('a')?.map(board)).toEqual([['live', '3']]);
    newest('a').says(move('4'));
    await clock.advance(0);
    expect(board(last('a'))).toEqual(['live', '4']);
  });

  it('ends with its last position, and with the clocks of the last move', async () => {
    const { clock, follow, last, newest, opened } = scene();
    follow('a');
    await clock.advance(0);
    const clocks = { white: 1, black: 2 };
    newest('a').says(described('a'), { ...move('1'), clocks });
    newest('a').says(described('a', { fen: 'final', lastMove: 'd1h5', status: 'mate', winner: 'white' }));
    await clock.advance(0);
    expect(last('a')).toMatchObject({
      kind: 'over',
      live: { board: { fen: 'final', lastMove: 'd1h5', clocks }, end: { status: 'mate', winner: 'white' } },
    });
    expect(opened()).toEqual([]);
  });

  it('goes on after its stream was cut, without a word and without going back', async () => {
    const { clock, follow, heard, newest, connections } = scene();
    follow('a');
    await clock.advance(0);
    newest('a').says(described('a'), move('1'), move('2'));
    await clock.advance(1_000);
    newest('a').says(new Fault('lichess-failed', 'cut'));
    await clock.advance(1_000);
    expect(connections).toHaveLength(2);
    newest('a').says(described('a'), move('1'), move('2'), move('3'));
    await clock.advance(1_000);
    expect(heard.get('a')?.map(board)).toEqual([
      ['live', '2'],
      ['live', '3'],
    ]);
  });

  it('of which Lichess says nothing is asked for ever more rarely, up to once a minute, and that is told', async () => {
    const { clock, follow, last, newest, connections } = scene();
    follow('a');
    const times: number[] = [];
    for (let tries = 1; tries <= 9; tries++) {
      while (connections.length < tries) await clock.advance(100);
      times.push(clock.now());
      newest('a').says(new Fault('lichess-failed', 'no'));
      await clock.advance(0);
    }
    const gaps = times.slice(1).map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
    expect(gaps).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(last('a')).toEqual({ kind: 'silent' });
  });

  it('is asked for again when the pause that Lichess wants is over', async () => {
    const { clock, follow, newest, connections } = scene();
    follow('a');
    await clock.advance(0);
    newest('a').says(rateLimited('lichess.org', 150_000));
    await clock.advance(149_000);
    expect(connections).toHaveLength(1);
    await clock.advance(1_000);
    expect(connections).toHaveLength(2);
  });

  it('that is not there is told as such, once', async () => {
    const { clock, follow, heard, newest, opened } = scene();
    follow('a');
    await clock.advance(0);
    newest('a').says(new Fault('bad-input', 'game: there is none'));
    await clock.advance(1_000_000);
    expect([heard.get('a'), opened()]).toEqual([[{ kind: 'gone' }], []]);
  });

  it('that several follow has one stream, until the last of them stops', async () => {
    const { clock, streams, follow, newest, opened } = scene();
    const first = follow('a');
    await clock.advance(0);
    newest('a').says(described('a'), move('1'));
    await clock.advance(1_000);
    const late: StreamNews[] = [];
    const second = streams.follow('a', news => late.push(news));
    expect(late.map(board)).toEqual([['live', '1']]);
    expect(opened()).toEqual(['a']);
    first();
    expect(opened()).toEqual(['a']);
    second();
    expect(opened()).toEqual([]);
  });
});

describe('more games than Lichess allows', () => {
  it('wait in line, are told their place, and move up when one ends or is left', async () => {
    const { clock, follow, last, heard, newest, opened } = scene();
    const stops = ['a', 'b', 'c', 'd', 'e'].map(follow);
    await clock.advance(0);
    expect([last('c'), last('d'), last('e')].map(news => news?.kind === 'queued' && news.place)).toEqual([1, 2, 3]);
    expect(opened()).toEqual(['a', 'b']);
    newest('a').says(described('a', { status: 'resign', winner: 'black' }));
    await clock.advance(0);
    expect(opened()).toEqual(['b', 'c']);
    expect(heard.get('e')).toEqual([
      { kind: 'queued', place: 3 },
      { kind: 'queued', place: 2 },
    ]);
    stops[3]?.(); // d gives up
    expect(last('e')).toEqual({ kind: 'queued', place: 1 });
    stops[1]?.(); // b is not followed any more
    expect(opened()).toEqual(['c', 'e']);
  });

  it('take the place of one in which nothing happens, which goes to the end of the line', async () => {
    const { clock, follow, last, newest, opened } = scene();
    for (const id of ['a', 'b', 'c']) follow(id);
    await clock.advance(0);
    for (const id of ['a', 'b']) newest(id).says(described(id), move('1'));
    await clock.advance(IDLE_MS / 2);
    newest('a').says(move('2'));
    await clock.advance(IDLE_MS / 2);
    expect(opened()).toEqual(['a', 'c']);
    expect(last('b')).toEqual({ kind: 'queued', place: 1 });
    newest('c').says(described('c', { status: 'draw' }));
    await clock.advance(0);
    expect(opened()).toEqual(['a', 'b']);
  });

  it('as long as nobody waits, a game may think for as long as it likes', async () => {
    const { clock, follow, connections } = scene();
    for (const id of ['a', 'b']) follow(id);
    await clock.advance(100 * IDLE_MS);
    expect(connections).toHaveLength(2);
  });
});
