import { describe, expect, it } from 'vitest';
import { gameFrom } from '../../../src/chess/game.ts';
import { epdOf, legalMoves, type Position } from '../../../src/chess/position.ts';
import { cp } from '../../../src/chess/score.ts';
import { positionOf } from '../../support/positions.ts';
import { fakeEngines } from './fake-engines.ts';
import {
  analyse,
  everyNumberFollows,
  MODES,
  nothingBelowBlunders,
  nothingIsDoneTwice,
  orderDoesNotShow,
  progressGrows,
} from './random.ts';

it.each(MODES)('with residual $residual and leaf $leaf every number of a report follows from the others', mode =>
  everyNumberFollows(mode, 4, 9),
);

describe('the same work', () => {
  it('is done once: no position is searched twice, to whatever depth', () => nothingIsDoneTwice(6, 5));

  it('is done once where lines transpose, too, with other clocks and move numbers', async () => {
    // Everybody brings out both knights and the king's pawn, in any order.
    const developing = (position: Position): number[] =>
      legalMoves(position).map(({ uci }) => (/^(b1c3|g1f3|e2e3|b8c6|g8f6|e7e6)$/.test(uci) ? 0 : -30));
    const fakes = fakeEngines({ logits: developing, score: () => cp(0) });
    const report = await analyse(gameFrom(), { threshold: 0.02, depth: 15, maxCandidates: 3 }, fakes);
    const asked = fakes.searched.map(({ position, request }) =>
      [epdOf(position), JSON.stringify(request.limit), request.multipv, request.searchmoves?.join()].join(' '),
    );
    expect(new Set(asked).size).toBe(asked.length);
    expect(report.stats.nodes).toBeGreaterThan(2 * asked.length); // there were transpositions
  });

  it.each([
    ['with the clock far from fifty moves, they are one position', 40, 1],
    ['near fifty moves, they are as many as there are clocks', 85, 3],
  ])('depends on what the clock may decide: %s', async (_, clock, searches) => {
    // Kings and rook go back and forth, so that a board comes back with a later clock.
    const root = positionOf(`k7/8/8/8/8/8/7P/K6R w - - ${clock} 60`);
    const kings = (position: Position): number[] =>
      legalMoves(position).map(({ uci }) => (/^(a1b1|b1a1|h1g1|g1h1|a8b8|b8a8)$/.test(uci) ? 0 : -30));
    const fakes = fakeEngines({ logits: kings, score: () => cp(0) });
    await analyse(gameFrom(root), { threshold: 0.02, depth: 8, maxCandidates: 2 }, fakes);
    const byBoard = new Map<string, Set<number>>();
    for (const { position, request } of fakes.searched) {
      if (request.multipv > 1) continue;
      const clocks = byBoard.get(epdOf(position)) ?? new Set();
      byBoard.set(epdOf(position), clocks.add(position.halfmoves));
    }
    expect(Math.max(...[...byBoard.values()].map(clocks => clocks.size))).toBe(searches);
  });

  it('is spared below a blunder of the player', () => nothingBelowBlunders(6, 6));
});

describe('the order in which engines answer', () => {
  it('does not show in a report', () => orderDoesNotShow(4, 7));
});

describe('progress', () => {
  it('only ever grows, names the phases in turn, and ends complete', () => progressGrows(4, 8));
});
