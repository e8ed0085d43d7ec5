import { existsSync } from 'node:fs';
import type { TagName } from '../src/analysis/tags/names.ts';
import { playedTactics } from '../src/analysis/tags/played.ts';
import { tagsOf } from '../src/analysis/tags/tags.ts';
import { WORTH } from '../src/chess/exchange.ts';
import type { Position } from '../src/chess/position.ts';
import { type Puzzle, puzzlesFile, readPuzzles } from './puzzles.ts';
import { interleave, median, middlegames, msOf, type Part, playouts, progress, type Report, sum } from './support.ts';

/** Themes that Lichess gives to puzzles, and the tags that mean the same. */
const TAGS: Readonly<Record<string, TagName>> = {
  fork: 'tactic.fork',
  pin: 'tactic.pin.absolute',
  skewer: 'tactic.skewer',
  discoveredAttack: 'tactic.discovered',
  hangingPiece: 'pieces.hanging',
  backRankMate: 'tactic.backrank',
  trappedPiece: 'pieces.trapped',
};

/** For those themes that have a goal. */
const GOALS: Readonly<Record<string, { recall: number; precision: number }>> = {
  fork: { recall: 0.7, precision: 0.6 },
  pin: { recall: 0.7, precision: 0.6 },
  skewer: { recall: 0.7, precision: 0.6 },
};

const ALLOWED_MS = 0.5;
const ROUNDS = 9;
const RANDOM_POSITIONS = 1000;

/** How well the tagger sees tactics, and how fast it is. */
export async function tagsBench(): Promise<Report> {
  const file = puzzlesFile();
  const puzzles = file && existsSync(file) ? readPuzzles(file) : [];
  const skipped = file ? `there is no ${file}` : 'KIBITZ_DATA is not set';
  const seen: Part =
    puzzles.length > 0
      ? themesPart(puzzles)
      : { rows: [], comparisons: [], notes: [`skipped: ${skipped}, so tactics are not compared with puzzles`] };
  const real =
    puzzles.length > 0
      ? puzzles.flatMap(({ solution }) => solution.slice(0, 1).map(({ position }) => position))
      : middlegames();
  const timed = await timePart(real);
  return {
    title: `tags: tactics on the first move of ${puzzles.length} puzzles, and time`,
    rows: [...seen.rows, ...timed.rows],
    comparisons: [...seen.comparisons, ...timed.comparisons],
    notes: [...seen.notes, ...timed.notes],
  };
}

interface Count {
  right: number;
  wrong: number;
  missed: number;
}

const precisionOf = ({ right, wrong }: Count): number => right / Math.max(1, right + wrong);
const recallOf = ({ right, missed }: Count): number => right / Math.max(1, right + missed);

function themesPart(puzzles: readonly Puzzle[]): Part {
  const found = new Map<Puzzle, Set<TagName>[]>();
  for (const [index, puzzle] of puzzles.entries()) {
    if (index % 100 === 0) progress(`tags: puzzle ${index} of ${puzzles.length}`);
    found.set(puzzle, tacticsIn(puzzle));
  }
  progress('');
  const countIn = (theme: string, among: readonly Puzzle[], moves: number): Count => {
    const has = (puzzle: Puzzle) =>
      found
        .get(puzzle)
        ?.slice(0, moves)
        .some(names => names.has(TAGS[theme] as TagName));
    const labelled = among.filter(puzzle => puzzle.themes.has(theme));
    const right = labelled.filter(has).length;
    return { right, wrong: among.filter(has).length - right, missed: labelled.length - right };
  };
  const short = puzzles.filter(({ solution }) => solution.length === 2);
  const rows = Object.keys(TAGS).map(theme => {
    const first = countIn(theme, puzzles, 1);
    const two = countIn(theme, short, 1);
    return {
      theme,
      puzzles: first.right + first.missed,
      precision: precisionOf(first),
      recall: recallOf(first),
      'of two moves': two.right + two.missed,
      'precision there': precisionOf(two),
      'recall there': recallOf(two),
      'recall by any move': recallOf(countIn(theme, puzzles, Number.POSITIVE_INFINITY)),
    };
  });
  const comparisons = rows.flatMap(({ theme, precision, recall }) => {
    const goal = GOALS[theme];
    if (!goal) return [];
    return [
      { name: `${theme}: recall against ${goal.recall}`, ratio: recall / goal.recall, target: 1 },
      { name: `${theme}: precision against ${goal.precision}`, ratio: precision / goal.precision, target: 1 },
    ];
  });
  return {
    rows,
    comparisons,
    notes: [
      'a theme counts as found if the first move of the solution makes or uses the tag (playedTactics)',
      'longer puzzles often show their theme on a later move only; docs/tags.md tells what is missed',
    ],
  };
}

/** What each move of the solution plays. A piece that just took as much does not hang: to take it is an exchange. */
function tacticsIn({ before, opponent, solution }: Puzzle): Set<TagName>[] {
  return solution.map(({ position, move }, index) => {
    const names = new Set(playedTactics(position, move).map(({ name }) => name));
    const taken = index === 0 && opponent.to === move.to ? before.board.getRole(move.to) : undefined;
    const taker = position.board.getRole(move.to);
    if (taken && taker && WORTH[taken] >= WORTH[taker]) names.delete('pieces.hanging');
    return names;
  });
}

async function timePart(real: readonly Position[]): Promise<Part> {
  const random = playouts(RANDOM_POSITIONS).map(positions => positions.at(-1) as Position);
  const sets = { random, real };
  const processorMs: Record<string, number[]> = { random: [], real: [] };
  const tagAll = (name: keyof typeof sets) => async () => {
    const started = process.cpuUsage();
    for (const position of sets[name]) tagsOf(position);
    const { user, system } = process.cpuUsage(started);
    processorMs[name]?.push((user + system) / 1000);
  };
  const timings = await interleave('tags: time', ROUNDS, { random: tagAll('random'), real: tagAll('real') });
  const rows = Object.entries(sets).map(([name, positions]) => ({
    positions: name,
    count: positions.length,
    'tags each': sum(positions.map(position => tagsOf(position).length)) / positions.length,
    'ms each': median(msOf(timings, name)) / positions.length,
    'processor ms': median(processorMs[name] ?? []) / positions.length,
  }));
  return {
    rows,
    comparisons: rows.flatMap(row => [
      { name: `${ALLOWED_MS} ms against a ${row.positions} position`, ratio: ALLOWED_MS / row['ms each'], target: 1 },
      { name: 'the same by processor time', ratio: ALLOWED_MS / row['processor ms'] },
    ]),
    notes: [],
  };
}
