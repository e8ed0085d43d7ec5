import { describe, expect, it } from 'vitest';
import { type Evaluation, evaluateGames, type RealGame } from '../../src/service/batches.ts';
import type { ForkedService } from '../../src/service/forked.ts';
import { checkJob, type JobOf } from '../../src/service/jobs.ts';
import { randomGame, seeded } from '../support/positions.ts';
import { inputs, makeService } from '../support/service.ts';

const random = seeded(21);
const GAMES: RealGame[] = [1250, 1900, 2700].map(white => ({
  ...{ game: randomGame(8, random), ratings: { white, black: 1500 }, lastBookPly: 0 },
}));

const evaluate = (service: ForkedService, onProgress: (asked: string, games: number) => void): Promise<Evaluation> =>
  evaluateGames(GAMES, { rating: null, limit: null, concurrency: 1, cache: false }, service, {
    ...{ owner: 'tests', priority: 'background', signal: new AbortController().signal, onProgress },
  });

describe('an evaluation', () => {
  it('goes through all games, in their order, although the analysis process is killed on the way', async () => {
    const told: [string, number][] = [];
    const calm = await evaluate(makeService(), (asked, games) => told.push([asked, games]));
    expect(told).toEqual([
      ['maia', 1],
      ['maia', 2],
      ['maia', 3],
    ]);
    expect(calm.moves.map(({ game }) => game)).toEqual(GAMES.flatMap(({ game }, index) => game.moves.map(() => index)));
    expect(calm.moves.slice(0, 2).map(({ band }) => band)).toEqual(['1200–1399', '1400–1599']);
    expect(calm).toMatchObject({ stockfish: null, maia: { name: 'maia3-5m', positions: calm.moves.length } });

    const service = makeService();
    const killed: number[] = [];
    const shaken = await evaluate(service, (_, games) => {
      if (games !== 1 || service.pid === undefined) return;
      killed.push(service.pid);
      process.kill(service.pid, 'SIGKILL');
    });
    expect(killed).toHaveLength(1);
    expect(shaken.moves.map(({ measured }) => measured.logLikelihood)).toEqual(
      calm.moves.map(({ measured }) => expect.closeTo(measured.logLikelihood ?? 0, 3)),
    );
  });
});

describe('jobs out of bounds', () => {
  const input = { fen: 'x', moves: [] };
  const params = { rating: 1500, opponentRating: 1500, temperature: 1 };

  it.each<[string, JobOf<'maias'> | JobOf<'evaluate'> | JobOf<'maia'>]>([
    ['inputs', { kind: 'maias', inputs: [], params, cache: true }],
    ['inputs', { kind: 'maias', inputs: Array.from({ length: 257 }, () => input), params, cache: true }],
    ['topP', { kind: 'maia', input, params: { ...params, topP: 0 }, cache: true }],
    ['white', { kind: 'evaluate', input, params: { ask: 'maia', ratings: { white: 100, black: 1500 } }, cache: true }],
    [
      'nodes',
      { kind: 'evaluate', input, params: { ask: 'stockfish', limit: { kind: 'nodes', nodes: 0 } }, cache: true },
    ],
  ])('are refused, and the field is named: %s', (field, job) => {
    expect(() => checkJob(job)).toThrow(new RegExp(`^${field}: `));
  });

  it('are those that no engine is asked for', async () => {
    const service = makeService();
    const broken = [{ ...inputs[0], fen: 'nonsense' }] as typeof inputs;
    const job: JobOf<'maias'> = { kind: 'maias', inputs: broken, params, cache: true };
    await expect(service.run(job)).rejects.toMatchObject({ code: 'bad-input' });
  });
});
