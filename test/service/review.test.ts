import { INITIAL_FEN } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import { uciMoves } from '../../src/chess/game.ts';
import { cp, mate } from '../../src/chess/score.ts';
import type { ForkedService } from '../../src/service/forked.ts';
import type { JobOf, Progress } from '../../src/service/jobs.ts';
import { played } from '../analysis/review/engine.ts';
import { until } from '../support/processes.ts';
import { makeService, makeServiceForAll, status } from '../support/service.ts';

// https://en.wikipedia.org/wiki/Opera_Game, up to where Black is lost.
const MOVES = 'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8';

interface Asked {
  moves?: string;
  nodes?: number;
  input?: Partial<JobOf<'review'>['input']>;
  params?: Partial<JobOf<'review'>['params']>;
  cache?: boolean;
  deterministic?: boolean;
}

const reviewJob = (asked: Asked = {}): JobOf<'review'> => ({
  kind: 'review',
  input: {
    fen: INITIAL_FEN,
    moves: uciMoves(played(asked.moves ?? MOVES)),
    headers: {},
    clocks: [],
    evals: null,
    opening: null,
    lastBookPly: 4,
    ...asked.input,
  },
  params: {
    limit: { kind: 'nodes', nodes: asked.nodes ?? 4000 },
    ratings: { white: 1500, black: 1500 },
    maia: true,
    ...asked.params,
  },
  deterministic: asked.deterministic ?? false,
  cache: asked.cache ?? false,
});

describe('reviews in the analysis process', () => {
  const shared = makeServiceForAll();

  it('come from both engines, and again from the cache', async () => {
    const service = shared;
    const told: Progress[] = [];
    const job = reviewJob({ cache: true });
    const first = await service.run(job, { onProgress: progress => told.push(progress) });
    expect(first).toMatchObject({ kind: 'review', cacheStatus: 'fresh', model: { id: 'maia3-5m' }, problem: null });
    expect(first.engine?.name).toMatch(/Stockfish/);
    expect(first.plies).toHaveLength(24);
    // Morphy's opponents went wrong more often than he did, and 9...b5 was a blunder.
    expect(first.players.white.accuracy ?? 0).toBeGreaterThan(first.players.black.accuracy ?? 100);
    expect(first.plies[17]).toMatchObject({ san: 'b5', color: 'black' });
    expect(first.plies[17]?.lost).toBeGreaterThan(5);
    for (const { maia } of first.plies) expect(maia?.played).toBeGreaterThan(0);
    expect(
      told.some(progress => progress.kind === 'review' && progress.winPercents.some(value => value !== null)),
    ).toBe(true);
    const again = await service.run(job);
    expect(again).toEqual({ ...first, cacheStatus: 'cached' });
    const { stockfish } = await status(service);
    const other = await service.run({ ...job, input: { ...job.input, headers: { White: 'Paul Morphy' } } });
    expect(other).toMatchObject({ cacheStatus: 'fresh', headers: { White: 'Paul Morphy' } });
    // Another question, but no new work for Stockfish.
    expect((await status(service)).stockfish.busyMs).toBe(stockfish.busyMs);
    expect(other.stats.cacheHits).toBe(other.stats.stockfishPositions + other.stats.maiaPositions);
  });

  it('ask nobody where a PGN brings its evaluations and Maia is not wanted', async () => {
    const service = makeService();
    const evals = [cp(20), cp(30), mate(-1), null];
    const job = reviewJob({ moves: 'f3 e5 g4 Qh4#', input: { evals }, params: { maia: false }, cache: true });
    const report = await service.run(job);
    expect(report.plies.map(({ judgement }) => judgement)).toEqual([undefined, undefined, 'blunder', undefined]);
    const { stockfish, maia } = await status(service);
    expect(stockfish.pids).toEqual([]);
    expect(maia.pids).toEqual([]);
  });

  it('are the same twice in deterministic mode, but for their times', async () => {
    const ask = async (service: ForkedService) => {
      const { stats, ...report } = await service.run(
        reviewJob({ moves: 'e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5', nodes: 2000, deterministic: true, cache: true }),
      );
      return { ...report, stats: { ...stats, time: null } };
    };
    const [one, two] = [await ask(shared), await ask(makeService())];
    expect(one.cacheStatus).toBe('fresh');
    expect(JSON.stringify(two)).toBe(JSON.stringify(one));
  });

  it('can be cancelled: the engines are idle again, and what was found stays', async () => {
    const service = shared;
    const { cache: before } = await status(service);
    const abort = new AbortController();
    const seen = new Promise<void>(resolve => {
      const onProgress = (progress: Progress) => {
        if (progress.kind === 'review' && progress.evaluated >= 2) resolve();
      };
      const job = reviewJob({ nodes: 100_000, cache: true });
      service.run(job, { signal: abort.signal, onProgress }).then(
        () => expect.unreachable('it was cancelled'),
        fault => expect(fault).toMatchObject({ code: 'cancelled' }),
      );
    });
    await seen;
    abort.abort();
    await until(async () => {
      const { stockfish, maia } = await status(service);
      return stockfish.busy === 0 && maia.busy === 0;
    }, 'the engines are idle');
    expect((await status(service)).cache.entries).toBeGreaterThan(before.entries + 1);
  });

  it('are refused with a sentence where a number or a move cannot be', async () => {
    const service = shared;
    await expect(service.run(reviewJob({ nodes: 0 }))).rejects.toThrow(/nodes/);
    const job = reviewJob();
    await expect(service.run({ ...job, input: { ...job.input, moves: ['e2e5'] } })).rejects.toThrow(/moves:/);
    const ratings = { white: 100, black: 1500 };
    await expect(service.run(reviewJob({ params: { ratings } }))).rejects.toThrow(/white/);
  });
});
