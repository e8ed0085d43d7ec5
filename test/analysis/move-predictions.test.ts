import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MaiaParams, predictMoves } from '../../src/analysis/move-predictions.ts';
import { current, gameFrom, playUci } from '../../src/chess/game.ts';
import { fenOf, legalMoves, startPosition } from '../../src/chess/position.ts';
import { playouts } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';
import { fakeEngines } from './fake.ts';

const params = (changes: Partial<MaiaParams> = {}): MaiaParams => ({
  rating: 1500,
  opponentRating: 1700,
  temperature: 1,
  ...changes,
});

// White: a3, a4, Kg1, Kg2, Kh2
const FIVE_MOVES = gameFrom(positionOf('k7/8/8/8/8/8/P7/7K w - - 0 1'));

/** Logits in the order of `legalMoves`, given by the names of the moves; the others are far below. */
const logitsFor = (wanted: Record<string, number>, game = FIVE_MOVES): number[] =>
  legalMoves(current(game)).map(({ uci }) => wanted[uci] ?? -100);

describe('a prediction', () => {
  it('names every legal move in both notations, the likeliest first', async () => {
    // ln 6 : ln 3 : ln 1 is 6 : 3 : 1
    const logits = logitsFor({ h1g1: Math.log(3), a2a4: Math.log(6), h1h2: 0 });
    const { engines, predicted } = fakeEngines({ logits, cached: true });
    const report = await predictMoves(FIVE_MOVES, params(), engines);
    expect(report).toMatchObject({
      kind: 'maia',
      version: 1,
      fen: fenOf(current(FIVE_MOVES)),
      model: 'fake-model',
      ending: null,
      rating: 1500,
      opponentRating: 1700,
      temperature: 1,
      wdl: { win: 0.5, draw: 0.25, loss: 0.25 },
      cached: true,
    });
    expect(report.moves.slice(0, 3)).toEqual([
      { san: 'a4', uci: 'a2a4', probability: expect.closeTo(0.6, 10) },
      { san: 'Kg1', uci: 'h1g1', probability: expect.closeTo(0.3, 10) },
      { san: 'Kh2', uci: 'h1h2', probability: expect.closeTo(0.1, 10) },
    ]);
    expect(report.moves).toHaveLength(5);
    expect(predicted).toEqual([{ history: FIVE_MOVES.positions, rating: 1500, opponentRating: 1700 }]);
  });

  it('sharpens below temperature 1 and is certain at 0', async () => {
    const logits = logitsFor({ h1g1: 0, a2a4: Math.log(3) });
    const { engines } = fakeEngines({ logits });
    const at = async (temperature: number) =>
      (await predictMoves(FIVE_MOVES, params({ temperature }), engines)).moves[0];
    expect(await at(1)).toMatchObject({ uci: 'a2a4', probability: expect.closeTo(0.75, 10) });
    expect(await at(0.5)).toMatchObject({ uci: 'a2a4', probability: expect.closeTo(0.9, 10) });
    expect(await at(0)).toEqual({ san: 'a4', uci: 'a2a4', probability: 1 });
  });

  it('orders equally likely moves by name', async () => {
    const { engines } = fakeEngines({ logits: logitsFor({ h1h2: 5 }) });
    const report = await predictMoves(FIVE_MOVES, params({ temperature: 0 }), engines);
    expect(report.moves.map(({ uci }) => uci)).toEqual(['h1h2', 'a2a3', 'a2a4', 'h1g1', 'h1g2']);
    expect(report.moves.map(({ probability }) => probability)).toEqual([1, 0, 0, 0, 0]);
  });

  it('gives each legal move the probability of its own logit; together they are one', async () => {
    await fc.assert(
      fc.asyncProperty(playouts, fc.infiniteStream(fc.integer({ min: -8, max: 8 })), async (game, stream) => {
        const legal = legalMoves(current(game));
        const logits = legal.map(() => Number(stream.next().value));
        const { moves } = await predictMoves(game, params(), fakeEngines({ logits }).engines);
        if (moves.length === 0) return;
        const weights = logits.map(logit => Math.exp(logit));
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        legal.forEach(({ uci }, index) => {
          const found = moves.find(move => move.uci === uci);
          expect(found?.probability).toBeCloseTo((weights[index] ?? 0) / total, 10);
        });
        const probabilities = moves.map(({ probability }) => probability);
        expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
        expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 10);
      }),
      { numRuns: 25 },
    );
  });

  it('is asked about the last position with the whole game behind it', async () => {
    const game = playUci(startPosition(), ['e2e4', 'e7e5']);
    if (!game) throw new Error('these moves are legal');
    const { engines, predicted } = fakeEngines({ logits: legalMoves(current(game)).map(() => 0) });
    const report = await predictMoves(game, params(), engines);
    expect(report.fen).toBe(fenOf(current(game)));
    expect(predicted[0]?.history.map(fenOf)).toEqual(game.positions.map(fenOf));
  });
});

describe('a game that is over', () => {
  it.each([
    ['checkmate', 'R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1'],
    ['stalemate', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'],
    ['dead', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
  ])('by %s has no moves, and the model is not asked', async (ending, fen) => {
    const { engines, predicted } = fakeEngines();
    expect(await predictMoves(gameFrom(positionOf(fen)), params(), engines)).toEqual({
      kind: 'maia',
      version: 1,
      fen,
      model: 'fake-model',
      ending,
      rating: 1500,
      opponentRating: 1700,
      temperature: 1,
      topP: 1,
      moves: [],
      wdl: null,
      cached: false,
    });
    expect(predicted).toEqual([]);
  });
});
