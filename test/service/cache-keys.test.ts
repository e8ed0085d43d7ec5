import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedWinrates } from '../../src/analysis/expected/expected.ts';
import { DEFAULTS, LEAVES, RESIDUALS } from '../../src/analysis/expected/params.ts';
import { current, type Game, gameFrom, playUci, uciMoves } from '../../src/chess/game.ts';
import { fenOf, startPosition } from '../../src/chess/position.ts';
import { digest, PROGRAM, reportKey } from '../../src/service/cache.ts';
import { fakeEngines } from '../analysis/expected/fake-engines.ts';
import { KIWIPETE, playouts, START } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';

const keyOf = (game: Game, params: object = DEFAULTS) => reportKey('expected', game, params, 'Stockfish 17, maia3-5m');

const played = (moves: string, fen = START): Game => {
  const game = playUci(positionOf(fen), moves.split(' '));
  if (!game) throw new Error(`${moves} cannot be played from ${fen}`);
  return game;
};

/** Two ways to one position, and what is played from there in both. */
const ways = (one: string, other: string, common = ''): [Game, Game] => {
  const games: [Game, Game] = [played(`${one} ${common}`.trim()), played(`${other} ${common}`.trim())];
  expect(fenOf(current(games[0]))).toBe(fenOf(current(games[1])));
  return games;
};

describe('the key of a report', () => {
  const game = gameFrom();

  it('is short, plain, and the same for the same question', () => {
    expect(keyOf(game)).toMatch(/^[\w-]{32}$/);
    fc.assert(
      fc.property(playouts, played => {
        const [start = startPosition()] = played.positions;
        const again = playUci(start, uciMoves(played));
        expect(again && keyOf(again)).toBe(keyOf(played));
      }),
      { numRuns: 20 },
    );
  });

  it('does not depend on the order of the parameters', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.entries(DEFAULTS), { minLength: 8 }), entries => {
        expect(keyOf(game, Object.fromEntries(entries))).toBe(keyOf(game));
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['threshold', 0.05],
    ['depth', 16],
    ['loss', -0.2],
    ['rating', 1600],
    ['opponentRating', 1600],
    ['residual', 'node'],
    ['leaf', 'maia'],
    ['maxCandidates', 12],
  ])('changes with %s', (name, value) => {
    expect(Object.keys(DEFAULTS)).toContain(name);
    expect(keyOf(game, { ...DEFAULTS, [name]: value })).not.toBe(keyOf(game));
  });

  it('does not take one parameter for another', () => {
    expect(keyOf(game, { ...DEFAULTS, rating: 1400 })).not.toBe(keyOf(game, { ...DEFAULTS, opponentRating: 1400 }));
    expect(keyOf(game, { ...DEFAULTS, maxCandidates: 1 })).not.toBe(keyOf(game, { ...DEFAULTS, maxCandidates: '1' }));
  });

  it('changes with the kind of report and the engines that make it', () => {
    const keys = [
      reportKey('expected', game, DEFAULTS, 'Stockfish 17, maia3-5m'),
      reportKey('other', game, DEFAULTS, 'Stockfish 17, maia3-5m'),
      reportKey('expected', game, DEFAULTS, 'Stockfish 18, maia3-5m'),
    ];
    expect(new Set(keys).size).toBe(3);
  });

  it.each([
    ['the men', KIWIPETE.replace('/PPPBBPPP/', '/PPPB1PPP/')],
    ['the side to move', KIWIPETE.replace(' w ', ' b ')],
    ['a castling right', KIWIPETE.replace(' KQkq ', ' KQk ')],
    ['the clock, which the fifty moves are counted by', KIWIPETE.replace(' 0 1', ' 4 1')],
    ['the move number, which tells an early position', KIWIPETE.replace(' 0 1', ' 0 9')],
  ])('changes with %s', (_, fen) => {
    expect(keyOf(gameFrom(positionOf(fen)))).not.toBe(keyOf(gameFrom(positionOf(KIWIPETE))));
  });

  it('changes with a legal en passant', () => {
    const fen = 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3';
    const without = gameFrom(positionOf(fen.replace(' e3 ', ' - ')));
    expect(keyOf(gameFrom(positionOf(fen)))).not.toBe(keyOf(without));
  });
});

describe('the history in the key of a report', () => {
  const KNIGHTS = ['g1f3 g8f6 b1c3 b8c6', 'b1c3 b8c6 g1f3 g8f6'] as const;
  const ROOKS_ASIDE_AND_BACK = 'h1g1 h8g8 g1h1 g8h8';

  it('counts within the eight positions that Maia sees', () => {
    const [one, other] = ways(...KNIGHTS);
    expect(keyOf(one)).not.toBe(keyOf(other));
    expect(keyOf(one)).not.toBe(keyOf(gameFrom(current(one))));
  });

  it.each([
    ['eighth', true, 8, 'd7d5 g1f3 g8f6 b1c3 b8c6 a2a3'],
    ['ninth', false, 9, 'd7d5 g1f3 g8f6 b1c3 b8c6 a2a3 a7a6'],
  ])('in the %s position from the end counts for Maia: %s', (_, counts, fromEnd, common) => {
    // 1. d4 e6 2. e4 and 1. e4 e6 2. d4 differ in what stands after one and two half-moves. The last move is a pawn's,
    // so it is not for repetition that anything counts.
    const [one, other] = ways('d2d4 e7e6 e2e4', 'e2e4 e7e6 d2d4', common);
    const differ = one.positions.map((position, ply) => fenOf(position) !== fenOf(other.positions[ply] ?? position));
    expect(one.positions.length - differ.lastIndexOf(true)).toBe(fromEnd);
    expect(keyOf(one) !== keyOf(other)).toBe(counts);
  });

  const KNIGHTS_OUT_AND_BACK = 'b8c6 g1f3 c6b8 f3g1';
  it.each([
    // They differ in the first four half-moves, and all of twelve can be taken back.
    ['any position since the start', true, ...KNIGHTS, `${ROOKS_ASIDE_AND_BACK} ${ROOKS_ASIDE_AND_BACK}`],
    // They differ in what stands right after the pawn's move.
    [
      'the position after the last pawn move',
      true,
      ...(['g1f3 a7a6 b1c3', 'b1c3 a7a6 g1f3'] as const),
      'b8c6 h1g1 c6b8 g1h1 b8c6 h1g1 c6b8 g1h1',
    ],
    // They differ in what stood right before it.
    [
      'the position before the last pawn move',
      false,
      ...(['d2d4 e7e6 e2e4', 'e2e4 e7e6 d2d4'] as const),
      `${KNIGHTS_OUT_AND_BACK} ${KNIGHTS_OUT_AND_BACK}`,
    ],
    [
      'a position before the last capture',
      false,
      ...KNIGHTS,
      `f3e5 c6e5 ${ROOKS_ASIDE_AND_BACK} ${ROOKS_ASIDE_AND_BACK}`,
    ],
  ])('in %s counts for repetition: %s', (_, counts, first, second, common) => {
    const [one, other] = ways(first, second, common);
    // What Maia sees is the same.
    expect(one.positions.slice(-8).map(fenOf)).toEqual(other.positions.slice(-8).map(fenOf));
    expect(keyOf(one) !== keyOf(other)).toBe(counts);
  });

  it('may be shorter than the clock says, and still counts', () => {
    const game = played('a2a3', '4k3/8/8/8/8/8/R7/4K3 w - - 37 90');
    expect(keyOf(game)).not.toBe(keyOf(gameFrom(current(game))));
  });
});

/** Fingerprints of what the program answers, by the number that stands in every key. */
const ANSWERS: Record<number, string> = {
  3: 'f4QKM62RLg69Oy19_2GRCWqcWPXyjLfy',
};

describe('the number of the program', () => {
  it('changes with its answers: a report from before the change must not come from the cache', async () => {
    const reports: unknown[] = [];
    for (const residual of RESIDUALS)
      for (const leaf of LEAVES)
        for (const moves of ['', 'e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6 d2d4']) {
          const game = moves ? played(moves) : gameFrom();
          const params = { ...DEFAULTS, residual, leaf, maxCandidates: 3 };
          const options = { deterministic: true, trace: false, onProgress: () => undefined };
          reports.push(await expectedWinrates(game, params, fakeEngines().engines, options));
        }
    const text = JSON.stringify(reports, (key, value) => {
      if (key === 'time') return undefined;
      return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
    });
    // Where this fails the answers are other ones: give PROGRAM the next number, and put the new fingerprint beside it.
    expect({ [PROGRAM]: digest([text]) }).toEqual({ [PROGRAM]: ANSWERS[PROGRAM] });
  });
});
