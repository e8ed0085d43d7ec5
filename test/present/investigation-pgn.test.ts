import { type Node, type PgnNodeData, parsePgn, startingPosition } from 'chessops/pgn';
import { makeSanAndPlay, parseSan } from 'chessops/san';
import { describe, expect, it } from 'vitest';
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
import { allBranches, gameOf, look } from '../analysis/investigation/two-faced.ts';
import { amount } from '../support/amount.ts';
import { randomGame, seeded } from '../support/positions.ts';
import { makeService } from '../support/service.ts';

const POSITIONS = amount(2, 100);

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

describe('the game that shows it all', () => {
  it(`is sound for ${POSITIONS} random positions by the real engine`, async () => {
    // All of them wait at once, and long jobs have 80 % of the places.
    const service = makeService({ maxWaiting: 2 * POSITIONS, maxWaitingPerOwner: 2 * POSITIONS });
    const random = seeded(2024);
    const games = Array.from({ length: POSITIONS }, (_, index) => randomGame(8 + (index % 40), random));
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
    // Random games are full of illusions: these are no empty trees.
    expect(reports.flatMap(({ tree }) => allBranches(tree.branches)).length).toBeGreaterThan(3 * POSITIONS);
  }, 1_800_000);

  it('has the tags that the standard wants, and says what could be seen to begin with', async () => {
    const { pgn } = await look(gameOf('startpos', 'e4 e5 Nf3 Nc6 Bb5'), {});
    const headers = parsePgn(pgn)[0]?.headers ?? new Map<string, string>();
    expect([...headers.keys()].slice(0, 7)).toEqual(['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result']);
    expect(headers.get('Event')).toBe('Investigation');
    expect(headers.get('SetUp')).toBe('1');
    expect(headers.get('FEN')).toBe('r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3');
    expect(headers.get('Annotator')).toBe('Kibitz');
    expect(headers.get('StartingTags')).toContain('white:');
    expect(headers.get('StartingTags')?.length).toBeLessThanOrEqual(255);
    expect(pgn).toMatch(/\n3\.\.\. /);
  });

  it('names each illusion with both scores and ranks, and each stop with its numbers', async () => {
    const { pgn } = await look(gameOf('startpos'), {
      shallow: (uci, { fullmoves }) => (fullmoves > 1 ? -70 : uci === 'a2a4' ? 120 : 10),
      deep: uci => (uci === 'a2a4' ? -80 : uci === 'e2e4' ? 28 : 0),
    });
    const text = pgn.replace(/\s+/g, ' ');
    expect(text).toContain('[%eval -0.80] [%theme "overestimated"]');
    expect(text).toContain('D2 +1.20 (1st), D16 -0.80 (20th).');
    expect(text).toContain('[%theme "stopped_branch,d2_worse_than_original"]');
    expect(text).toContain('Stopped: D2 -0.70 is worse for White than D16 +0.28 at the start.');
  });

  it('is mirrored with the position, by the real engine', async () => {
    const service = makeService();
    // The Blackburne Shilling Gambit: Nxe5 is what it is played for.
    const { positions } = gameOf('startpos', 'e4 e5 Nf3 Nc6 Bc4 Nd4');
    const position = positions.at(-1) as Position;
    const ask = (at: Position) =>
      service.run({
        kind: 'investigate',
        input: { fen: fenOf(at), moves: [] },
        params: { ...DEFAULTS, deep: 9, levels: 2, maia: false },
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
  });
});
