import { type Node, type PgnNodeData, parsePgn, startingPosition } from 'chessops/pgn';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { expect } from 'vitest';
import { DEFAULTS } from '../../src/analysis/investigation/params.ts';
import type {
  IllusionBranch,
  InvestigationReport,
  LineMove,
  StopReason,
} from '../../src/analysis/investigation/report.ts';
import { uciMoves } from '../../src/chess/game.ts';
import { commandIn, scoreIn } from '../../src/chess/pgn/comments.ts';
import { fenOf, mirror, mirrorUci, type Position } from '../../src/chess/position.ts';
import { flipScore, type Score } from '../../src/chess/score.ts';
import type { AnalysisService } from '../../src/service/jobs.ts';
import { allBranches, gameOf } from '../analysis/investigation/two-faced.ts';
import { randomGame, seeded } from '../support/positions.ts';

/** What holds for the PGN of every investigation, with the real engine at work. */

/** How each reason is written, by the specification. */
const REASONS: Record<StopReason, string> = {
  d2_eval_below_original: 'd2_worse_than_original',
  no_overestimated_moves: 'd2_d16_agree',
  depth_limit: 'max_depth_reached',
  game_over: 'game_over',
  already_explored: 'already_explored',
  search_limit: 'search_limit_reached',
};

/** A game as chessops reads it, walked through: every move legal, no variation beside the same move. */
function walk(pgn: string, visit: (data: PgnNodeData, depth: number) => void): Node<PgnNodeData> {
  const [game, ...others] = parsePgn(pgn);
  if (!game) throw new Error('no game');
  expect(others).toEqual([]);
  const step = (node: Node<PgnNodeData>, position: Position, depth: number) => {
    const names = new Set<string>();
    for (const child of node.children) {
      const next = position.clone();
      const move = parseSan(next, child.data.san);
      if (!move) throw new Error(`${child.data.san} is not legal`);
      expect(makeSanAndPlay(next, move)).toBe(child.data.san);
      expect(names).not.toContain(child.data.san);
      names.add(child.data.san);
      visit(child.data, depth);
      step(child, next, depth + 1);
    }
  };
  step(game.moves, startingPosition(game.headers).unwrap() as Position, 0);
  return game.moves;
}

/** A line of the report stands in the PGN, with its scores. */
function expectLine(node: Node<PgnNodeData>, line: readonly LineMove[]): Node<PgnNodeData>[] {
  let at = node;
  return line.map(({ san, score }) => {
    const child = at.children.find(({ data }) => data.san === san);
    if (!child) throw new Error(`${san} is missing`);
    expect(scoreIn(child.data.comments) ?? null).toEqual(score);
    at = child;
    return child;
  });
}

function expectBranch(node: Node<PgnNodeData>, branch: IllusionBranch): void {
  const nodes = expectLine(node, branch.line);
  const themes = nodes.map(
    ({ children: _, ...one }) => commandIn((one as { data: PgnNodeData }).data.comments, 'theme') ?? '',
  );
  expect(themes[0]).toMatch(/^"(overestimated|asked)/);
  if (branch.stop) {
    const marked = themes.findIndex(theme => theme.includes('stopped_branch'));
    expect([0, 1]).toContain(marked);
    expect(themes[marked]?.replace(/^"(?:.*,)?stopped_branch,|"$/g, '')).toBe(REASONS[branch.stop.reason]);
  } else expect(branch.branches.length).toBeGreaterThan(0);
  // A branch shows why: there is an answer to it, unless it ends the game.
  expect(branch.line.length).toBeGreaterThan(branch.stop?.reason === 'game_over' ? 0 : 1);
  for (const inner of branch.branches) expectBranch(nodes[1] as Node<PgnNodeData>, inner);
}

/** The PGN of an investigation can be played through, and has every line of the report with its scores and stops. */
function expectSound(report: InvestigationReport): void {
  const moves = walk(report.pgn, ({ comments = [] }) => {
    expect(comments).toHaveLength(1);
    const [comment = ''] = comments;
    for (const part of ['gained', 'lost']) {
      const told = new RegExp(`\\[${part}: ([^\\]]+)\\]`).exec(comment)?.[1]?.split(', ');
      expect(told?.length).toBeGreaterThan(0);
      expect(told?.length).toBeLessThanOrEqual(10);
    }
    expect(/\[threats: ([^\]]+)\]/.exec(comment)?.[1]?.split(', ').length).toBeLessThanOrEqual(5);
    expect(commandIn(comments, 'theme')).toMatch(/^".+"$/);
    expect(commandIn(comments, 'tactic')).toMatch(/^".+"$/);
  });
  expectLine(moves, report.tree.line);
  for (const branch of report.tree.branches) expectBranch(moves, branch);
  expect(moves.children[0]?.data.san).toBe(report.deep?.best.san);
  expect(report.tree.line[0]).toMatchObject({ by: 'deep', score: report.deep?.score });
  for (const { by, score } of report.tree.line.slice(1)) if (score) expect(by).toBe('shallow');
}

/** Random games are investigated by the real engine; they are full of illusions, so that these are no empty trees. */
export async function expectSoundGames(service: AnalysisService, many: number, seed: number) {
  const random = seeded(seed);
  const games = Array.from({ length: many }, (_, index) => randomGame(8 + (index % 40), random));
  const reports = await Promise.all(
    games.map(game =>
      service.run({
        kind: 'investigate',
        input: { fen: fenOf(game.positions[0] as Position), moves: uciMoves(game) },
        params: { ...DEFAULTS, deep: 8, maia: false },
        deterministic: false,
        cache: false,
      }),
    ),
  );
  for (const report of reports) {
    expectSound(report);
    expect(report.stats.stockfishSearches).toBeLessThanOrEqual(400);
  }
  expect(reports.flatMap(({ tree }) => allBranches(tree.branches)).length).toBeGreaterThan(3 * many);
}

/** A mirrored position has the mirrored investigation, by the real engine. */
export async function expectMirrored(service: AnalysisService, deep: number, levels: number) {
  // The Blackburne Shilling Gambit: Nxe5 is what it is played for.
  const { positions } = gameOf('startpos', 'e4 e5 Nf3 Nc6 Bc4 Nd4');
  const position = positions.at(-1) as Position;
  const ask = (at: Position) =>
    service.run({
      kind: 'investigate',
      input: { fen: fenOf(at), moves: [] },
      params: { ...DEFAULTS, deep, levels, maia: false },
      deterministic: true,
      cache: false,
    });
  const [white, black] = await Promise.all([ask(position), ask(mirror(position))]);
  const flip = (score: Score | null) => score && flipScore(score);
  const shape = (report: InvestigationReport, turned: boolean) =>
    allBranches(report.tree.branches).map(({ illusion, level, line, stop }) => ({
      level,
      stop: stop?.reason,
      ranks: [illusion.shallowRank, illusion.deepRank],
      line: line.map(({ uci, score }) => [turned ? mirrorUci(uci) : uci, turned ? flip(score) : score]),
    }));
  expect(shape(black, true)).toEqual(shape(white, false));
  expect(white.overestimated.map(({ san }) => san)).toContain('Nxe5');
  expect(black.overestimated.map(({ gap }) => gap.toFixed(9))).toEqual(
    white.overestimated.map(({ gap }) => gap.toFixed(9)),
  );
}
