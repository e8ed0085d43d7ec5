import { beforeEach, describe, expect, it } from 'vitest';
import type { LichessClient } from '../../src/lichess/client.ts';
import { MAX_WATCHED_GAMES, watchGame, watchTv } from '../../src/lichess/watch.ts';
import type { Loopback } from '../support/lichess/loopback.ts';
import { neverMoves } from '../support/lichess/opponent.ts';
import type { Round } from '../support/lichess/round.ts';
import { startLichess } from '../support/lichess/start.ts';
import { until } from '../support/processes.ts';
import { clientOf } from './server.ts';

const MOVES = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];

let lichess: Loopback;
let client: LichessClient;
let round: Round;
beforeEach(async () => {
  lichess = await startLichess();
  client = clientOf(lichess);
  round = await begin();
});

async function begin(): Promise<Round> {
  lichess.opponent('Anna', { plays: neverMoves, rating: 1900, title: 'FM' });
  lichess.opponent('Ben', { plays: neverMoves });
  return lichess.challenge({ from: 'Anna', to: 'Ben', color: 'white', clock: { limit: 180, increment: 2 } }).accepted();
}

const play = () => {
  for (const [ply, uci] of MOVES.entries()) round.play(ply % 2 === 0 ? 'white' : 'black', uci);
};

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = [];
  for await (const value of stream) values.push(value);
  return values;
}

describe('the game of others', () => {
  it('is watched to its end', async () => {
    const watched = all(watchGame(client, round.id));
    await until(() => lichess.seen.some(({ status }) => status === 200), 'it is watched');
    play();
    const [first, ...rest] = await watched;
    expect(first).toMatchObject({
      ...{ kind: 'game', id: round.id, variant: 'standard', speed: 'blitz' },
      players: { white: { id: 'anna', name: 'Anna', title: 'FM', rating: 1900 }, black: { name: 'Ben' } },
    });
    const moves = rest.filter(line => line.kind === 'move');
    expect(moves.map(({ lastMove }) => lastMove)).toEqual([undefined, ...MOVES]);
    expect(moves[0]).toMatchObject({ clocks: { white: 180_000, black: 180_000 } });
    expect(moves.at(-1)?.fen).toMatch(/^rnb1kbnr\/pppp1ppp\/8\/4p3\/6Pq\/5P2\/PPPPP2P\/RNBQKBNR w/);
    expect(rest.at(-1)).toMatchObject({ kind: 'game', status: 'mate', winner: 'black' });
  });

  it('is not there, or one too many', async () => {
    await expect(all(watchGame(client, 'xxxxxxxx'))).rejects.toMatchObject({
      ...{ code: 'bad-input', message: 'game: there is no xxxxxxxx.' },
    });
    const many = Array.from({ length: MAX_WATCHED_GAMES }, () => watchGame(client, round.id)[Symbol.asyncIterator]());
    for (const one of many) await one.next();
    await expect(all(watchGame(client, round.id))).rejects.toMatchObject({ code: 'rate-limited' });
  });
});

describe('what is on TV', () => {
  it('is a game, its moves, and then another', async () => {
    lichess.audience.feature(round);
    const tv = watchTv(client)[Symbol.asyncIterator]();
    expect(await tv.next()).toMatchObject({
      value: { kind: 'featured', id: round.id, players: { white: { name: 'Anna', rating: 1900 } }, clocks: {} },
    });
    round.play('white', 'e2e4');
    expect(await tv.next()).toMatchObject({ value: { kind: 'move', lastMove: 'e2e4' } });
    const other = await begin();
    lichess.audience.feature(other);
    expect(await tv.next()).toMatchObject({ value: { kind: 'featured', id: other.id } });
  });
});
