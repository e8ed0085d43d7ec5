import type { CandidateMove, ExpectedReport } from '../src/analysis/expected/report.ts';
import { MaiaPool } from '../src/engine/maia-pool.ts';
import { Stockfish } from '../src/engine/stockfish.ts';
import { locateStockfish } from '../src/engine/stockfish-build.ts';
import type { ForkedService } from '../src/service/forked.ts';
import { maiaNet } from '../test/support/maia.ts';
import { expectedLiterally, type LiteralEngines, type LiteralMove, type LiteralReport } from './literal.ts';
import { expectedJob, PARAMS, type Question, questions, warmUpQuestion, withWarmService } from './questions.ts';
import { DEEPER, quickPart } from './quick.ts';
import { config, type Measured, mean, measured, type Part, progress, type Report, sum } from './support.ts';
import { tailPart } from './tail.ts';

const TOP = 3;
const TOLERANCE = 0.02;

export async function expectedBench(): Promise<Report> {
  const parts = [await speedPart(), await quickPart(), await tailPart()];
  progress('');
  return {
    title: `expected: win rates by what people play, threshold ${PARAMS.threshold}, depth ${PARAMS.depth} (quick answers: ${DEEPER.depth})`,
    rows: parts.flatMap(({ rows }) => rows),
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
    notes: parts.flatMap(({ notes }) => notes),
  };
}

async function withLiteralEngines<T>(work: (engines: LiteralEngines) => Promise<T>): Promise<T> {
  const { stockfishPath, hashMb } = config();
  const net = await maiaNet();
  const stockfish = await Stockfish.start(locateStockfish(stockfishPath), { hashMb });
  const maia = new MaiaPool({ workers: 1 });
  try {
    await expectedLiterally(warmUpQuestion().game, { ...PARAMS, depth: 1, threshold: 1 }, { stockfish, maia, net });
    return await work({ stockfish, maia, net });
  } finally {
    await Promise.all([stockfish.quit(), maia.close()]);
  }
}

/** One question, answered in turn by the reference, by us, and by us with a cache that does not know it, then does. */
interface Race {
  name: string;
  literal: Measured<LiteralReport>;
  ours: Measured<ExpectedReport>;
  /** For how long each engine worked while ours ran, on average. */
  busy: { stockfish: number; maia: number };
  first: Measured<ExpectedReport>;
  again: Measured<ExpectedReport>;
}

const speedPart = (): Promise<Part> =>
  withLiteralEngines(engines =>
    withWarmService(ours =>
      withWarmService(async caching => {
        const races: Race[] = [];
        for (const question of questions()) races.push(await race(question, engines, ours, caching));
        return reportSpeed(races);
      }),
    ),
  );

async function race(
  question: Question,
  engines: LiteralEngines,
  service: ForkedService,
  caching: ForkedService,
): Promise<Race> {
  progress(`expected: ${question.name}`);
  const literal = await measured(() => expectedLiterally(question.game, PARAMS, engines));
  const before = await busyMs(service);
  const ours = await measured(() => service.run(expectedJob(question, PARAMS)));
  const after = await busyMs(service);
  const job = expectedJob(question, PARAMS, { cache: true });
  const first = await measured(() => caching.run(job));
  const again = await measured(() => caching.run(job));
  if (again.result.cacheStatus !== 'cached') throw new Error('the second report did not come from the cache');
  const busy = { stockfish: after.stockfish - before.stockfish, maia: after.maia - before.maia };
  return { name: question.name, literal, ours, busy, first, again };
}

/** Per engine, and per worker of Maia's. */
async function busyMs(service: ForkedService): Promise<Race['busy']> {
  const { stockfish, maia } = await service.run({ kind: 'status' });
  return { stockfish: stockfish.busyMs / stockfish.engines, maia: maia.busyMs / maia.workers };
}

function reportSpeed(races: readonly Race[]): Part {
  const agreements = races.map(({ ours, literal }) => agreement(ours.result.moves, literal.result.moves));
  const total = (value: (race: Race) => number) => sum(races.map(value));
  const ours = total(race => race.ours.ms);
  const share = (ms: number) => `${((100 * ms) / ours).toFixed(0)} %`;
  const working = { stockfish: share(total(race => race.busy.stockfish)), maia: share(total(race => race.busy.maia)) };
  return {
    rows: races.map(({ name, literal, ours, first, again }, index) => ({
      position: name,
      moves: ours.result.moves.length,
      'literal s': literal.ms / 1000,
      'ours s': ours.ms / 1000,
      ratio: literal.ms / ours.ms,
      'nodes ratio': literal.result.stockfishNodes / ours.result.stats.stockfishNodes,
      'top three': agreements[index]?.verdict ?? '',
      'mean difference': mean(agreements[index]?.differences ?? []),
      'first s': first.ms / 1000,
      'again ms': again.ms,
    })),
    comparisons: [
      { name: 'ours against the literal method, sum', ratio: total(race => race.literal.ms) / ours, target: 4 },
      {
        name: 'the same if it searched no position of a tree twice, sum',
        ratio: total(race => race.literal.ms - race.literal.result.repeatedMs) / ours,
      },
      {
        name: "the literal method in Stockfish's nodes, sum (two engines and a busy machine do not show there)",
        ratio: total(race => race.literal.result.stockfishNodes) / total(race => race.ours.result.stats.stockfishNodes),
      },
      {
        name: 'positions whose top three are the same or within 0.02, of all',
        ratio: agreements.filter(({ verdict }) => verdict !== 'differ').length / races.length,
        target: 1,
      },
      {
        name: 'from the cache against the first time, sum',
        ratio: total(race => race.first.ms) / total(race => race.again.ms),
        target: 50,
      },
    ],
    notes: [
      `mean difference to the literal method over all candidates of both: ${mean(agreements.flatMap(({ differences }) => differences)).toFixed(4)}`,
      `while ours ran, Stockfish's engines worked ${working.stockfish} of the time, Maia's workers ${working.maia}`,
    ],
  };
}

type Verdict = 'same' | 'within 0.02' | 'differ';

/**
 * Whether a player who follows our ranking is as well off as with the reference's: each of our first three is worth, by
 * the reference's own count, what its move of that rank is, or hardly less. A move that the reference does not count at
 * all is worth nothing.
 */
function agreement(ours: readonly CandidateMove[], literal: readonly LiteralMove[]) {
  const twinOf = ({ uci }: CandidateMove) => literal.find(move => move.uci === uci);
  const ranks = literal
    .slice(0, TOP)
    .map((move, rank) => ({ move, own: ours[rank], twin: ours[rank] && twinOf(ours[rank]) }));
  const same = ranks.every(({ move, own }) => own?.uci === move.uci);
  const close = ranks.every(({ move, twin }) => move.expected - (twin?.expected ?? 0) <= TOLERANCE);
  const verdict: Verdict = same ? 'same' : close ? 'within 0.02' : 'differ';
  const differences = ours.flatMap(move => {
    const twin = twinOf(move);
    return twin ? [Math.abs(move.expected - twin.expected)] : [];
  });
  return { verdict, differences };
}
