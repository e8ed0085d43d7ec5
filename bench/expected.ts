import type { CandidateMove, ExpectedReport } from '../src/analysis/expected/report.ts';
import { locateStockfish } from '../src/engine/locate.ts';
import { Maia } from '../src/engine/maia.ts';
import { Stockfish } from '../src/engine/stockfish.ts';
import type { ForkedService } from '../src/service/forked.ts';
import { maiaModel } from '../test/support/maia.ts';
import { expectedLiterally, type LiteralEngines, type LiteralMove } from './literal.ts';
import { expectedJob, PARAMS, type Question, questions, warmUpQuestion, withWarmService } from './questions.ts';
import { DEEPER, quickPart } from './quick.ts';
import { config, measured, type Part, progress, type Report, sum } from './support.ts';
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
  const stockfish = await Stockfish.start(locateStockfish(stockfishPath), { hashMb });
  const maia = new Maia({ model: await maiaModel(), workers: 1 });
  try {
    await expectedLiterally(warmUpQuestion().game, { ...PARAMS, depth: 1, threshold: 1 }, { stockfish, maia });
    return await work({ stockfish, maia });
  } finally {
    await Promise.all([stockfish.quit(), maia.close()]);
  }
}

interface Run {
  result: ExpectedReport;
  ms: number;
}

/** One question, answered in turn by the reference, by us, and by us with a cache that does not know it, then does. */
interface Race {
  name: string;
  literal: { result: LiteralMove[]; ms: number };
  ours: Run;
  /** Of all engines' time, while ours ran. */
  busy: { stockfish: number; maia: number };
  first: Run;
  again: Run;
}

const speedPart = (): Promise<Part> =>
  withLiteralEngines(engines =>
    withWarmService(ours =>
      withWarmService(async caching => {
        const races: Race[] = [];
        for (const question of questions()) races.push(await race(question, engines, ours, caching));
        return reportSpeed(races, await ours.run({ kind: 'status' }));
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
  const before = await service.run({ kind: 'status' });
  const ours = await measured(() => service.run(expectedJob(question, PARAMS)));
  const after = await service.run({ kind: 'status' });
  const job = expectedJob(question, PARAMS, { cache: true });
  const first = await measured(() => caching.run(job));
  const again = await measured(() => caching.run(job));
  if (again.result.cacheStatus !== 'cached') throw new Error('the second report did not come from the cache');
  const busy = {
    stockfish: after.stockfish.busyMs - before.stockfish.busyMs,
    maia: after.maia.busyMs - before.maia.busyMs,
  };
  return { name: question.name, literal, ours, busy, first, again };
}

type Size = { stockfish: { engines: number }; maia: { workers: number } };

function reportSpeed(races: readonly Race[], { stockfish, maia }: Size): Part {
  const agreements = races.map(({ ours, literal }) => agreement(ours.result.moves, literal.result));
  const total = (ms: (race: Race) => number) => sum(races.map(ms));
  const ours = total(race => race.ours.ms);
  const share = (busyMs: number, size: number) => `${((100 * busyMs) / (ours * size)).toFixed(0)} %`;
  return {
    rows: races.map(({ name, literal, ours, first, again }, index) => ({
      position: name,
      moves: ours.result.moves.length,
      'literal s': literal.ms / 1000,
      'ours s': ours.ms / 1000,
      ratio: literal.ms / ours.ms,
      'top three': agreements[index]?.verdict ?? '',
      'largest difference': agreements[index]?.largest ?? '',
      'first s': first.ms / 1000,
      'again ms': again.ms,
    })),
    comparisons: [
      { name: 'ours against the literal method, sum', ratio: total(race => race.literal.ms) / ours, target: 4 },
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
      `while ours ran, Stockfish's engines worked ${share(
        total(race => race.busy.stockfish),
        stockfish.engines,
      )} of the time, Maia's workers ${share(
        total(race => race.busy.maia),
        maia.workers,
      )}`,
    ],
  };
}

type Verdict = 'same' | 'within 0.02' | 'differ';

/** The reference forgets between positions and ours does not, so even the same method would differ a little. */
function agreement(ours: readonly CandidateMove[], literal: readonly LiteralMove[]) {
  const theirs = new Map(literal.map(({ uci, expected }) => [uci, expected]));
  const differences = new Map(
    ours.map(({ uci, expected }) => [uci, Math.abs(expected - (theirs.get(uci) ?? Number.NaN))]),
  );
  const top = (moves: readonly { uci: string }[]) => moves.slice(0, TOP).map(({ uci }) => uci);
  const leaders = [...top(ours), ...top(literal)];
  const close = leaders.every(uci => (differences.get(uci) ?? Number.NaN) <= TOLERANCE);
  const same = top(ours).join() === top(literal).join();
  const verdict: Verdict = same ? 'same' : close ? 'within 0.02' : 'differ';
  return { verdict, largest: Math.max(...[...differences.values()].filter(value => !Number.isNaN(value))) };
}
