import { describe, expect, it } from 'vitest';
import type { Engines } from '../../../src/analysis/engines.ts';
import type { ReviewNotes, ReviewParams } from '../../../src/analysis/review/params.ts';
import type { ReviewProgress, ReviewReport } from '../../../src/analysis/review/report.ts';
import { reviewGame } from '../../../src/analysis/review/review.ts';
import { Fault } from '../../../src/base/fault.ts';
import { type Game, gameFrom, playUci, uciMoves } from '../../../src/chess/game.ts';
import { epdOf, legalMoves, mirror, mirrorUci, type Position } from '../../../src/chess/position.ts';
import { cp, flipScore, mate, type Score } from '../../../src/chess/score.ts';
import { hash } from '../expected/fake-engines.ts';
import { epdAfter, oneMoveEngines, played, scoresFrom } from './engine.ts';

const PARAMS: ReviewParams = {
  limit: { kind: 'nodes', nodes: 1000 },
  ratings: { white: 1600, black: 1400 },
  maia: true,
};
const NOTES: ReviewNotes = { headers: {}, clocks: [], evals: null, opening: null, lastBookPly: 0 };

interface Asked {
  notes?: Partial<ReviewNotes>;
  params?: Partial<ReviewParams>;
  deterministic?: boolean;
  onProgress?: (progress: ReviewProgress) => void;
}

const review = (game: Game, engines: Engines, asked: Asked = {}): Promise<ReviewReport> =>
  reviewGame({ game, notes: { ...NOTES, ...asked.notes }, params: { ...PARAMS, ...asked.params } }, engines, {
    deterministic: asked.deterministic ?? false,
    onProgress: asked.onProgress ?? (() => undefined),
  });

const even = () => oneMoveEngines({ score: () => cp(0) });

describe('a review by evaluations that are given', () => {
  const game = played('e4 e5 Qh5 Ke7 Qxe5#');
  const evals = [cp(30), cp(25), cp(-60), mate(1), null];

  it('asks no Stockfish, and judges as Lichess does', async () => {
    const { engines, searched } = even();
    const report = await review(game, engines, { notes: { evals } });
    expect(searched).toEqual([]);
    expect(report.engine).toBeNull();
    expect(report.plies.map(({ judgement }) => judgement)).toEqual([
      undefined,
      undefined,
      'inaccuracy', // 52.3 % to 44.5 %
      'blunder', // lets a mate happen
      undefined,
    ]);
    expect(report.plies.map(({ best }) => best)).toEqual([null, null, null, null, null]);
    expect(report.ending).toBe('checkmate');
  });

  it('does not count the move that mates, which Lichess has no evaluation of', async () => {
    const { players, plies } = await review(game, even().engines, { notes: { evals } });
    // White: e4 gains, Qh5 loses 7.78 %: 103.1668 · e^(−0.04354 · 7.78) − 2.1669 = 71.33.
    expect(plies[2]?.accuracy).toBeCloseTo(71.33, 1);
    expect(plies[4]).toMatchObject({ winPercent: 100, accuracy: 100, lost: 0, score: null });
    // By hand: weights 0.5 for 1. e4 (0.69 → its own deviation 0.689) and 3.89 for 2. Qh5.
    const [first, second] = [0.6892, 3.8918];
    const weighted = (100 * first + 71.33 * second) / (first + second);
    expect(players.white.accuracy).toBeCloseTo((weighted + 2 / (1 / 100 + 1 / 71.33)) / 2, 1);
    // 85 centipawns in two moves that count, not in three.
    expect(players.white.acpl).toBe(43);
    expect(players.white.counts).toMatchObject({ inaccuracy: 1, mistake: 0, blunder: 0 });
    expect(players.black.counts).toMatchObject({ blunder: 1 });
    expect(players.white.byPhase.opening?.moves).toBe(3);
  });

  it('says what is given at once', async () => {
    const told: ReviewProgress[] = [];
    await review(game, even().engines, { notes: { evals }, onProgress: progress => told.push(progress) });
    expect(told.at(-1)).toMatchObject({ evaluated: 6, positions: 6, predicted: 5, predictions: 5 });
    expect(told.at(-1)?.winPercents.filter(percent => percent !== null)).toHaveLength(4);
  });

  it('judges nothing beside a gap', async () => {
    const { plies } = await review(game, even().engines, { notes: { evals: [cp(30), null, cp(-500), cp(0), null] } });
    expect(plies.map(({ lost }) => lost)).toEqual([0, null, null, expect.any(Number), 0]);
    expect(plies[2]).not.toHaveProperty('judgement');
    expect(plies[1]).toMatchObject({ score: null, winPercent: null, accuracy: null });
  });
});

describe('a review by Stockfish', () => {
  it('never accuses a move that the engine would have played', async () => {
    // Whatever White does is bad, and e4 the least: 200 down, though the start counts as 15 up.
    const scores = scoresFrom(new Map([[epdAfter(['e2e4']), cp(-200)]]), cp(-500));
    const { plies } = await review(played('e4'), oneMoveEngines({ score: scores }).engines);
    expect(plies[0]).toMatchObject({ best: { san: 'e4', uci: 'e2e4', line: ['e4'] } });
    expect(plies[0]).not.toHaveProperty('judgement');
    expect(plies[0]?.lost).toBeGreaterThan(15);
  });

  it('says what was best, how it goes on, and who finds it', async () => {
    const scores = scoresFrom(new Map([[epdAfter(['d2d4']), cp(300)]]), cp(0));
    const likes = (uci: string) => (position: Position) =>
      legalMoves(position).map(move => (move.uci === uci ? Math.log(19 * 3) : 0));
    const { engines } = oneMoveEngines({ score: scores, logits: likes('e2e4') });
    const { plies, model } = await review(played('e4'), engines);
    expect(plies[0]?.best).toMatchObject({ san: 'd4', uci: 'd2d4' });
    // 57 of 57 + 19 play e4, one in 76 plays d4.
    expect(plies[0]?.maia).toMatchObject({ played: expect.closeTo(0.75, 6), best: expect.closeTo(1 / 76, 6) });
    expect(plies[0]?.maia?.top[0]).toMatchObject({ san: 'e4', uci: 'e2e4' });
    expect(plies[0]?.maia?.top).toHaveLength(3);
    expect(model).toEqual({ id: 'fake' });
  });

  it('tells natural mistakes from those out of character, and finds from moves', async () => {
    const good = epdAfter(['e2e4']);
    const bad = epdAfter(['f2f3']);
    const scores = scoresFrom(
      new Map([
        [good, cp(50)],
        [bad, cp(-400)],
      ]),
      cp(-300),
    );
    const labelsWith = async (move: string, share: number) => {
      const uci = move === 'e4' ? 'e2e4' : 'f2f3';
      const logits = (position: Position) =>
        legalMoves(position).map(one => Math.log(one.uci === uci ? share : (1 - share) / 19));
      const { engines } = oneMoveEngines({ score: scores, logits });
      return (await review(played(move), engines)).plies[0]?.labels;
    };
    expect(await labelsWith('f3', 0.4)).toEqual(['natural-mistake']);
    expect(await labelsWith('f3', 0.01)).toEqual(['out-of-character']);
    expect(await labelsWith('f3', 0.1)).toEqual([]);
    expect(await labelsWith('e4', 0.1)).toEqual(['great-find', 'only-move']);
    expect(await labelsWith('e4', 0.5)).toEqual(['only-move']);
  });

  it('counts a game from a position by what the position was worth', async () => {
    const lost = '4k3/8/8/8/8/8/q7/4K3 w - - 0 1';
    const { engines } = oneMoveEngines({ score: () => cp(-900) });
    const report = await review(played('Kd1 Qa1+', lost), engines);
    expect(report.startWinPercent).toBeCloseTo(3.51, 2);
    expect(report.plies[0]).toMatchObject({ lost: 0, accuracy: 100 });
    const usual = await review(played('e4'), even().engines);
    expect(usual.startWinPercent).toBeCloseTo(51.38, 2); // 15 centipawns
  });

  it('blames whoever lets a won game be repeated into a draw', async () => {
    const { engines } = oneMoveEngines({ score: () => cp(800) });
    const { plies, ending } = await review(played('Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 a3'), engines);
    expect(ending).toBeNull();
    expect(plies.every(({ judgement }) => judgement === undefined)).toBe(true);
    const repeated = await review(played('Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3', 'startpos'), engines);
    expect(repeated.ending).toBe('repetition');
    expect(repeated.plies.at(-1)).toMatchObject({ judgement: 'blunder', score: cp(0) });
  });
});

describe('what a review rests on', () => {
  it('is said while it comes, and only ever more', async () => {
    const told: ReviewProgress[] = [];
    await review(played('e4 e5 Nf3'), even().engines, { onProgress: progress => told.push(progress) });
    const last = told.at(-1);
    expect(last).toMatchObject({ evaluated: 4, positions: 4, predicted: 3, predictions: 3 });
    // Three half-moves are too few to say whom somebody plays like, so there is one question for each.
    expect(last?.winPercents).toEqual([50, 50, 50, 50]);
    const sums = told.map(({ evaluated, predicted }) => evaluated + predicted);
    expect(sums).toEqual([...sums].sort((a, b) => a - b));
    expect(told.some(({ winPercents }) => winPercents.includes(null) && winPercents.includes(50))).toBe(true);
  });

  it('is each player’s own rating against the other’s', async () => {
    const { engines, predicted } = even();
    await review(played('e4 e5'), engines);
    const asked = predicted.filter(({ history }) => history.length <= 2).map(({ history, ...rest }) => rest);
    expect(asked).toContainEqual(expect.objectContaining({ rating: 1600, opponentRating: 1400 }));
    expect(asked).toContainEqual(expect.objectContaining({ rating: 1400, opponentRating: 1600 }));
  });

  it('is asked one by one where it has to be the same again', async () => {
    const { engines, predicted } = even();
    await review(played('e4 e5'), engines, { deterministic: true });
    expect(predicted.length).toBeGreaterThan(0);
    expect(predicted.every(({ deterministic }) => deterministic === true)).toBe(true);
  });

  it('need not be Maia', async () => {
    const { engines, predicted } = even();
    const report = await review(played('e4 e5'), engines, { params: { maia: false } });
    expect(predicted).toEqual([]);
    expect(report).toMatchObject({ model: null, problem: null, players: { white: { playedLike: null } } });
    expect(report.plies.every(({ maia }) => maia === null)).toBe(true);
  });

  it.each(['model-missing', 'model-broken', 'engine-failed'] as const)('goes on without Maia: %s', async code => {
    const { engines } = even();
    const broken: Engines = { ...engines, predict: () => Promise.reject(new Fault(code, 'Maia is not here.')) };
    const report = await review(played('e4 e5'), broken);
    expect(report).toMatchObject({ model: null, problem: 'Maia is not here.' });
    expect(report.players.white.accuracy).toBeCloseTo(94.98, 2); // from 15 centipawns to none
  });

  it('is nothing to go on without when somebody gives up', async () => {
    const { engines } = even();
    const cancelled: Engines = { ...engines, predict: () => Promise.reject(new Fault('cancelled', 'Cancelled.')) };
    await expect(review(played('e4 e5'), cancelled)).rejects.toThrow('Cancelled.');
  });

  it('may be no moves at all', async () => {
    const report = await review(gameFrom(), even().engines);
    expect(report).toMatchObject({
      plies: [],
      moments: [],
      phases: { openingEnd: null, middlegameEnd: null, endgameType: null },
      players: { white: { accuracy: null, acpl: null, byPhase: {} } },
    });
    expect(JSON.stringify(report)).not.toMatch(/NaN|Infinity/);
  });

  it('carries what the PGN says', async () => {
    const notes = {
      headers: { White: 'alice' },
      clocks: [60, null],
      opening: { eco: 'C20', name: "King's Pawn Game", ply: 2 },
      lastBookPly: 1,
    };
    const report = await review(played('e4 e5'), even().engines, { notes });
    expect(report).toMatchObject({ headers: { White: 'alice' }, opening: notes.opening });
    expect(report.plies.map(({ clock, book }) => [clock, book])).toEqual([
      [60, true],
      [undefined, false],
    ]);
  });
});

describe('the colour-flip law', () => {
  const anyScore = (position: Position): Score => cp((hash(epdOf(position)) % 700) - 350);
  /** What the engine says of a mirrored board is the mirror of what it says of the other. */
  const symmetric = (position: Position): Score =>
    position.turn === 'white' ? anyScore(position) : flipScore(anyScore(mirror(position)));
  const likes = (position: Position) => {
    const mirrored = position.turn === 'black';
    return legalMoves(position).map(({ uci }) => (hash(mirrored ? mirrorUci(uci) : uci) % 100) / 30);
  };

  it('holds: a mirrored game gets the mirrored review', async () => {
    const game = played(
      'Nf3 d6 d4 exd4 Nxd4 Nf6 Nc3 g6',
      'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2',
    );
    const other = playUci(mirror(game.positions[0] as Position), uciMoves(game).map(mirrorUci)) as Game;
    const opinions = { score: symmetric, logits: likes };
    const [one, two] = [
      await review(game, oneMoveEngines(opinions).engines),
      await review(other, oneMoveEngines(opinions).engines, { params: { ratings: { white: 1400, black: 1600 } } }),
    ];
    expect(one.plies.some(({ judgement }) => judgement)).toBe(true);
    expect(two.players.black.accuracy).toBeCloseTo(one.players.white.accuracy as number, 9);
    expect(two.players.white.counts).toEqual(one.players.black.counts);
    expect(two.moments.map(({ ply }) => ply)).toEqual(one.moments.map(({ ply }) => ply));
    one.plies.forEach((ply, index) => {
      const twin = two.plies[index];
      expect(twin).toMatchObject({ uci: mirrorUci(ply.uci), labels: ply.labels });
      expect(twin?.judgement).toBe(ply.judgement);
      expect(twin?.winPercent).toBeCloseTo(100 - (ply.winPercent as number), 9);
      expect(twin?.lost).toBeCloseTo(ply.lost as number, 9);
      expect(twin?.maia?.played).toBeCloseTo(ply.maia?.played as number, 9);
    });
  });
});
