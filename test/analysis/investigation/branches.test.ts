import { INITIAL_FEN } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import { investigate } from '../../../src/analysis/investigation/investigation.ts';
import { BRANCHES, DEFAULTS, SEARCHES } from '../../../src/analysis/investigation/params.ts';
import { epdOf, legalMoves, type Position } from '../../../src/chess/position.ts';
import { cp } from '../../../src/chess/score.ts';
import { allBranches, gameOf, investigated, look, type Opinion, twoFaced } from './two-faced.ts';

const START = gameOf('startpos');
/** Pawn moves of the rook's files are what fools this engine, and nothing else. */
const isFooled = (uci: string) => /^[ah]/.test(uci);

/** A glance likes the fools' moves, whoever plays them; a deep look does not. */
const fools: { shallow: Opinion; deep: Opinion } = {
  shallow: uci => (isFooled(uci) ? 300 : 100),
  deep: uci => (isFooled(uci) ? -300 : 0),
};

describe('branches', () => {
  it('are followed until as many illusions stand one behind the other as are allowed', async () => {
    for (const levels of [1, 2, 5]) {
      const { tree, stats } = await look(START, fools, { levels });
      const branches = allBranches(tree.branches);
      expect(Math.max(...branches.map(({ level }) => level))).toBe(levels);
      expect(stats).toMatchObject({ levels, branches: branches.length });
      for (const { level, stop, branches: inner } of branches) {
        if (level === levels) expect(stop?.reason).toMatch(/depth_limit|already_explored/);
        else expect(stop === null).toBe(inner.length > 0);
        expect(inner.length).toBeLessThanOrEqual(BRANCHES[level] ?? 0);
        for (const one of inner) expect(one.level).toBe(level + 1);
      }
    }
  });

  it('stop where even a glance sees that it was wrong, and say by how much', async () => {
    const { tree } = await look(START, {
      shallow: (uci, position) => (position.fullmoves === 1 ? fools.shallow(uci, position) : -500),
      deep: fools.deep,
    });
    expect(tree.branches.length).toBeGreaterThan(0);
    for (const { stop, line } of tree.branches) {
      expect(stop).toEqual({ reason: 'd2_eval_below_original', shallow: cp(-500), ending: null });
      expect(line[1]).toMatchObject({ by: 'shallow', score: cp(-500) });
    }
  });

  it('stop where nothing fools a glance any more', async () => {
    const { tree } = await look(START, {
      shallow: (uci, position) => (position.fullmoves === 1 ? fools.shallow(uci, position) : 50),
      deep: (uci, position) => (position.fullmoves === 1 ? fools.deep(uci, position) : 50),
    });
    expect(new Set(tree.branches.map(({ stop }) => stop?.reason))).toEqual(new Set(['no_overestimated_moves']));
  });

  it('stop with the game', async () => {
    // The Caro-Kann trap: most moves allow Nd6 mate.
    const caro = gameOf('r1bqkbnr/pp1npppp/2p5/8/3PN3/8/PPP1QPPP/R1B1KBNR b KQkq - 3 5');
    const { tree } = await look(caro, {
      shallow: uci => (uci === 'g8f6' ? 200 : 0),
      deep: uci => (uci === 'g8f6' ? -900 : uci === 'e4d6' ? 900 : 0),
    });
    const branch = tree.branches.find(({ illusion }) => illusion.san === 'Ngf6');
    expect(branch?.line.map(({ san }) => san)).toEqual(['Ngf6', 'Nd6#']);
    expect(branch?.stop).toEqual({ reason: 'game_over', shallow: null, ending: 'checkmate' });
    expect(branch?.line[1]?.score).toBeNull();
  });

  it('stop at a position that another branch has reached', async () => {
    // Whatever the pawn becomes, the king takes it: four moves, one position.
    const promotion = gameOf('8/3kP3/8/8/8/8/P7/K7 w - - 0 1');
    const { tree } = await look(promotion, {
      shallow: uci => (uci.startsWith('e7e8') ? 500 : 0),
      deep: uci => (uci.startsWith('e7e8') ? -500 : uci === 'd7e8' ? 100 : 0),
    });
    const reasons = tree.branches.map(({ stop }) => stop?.reason);
    expect(reasons.filter(reason => reason === 'already_explored')).toHaveLength(3);
    expect(reasons.filter(reason => reason !== 'already_explored')).toHaveLength(1);
  });

  it('stop where the searches for one question are used up, and the report says so', async () => {
    // Lines of one move, so that every answer has to be asked for, but for a long one to begin with; and answers that
    // differ, so that no position comes twice.
    const whim = (uci: string, fen: string) =>
      [...uci, ...fen].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 97, 7);
    const { engines, searched } = twoFaced({
      shallow: fools.shallow,
      deep: (uci, position) => fools.deep(uci, position) + (position.turn === 'black' ? whim(uci, epdOf(position)) : 0),
      plies: ({ fullmoves, turn }) => (fullmoves === 1 && turn === 'black' ? 90 : 0),
    });
    const report = await investigated(START, DEFAULTS, engines);
    expect(report.stats.limited).toBe(true);
    expect(searched.length).toBe(report.stats.stockfishSearches);
    expect(searched.length).toBeLessThanOrEqual(SEARCHES);
    expect(allBranches(report.tree.branches).map(({ stop }) => stop?.reason)).toContain('search_limit');
    expect(report.pgn).toContain('stopped_branch,search_limit_reached');
  });

  it('are at most six at the root, the strongest illusions, and those that many people play', async () => {
    const strength: Record<string, number> = { a2a3: 60, a2a4: 50, b2b3: 40, b2b4: 30, c2c3: 20, c2c4: 15, d2d3: 5 };
    const faces = twoFaced({
      shallow: uci => (strength[uci] ? 100 + strength[uci] : 0),
      deep: uci => (strength[uci] ? -200 : 50),
    });
    const ask = (maia: boolean) =>
      investigate(START, { ...DEFAULTS, levels: 1, maia }, faces.engines, {
        deterministic: false,
        onProgress: () => undefined,
      });
    const names = (report: Awaited<ReturnType<typeof ask>>) => report.tree.branches.map(({ illusion }) => illusion.uci);
    const without = await ask(false);
    expect(without.overestimated.map(({ uci }) => uci)).toEqual(Object.keys(strength));
    expect(names(without)).toEqual(Object.keys(strength).slice(0, 6));
    faces.engines.predict = async ({ history }) => {
      const logits = legalMoves(history.at(-1) as Position).map(({ uci }) => (uci === 'd2d3' ? 5 : 0));
      return { logits, wdl: { win: 0, draw: 1, loss: 0 }, cached: false };
    };
    const withPeople = await ask(true);
    expect(names(withPeople)).toEqual([...Object.keys(strength).slice(0, 5), 'd2d3']);
  });

  it('follow a move that somebody asks about, whether it fools anybody or not', async () => {
    const report = await look(
      START,
      { shallow: uci => (uci === 'g2g4' ? -100 : 0), deep: uci => (uci === 'g2g4' ? -90 : 0) },
      { move: 'g2g4' },
    );
    expect(report.overestimated).toEqual([]);
    expect(report.tree.branches.map(({ illusion }) => illusion.san)).toEqual(['g4']);
    expect(report.pgn).toContain('[%theme "asked"]');
    // The best move needs no refutation.
    const best = report.deep?.best.uci ?? '';
    expect((await look(START, {}, { move: best })).tree.branches).toEqual([]);
  });
});

describe('rankings', () => {
  it('are of all legal moves, and the deep one is shared out between two engines', async () => {
    const { engines, searched } = twoFaced(fools);
    const report = await investigate(START, { ...DEFAULTS, levels: 1 }, engines, {
      deterministic: false,
      onProgress: () => undefined,
    });
    expect(report.fen).toBe(INITIAL_FEN);
    for (const ranking of [report.deep?.ranking, report.shallow?.ranking]) {
      expect(ranking?.map(({ rank }) => rank)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      expect(new Set(ranking?.map(({ uci }) => uci)).size).toBe(20);
    }
    expect(searched).toContainEqual({ depth: 2, multipv: 20, searchmoves: undefined });
    expect(searched.filter(({ depth, searchmoves }) => depth === 16 && searchmoves === 10)).toHaveLength(2);
  });
});
