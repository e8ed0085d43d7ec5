import { softmax } from '../../base/probability.ts';
import { current, type Game } from '../../chess/game.ts';
import { type History, historyOf, lastPositions, outcomeOf } from '../../chess/history.ts';
import { fenOf, legalMoves, type Position, sanOf } from '../../chess/position.ts';
import { HISTORY_LENGTH } from '../../engine/maia3-encoding.ts';
import { type Engines, whyNoMaia } from '../engines.ts';
import { tagsOf } from '../tags/tags.ts';
import { describeBranches, describeLine, explore, type OpenBranch, openBranches } from './branches.ts';
import { BRANCHES, type InvestigationParams, POPULAR } from './params.ts';
import type {
  Illusion,
  InvestigationFindings,
  InvestigationProgress,
  InvestigationTree,
  SearchRanking,
} from './report.ts';
import { compared, illusionsIn, type RankedMove, Searches, strongest } from './searches.ts';

interface InvestigationOptions {
  /** Whether the same input gives the same report except for its times. */
  deterministic: boolean;
  onProgress: (progress: InvestigationProgress) => void;
}

/** Maia's prediction for the position. */
interface HumanShares {
  /** The probability of every legal move by its UCI; null where Maia was not asked or could not be. */
  shares: Record<string, number> | null;
  problem: string | null;
  cached: boolean;
}

const NOT_ASKED: HumanShares = { shares: null, problem: null, cached: false };

/** What an investigation of a position has found. */
interface Findings {
  shallow: SearchRanking | null;
  deep: SearchRanking | null;
  overestimated: Illusion[];
  tree: InvestigationTree;
  paths: OpenBranch[];
  people: HumanShares;
}

const NOTHING: Findings = {
  shallow: null,
  deep: null,
  overestimated: [],
  tree: { line: [], branches: [] },
  paths: [],
  people: NOT_ASKED,
};

/** Which moves look better than they are, who falls for them, and what is wrong with them. */
export async function investigate(
  game: Game,
  params: InvestigationParams,
  engines: Engines,
  { deterministic, onProgress }: InvestigationOptions,
): Promise<InvestigationFindings> {
  const started = performance.now();
  const position = current(game);
  const progress: InvestigationProgress = { searches: 0, branches: 0, done: 0 };
  const count: CountProgress = (what, more = 1) => {
    progress[what] += more;
    onProgress({ ...progress });
  };
  const searches = new Searches(engines, params, () => count('searches'));
  const ending = outcomeOf(historyOf(game)) ?? null;
  const found = ending ? NOTHING : await find(game, params, engines, { searches, deterministic, count });
  const { sums } = searches;
  const levels = levelsOf(found.paths);
  return {
    kind: 'investigation',
    version: 1,
    fen: fenOf(position),
    params,
    player: position.turn,
    deep: found.deep,
    shallow: found.shallow,
    overestimated: found.overestimated,
    people: found.people.shares,
    tree: found.tree,
    tags: tagsOf(position),
    ending,
    engine: sums.engineName === null ? null : { name: sums.engineName },
    model: found.people.shares && { id: engines.model },
    problem: found.people.problem,
    stats: {
      branches: levels.length,
      levels: Math.max(0, ...levels),
      stockfishSearches: sums.searches,
      stockfishNodes: sums.nodes,
      cacheHits: sums.cacheHits + (found.people.cached ? 1 : 0),
      limited: searches.exhausted,
      time: { totalMs: performance.now() - started, searchMs: sums.searchMs },
    },
    cacheStatus: 'fresh',
  };
}

/** The searches that every investigation makes: a shallow one, and a deep one in two halves. */
const ROOT_SEARCHES = 3;
const [FIRST_BRANCHES = 0] = BRANCHES;

type CountProgress = (what: keyof InvestigationProgress, more?: number) => void;

interface SearchTools {
  searches: Searches;
  deterministic: boolean;
  count: CountProgress;
}

async function find(
  game: Game,
  params: InvestigationParams,
  engines: Engines,
  { searches, deterministic, count }: SearchTools,
): Promise<Findings> {
  const history = historyOf(game);
  const { position } = history;
  searches.reserve(ROOT_SEARCHES);
  const [people, shallow, deep] = await Promise.all([
    predictShares(history, params, engines, deterministic),
    searches.shallowAll(position),
    searches.deepAll(position),
  ]);
  const best = deep[0] as RankedMove;
  const overestimated = illusionsIn(position, shallow, deep);
  const asked = compared(position, shallow, deep).filter(({ uci }) => uci === params.move && uci !== best.uci);
  const paths = openBranches(history, 1, followed(overestimated, asked, people), deep);
  // The best line gets its searches first, so that it is always reported as a whole.
  searches.reserve(best.line.length - 1);
  await explore(paths, {
    searches,
    player: position.turn,
    original: best.score,
    levels: params.levels,
    onFound: branches => count('branches', branches),
    onDone: branches => count('done', branches),
  });
  const line = await describeLine(position, best.line, [{ score: best.score, by: 'deep' }], searches, true);
  return {
    shallow: lookOf(position, params.shallow, shallow),
    deep: lookOf(position, params.deep, deep),
    overestimated,
    tree: { line, branches: await describeBranches(paths, searches) },
    paths,
    people,
  };
}

/** The illusions to follow: the move that was asked about, those that many people play, and the strongest others. */
function followed(illusions: readonly Illusion[], asked: readonly Illusion[], { shares }: HumanShares): Illusion[] {
  const popular = illusions.filter(({ uci }) => (shares?.[uci] ?? 0) >= POPULAR);
  const all = [...asked, ...popular, ...strongest(illusions, FIRST_BRANCHES)];
  const byUci = new Map(all.map(illusion => [illusion.uci, illusion]));
  return [...byUci.values()].slice(0, FIRST_BRANCHES).sort((a, b) => b.gap - a.gap);
}

function lookOf(position: Position, depth: number, moves: readonly RankedMove[]): SearchRanking {
  const names = new Map(legalMoves(position).map(({ uci, move }) => [uci, sanOf(position, move)]));
  const ranking = moves.map(({ rank, uci, score }) => ({ rank, san: names.get(uci) ?? uci, uci, score }));
  const [best] = ranking;
  if (!best) throw new RangeError('a search has at least one line');
  return { depth, score: best.score, best: { san: best.san, uci: best.uci }, ranking };
}

/** The levels of all branches. */
const levelsOf = (paths: readonly OpenBranch[]): number[] =>
  paths.flatMap(({ level, branches }) => [level, ...levelsOf(branches)]);

async function predictShares(
  history: History,
  { rating, opponentRating = rating, maia }: InvestigationParams,
  engines: Engines,
  deterministic: boolean,
): Promise<HumanShares> {
  if (!maia) return NOT_ASKED;
  try {
    const { logits, cached } = await engines.predict({
      history: lastPositions(history, HISTORY_LENGTH),
      rating,
      opponentRating,
      ...(deterministic && { deterministic }),
    });
    const probabilities = softmax(logits);
    const moves = legalMoves(history.position).map(({ uci }, index) => [uci, probabilities[index] ?? 0] as const);
    return { shares: Object.fromEntries(moves), problem: null, cached };
  } catch (error) {
    return { ...NOT_ASKED, problem: whyNoMaia(error) };
  }
}
