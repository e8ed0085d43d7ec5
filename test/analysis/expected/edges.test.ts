import { describe, expect, it } from 'vitest';
import type { CandidateMove, ExpectedReport, TreeNode } from '../../../src/analysis/expected/report.ts';
import { expectLaws } from './laws.ts';
import { expectedJob, makeRunner, run } from './real.ts';

/** Positions at the edges of the rules, by the real engines. What must come out follows from the rules alone. */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

const runner = makeRunner();
async function analyse(fen: string, moves: string[] = [], changes = {}): Promise<ExpectedReport> {
  // What the rules decide needs neither depth nor long lines.
  const params = { depth: 5, threshold: 0.3, ...changes };
  const report = await run(runner, expectedJob({ fen, moves }, params, { deterministic: false }));
  if (!report.ending) expectLaws(report);
  return report;
}

const find = (report: ExpectedReport, san: string): CandidateMove => {
  const move = report.moves.find(move => move.san === san);
  if (!move) throw new Error(`${san} is not among ${report.moves.map(move => move.san).join(' ')}`);
  return move;
};
function* walk(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

describe('a mate in one', () => {
  it('is worth everything, and nothing else comes close', async () => {
    const report = await analyse('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1');
    const [mate] = report.moves;
    expect(mate).toMatchObject({ san: 'Ra8#', expected: 1, human: 1, winrate: 1, score: null });
    expect(mate).toMatchObject({
      coverage: 1,
      confidence: 'high',
      treeDepth: 0,
      branches: 1,
      nodes: 1,
      trap: 0,
      risk: 0,
    });
    expect(mate?.tree).toMatchObject({ terminal: 'checkmate', leaf: true, children: [] });
    expect(report.rootWinrate).toBe(1);
  });

  it('of the opponent ends the line at nothing', async () => {
    // After g4 only Qh4# matters: https://en.wikipedia.org/wiki/Fool%27s_mate
    const report = await analyse(START, ['f2f3', 'e7e5'], { loss: -1, threshold: 0.1 });
    const blunder = find(report, 'g4');
    const mate = blunder.tree.children.find(({ san }) => san === 'Qh4#');
    expect(mate).toMatchObject({ terminal: 'checkmate', winrate: 0, human: 0, leaf: true, mover: 'opponent' });
    expect(blunder.winrate).toBe(0);
  });
});

describe('stalemate', () => {
  const TRAP = '7k/8/5K2/6Q1/8/8/8/8 w - - 0 1'; // Qg6 leaves Black without a move

  it('throws the win away: rejected at half a point, without a search', async () => {
    const report = await analyse(TRAP);
    expect(report.rootWinrate).toBe(1);
    expect(report.rejected.find(({ san }) => san === 'Qg6')).toMatchObject({ winrate: 0.5, score: null, depth: null });
  });

  it('rescues the side that is losing: the rook is lost, and so is the win', async () => {
    const report = await analyse('8/8/8/8/8/5k1q/8/4R1K1 w - - 0 1', [], { threshold: 0.02 });
    const rescue = find(report, 'Re3+');
    const taken = rescue.tree.children.find(({ san }) => san === 'Kxe3');
    expect(taken).toMatchObject({ terminal: 'stalemate', winrate: 0.5, human: 0.5, expected: 0.5 });
    expect(rescue.winrate).toBeGreaterThan(0.45);
  });
});

describe('the only legal move', () => {
  it('is the only candidate, whatever it is worth', async () => {
    const report = await analyse('7k/8/8/8/8/7q/8/7K w - - 0 1');
    expect(report.moves.map(({ san, maia }) => [san, maia])).toEqual([['Kg1', 1]]);
    expect(report.rejected).toEqual([]);
    expect(report.rootWinrate).toBeLessThan(0.1);
  });
});

describe('where every move loses', () => {
  it('all of them are candidates, and the best practical chance comes first', async () => {
    const report = await analyse('8/8/8/8/4k3/8/3q4/7K w - - 0 1', [], { depth: 8 });
    expect(report.rootWinrate).toBeLessThan(0.05);
    expect(report.threshold).toBeLessThan(0);
    expect(report.rejected).toEqual([]);
    for (const { tree } of report.moves) for (const node of walk(tree)) expect(node.pruned).toBeUndefined();
  });
});

describe('promotion', () => {
  it('to each of the four pieces is looked at', async () => {
    const report = await analyse('8/P7/6k1/8/8/8/8/4K3 w - - 0 1', [], { loss: -1 });
    const sans = report.moves.map(({ san }) => san);
    expect(sans).toEqual(expect.arrayContaining(['a8=Q', 'a8=R', 'a8=B', 'a8=N']));
    expect(find(report, 'a8=Q').winrate).toBeGreaterThan(find(report, 'a8=N').winrate);
  });
});

describe('en passant', () => {
  it('takes the pawn off the board', async () => {
    const report = await analyse('4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', [], { loss: -1 });
    expect(find(report, 'exd6').tree.fen).toBe('4k3/8/3P4/8/8/8/8/4K3 b - - 0 2');
  });

  it('that would leave the king in check is no move', async () => {
    const report = await analyse('8/8/8/K2pP2q/8/8/8/7k w - d6 0 2', [], { loss: -1 });
    expect([...report.moves, ...report.rejected].map(({ san }) => san)).not.toContain('exd6');
  });
});

describe('castling', () => {
  it("to both sides is the king's two-square move", async () => {
    const report = await analyse('r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 6 8', [], {
      loss: -1,
    });
    expect(find(report, 'O-O')).toMatchObject({ uci: 'e1g1' });
    expect(find(report, 'O-O-O')).toMatchObject({ uci: 'e1c1' });
    expect(find(report, 'O-O').tree.fen).toMatch(/R4RK1 b kq - 7 8$/);
    expect(find(report, 'O-O').maia).toBeGreaterThan(0.05); // a move people do play
  });
});

describe('the fifty-move rule', () => {
  it('with the clock at 99 makes every quiet move a draw, but mate goes first', async () => {
    const report = await analyse('7k/8/5K2/6Q1/8/8/8/8 w - - 99 80');
    expect(report.moves.map(({ san, expected }) => [san, expected])).toEqual([['Qg7#', 1]]);
    for (const { winrate, depth } of report.rejected) expect([winrate, depth]).toEqual([0.5, null]);
    expect(report.rejected.length).toBeGreaterThan(10);
  });

  it('with the clock at 98 ends the line at the reply, unless a pawn moves', async () => {
    const report = await analyse('7k/4p3/8/8/8/8/8/K4R2 b - - 98 80', [], { loss: -1, threshold: 0.1 });
    const quiet = report.moves.filter(({ san }) => san.startsWith('K'));
    expect(quiet.length).toBeGreaterThan(0);
    for (const { tree } of quiet)
      for (const reply of tree.children)
        expect(reply).toMatchObject({ terminal: 'fifty-moves', winrate: 0.5, leaf: true });
  });
});

describe('the third repetition', () => {
  const SHUFFLE = ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1'];

  it('is counted from the history of the game', async () => {
    const report = await analyse(START, SHUFFLE, { loss: -1 });
    expect(find(report, 'Ng8')).toMatchObject({ expected: 0.5, winrate: 0.5, score: null, branches: 1 });
    expect(find(report, 'Ng8').tree.terminal).toBe('repetition');
    expect(find(report, 'e5').tree.terminal).toBeUndefined();
  });

  it('is not seen without it', async () => {
    const report = await analyse('rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4', [], { loss: -1 });
    expect(find(report, 'Ng8').tree.terminal).toBeUndefined();
  });
});

describe('a finished game', () => {
  it.each([
    ['checkmate', 'R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 1 1', []],
    ['stalemate', '7k/8/5KQ1/8/8/8/8/8 b - - 1 1', []],
    ['dead', '7k/8/5K2/8/8/8/8/5B2 w - - 0 1', []],
    ['fifty-moves', '7k/4p3/8/8/8/8/8/K5R1 w - - 100 80', []],
    ['repetition', START, ['g1f3', 'g8f6', 'f3g1', 'f6g8', 'g1f3', 'g8f6', 'f3g1', 'f6g8']],
  ] as const)('(%s) is no error: the report says how it ended and lists no moves', async (ending, fen, moves) => {
    const report = await analyse(fen, [...moves]);
    expect(report).toMatchObject({ ending, moves: [], rejected: [], notAnalysed: [], rootWinrate: null, engine: null });
  });
});
