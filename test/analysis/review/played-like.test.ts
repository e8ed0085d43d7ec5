import type { Color } from 'chessops/types';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ASKED_RATINGS, askPlayedLike, FEWEST_MOVES, playedLike } from '../../../src/analysis/review/played-like.ts';
import type { PlayedLike } from '../../../src/analysis/review/report.ts';
import { softmax } from '../../../src/base/probability.ts';
import { current, type Game, gameFrom, playUci, uciMoves } from '../../../src/chess/game.ts';
import {
  endingOf,
  epdOf,
  legalMoves,
  mirror,
  mirrorUci,
  type Position,
  startPosition,
  uciOf,
} from '../../../src/chess/position.ts';
import { MaiaPool, type MaiaRequest } from '../../../src/engine/maia-pool.ts';
import { maiaNet } from '../../support/maia.ts';
import { extend, positionOf, randomGame, seeded } from '../../support/positions.ts';
import { fakeEngines, hash } from '../expected/fake-engines.ts';

function estimateOf(answer: PlayedLike): Extract<PlayedLike, { kind: 'estimate' }> {
  if (answer.kind !== 'estimate') throw new Error(`${answer.moves} moves were too few`);
  return answer;
}

/**
 * One move that is less likely the further a rating is from `peak`: by one (a factor of e) at `width`, by four at twice
 * that.
 */
const bell = (peak: number, width: number) => ASKED_RATINGS.map(rating => -1 - ((rating - peak) / width) ** 2);

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('the rating that makes moves most likely', () => {
  it.each([650, 980, 1500, 1730, 2240, 2590])('is found: %i', peak => {
    expect(estimateOf(playedLike(times(40, bell(peak, 1000)))).rating).toBe(peak);
  });

  it('is between those of different moves, nearer to those that tell more', () => {
    // Two parabolas together peak at the mean of their peaks, weighted by 1 / width²: (1200 × 4 + 2200) / 5.
    const moves = [...times(20, bell(1200, 1000)), ...times(20, bell(2200, 2000))];
    expect(estimateOf(playedLike(moves)).rating).toBe(1400);
  });

  it('has an interval from where the likelihood is down by 1.92 and the 350 points that one day differs from another', () => {
    // 36 moves that fall off by one in 1500 points: together by one in 250, by 1.92 in 346; √(346² + 350²) = 492.
    expect(playedLike(times(36, bell(1600, 1500)))).toEqual({
      kind: 'estimate',
      rating: 1600,
      low: 1110,
      high: 2090,
      moves: 36,
    });
    // A hundred times as many moves: 34.6 points; √(34² + 350²) = 352.
    expect(playedLike(times(3600, bell(1600, 1500)))).toMatchObject({ rating: 1600, low: 1250, high: 1950 });
  });

  it('ends with the grid', () => {
    expect(playedLike(times(40, bell(300, 1500)))).toMatchObject({ rating: 600, low: 600 });
    expect(playedLike(times(40, bell(2900, 1500)))).toMatchObject({ rating: 2600, high: 2600 });
    // Moves that anybody plays: no rating is out of the question.
    expect(
      playedLike(
        times(
          40,
          ASKED_RATINGS.map(() => -0.1),
        ),
      ),
    ).toMatchObject({ low: 600, high: 2600 });
  });

  it('has one interval around both where two ratings are about as likely', () => {
    const twoPeaks = ASKED_RATINGS.map(rating => -1 - (((rating - 1000) * (rating - 2200)) / 1_000_000) ** 2);
    const { low, high } = estimateOf(playedLike(times(15, twoPeaks)));
    expect(low).toBeLessThan(1000);
    expect(high).toBeGreaterThan(2200);
  });

  it('does not change by moves that everybody plays', () => {
    const telling = times(30, bell(1730, 1200));
    const { moves: _, ...alone } = estimateOf(playedLike(telling));
    const together = playedLike([
      ...telling,
      ...times(
        30,
        ASKED_RATINGS.map(() => -0.01),
      ),
    ]);
    expect(together).toEqual({ ...alone, moves: 60 });
  });

  it('lies in its interval, and all three on the grid, whatever the moves', () => {
    const likelihoods = fc.array(fc.double({ min: -9, max: 0, noNaN: true }), {
      minLength: ASKED_RATINGS.length,
      maxLength: ASKED_RATINGS.length,
    });
    fc.assert(
      fc.property(fc.array(likelihoods, { minLength: 15, maxLength: 60 }), moves => {
        const { rating, low, high } = estimateOf(playedLike(moves));
        for (const one of [rating, low, high]) expect(one % 10).toBe(0);
        expect(low).toBeGreaterThanOrEqual(600);
        expect(low).toBeLessThanOrEqual(Math.max(600, rating - 350));
        expect(high).toBeGreaterThanOrEqual(Math.min(2600, rating + 350));
        expect(high).toBeLessThanOrEqual(2600);
      }),
    );
  });

  it('is not told from fewer than 15 moves', () => {
    expect(playedLike(times(14, bell(1500, 100)))).toEqual({ kind: 'too-few-moves', moves: 14 });
    expect(playedLike([])).toEqual({ kind: 'too-few-moves', moves: 0 });
    expect(playedLike(times(15, bell(1500, 100))).kind).toBe('estimate');
  });
});

/** Maia as a person would be whose every move in this game is likeliest at `peak`. */
const peakingAt = (game: Game, peak: number) =>
  fakeEngines({
    logits: (position, { rating }) => {
      const ply = game.positions.indexOf(position);
      const move = game.moves[ply];
      const played = move && uciOf(position, move);
      const share = 0.5 * Math.exp(-(((rating - peak) / 1500) ** 2));
      const legal = legalMoves(position);
      return legal.map(({ uci }) => (uci === played ? Math.log(share) : Math.log((1 - share) / (legal.length - 1))));
    },
  });

const choices = (game: Game, color: Color, from = 0): number[] =>
  game.moves.flatMap((_, ply) => {
    const position = game.positions[ply] as Position;
    return ply >= from && position.turn === color && legalMoves(position).length > 1 ? [ply] : [];
  });

describe('asking Maia about a player', () => {
  const game = randomGame(100, seeded(3));

  it.each(['white', 'black'] as const)('finds the rating that %s played like', async color => {
    const { engines } = peakingAt(game, 1730);
    const { rating, moves } = estimateOf(await askPlayedLike(game, color, 0, engines));
    // Slips, which are as likely for everybody, move the peak by nothing and make it a little flatter.
    expect(rating).toBe(1730);
    expect(moves).toBe(choices(game, color).length);
  });

  it('asks about every choice after the book once for each rating, both players being of that rating', async () => {
    const { engines, predicted } = peakingAt(game, 1500);
    await askPlayedLike(game, 'black', 11, engines);
    const expected = choices(game, 'black', 11).flatMap(ply =>
      ASKED_RATINGS.map(rating => ({ ply, rating, opponentRating: rating })),
    );
    const asked = predicted.map(({ history, rating, opponentRating }) => ({
      ply: history.length - 1,
      rating,
      opponentRating,
    }));
    expect(asked).toEqual(expected);
    for (const { history } of predicted) expect(history).toEqual(game.positions.slice(0, history.length));
  });

  it('counts the move after the last of the book, and not that one', async () => {
    // Half-moves 1 and 3 are White's; the fifth is the first that is not theory.
    const { engines } = peakingAt(game, 1500);
    const counts = [3, 4, 5].map(async ply => (await askPlayedLike(game, 'white', ply, engines)).moves);
    expect(await Promise.all(counts)).toEqual([0, 0, 1].map(less => choices(game, 'white', 4).length - less));
  });

  it('leaves forced moves out', async () => {
    // The queen checks for ever; the king has one square each time, h8 or g8, and White a choice.
    const perpetual = playUci(
      positionOf('5rk1/5p1p/8/6Q1/8/8/8/6K1 b - - 0 1'),
      times(10, ['g8h8', 'g5f6', 'h8g8', 'f6g5']).flat(),
    );
    if (!perpetual) throw new Error('these moves are legal');
    const { engines, predicted } = peakingAt(perpetual, 1500);
    expect(await askPlayedLike(perpetual, 'black', 0, engines)).toEqual({ kind: 'too-few-moves', moves: 0 });
    expect(predicted).toEqual([]);
    expect(await askPlayedLike(perpetual, 'white', 0, engines)).toMatchObject({ kind: 'estimate', moves: 20 });
  });

  it('asks nobody about too few moves', async () => {
    const short = (plies: number): Game => ({
      positions: game.positions.slice(0, plies + 1),
      moves: game.moves.slice(0, plies),
    });
    const last = (choices(game, 'white')[FEWEST_MOVES - 1] as number) + 1;
    const { engines, predicted } = peakingAt(game, 1500);
    expect(await askPlayedLike(short(last - 1), 'white', 0, engines)).toEqual({ kind: 'too-few-moves', moves: 14 });
    expect(await askPlayedLike(gameFrom(), 'white', 0, engines)).toEqual({ kind: 'too-few-moves', moves: 0 });
    expect(predicted).toEqual([]);
    expect(await askPlayedLike(short(last), 'white', 0, engines)).toMatchObject({ kind: 'estimate', moves: 15 });
  });

  it('is not decided by one move that nobody but a beginner would play', async () => {
    const { engines } = peakingAt(game, 2000);
    const strange = game.positions[40] as Position;
    const played = legalMoves(strange).findIndex(({ uci }) => uci === uciMoves(game)[40]);
    const predict = async (request: MaiaRequest) => {
      const answer = await engines.predict(request);
      const isImpossible = request.history.at(-1) === strange && request.rating > 600;
      return isImpossible ? { ...answer, logits: answer.logits.with(played, -2000) } : answer;
    };
    const { rating } = estimateOf(await askPlayedLike(game, 'white', 0, { predict }));
    expect(Math.abs(rating - 2000)).toBeLessThan(100);
  });

  it('gives Black what White has in the mirrored game', async () => {
    const mirrored = playUci(mirror(startPosition()), uciMoves(game).map(mirrorUci));
    if (!mirrored) throw new Error('a mirrored game is legal');
    // An opinion about a move that does not depend on who makes it.
    const { engines } = fakeEngines({
      logits: (position, { rating }) => {
        const own = position.turn === 'white' ? position : mirror(position);
        return legalMoves(position).map(({ uci }) => {
          const random = seeded(hash(epdOf(own) + (own === position ? uci : mirrorUci(uci))));
          const [base, tilt] = [4 * random(), 2 * random() - 1];
          return base + (tilt * rating) / 1000;
        });
      },
    });
    for (const [color, flipped] of [
      ['white', 'black'],
      ['black', 'white'],
    ] as const) {
      const answer = await askPlayedLike(game, color, 6, engines);
      expect(answer.kind).toBe('estimate');
      expect(await askPlayedLike(mirrored, flipped, 6, engines)).toEqual(answer);
    }
  });

  it('fails when Maia does', async () => {
    const predict = () => Promise.reject(new Error('Maia is gone'));
    await expect(askPlayedLike(game, 'white', 0, { predict })).rejects.toThrow('Maia is gone');
  });
});

describe('with the real Maia', () => {
  const CLAIM = { priority: 'interactive', owner: 'test' } as const;
  const maia = new MaiaPool({ workers: 2 });
  const net = maiaNet();
  afterAll(() => maia.close());
  const predict = async (request: MaiaRequest) => ({
    ...(await maia.predict(await net, request, CLAIM)),
    cached: false,
  });

  /** A game between two ratings as Maia plays them: each move as often as people play it. */
  async function play(ratings: Record<Color, number>, plies: number, random: () => number): Promise<Game> {
    let game = gameFrom();
    while (game.moves.length < plies && !endingOf(current(game))) {
      const { turn } = current(game);
      const rating = ratings[turn];
      const { logits } = await predict({ history: game.positions, rating, opponentRating: rating });
      let left = random();
      const picked = softmax(logits).findIndex(share => {
        left -= share;
        return left < 0;
      });
      const legal = legalMoves(current(game));
      const { move } = legal[picked] ?? (legal[0] as (typeof legal)[number]);
      game = extend(game, move);
    }
    return game;
  }

  it('tells an expert from a beginner, each within the interval', async () => {
    const game = await play({ white: 2300, black: 800 }, 36, seeded(11));
    const white = estimateOf(await askPlayedLike(game, 'white', 0, { predict }));
    const black = estimateOf(await askPlayedLike(game, 'black', 0, { predict }));
    expect(white.low).toBeLessThanOrEqual(2300);
    expect(white.high).toBeGreaterThanOrEqual(2300);
    expect(black.low).toBeLessThanOrEqual(800);
    expect(black.high).toBeGreaterThanOrEqual(800);
    expect(white.rating).toBeGreaterThan(black.high);
  });
});
