import type { ReviewReport } from '../src/analysis/review/report.ts';
import { type Game, uciMoves } from '../src/chess/game.ts';
import { fenOf, type Position } from '../src/chess/position.ts';
import { USUAL_RATING } from '../src/chess/rating.ts';
import { cp } from '../src/chess/score.ts';
import { parseGame } from '../src/input/moves.ts';
import type { JobOf } from '../src/service/jobs.ts';
import { withWarmService } from './questions.ts';
import { config, type Measured, measured, progress, type Report } from './support.ts';

/** Fischer–Spassky, Reykjavik 1972, sixth game: eighty half-moves through all three phases. */
const MOVES =
  'c4 e6 Nf3 d5 d4 Nf6 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5 Rc1 Be6 Qa4 c5 Qa3 Rc8 Bb5 a6 dxc5 bxc5 ' +
  'O-O Ra7 Be2 Nd7 Nd4 Qf8 Nxe6 fxe6 e4 d4 f4 Qe7 e5 Rb8 Bc4 Kh8 Qh3 Nf8 b3 a5 f5 exf5 Rxf5 Nh7 Rcf1 Qd8 Qg3 Re7 h4 Rbb7 ' +
  'e6 Rbc7 Qe5 Qe8 a4 Qd8 R1f2 Qe8 R2f3 Qd8 Bd3 Qe8 Qe4 Nf6 Rxf6 gxf6 Rxf6 Kg8 Bc4 Kh8';
const BOOK_PLIES = 14;
const NODES = 100_000;
/** What a review may take beyond its searches, shared out among the engines. */
const SLACK = 1.25;

/** A review against the sum of its parts, and against itself from the cache. */
export async function reviewBench(): Promise<Report> {
  progress('review: what Maia takes alone');
  const maia = await withWarmService(service => measured(() => service.run(reviewJob({ searched: false }))));
  const { full, again } = await withWarmService(async service => {
    progress('review: the whole game');
    const full = await measured(() => service.run(reviewJob({ searched: true })));
    progress('review: again, from the cache');
    return { full, again: await measured(() => service.run(reviewJob({ searched: true }))) };
  });
  progress('');
  if (again.result.cacheStatus !== 'cached') throw new Error('the second review did not come from the cache');
  return reportOf(maia, full, again);
}

function reportOf(maia: Measured<ReviewReport>, full: Measured<ReviewReport>, again: Measured<ReviewReport>): Report {
  const { plies, stockfishPositions, stockfishNodes, time } = full.result.stats;
  const { engines } = config();
  const allowed = (SLACK * time.searchMs) / engines + maia.ms;
  return {
    title: `review: ${plies} half-moves, ${NODES.toLocaleString('en-US')} nodes each`,
    rows: [
      {
        searches: stockfishPositions,
        knodes: stockfishNodes / 1000,
        'searches s': time.searchMs / 1000,
        engines,
        'Maia alone s': maia.ms / 1000,
        'review s': full.ms / 1000,
        'again ms': again.ms,
      },
    ],
    comparisons: [
      { name: `${SLACK} × searches / engines + Maia, against the review`, ratio: allowed / full.ms, target: 1 },
      { name: 'from the cache against the first time', ratio: full.ms / again.ms, target: 50 },
    ],
    notes: [`predictions of Maia: ${full.result.stats.maiaPositions}`],
  };
}

export function reviewJob({ searched, nodes = NODES }: { searched: boolean; nodes?: number }): JobOf<'review'> {
  const game = theGame();
  return {
    kind: 'review',
    input: {
      fen: fenOf(game.positions[0] as Position),
      moves: uciMoves(game),
      headers: {},
      clocks: [],
      evals: searched ? null : game.moves.map(() => cp(0)),
      opening: null,
      lastBookPly: BOOK_PLIES,
    },
    params: {
      limit: { kind: 'nodes', nodes },
      ratings: { white: USUAL_RATING, black: USUAL_RATING },
      maia: true,
    },
    deterministic: false,
    cache: searched,
  };
}

function theGame(): Game {
  const game = parseGame('startpos', MOVES);
  if (!game.ok) throw new Error(game.message);
  return game.value;
}
