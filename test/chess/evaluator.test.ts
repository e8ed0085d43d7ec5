import { Chess } from 'chessops/chess';
import type { Color, Square } from 'chessops/types';
import { makeSquare, parseSquare } from 'chessops/util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  kingPlace,
  mobility,
  mobilityBonus,
  PIECE_VALUES,
  pawnStructure,
  squareValue,
  staticScore,
  TABLES,
  type Table,
} from '../../src/chess/evaluator.ts';
import { endingOf, fenOf, legalMoves, mirror, other, type Position } from '../../src/chess/position.ts';
import { cp, flipScore, mate } from '../../src/chess/score.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';
import { playouts, START } from './positions.ts';

function centipawns(position: Position): number {
  const score = staticScore(position);
  if (score.kind === 'mate') throw new Error(`${fenOf(position)} is mate`);
  return score.cp;
}

const scoreOf = (fen: string): number => centipawns(positionOf(fen));

/** Positions of random games, long and short, in which the game goes on. */
function randomPositions(games: number, seed: number): Position[] {
  const random = seeded(seed);
  return Array.from({ length: games }, () => randomGame(10 + Math.floor(random() * 150), random).positions).flat();
}

/** The position without the man on a square, if that is one in which the game goes on. */
function without(position: Position, square: Square): Position | undefined {
  const setup = position.toSetup();
  setup.board.take(square);
  setup.epSquare = undefined;
  return Chess.fromSetup(setup).unwrap(
    less => (endingOf(less) ? undefined : less),
    () => undefined,
  );
}

describe('the instant score', () => {
  it('of the start is nothing, whoever is to move', () => {
    expect(staticScore(positionOf(START))).toStrictEqual(cp(0));
    expect(staticScore(positionOf(START.replace(' w ', ' b ')))).toStrictEqual(cp(0));
  });

  it.each([...'abcdefgh'])('is about one pawn when Black starts without the pawn on the %s-file', file => {
    const pawns = [...'abcdefgh'].map(other => (other === file ? '1' : 'p')).join('');
    for (const turn of ['w', 'b']) {
      const score = scoreOf(START.replace('pppppppp', pawns).replace(' w ', ` ${turn} `));
      expect(score).toBeGreaterThanOrEqual(60);
      expect(score).toBeLessThanOrEqual(160);
    }
  });

  it.each([
    ['knight', 'r1bqkbnr'],
    ['bishop', 'rn1qkbnr'],
    ['rook', '1nbqkbnr'],
    ['queen', 'rnb1kbnr'],
  ] as const)('is about the value of a %s when Black starts without one', (role, pieces) => {
    expect(Math.abs(scoreOf(START.replace('rnbqkbnr', pieces)) - PIECE_VALUES[role])).toBeLessThanOrEqual(50);
  });

  it('adds up as it does by hand', () => {
    // White: rook 500 - 4 on a8; king on g1 in an endgame -12. Black: king on g8, two twelfths of (15 - 3 files * 34)
    // and ten of -12, together -24. Moves: 12 + 5 against 3, which is 50 * 14 / (5 + 14). Check: 50.
    expect(scoreOf('R5k1/8/8/8/8/8/8/6K1 b - - 0 1')).toBe(500 - 4 - 12 + 24 + 36 + 50);
  });

  it.each([
    ['White has mated', 'R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1', mate(1)],
    ['Black has mated', 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3', mate(-1)],
    ['a queen ahead has stalemated', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', cp(0)],
    ['a bishop ahead cannot mate', '8/8/3k4/8/8/8/3KB3/8 w - - 0 1', cp(0)],
  ])('is the result when %s', (_, fen, score) => {
    expect(staticScore(positionOf(fen))).toStrictEqual(score);
  });
});

describe('by the laws, the instant score', () => {
  it('of the mirrored position is the mirrored score', () => {
    const positions = randomPositions(30, 1);
    expect(positions.length).toBeGreaterThan(1000);
    for (const position of positions)
      expect(staticScore(mirror(position)), fenOf(position)).toStrictEqual(flipScore(staticScore(position)));
  });

  it('of the mirrored position is the mirrored score where there is castling, promotion, en passant and mate', () => {
    fc.assert(
      fc.property(playouts, game => {
        for (const position of game.positions)
          expect(staticScore(mirror(position)), fenOf(position)).toStrictEqual(flipScore(staticScore(position)));
      }),
      { numRuns: 50 },
    );
  });

  it('is a whole number of centipawns, and never -0', () => {
    for (const position of randomPositions(20, 2)) {
      const score = centipawns(position);
      expect(Number.isSafeInteger(score), fenOf(position)).toBe(true);
      expect(Object.is(score, -0), fenOf(position)).toBe(false);
    }
  });

  // A check that comes of it may make up for a pawn. Real games were measured, too: docs/decisions.md.
  it('never gets better for a side that loses a man, but for a pawn that uncovers a check', () => {
    const tried = { pawns: 0, pieces: 0, uncovering: 0 };
    for (const position of randomPositions(60, 3).filter((_, index) => index % 5 === 0)) {
      const before = centipawns(position);
      for (const [square, { color, role }] of position.board) {
        const less = role === 'king' ? undefined : without(position, square);
        if (!less) continue;
        const uncovers = less.isCheck() && !position.isCheck();
        if (uncovers) tried.uncovering++;
        if (uncovers && role === 'pawn') continue;
        tried[role === 'pawn' ? 'pawns' : 'pieces']++;
        const lost = (before - centipawns(less)) * (color === 'white' ? 1 : -1);
        expect(lost, `${makeSquare(square)} from ${fenOf(position)}`).toBeGreaterThanOrEqual(0);
      }
    }
    expect(tried.pawns).toBeGreaterThan(5000);
    expect(tried.pieces).toBeGreaterThan(5000);
    expect(tried.uncovering).toBeGreaterThan(50);
  });
});

describe('the instant score prefers', () => {
  const CASTLED = 'r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 1';

  it.each([
    ['a knight in the middle', '4k3/8/8/8/4N3/8/4P3/4K3 w - - 0 1', '4k3/8/8/8/N7/8/4P3/4K3 w - - 0 1'],
    ['a rook on the seventh', '6k1/R7/8/8/8/8/4P3/4K3 w - - 0 1', '6k1/8/R7/8/8/8/4P3/4K3 w - - 0 1'],
    ['a king who hides', CASTLED, CASTLED.replace('R1BQ1RK1', 'R1BQKR2')],
    ['a king who walks when hiding is over', '6k1/8/8/8/3K4/8/4P3/8 w - - 0 1', '6k1/8/8/8/8/8/4P3/K7 w - - 0 1'],
    ['a passed pawn that is nearer', '4k3/8/8/P7/8/8/8/4K3 w - - 0 1', '4k3/8/8/8/8/P7/8/4K3 w - - 0 1'],
    ['a passed pawn', '4k3/7p/P7/8/8/8/8/4K3 w - - 0 1', '4k3/1p6/P7/8/8/8/8/4K3 w - - 0 1'],
    ['pawns side by side', '4k3/8/8/8/8/8/2PP4/4K3 w - - 0 1', '4k3/8/8/8/8/2P5/2P5/4K3 w - - 0 1'],
    ['pawns without gaps', '4k3/8/8/8/8/8/5PPP/4K3 w - - 0 1', '4k3/8/8/8/8/8/3P1P1P/4K3 w - - 0 1'],
  ])('%s', (_, better, worse) => {
    expect(scoreOf(better)).toBeGreaterThan(scoreOf(worse));
  });
});

describe('a king’s place', () => {
  const placeOf = (fen: string, color: Color) => kingPlace(positionOf(fen).board, color);
  const against = (pieces: string, ranks: string) => placeOf(`${pieces}/pppppppp/8/8/${ranks} w - - 0 1`, 'white');

  it.each([
    ['a pawn two ranks before him', '8/6P1/5P1P', [-5, -3, 0]],
    ['a pawn that has gone ahead', '6P1/8/5P1P', [-10, -7, 0]],
    ['a file without a pawn', '8/8/5P1P', [-34, -23, 0]],
    ['a second pawn before the first', '6P1/8/5PPP', [0, 0, 0]],
  ])('with %s is worth less the more pieces there are to make use of it', (_, wall, costs) => {
    const cost = (pieces: string) => against(pieces, `${wall}/6K1`) - against(pieces, '8/8/5PPP/6K1');
    expect(['rnbqkbnr', 'rnb1kbnr', '4k3'].map(cost)).toEqual(costs);
    // Promoted pieces make nothing worse than it is at the start.
    expect(cost('rqbqkbnr')).toBe(costs[0]);
  });

  it('is not guarded by pawns behind him, and has no hole beyond the edge of the board', () => {
    expect(against('rnbqkbnr', '8/5PKP/6P1/8')).toBe(against('rnbqkbnr', '8/5PKP/8/8'));
    expect(against('rnbqkbnr', '8/8/6PP/7K')).toBe(squareValue('king', 'white', parseSquare('h1')));
    expect(against('rnbqkbnr', '8/8/PP6/K7')).toBe(squareValue('king', 'white', parseSquare('a1')));
  });

  it.each([
    ['one', '6k1/5ppp/8/6N1/8/8/3B4/2RQK3 w - - 0 1', 0],
    ['two', '6k1/5ppp/8/6N1/8/3B4/8/2RQK3 w - - 0 1', -10],
    ['three', '6k1/5ppp/8/6N1/8/3B1R2/8/3QK3 w - - 0 1', -40],
    ['four', '6k1/5ppp/8/6NQ/8/3B1R2/8/4K3 w - - 0 1', -60],
  ])('with %s of the enemy’s pieces looking at it is worth less, but for a single one', (_, fen, cost) => {
    const nobody = '6k1/5ppp/8/8/8/2N5/3B4/2RQK3 w - - 0 1';
    expect(placeOf(fen, 'black') - placeOf(nobody, 'black')).toBe(cost);
  });

  it('is looked at by a knight that gives check in the corner, too', () => {
    const [check, near] = ['7k/6pp/6N1/8/8/8/1Q6/4K3 b - - 0 1', '7k/6pp/8/6N1/8/8/1Q6/4K3 w - - 0 1'];
    expect(placeOf(check, 'black')).toBe(placeOf(near, 'black'));
  });
});

describe('pawns', () => {
  it.each([
    ['in a row', '8/PPPPPPPP', 0],
    ['doubled, with a neighbour', '2P5/2PP4', -12],
    ['isolated', '8/P7', -6],
    ['doubled and isolated', '2P5/2P5', -6 - 6 - 12],
  ])('%s', (_, ranks, value) => {
    const { board } = positionOf(`4k3/pppppppp/8/8/8/${ranks}/4K3 w - - 0 1`);
    expect(pawnStructure(board, 'white')).toBe(value);
  });

  it.each([
    ['passed with nobody before it', '8/P7/8/8', -6 + 45],
    ['passed with an enemy beside it', '8/Pp6/8/8', -6 + 45],
    ['passed with an enemy two files away', '2p5/P7/8/8', -6 + 45],
    ['not passed with an enemy in the way', 'p7/P7/8/8', -6],
    ['not passed with an enemy who looks on', '1p6/P7/8/8', -6],
    ['passed once if there are two on the file', '8/P7/P7/8', -6 - 6 - 12 + 45],
    ['passed on the rank before the last', 'P7/8/8/8', -6 + 60],
  ])('%s', (_, ranks, value) => {
    const position = positionOf(`4k3/${ranks}/8/8/4K3 w - - 0 1`);
    expect(pawnStructure(position.board, 'white')).toBe(value);
    expect(pawnStructure(mirror(position).board, 'black')).toBe(value);
  });
});

describe('the tables of squares', () => {
  it.each(TABLES)('keep a %s within half a pawn, alike on both wings and for both sides', table => {
    for (let square = 0; square < 64; square++) {
      const value = squareValue(table, 'white', square);
      expect(Number.isInteger(value)).toBe(true);
      expect(Math.abs(value)).toBeLessThanOrEqual(50);
      expect(squareValue(table, 'white', square ^ 7)).toBe(value);
      expect(squareValue(table, 'black', square ^ 56)).toBe(value);
    }
  });

  const ranked = (table: Table, squares: string) =>
    squares.split(' ').map(name => squareValue(table, 'white', parseSquare(name) as Square));

  it.each<[Table, squares: string]>([
    ['pawn', 'a2 a4 d4 d5 d6 d7'],
    ['knight', 'a1 b1 c3 d3 d4'],
    ['bishop', 'a1 b2 c3 d4'],
    ['rook', 'a1 d1 a7 d7'],
    ['queen', 'a1 d1 d4'],
    ['king', 'e4 e1 f1 g1 h1'],
    ['king-endgame', 'h1 g1 e1 e2 e4'],
  ])('put a %s on these squares in rising order: %s', (table, squares) => {
    const values = ranked(table, squares);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(new Set(values).size).toBe(values.length);
  });
});

describe('mobility', () => {
  const withTurn = (position: Position, turn: Color): Position | undefined =>
    Chess.fromSetup({ ...position.toSetup(), turn, epSquare: undefined }).unwrap(
      turned => turned,
      () => undefined,
    );

  const destinations = (position: Position): number =>
    new Set(legalMoves(position).map(({ uci }) => uci.slice(0, 4))).size;

  it('counts legal moves, the ones of the side that is not to move as if it were', () => {
    let checks = 0;
    for (const position of randomPositions(20, 4)) {
      const { turn } = position;
      if (position.isCheck()) {
        checks++;
        expect(mobility(position, turn), fenOf(position)).toBeGreaterThanOrEqual(destinations(position));
        continue;
      }
      expect(mobility(position, turn), fenOf(position)).toBe(destinations(position));
      const passed = withTurn(position, other(turn));
      if (passed) expect(mobility(position, other(turn)), fenOf(position)).toBe(destinations(passed));
    }
    expect(checks).toBeGreaterThan(20);
  });

  it('does not fall with a check: only what the check itself controls is lost', () => {
    // The bishop on a5 checks, or looks on from behind its own pawn.
    const quiet = positionOf('rnbqk1nr/p1pp1ppp/8/b3p3/1p1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1');
    const check = positionOf('rnbqk1nr/p1pp1ppp/8/b3p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1');
    expect([quiet.isCheck(), check.isCheck()]).toEqual([false, true]);
    expect(destinations(check)).toBeLessThan(10);
    expect(mobility(quiet, 'white') - mobility(check, 'white')).toBeLessThanOrEqual(2);
  });

  it('is worth nearly a tenth of a pawn for the first move, less for more, and never half a pawn', () => {
    expect([mobilityBonus(0), mobilityBonus(1), mobilityBonus(5)]).toEqual([0, 8, 25]);
    for (let moves = 1; moves < 200; moves++) {
      expect(mobilityBonus(moves)).toBeGreaterThanOrEqual(mobilityBonus(moves - 1));
      expect(mobilityBonus(moves)).toBeLessThan(50);
      expect(mobilityBonus(-moves)).toBe(-mobilityBonus(moves));
    }
  });
});
