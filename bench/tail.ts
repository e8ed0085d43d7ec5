import type { Color } from 'chessops/types';
import { RESIDUALS, type Residual, shallowDepth } from '../src/analysis/expected/params.ts';
import type { ExpectedReport, PredictionTrace, SearchTrace, Trace, TreeNode } from '../src/analysis/expected/report.ts';
import { type History, historyOf, outcomeOf, playMove } from '../src/chess/history.ts';
import { moveOf } from '../src/chess/position.ts';
import { winrate } from '../src/chess/score.ts';
import { EnginePool } from '../src/engine/engine-pool.ts';
import { HISTORY_LENGTH } from '../src/engine/maia3-encoding.ts';
import { Stockfish } from '../src/engine/stockfish.ts';
import { locateStockfish } from '../src/engine/stockfish-build.ts';
import type { ForkedService } from '../src/service/forked.ts';
import { expectedJob, PARAMS, type Question, questions, sharpQuestions, withWarmService } from './questions.ts';
import { CORES, config, markdownOf, mean, type Part, progress, type Row, save, sum } from './support.ts';

/**
 * What the moves count that are too rare to follow: the three ways to guess it against the truth, which is to search
 * every one of them to the full depth. All four are summed up over the same tree with the same leaves.
 */

/** The best and what people like best: each candidate takes hundreds of searches. */
const TAIL = { ...PARAMS, residual: 'tail', maxCandidates: 1 } as const;
const ALLOWED_ERROR = 0.02;
const GLANCE_DEPTH = shallowDepth(TAIL);
const FILE = 'expected-tail.md';
const CLAIM = { priority: 'interactive', owner: 'bench' } as const;

interface Measurement {
  name: string;
  /** Per candidate. */
  errors: Record<Residual, number[]>;
  /** Stockfish's, for the whole report. */
  nodes: Nodes;
  /** Without the search for candidates: it is for all of them, and only a few are looked at here. */
  treeNodes: Nodes;
}

interface Nodes {
  tail: number;
  truth: number;
}

export async function tailPart(): Promise<Part> {
  const { stockfishPath, hashMb } = config();
  const build = locateStockfish(stockfishPath);
  const pool = new EnginePool({ size: CORES, start: () => Stockfish.start(build, { hashMb }) });
  try {
    return await withWarmService(async service => {
      const measurements: Measurement[] = [];
      for (const question of [...questions(), ...sharpQuestions()]) {
        progress(`expected, rare moves: ${question.name}`);
        measurements.push(await measure(question, service, pool));
      }
      return summarise(measurements);
    });
  } finally {
    await pool.close();
  }
}

async function measure(question: Question, service: ForkedService, pool: EnginePool): Promise<Measurement> {
  const report = await service.run(expectedJob(question, TAIL, { deterministic: true, trace: true }));
  const rare = new DeepSearches(pool, report);
  const worths = await worthsOf(report, historyOf(question.game), rare, new DeepSearches(pool, report));
  const valuesOf = (kind: keyof Worths) => report.moves.map(({ tree }) => backUp(tree, worths, kind));
  const truth = valuesOf('truth');
  const errorsOf = (residual: Residual) =>
    valuesOf(residual).map((value, index) => Math.abs(value - (truth[index] as number)));
  const glances = glanceNodes(report);
  const { stockfishNodes } = report.stats;
  const trees = treeNodes(report);
  return {
    name: question.name,
    errors: { base: errorsOf('base'), node: errorsOf('node'), tail: errorsOf('tail') },
    nodes: { tail: stockfishNodes, truth: stockfishNodes - glances + rare.nodes },
    treeNodes: { tail: trees + glances, truth: trees + rare.nodes },
  };
}

/** What the rare moves of a node add to its value, in four ways. */
type Worths = Record<Residual | 'truth', number>;

async function worthsOf(
  report: ExpectedReport,
  root: History,
  rare: DeepSearches,
  own: DeepSearches,
): Promise<Map<TreeNode, Worths>> {
  const predictions = new Map(report.trace?.predictions.map(prediction => [pathOf(prediction), prediction]));
  const expanded = report.moves.flatMap(({ tree }) => [...expandedNodes(tree, root)]);
  const worths = expanded.map(async ({ node, history }): Promise<[TreeNode, Worths]> => {
    const { probability, winrate = 0 } = node.dropped ?? { probability: 0 };
    const prediction = predictions.get(epdsOf(history));
    if (!prediction) throw new RangeError(`the trace does not say what people play after ${node.san}`);
    return [
      node,
      {
        base: probability * (report.rootWinrate ?? 0),
        node: probability * (await own.winrate(history)),
        tail: probability * winrate,
        truth: await truthOf(node, history, prediction, rare),
      },
    ];
  });
  return new Map(await Promise.all(worths));
}

async function truthOf(
  { children }: TreeNode,
  history: History,
  { moves }: PredictionTrace,
  deep: DeepSearches,
): Promise<number> {
  const kept = new Set(children.map(({ uci }) => uci));
  const rare = moves.filter(({ uci }) => !kept.has(uci));
  const parts = rare.map(async ({ uci, probability }) => probability * (await deep.winrate(play(history, uci))));
  return sum(await Promise.all(parts));
}

function backUp(node: TreeNode, worths: ReadonlyMap<TreeNode, Worths>, kind: keyof Worths): number {
  if (node.leaf) return node.winrate ?? Number.NaN;
  const children = node.children.map(child => child.probability * backUp(child, worths, kind));
  return sum(children) + (worths.get(node)?.[kind] ?? Number.NaN);
}

function* expandedNodes(node: TreeNode, before: History): Generator<{ node: TreeNode; history: History }> {
  const history = play(before, node.uci);
  if (!node.leaf) yield { node, history };
  for (const child of node.children) yield* expandedNodes(child, history);
}

function play(history: History, uci: string): History {
  const move = moveOf(history.position, uci);
  if (!move) throw new RangeError(`${uci} is not legal after ${history.epd}`);
  return playMove(history, move);
}

/** Placement, side, castling, en passant. */
const epdOfFen = (fen: string): string => fen.split(' ').slice(0, 4).join(' ');
const pathOf = ({ history }: PredictionTrace): string => history.map(epdOfFen).join('|');

function epdsOf(history: History): string {
  const epds: string[] = [];
  for (let at: History | undefined = history; at && epds.length < HISTORY_LENGTH; at = at.before) epds.unshift(at.epd);
  return epds.join('|');
}

/** What both ways need: the proper searches of the trees' own positions. */
function treeNodes({ moves, trace }: ExpectedReport): number {
  const own = new Set(moves.flatMap(({ tree }) => [...walk(tree)].map(({ fen }) => epdOfFen(fen))));
  return nodesOf(trace, ({ depth, fen }) => depth > GLANCE_DEPTH && own.has(epdOfFen(fen)));
}

/** The searches of rare moves: nothing else is restricted to some moves, or compares several but at the root. */
const glanceNodes = ({ fen, trace }: ExpectedReport): number =>
  nodesOf(trace, search => search.fen !== fen && (search.searchmoves !== undefined || search.lines.length > 1));

const nodesOf = (trace: Trace | undefined, counts: (search: SearchTrace) => boolean): number =>
  sum((trace?.searches ?? []).filter(counts).map(({ nodes }) => nodes));

function* walk(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

/** Win rates to the full depth, each position searched once, and not at all where the report already did. */
class DeepSearches {
  readonly #pool: EnginePool;
  readonly #player: Color;
  readonly #known = new Map<string, Promise<number>>();
  #nodes = 0;

  constructor(pool: EnginePool, { player, trace }: ExpectedReport) {
    this.#pool = pool;
    this.#player = player;
    for (const { fen, depth, lines } of trace?.searches ?? [])
      if (depth === TAIL.depth && lines[0])
        this.#known.set(epdOfFen(fen), Promise.resolve(winrate(lines[0].score, player)));
  }

  get nodes(): number {
    return this.#nodes;
  }

  async winrate(history: History): Promise<number> {
    const outcome = outcomeOf(history);
    if (outcome) return outcome !== 'checkmate' ? 0.5 : history.position.turn === this.#player ? 0 : 1;
    const known = this.#known.get(history.epd) ?? this.#search(history);
    this.#known.set(history.epd, known);
    return known;
  }

  async #search({ position }: History): Promise<number> {
    const limit = { kind: 'depth', depth: TAIL.depth } as const;
    const request = { limit, multipv: 1, deterministic: true };
    const { lines, nodes } = await this.#pool.search(position, request, CLAIM);
    this.#nodes += nodes;
    return lines[0] ? winrate(lines[0].score, this.#player) : Number.NaN;
  }
}

function summarise(measurements: readonly Measurement[]): Part {
  const rows = measurements.map(rowOf);
  save(FILE, markdownOf(rows));
  const errors = (residual: Residual) => measurements.flatMap(measurement => measurement.errors[residual]);
  const ratioOf = (count: (measurement: Measurement) => Nodes) =>
    sum(measurements.map(one => count(one).truth)) / sum(measurements.map(one => count(one).tail));
  const means = RESIDUALS.map(residual => `${residual} ${mean(errors(residual)).toFixed(4)}`);
  return {
    rows,
    comparisons: [
      {
        name: `allowed error of tail (${ALLOWED_ERROR}) against the mean over the candidates, worst position`,
        ratio: ALLOWED_ERROR / Math.max(...measurements.map(({ errors }) => mean(errors.tail))),
        target: 1,
      },
      { name: 'nodes of the truth against those of tail, sum', ratio: ratioOf(({ nodes }) => nodes), target: 5 },
      {
        name: 'nodes of the truth against those of tail, worst position',
        ratio: Math.min(...measurements.map(({ nodes }) => nodes.truth / nodes.tail)),
      },
      { name: 'the same without the search for candidates, sum', ratio: ratioOf(({ treeNodes }) => treeNodes) },
    ],
    notes: [
      `mean error over all ${errors('tail').length} candidates: ${means.join(', ')}`,
      `the table of rare moves is in out/${FILE}`,
    ],
  };
}

const rowOf = ({ name, errors, nodes }: Measurement): Row => ({
  position: name,
  candidates: errors.tail.length,
  'error of base': mean(errors.base),
  'error of node': mean(errors.node),
  'error of tail': mean(errors.tail),
  'knodes, truth': nodes.truth / 1000,
  'knodes, tail': nodes.tail / 1000,
  'node ratio': nodes.truth / nodes.tail,
});
