import { describe, expect, it } from 'vitest';
import type { Engines } from '../../../src/analysis/engines.ts';
import { expectedWinrates } from '../../../src/analysis/expected/expected.ts';
import type { ExpectedReport, Trace, TreeNode } from '../../../src/analysis/expected/report.ts';
import { gameFrom } from '../../../src/chess/game.ts';
import { fenOf } from '../../../src/chess/position.ts';
import { positionOf } from '../../support/positions.ts';
import { expectedJob, makeRunner, run } from './real.ts';

const FEN = 'r2q1rk1/ppp2ppp/2npbn2/2b1p3/4P3/2PP1N2/PP1NBPPP/R1BQ1RK1 w - - 3 9';

/** Engines that know what a trace holds, and nothing else. */
function replay(trace: Trace): Engines {
  return {
    model: 'maia3-5m',
    allRatings: true,
    width: 2,
    search: async (position, { limit, multipv, searchmoves }) => {
      const depth = limit.kind === 'depth' ? limit.depth : 0;
      const found = trace.searches.find(
        search =>
          search.fen === fenOf(position) &&
          search.depth === depth &&
          search.lines.length === multipv &&
          search.searchmoves?.join() === searchmoves?.join(),
      );
      if (!found) throw new Error(`the trace has no search of ${fenOf(position)} at depth ${depth}`);
      const lines = found.lines.map(({ uci, score }) => ({ uci, score, depth }));
      return { engine: 'a trace', depth, nodes: found.nodes, lines, ms: 0, cached: false };
    },
    predict: async ({ history, rating, opponentRating }) => {
      const key = history.map(fenOf).join();
      const found = trace.predictions.find(
        prediction => prediction.history.join() === key && prediction.rating === rating,
      );
      if (!found || found.opponentRating !== opponentRating) throw new Error(`the trace has no prediction of ${key}`);
      return { logits: found.moves.map(({ probability }) => Math.log(probability)), wdl: found.wdl, cached: false };
    },
  };
}

const runner = makeRunner();

describe('a trace', () => {
  it.each([
    { residual: 'base', leaf: 'stockfish' },
    { residual: 'tail', leaf: 'blend' },
    { residual: 'node', leaf: 'maia' },
  ] as const)(
    'holds everything that a report rests on ($residual, $leaf): it can be computed again without an engine',
    async modes => {
      const params = { ...modes, threshold: 0.3, depth: 5, rating: 1200, opponentRating: 1600 };
      const job = expectedJob({ fen: FEN }, params, { trace: true });
      const { trace, ...report } = await run(runner, job);
      if (!trace) throw new Error('there is no trace');
      const again = await expectedWinrates(gameFrom(positionOf(FEN)), job.params, replay(trace), {
        deterministic: true,
        trace: false,
        onProgress: () => undefined,
      });
      expect(numbers(again)).toEqual(numbers(report));
      // Not more than was asked, either.
      expect(trace.searches.length).toBe(report.stats.stockfishPositions);
      expect(trace.predictions.length).toBe(report.stats.maiaPositions);
      for (const { moves } of trace.predictions)
        expect(moves.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
    },
  );

  it('is not part of a report unless it is asked for', async () => {
    const report = await run(runner, expectedJob({ fen: '8/8/8/8/4k3/8/3q4/7K w - - 0 1' }, { depth: 2 }));
    expect(report).not.toHaveProperty('trace');
  });
});

/** Every number of a report, without the last digits that a logarithm and its inverse cost. */
const numbers = ({ moves, rejected, rootWinrate, threshold }: ExpectedReport) => [
  [rootWinrate, threshold].map(round),
  rejected.map(({ uci, winrate }) => [uci, round(winrate)]),
  moves.map(({ uci, expected, human, winrate, maia, trap, risk, tree }) => [
    uci,
    ...[expected, human, winrate, maia, trap, risk].map(round),
    nodes(tree),
  ]),
];
const nodes = ({ uci, expected, winrate, human, children }: TreeNode): unknown[] => [
  uci,
  ...[expected, winrate, human].map(round),
  children.map(nodes),
];
const round = (value: number | null | undefined) => (value == null ? value : Number(value.toFixed(9)));
