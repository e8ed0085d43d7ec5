import type { Game } from '../../chess/game.ts';
import { type History, historyOf, outcomeOf } from '../../chess/history.ts';
import { fenOf } from '../../chess/position.ts';
import type { Engines } from '../engines.ts';
import {
  bestOf,
  likelyCandidates,
  otherMove,
  type RootMove,
  type Selection,
  searchRootMoves,
  selectCandidates,
} from './candidates.ts';
import { EngineQueries } from './engine-queries.ts';
import type { ExpectedParams } from './params.ts';
import { type ExpectedProgress, ExpectedTracker, estimateMs, type ProgressMove } from './progress.ts';
import { type CandidateMove, type ExpectedReport, ranked, type Stats } from './report.ts';
import { growTree, positionCounter, sizeOf, walk } from './tree.ts';
import { evaluateTree } from './tree-evaluation.ts';
import { humanExpectation, makeTree, summarizeMove, trapBound } from './tree-values.ts';

interface ExpectedOptions {
  /** The same input gives the same report but for its times, and a mirrored one the mirrored. */
  deterministic: boolean;
  /** With every answer of the engines. */
  trace: boolean;
  onProgress: (progress: ExpectedProgress) => void;
}

/**
 * For every sensible move: how often does a player of this rating win after it, given how people of both ratings really
 * go on? docs/expected-win-rate.md explains the steps and the words.
 */
export async function expectedWinrates(
  game: Game,
  params: ExpectedParams,
  engines: Engines,
  options: ExpectedOptions,
): Promise<ExpectedReport> {
  const started = performance.now();
  const root = historyOf(game);
  const outcome = outcomeOf(root);
  const queries = new EngineQueries(engines, params, root.position.turn, options.deterministic);
  const asked = async () => options.trace && { trace: await queries.trace() };
  // Not an error: it says how the game ended, and there is nothing to choose.
  if (outcome) return { ...emptyReport(root, params, engines), ending: outcome, ...(await asked()) };
  const moves = await searchRootMoves(root, queries);
  const likely = likelyCandidates(moves, params);
  const open = likely.filter(({ node }) => !node.outcome).length;
  const pace = { candidates: open, nodesPerMs: queries.nodesPerMs, engines: engines.width };
  const tracker = new ExpectedTracker(options.onProgress, estimateMs(params, pace));
  const growing = { params, queries, onGrown: positionCounter(params.threshold, count => tracker.grown(count)) };

  // Maia first, for what will probably be candidates: it keeps all cores busy, and there is something to show.
  tracker.begin(likely.length);
  await Promise.all(likely.map(({ node }) => growTree(node, growing)));
  const preliminaryMs = performance.now() - started;
  tracker.preliminary(likely.map(move => preliminary(move, params, moves)));
  const selection = await selectCandidates(moves, params, queries);
  const { candidates, rootWinrate, threshold } = selection;
  for (const { node } of likely.filter(move => !candidates.includes(move))) tracker.discarded(node.uci, sizeOf(node));
  const late = candidates.filter(move => !likely.includes(move));
  tracker.begin(late.length);
  await Promise.all(late.map(({ node }) => growTree(node, growing)));

  // In a fixed order, so that it does not matter which answer came first.
  for (const { node } of candidates)
    for (const { history, cumulative } of walk(node)) queries.register(history, cumulative);
  const terms = { params, rootWinrate };
  const byHuman = [...candidates].sort((a, b) => humanExpectation(b.node, terms) - humanExpectation(a.node, terms));
  const analysed = await Promise.all(
    byHuman.map(async ({ node, maia }, rank): Promise<CandidateMove> => {
      if (params.leaf === 'maia') tracker.evaluated(sizeOf(node));
      else {
        const onEvaluated = (count: number) => tracker.evaluated(count);
        await evaluateTree(node, { params, queries, threshold, trapBound: trapBound(node), rank, onEvaluated });
      }
      const summary = summarizeMove(node, maia, terms);
      tracker.done(summary);
      return { ...summary, tree: makeTree(node, terms) };
    }),
  );
  tracker.complete();
  return {
    ...emptyReport(root, params, engines),
    engine: queries.engineName === undefined ? null : { name: queries.engineName },
    rootWinrate,
    threshold,
    human: (await queries.predict(root)).value,
    moves: ranked(analysed),
    ...others(selection),
    stats: {
      ...totals(analysed),
      ...queries.stats,
      time: { totalMs: performance.now() - started, preliminaryMs },
    },
    ...(await asked()),
  };
}

function preliminary(move: RootMove, params: ExpectedParams, moves: readonly RootMove[]): ProgressMove {
  const { node, maia } = move;
  const rootWinrate = bestOf(moves);
  const human = humanExpectation(node, { params, rootWinrate });
  return { san: node.san, uci: node.uci, maia, human, expected: null, winrate: null };
}

/** What stands in a report before anything is found. */
const emptyReport = ({ position }: History, params: ExpectedParams, { model }: Engines): ExpectedReport => ({
  kind: 'expected',
  version: 1,
  fen: fenOf(position),
  player: position.turn,
  params,
  model: { id: model },
  engine: null,
  ending: null,
  rootWinrate: null,
  threshold: null,
  human: null,
  moves: [],
  notAnalysed: [],
  rejected: [],
  stats: {
    branches: 0,
    nodes: 0,
    coverage: 0,
    maiaPositions: 0,
    stockfishPositions: 0,
    stockfishNodes: 0,
    cacheHits: 0,
    time: { totalMs: 0, preliminaryMs: 0 },
  },
  cacheStatus: 'fresh',
});

const others = ({ notAnalysed, rejected }: Selection) => ({
  notAnalysed: notAnalysed.map(otherMove),
  rejected: rejected.map(otherMove),
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const totals = (moves: readonly CandidateMove[]): Pick<Stats, 'branches' | 'nodes' | 'coverage'> => ({
  branches: sum(moves.map(({ branches }) => branches)),
  nodes: sum(moves.map(({ nodes }) => nodes)),
  coverage: sum(moves.map(({ coverage }) => coverage)) / moves.length,
});
