import { setTimeout as sleep } from 'node:timers/promises';
import { fenOf, legalMoves, startPosition } from '../src/chess/position.ts';
import type { ForkedService } from '../src/service/forked.ts';
import type { JobOf } from '../src/service/jobs.ts';
import {
  config,
  interleave,
  median,
  msOf,
  percentile,
  type Report,
  type Timings,
  timed,
  withService,
} from './support.ts';

const SEQUENTIAL = 500;
const WARM_UP = 50;
const AT_ONCE = 20;
const BURSTS = 50;
const CANCELS = 10;
const SEARCH_MS = 200;

const STATUS = 'status';
const CACHED = 'cached eval';
const FINISHED = 'eval of a finished game';

const FOOLS_MATE = 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3';

/** The move number tells jobs apart, so that they are not joined into one, and changes nothing in what they cost. */
const evalJob = (fen: string, moveNumber = 1): JobOf<'eval'> => ({
  kind: 'eval',
  input: { fen: fen.replace(/\d+$/, String(moveNumber)), moves: [] },
  params: { limit: { kind: 'depth', depth: 8 }, multipv: 1, deterministic: true },
  cache: true,
});

export const serviceBench = (): Promise<Report> => withService(measure);

async function measure(service: ForkedService): Promise<Report> {
  const start = fenOf(startPosition());
  const singles = {
    [STATUS]: () => service.run({ kind: 'status' }),
    [FINISHED]: () => service.run(evalJob(FOOLS_MATE)),
    [CACHED]: () => service.run(evalJob(start)),
  };
  const bursts = {
    [FINISHED]: () => burst(index => service.run(evalJob(FOOLS_MATE, index + 1))),
    [CACHED]: () => burst(index => service.run(evalJob(start, index + 1))),
  };
  await interleave('service: warming up', WARM_UP, singles);
  await checkCached(service, evalJob(start, AT_ONCE));
  const one = await interleave('service', SEQUENTIAL, singles);
  const many = await interleave('service: bursts', BURSTS, bursts);
  const cancels: number[] = [];
  for (let round = 0; round < CANCELS; round++) cancels.push(await cancelMs(service, start));
  return report(one, many, cancels);
}

/** From the cancelling of searches on every engine until all of them are idle again. */
async function cancelMs(service: ForkedService, fen: string): Promise<number> {
  const busy = async () => (await service.run({ kind: 'status' })).stockfish.busy;
  const cancel = new AbortController();
  const params = { limit: { kind: 'depth', depth: 40 } as const, multipv: 1, deterministic: false };
  const { engines } = config();
  const moves = legalMoves(startPosition()).slice(0, engines);
  const searches = moves.map(({ uci }) =>
    service.run({ kind: 'eval', input: { fen, moves: [uci] }, params, cache: false }, { signal: cancel.signal }),
  );
  const ended = Promise.allSettled(searches);
  while ((await busy()) < moves.length) await sleep(5);
  await sleep(SEARCH_MS);
  return timed(async () => {
    cancel.abort();
    await ended;
    while ((await busy()) > 0);
  });
}

const burst = (run: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => run(index)));

/** Otherwise a search would be timed. */
async function checkCached(service: ForkedService, job: JobOf<'eval'>): Promise<void> {
  const { cached } = await service.run(job);
  if (!cached) throw new Error('the evaluation did not come from the cache');
}

function report(one: Timings, many: Timings, cancels: readonly number[]): Report {
  const paired = msOf(one, STATUS);
  const overhead = median(msOf(one, CACHED).map((ms, round) => ms - (paired[round] as number)));
  return {
    title: `service: round trips to the forked process, ${SEQUENTIAL} one after the other and ${BURSTS} bursts of ${AT_ONCE}`,
    rows: [STATUS, FINISHED, CACHED].map(job => ({
      job,
      'median ms': median(msOf(one, job)),
      'p99 ms': percentile(msOf(one, job), 0.99),
      [`jobs/s, ${AT_ONCE} at once`]: many.has(job) ? (AT_ONCE / median(msOf(many, job))) * 1000 : '',
    })),
    comparisons: [],
    notes: [
      `cancelling frees the engines in ${median(cancels).toFixed(1)} ms, at worst ${Math.max(...cancels).toFixed(1)} ms of ${CANCELS} (target <= 300)`,
      `a cached eval takes ${overhead.toFixed(2)} ms longer than an empty job`,
      'equal jobs asked at once are joined into one, so there is no burst of status jobs; the evals all differ',
    ],
  };
}
