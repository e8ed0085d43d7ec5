import type { Position } from '../../chess/position.ts';
import { endingOf, moveOf, sanOf } from '../../chess/position.ts';
import type { Score } from '../../chess/score.ts';
import type { Path } from './explore.ts';
import { describe, stepsOf } from './lines.ts';
import { LINE_PLIES } from './params.ts';
import type { RankedMove } from './ranking.ts';
import type { Branch, LineMove } from './report.ts';
import type { Searches } from './searches.ts';

/** A score that is known already, by its place on a line. */
type Known = readonly { score: Score | null; by: 'deep' | 'shallow' }[];

/**
 * A line, move by move. What is not known yet is asked of the shallow search, as long as there are searches left; `paid`: they have been
 * taken before.
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
      const score = !isOver && (paid || searches.take(1)) ? await searches.shallowScore(step.after) : null;
      return describe(step, uci, score, 'shallow');
    }),
  );
}

/** Branches as they are reported, the near ones first where searches run out. */
export async function describeBranches(paths: readonly Path[], searches: Searches): Promise<Branch[]> {
  const lines = await Promise.all(
    paths.map(({ from, line, illusion, shallow }) => {
      const answer = shallow ? [{ score: shallow, by: 'shallow' as const }] : [];
      const known = [{ score: illusion.deep, by: 'deep' as const }, ...answer];
      return describeLine(from.position, line.slice(0, LINE_PLIES), known, searches);
    }),
  );
  const branches: Branch[] = [];
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
