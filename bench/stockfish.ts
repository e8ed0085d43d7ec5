import { Fault } from '../src/base/fault.ts';
import type { Position } from '../src/chess/position.ts';
import { EnginePool } from '../src/engine/engine-pool.ts';
import { Stockfish } from '../src/engine/stockfish.ts';
import { locateStockfish, type StockfishBuild } from '../src/engine/stockfish-build.ts';
import { CORES, config, interleave, median, middlegames, msOf, type Report, speedUp, type Timings } from './support.ts';

const ROUNDS = 3;
const ROUND_MS = 5_000;
const BUILD_ROUND_MS = 2_500;
const PROBE_NODES = 20_000;
const CLAIM = { priority: 'interactive', owner: 'bench' } as const;

/** A pool of engines and the searches that make a round: each engine gets the same number of them. */
interface Contender {
  name: string;
  build: StockfishBuild;
  engines: number;
  pool: EnginePool;
  positions: Position[];
  nodes: number;
}

/** The engine's own name. */
export async function engineName(): Promise<string> {
  const engine = await Stockfish.start(locateStockfish(config().stockfishPath), { hashMb: 1 });
  try {
    const [position] = middlegames();
    const search = engine.search(position as Position, { limit: { kind: 'depth', depth: 1 }, multipv: 1 });
    return (await search).engine;
  } finally {
    await engine.quit();
  }
}

export async function stockfishBench(): Promise<Report> {
  const build = locateStockfish(config().stockfishPath);
  const contenders: Contender[] = [];
  try {
    const sizes = poolSizes(CORES);
    for (const engines of sizes) contenders.push(contender(`${engines} engine(s)`, build, engines));
    const others = otherBuilds(build).map(other => contender(`1 engine, ${other.source}`, other, 1));
    const same = contender(`1 engine, ${build.source}`, build, 1);
    contenders.push(same, ...others);
    const scaling = contenders.slice(0, sizes.length);
    await calibrate(scaling, ROUND_MS);
    const scalingTimings = await race('stockfish', scaling);
    const builds = others.length > 0 ? [same, ...others] : [];
    // The slower one, WASM, sets the budget of both.
    await calibrate(builds.toSorted(wasmFirst), BUILD_ROUND_MS);
    const buildTimings = await race('stockfish builds', builds);
    return report(
      build,
      { contenders: scaling, timings: scalingTimings },
      { contenders: builds, timings: buildTimings },
    );
  } finally {
    await Promise.all(contenders.map(({ pool }) => pool.close()));
  }
}

/** 1, 2, 4 … and all cores. */
function poolSizes(cores: number): number[] {
  const sizes: number[] = [];
  for (let size = 1; size < cores; size *= 2) sizes.push(size);
  return [...sizes, cores];
}

function contender(name: string, build: StockfishBuild, engines: number): Contender {
  const fixed = middlegames();
  const count = engines * Math.ceil(fixed.length / engines);
  return {
    name,
    build,
    engines,
    pool: new EnginePool({ size: engines, start: () => Stockfish.start(build, { hashMb: config().hashMb }) }),
    positions: Array.from({ length: count }, (_, index) => fixed[index % fixed.length] as Position),
    nodes: PROBE_NODES,
  };
}

/** The WASM build beside a native one, and the other way round; none where only one exists. */
function otherBuilds(build: StockfishBuild): StockfishBuild[] {
  const names = build.source.startsWith('wasm') ? [undefined] : (['wasm'] as const);
  return names.flatMap(name => {
    try {
      const other = locateStockfish(name);
      return other.path === build.path || other.source === build.source ? [] : [other];
    } catch (error) {
      if (error instanceof Fault && error.code === 'engine-missing') return [];
      throw error;
    }
  });
}

const isWasm = ({ build }: Contender): boolean => build.source.startsWith('wasm');
const wasmFirst = (a: Contender, b: Contender): number => Number(isWasm(b)) - Number(isWasm(a));

const searchAll = ({ pool, positions, nodes }: Contender) =>
  Promise.all(
    positions.map(position =>
      pool.search(position, { limit: { kind: 'nodes', nodes }, multipv: 1, deterministic: true }, CLAIM),
    ),
  );

/** Starts the engines, and sets a node budget that fills a round of the first contender on this machine. */
async function calibrate(contenders: readonly Contender[], roundMs: number): Promise<void> {
  const [first] = contenders;
  if (!first) return;
  for (const one of contenders) await searchAll(one);
  const results = await searchAll(first);
  const searched = results.reduce((sum, { nodes }) => sum + nodes, 0);
  const ms = results.reduce((sum, result) => sum + result.ms, 0);
  const budget = Math.ceil(((searched / ms) * roundMs) / first.positions.length / 1000) * 1000;
  for (const one of contenders) one.nodes = budget;
}

const race = (name: string, contenders: readonly Contender[]): Promise<Timings> =>
  interleave(name, ROUNDS, Object.fromEntries(contenders.map(one => [one.name, () => searchAll(one)])));

const workOf = ({ positions, nodes }: Contender): number => positions.length * nodes;

interface Race {
  contenders: readonly Contender[];
  timings: Timings;
}

function ratioOf({ timings }: Race, fast: Contender, slow: Contender): number {
  return speedUp(timings, fast.name, slow.name, workOf(fast) / workOf(slow));
}

function rowsOf(race: Race): Report['rows'] {
  const [base] = race.contenders;
  return race.contenders.map(one => {
    const ms = median(msOf(race.timings, one.name));
    return {
      variant: one.name,
      searches: one.positions.length,
      'nodes each': one.nodes,
      'wall s': ms / 1000,
      'knodes/s': workOf(one) / ms,
      ratio: base ? ratioOf(race, one, base) : 1,
    };
  });
}

function report(build: StockfishBuild, scaling: Race, builds: Race): Report {
  const [one, ...more] = scaling.contenders;
  const [same, ...others] = builds.contenders;
  const scalingComparisons = more.map(many => ({
    name: `${many.engines} engines against one`,
    ratio: one ? ratioOf(scaling, many, one) : 1,
    ...(many.engines === 2 && { target: 1.7 }),
  }));
  const buildComparisons = others.map(other => ({
    name: `nodes a second, ${build.source} against ${other.build.source}`,
    ratio: same ? ratioOf(builds, same, other) : 1,
  }));
  return {
    title: `stockfish: ${build.source} build ${build.path}, hash ${config().hashMb} MB, median of ${ROUNDS} rounds`,
    rows: [...rowsOf(scaling), ...rowsOf(builds)],
    comparisons: [...scalingComparisons, ...buildComparisons],
    notes: [
      ...others.map(({ build }) => `${build.source} build: ${build.path}`),
      ...(others.length > 0 ? ['builds of different versions do different work for a node'] : []),
    ],
  };
}
