import { describe, expect, it } from 'vitest';
import type { Engines } from '../../../src/analysis/engines.ts';
import {
  type EvaluateOptions,
  endingOfGame,
  evaluateGame as evaluateTo,
  givenEvaluations,
} from '../../../src/analysis/review/game-evaluation.ts';
import type { Game } from '../../../src/chess/game.ts';
import { fenOf, legalMoves, type Position } from '../../../src/chess/position.ts';
import { cp, mate, type Score, winPercent } from '../../../src/chess/score.ts';
import { epdAfter, oneMoveEngines, played, scoresFrom } from './engine.ts';

const LIMIT = { kind: 'nodes', nodes: 1000 } as const;
const EVEN = () => cp(0);
const evaluateGame = (game: Game, engines: Engines, options: Omit<EvaluateOptions, 'ending'>) =>
  evaluateTo(game, engines, { ...options, ending: endingOfGame(game, {}) });
const quiet = { limit: LIMIT, deterministic: false, onEvaluated: () => undefined };

describe('the positions of a game', () => {
  it('are searched from the last to the first, each once', async () => {
    const game = played('e4 e5 Nf3 Nc6 Bb5');
    const { engines, searched } = oneMoveEngines({ score: EVEN });
    const { positions, searches } = await evaluateGame(game, engines, quiet);
    const main = searched.filter(({ request }) => !request.searchmoves);
    expect(main.map(({ fen }) => fen)).toEqual(game.positions.map(fenOf).reverse());
    for (const { request } of main) expect(request).toEqual({ limit: LIMIT, multipv: 1 });
    expect(positions).toHaveLength(6);
    expect(searches).toBe(searched.length);
  });

  it('are searched afresh where the answer has to be the same again', async () => {
    const { engines, searched } = oneMoveEngines({ score: EVEN });
    await evaluateGame(played('e4 e5'), engines, { ...quiet, deterministic: true });
    expect(searched.length).toBeGreaterThan(2);
    for (const { request } of searched) expect(request.deterministic).toBe(true);
  });

  it('are told as they come, the mated one without a score and without a search', async () => {
    const game = played('f3 e5 g4 Qh4#');
    const { engines, searched } = oneMoveEngines({ score: EVEN });
    const told: [number, Score | null][] = [];
    const onEvaluated = (ply: number, score: Score | null) => told.push([ply, score]);
    const { positions } = await evaluateGame(game, engines, { ...quiet, onEvaluated });
    expect(told.map(([ply]) => ply).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(positions.at(-1)).toEqual({ score: null, line: [], gap: null });
    expect(searched.map(({ fen }) => fen)).not.toContain(fenOf(game.positions.at(-1) as Position));
  });

  it.each([
    ['stalemate', played('Qg6', '7k/8/8/8/8/6Q1/8/K7 w - - 0 1')],
    ['dead', played('Kxb2', '8/8/8/8/8/8/1p5k/K7 w - - 0 1')],
    ['repetition', played('Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8')],
    ['fifty moves', played('Rb2', '7k/8/8/8/8/8/8/KR6 w - - 99 80')],
  ])('are even where the game has ended in a draw: %s', async (_, game) => {
    const { engines } = oneMoveEngines({ score: () => cp(900) });
    const { positions } = await evaluateGame(game, engines, quiet);
    expect(positions.at(-1)?.score).toEqual(cp(0));
    expect(positions[0]?.score).toEqual(cp(900));
  });

  it('are counted, and answers of the cache cost nothing', async () => {
    const fresh = await evaluateGame(played('e4'), oneMoveEngines({ score: EVEN }).engines, quiet);
    const again = await evaluateGame(played('e4'), oneMoveEngines({ score: EVEN, cached: true }).engines, quiet);
    expect(fresh).toMatchObject({ engineName: 'Fakefish', cacheHits: 0, searchMs: 2 * fresh.searches });
    expect(fresh.nodes).toBe(1000 * fresh.searches);
    expect(again).toMatchObject({ nodes: 0, searchMs: 0, cacheHits: fresh.searches });
  });
});

describe('where the best move was played', () => {
  const best = epdAfter(['e2e4']);
  const scores = scoresFrom(new Map([[best, cp(200)]]), cp(-100));

  it('the others are searched with a quarter of the nodes, for what they would have cost', async () => {
    const { engines, searched } = oneMoveEngines({ score: scores });
    const { positions } = await evaluateGame(played('e4'), engines, quiet);
    const [start] = positions;
    expect(start?.gap).toBeCloseTo(winPercent(cp(200)) - winPercent(cp(-100)), 10);
    const others = searched.filter(({ request }) => request.searchmoves);
    expect(others).toHaveLength(1);
    expect(others[0]?.request.limit).toEqual({ kind: 'nodes', nodes: 250 });
    expect(others[0]?.request.searchmoves).toHaveLength(19);
    expect(others[0]?.request.searchmoves).not.toContain('e2e4');
  });

  it('nothing more is searched for any other move, nor for the only legal one', async () => {
    const { engines, searched } = oneMoveEngines({ score: scores });
    await evaluateGame(played('d4'), engines, quiet);
    const forced = played('Kg7', 'R6k/8/6P1/8/8/8/8/K7 b - - 0 1');
    expect(legalMoves(forced.positions[0] as Position)).toHaveLength(1);
    const { positions } = await evaluateGame(forced, engines, quiet);
    expect(positions[0]).toMatchObject({ line: ['h8g7'], gap: null });
    expect(searched.filter(({ request }) => request.searchmoves)).toHaveLength(0);
  });

  it('is seen from the side that moved', async () => {
    const reply = epdAfter(['e2e4', 'e7e5']);
    const { engines } = oneMoveEngines({ score: scoresFrom(new Map([[reply, cp(0)]]), cp(300)) });
    const { positions } = await evaluateGame(played('e4 e5'), engines, quiet);
    expect(positions[1]?.gap).toBeCloseTo(winPercent(cp(300)) - 50, 10);
  });
});

describe('evaluations that somebody wrote down', () => {
  it('stand behind the moves; of the start and of a mate nothing is said', () => {
    const game = played('f3 e5 g4 Qh4#');
    const given = givenEvaluations(game, [cp(-50), cp(-60), mate(-1), null], 'checkmate');
    expect(given.map(({ score }) => score)).toEqual([null, cp(-50), cp(-60), mate(-1), null]);
    expect(given.every(({ line, gap }) => line.length === 0 && gap === null)).toBe(true);
  });

  it('go before ours where a draw was claimed, and ours before none', () => {
    const repeated = played('Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8');
    const evals = repeated.moves.map(() => cp(654));
    expect(givenEvaluations(repeated, evals, 'repetition').at(-1)?.score).toEqual(cp(654));
    expect(givenEvaluations(repeated, evals.with(-1, null as never), 'repetition').at(-1)?.score).toEqual(cp(0));
  });
});

describe('how a game has ended on the board', () => {
  const repeated = played('Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8');

  it('is a repetition only if nobody has won: it has to be claimed', () => {
    expect(endingOfGame(repeated, {})).toBe('repetition');
    expect(endingOfGame(repeated, { Result: '1/2-1/2' })).toBe('repetition');
    expect(endingOfGame(repeated, { Result: '*' })).toBe('repetition');
    expect(endingOfGame(repeated, { Result: '1-0' })).toBeNull();
  });

  it('is mate whatever anybody says', () => {
    expect(endingOfGame(played('f3 e5 g4 Qh4#'), { Result: '1-0' })).toBe('checkmate');
    expect(endingOfGame(played('e4'), { Result: '1-0' })).toBeNull();
  });
});
