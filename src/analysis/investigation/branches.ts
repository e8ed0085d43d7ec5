import type { Color } from 'chessops/types';
import { type History, outcomeOf, playMove } from '../../chess/history.ts';
import { endingOf, moveOf, type Position, sanOf } from '../../chess/position.ts';
import { type Score, worth } from '../../chess/score.ts';
import { describe, stepsOf } from './lines.ts';
import { BRANCHES, LINE_PLIES, NOTICEABLE } from './params.ts';
import type { Illusion, IllusionBranch, LineMove, Stop, StopReason } from './report.ts';
import { illusionsIn, type RankedMove, type Searches, strongest } from './searches.ts';

/** A branch while it is followed. */
export interface OpenBranch {
  readonly illusion: Illusion;
  readonly level: number;
  /** The position in which the illusion is played. */
  readonly from: History;
  /** The best move there. */
  readonly instead: RankedMove;
  /** The illusion, the answer, and how it goes on, in UCI. */
  line: readonly string[];
  /** The result of the shallow search after the answer. */
  shallow: Score | null;
  stop: Stop | null;
  /** Beside the third move of the line. */
  branches: OpenBranch[];
}

interface Exploration {
  searches: Searches;
  /** The side from which every branch is judged: the one that moves in the position that was asked about. */
  player: Color;
  /** The score of the first position by the deep search. */
  original: Score;
  levels: number;
  /** Called with the number of further branches that were found. */
  onFound: (branches: number) => void;
  /** Called with the number of further branches that are finished. */
  onDone: (branches: number) => void;
}

/** Illusions at one place as branches to follow, by the lines of the deep search. */
export function openBranches(
  from: History,
  level: number,
  illusions: readonly Illusion[],
  deep: readonly RankedMove[],
): OpenBranch[] {
  const lines = new Map(deep.map(({ uci, line }) => [uci, line]));
  const instead = deep[0] as RankedMove;
  return illusions.map(illusion => ({
    illusion,
    level,
    from,
    instead,
    line: lines.get(illusion.uci) ?? [illusion.uci],
    shallow: null,
    stop: null,
    branches: [],
  }));
}

/** A branch with the position after its answer, in which the player is to move again. */
interface Arrival {
  path: OpenBranch;
  history: History;
}

/**
 * Follows branches level by level, so that when searches run out the far branches are missing. Searches are given to
 * branches in order before any of them begins, so that it does not matter which ends first.
 */
export async function explore(paths: readonly OpenBranch[], expedition: Exploration): Promise<void> {
  const seen = new Set<string>();
  for (let level = paths; level.length > 0; level = level.flatMap(({ branches }) => branches)) {
    expedition.onFound(level.length);
    await Promise.all(level.map(path => findAnswer(path, expedition)));
    const arrivals = level.flatMap(path => arrive(path, seen));
    const glances = await Promise.all(arrivals.map(arrival => lookAt(arrival, expedition)));
    await Promise.all(arrivals.map((arrival, index) => lookAgain(arrival, glances[index] ?? [], expedition)));
    expedition.onDone(level.length);
  }
}

function stop(path: OpenBranch, reason: StopReason, ending: Stop['ending'] = null): void {
  path.stop = { reason, shallow: path.shallow, ending };
}

function step(history: History | undefined, uci: string | undefined): History | undefined {
  const move = history && uci !== undefined && moveOf(history.position, uci);
  return move && history ? playMove(history, move) : undefined;
}

/** Asks for the answer where the engine's line ends after its first move. */
async function findAnswer(path: OpenBranch, { searches }: Exploration): Promise<void> {
  const played = step(path.from, path.line[0]);
  if (!played || outcomeOf(played) || path.line[1] !== undefined || !searches.reserve(1)) return;
  path.line = [...path.line, ...(await searches.reply(played.position))];
}

/** Plays the illusion and the answer; undefined where the branch ends with them. */
function arrive(path: OpenBranch, seen: Set<string>): Arrival[] {
  const played = step(path.from, path.line[0]);
  const history = step(played, path.line[1]);
  const ending = (played && outcomeOf(played)) ?? (history && outcomeOf(history));
  if (ending) stop(path, 'game_over', ending);
  else if (!history) stop(path, 'search_limit');
  else if (seen.has(history.epd)) stop(path, 'already_explored');
  else {
    seen.add(history.epd);
    return [{ path, history }];
  }
  return [];
}

/**
 * Searches the position after the answer. The branch ends if even the shallow search now sees the illusion as wrong.
 */
async function lookAt({ path, history }: Arrival, expedition: Exploration): Promise<RankedMove[]> {
  const { searches, player, original, levels } = expedition;
  if (!searches.reserve(1)) {
    stop(path, 'search_limit');
    return [];
  }
  const moves = await searches.shallowAll(history.position);
  path.shallow = (moves[0] as RankedMove).score;
  if (worth(path.shallow, player) < worth(original, player)) stop(path, 'd2_eval_below_original');
  else if (path.level >= levels) stop(path, 'depth_limit');
  return moves;
}

/** Looks for illusions in the position after the answer, with which further branches begin. */
async function lookAgain(
  { path, history }: Arrival,
  moves: readonly RankedMove[],
  { searches }: Exploration,
): Promise<void> {
  if (path.stop) return;
  if (!searches.reserve(2)) return stop(path, 'search_limit');
  const { glance, deep } = await searches.deepen(history.position, moves);
  const noticeable = illusionsIn(history.position, glance, deep).filter(({ gap }) => gap >= NOTICEABLE);
  const illusions = strongest(noticeable, BRANCHES[path.level] ?? 0);
  if (illusions.length === 0) return stop(path, 'no_overestimated_moves');
  // The line of the later search is better, and further branches are written beside its moves.
  path.line = [...path.line.slice(0, 2), ...(deep[0] as RankedMove).line];
  path.branches = openBranches(history, path.level + 1, illusions, deep);
}

/** A score that is already known, with its place on a line. */
type Known = readonly { score: Score | null; by: 'deep' | 'shallow' }[];

/**
 * A line with a score for each move. Unknown scores come from the shallow search as long as there are searches left;
 * `paid`: these searches have already been reserved.
 */
export async function describeLine(
  start: Position,
  line: readonly string[],
  known: Known,
  searches: Searches,
  paid = false,
): Promise<LineMove[]> {
  const steps = stepsOf(start, line);
  return Promise.all(
    steps.map(async (step, index) => {
      const uci = line[index] as string;
      const given = known[index];
      if (given) return describe(step, uci, given.score, given.by);
      const isOver = endingOf(step.after) !== undefined;
      const score = !isOver && (paid || searches.reserve(1)) ? await searches.shallowScore(step.after) : null;
      return describe(step, uci, score, 'shallow');
    }),
  );
}

/** The branches of the report; near ones get the remaining searches first. */
export async function describeBranches(paths: readonly OpenBranch[], searches: Searches): Promise<IllusionBranch[]> {
  const lines = await Promise.all(
    paths.map(({ from, line, illusion, shallow }) => {
      const answer = shallow ? [{ score: shallow, by: 'shallow' as const }] : [];
      const known = [{ score: illusion.deep, by: 'deep' as const }, ...answer];
      return describeLine(from.position, line.slice(0, LINE_PLIES), known, searches);
    }),
  );
  const branches: IllusionBranch[] = [];
  for (const [index, path] of paths.entries()) {
    const { illusion, level, from, instead, stop } = path;
    branches.push({
      illusion,
      level,
      instead: { san: nameOf(from.position, instead), score: instead.score },
      line: lines[index] ?? [],
      stop,
      branches: await describeBranches(path.branches, searches),
    });
  }
  return branches;
}

function nameOf(position: Position, { uci }: RankedMove): string {
  const move = moveOf(position, uci);
  return move ? sanOf(position, move) : uci;
}
