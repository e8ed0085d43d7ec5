import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Phases,
  phaseOf,
  phasesOf as phasesAfter,
  takesPiece,
  watchPhases,
} from '../../../src/analysis/phases/phases.ts';
import { type Game, gameFrom, playUci, uciMoves } from '../../../src/chess/game.ts';
import { type Book, lastBookPly, NO_BOOK } from '../../../src/chess/openings/openings.ts';
import { epdOf, mirror, mirrorUci, type Position } from '../../../src/chess/position.ts';
import { parseGame } from '../../../src/input/moves.ts';
import { playouts } from '../../chess/positions.ts';
import { positionOf } from '../../support/positions.ts';

function gameOf(moves: string, position = 'startpos'): Game {
  const game = parseGame(position, moves);
  if (!game.ok) throw new Error(game.message);
  return game.value;
}

const phasesOf = (game: Game, book: Book, openingMoves?: number): Phases =>
  phasesAfter(game, lastBookPly(game, book), openingMoves);

const bookOf = (positions: readonly Position[]): Book => {
  const epds = new Set(positions.map(epdOf));
  return { has: position => epds.has(epdOf(position)) };
};

/** The first half-moves of a game are theory. */
const bookTo = (game: Game, ply: number): Book => bookOf(game.positions.slice(1, ply + 1));

const openingEnd = (game: Game, book: Book = NO_BOOK, openingMoves?: number) =>
  phasesOf(game, book, openingMoves).openingEnd;

// 5. exd5, 7. dxc6, 7... bxc6, 11... exf3, 12. Nxf3 and 13... Bxh2+ take pawns; 14. Kxh2 takes a piece.
const TWO_KNIGHTS =
  'e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6 Be2 h6 Nf3 e4 Ne5 Bd6 f4 exf3 Nxf3 O-O O-O Bxh2+ Kxh2';
const SHUFFLE = 'Nf3 Nf6 Ng1 Ng8 ';

describe('the opening ends', () => {
  it('with the move that takes the first piece, not a pawn', () => {
    expect(openingEnd(gameOf(TWO_KNIGHTS))).toBe(14);
    expect(openingEnd(gameOf('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O'))).toBe(4);
    expect(openingEnd(gameOf('e4 d5 exd5 Qxd5 Nc3 Qxd2+ Bxd2 e5 h3'))).toBe(4);
  });

  it('with the first of several', () => {
    expect(openingEnd(gameOf('e4 e5 Nf3 Nc6 Bb5 Nf6 Bxc6 dxc6 Nc3 Bb4 h3 Bxc3 dxc3'))).toBe(4);
  });

  it('with a piece that Black takes', () => {
    expect(openingEnd(gameOf('e4 e5 Nf3 Nc6 d4 Nf6 h3 Bc5 h4 Bb4+ Nc3 Bxc3+ bxc3'))).toBe(6);
  });

  it('with the move after the last of theory, if that is later', () => {
    const game = gameOf('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 Bg4 dxe5 Qxd1 Rxd1 fxe5');
    expect(openingEnd(game, bookTo(game, 4))).toBe(4);
    expect(openingEnd(game, bookTo(game, 6))).toBe(4);
    // 4. Bxc6 is theory, and so the fifth move still belongs to the opening.
    expect(openingEnd(game, bookTo(game, 7))).toBe(5);
    expect(openingEnd(game, bookTo(game, 8))).toBe(5);
    expect(openingEnd(game, bookTo(game, 13))).toBe(8);
  });

  it('by the last move of theory, even if moves before it were none', () => {
    const game = gameOf('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 Bg4 dxe5 Qxd1');
    expect(openingEnd(game, bookOf([game.positions[10] as Position]))).toBe(6);
  });

  it('after 15 moves where no piece is taken, or as many as one says, theory or not', () => {
    const game = gameOf(SHUFFLE.repeat(10));
    expect(game.moves).toHaveLength(40);
    expect(openingEnd(game)).toBe(15);
    expect(openingEnd(game, bookTo(game, 40))).toBe(15);
    expect(openingEnd(game, NO_BOOK, 8)).toBe(8);
  });

  it('never after the game', () => {
    expect(openingEnd(gameOf('e4 e5 Nf3'))).toBe(2);
    expect(openingEnd(gameOf('f3 e5 g4 Qh4'))).toBe(2);
    const game = gameOf('e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6');
    expect(openingEnd(game, bookTo(game, 8))).toBe(4);
  });

  it('nowhere in a game without moves', () => {
    expect(phasesOf(gameFrom(), NO_BOOK)).toEqual({ openingEnd: null, middlegameEnd: null, endgameType: null });
    const ending = gameFrom(positionOf('8/5pk1/6p1/8/8/4K1P1/5P2/8 w - - 0 40'));
    expect(phasesOf(ending, NO_BOOK)).toEqual({ openingEnd: null, middlegameEnd: null, endgameType: null });
  });

  it('is not fooled by castling, which is written as taking a rook', () => {
    expect(openingEnd(gameOf(`e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O ${'Kh1 Kh8 Kg1 Kg8 '.repeat(7)}`))).toBe(15);
  });
});

describe('a game that begins elsewhere', () => {
  const FEN = 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R';

  it('has the move numbers of its first position', () => {
    expect(openingEnd(gameOf('Ng5 d5 exd5 Nxd5 Nxf7 Kxf7', `${FEN} w KQkq - 4 30`))).toBe(32);
    // Three moves from the thirtieth on without a capture: 15 by the rule, which lies before them.
    const phases = phasesOf(gameOf('d3 d6 O-O Be7 h3 O-O', `${FEN} w KQkq - 4 30`), NO_BOOK);
    expect(phases.openingEnd).toBe(15);
    expect(phaseOf(30, phases)).toBe('middlegame');
  });

  it('may begin with Black', () => {
    expect(openingEnd(gameOf('Nxe4', `${FEN} b KQkq - 4 7`))).toBe(7);
    expect(openingEnd(gameOf('Nxe4 Bxf7+ Kxf7 Nxe5+ Nxe5', `${FEN} b KQkq - 4 7`))).toBe(8);
    const { middlegameEnd } = phasesOf(gameOf('Kf6', '8/5pk1/6p1/8/8/4K1P1/5P2/8 b - - 0 40'), NO_BOOK);
    expect(middlegameEnd).toBe(40);
  });

  it('is in its endgame at once if it begins there', () => {
    const phases = phasesOf(gameOf('Kd4 Kf6 Kc5', '8/5pk1/6p1/8/8/4K1P1/5P2/8 w - - 0 40'), NO_BOOK);
    expect(phases).toEqual({ openingEnd: 15, middlegameEnd: 40, endgameType: 'Pawn' });
  });
});

describe('the endgame begins', () => {
  // Queen, rook and minor piece each: 17 points, more than any rule allows both sides.
  const QUEENS = '3q1rk1/5ppp/2n5/8/3B4/8/5PPP/3Q1RK1 w - - 0 30';

  it('with the first move after which a rule holds', () => {
    expect(phasesOf(gameOf('h3 h6 Kh2 Kh8', QUEENS), NO_BOOK).middlegameEnd).toBeNull();
    expect(phasesOf(gameOf('h3 h6 Bxg7 Qxd1 Rxd1 Kxg7 Rc1', QUEENS), NO_BOOK).middlegameEnd).toBe(31);
    expect(phasesOf(gameOf('h3 h6 Kh2 Nxd4 Qxd4 Qxd4', QUEENS), NO_BOOK)).toMatchObject({
      middlegameEnd: 31,
      endgameType: 'Asymmetric Heavy Piece',
    });
  });

  it('by what is on the board after the last half-move of a move', () => {
    // After 31. Bxc6 it is queen and rook against queen, rook and bishop, but 31... Qxd1 belongs to the same move.
    const game = gameOf('h3 h6 Bxc6 Qxd1 Rxd1 h5', '3q1rk1/5ppp/2n5/1B6/8/8/5PPP/3Q1RK1 w - - 0 30');
    const cut = { positions: game.positions.slice(0, 4), moves: game.moves.slice(0, 3) };
    expect(phasesOf(cut, NO_BOOK)).toMatchObject({ middlegameEnd: 31, endgameType: 'Asymmetric Heavy Piece' });
    expect(phasesOf(game, NO_BOOK)).toMatchObject({ middlegameEnd: 31, endgameType: 'Strong Material Imbalance' });
    // A rook against a queen would be an imbalance; after 50... Qxb3 there is no rook.
    const promotion = '4k3/8/8/8/8/6R1/p5K1/1q6 w - - 0 50';
    expect(phasesOf(gameOf('Rb3 Qxb3', promotion), NO_BOOK).endgameType).toBe('Queen');
  });

  it('with the last move even if only White makes it', () => {
    const start = '2rr2k1/5ppp/8/3q4/8/8/3Q1PPP/2RR2K1 w - - 0 30';
    expect(phasesOf(gameOf('h3 h6', start), NO_BOOK).middlegameEnd).toBeNull();
    expect(phasesOf(gameOf('h3 h6 Qxd5', start), NO_BOOK).middlegameEnd).toBeNull();
    expect(phasesOf(gameOf('h3 h6 Rxc8 Rxc8 Qxd5', start), NO_BOOK)).toMatchObject({
      middlegameEnd: 31,
      endgameType: 'Heavy Piece',
    });
    expect(phasesOf(gameOf('Rxc8', start), NO_BOOK).middlegameEnd).toBeNull();
    expect(phasesOf(gameOf('Qxd5 Rxd5 Rxc8+', start), NO_BOOK)).toMatchObject({
      middlegameEnd: 30,
      endgameType: 'Rook',
    });
    expect(phasesOf(gameOf('Qxd5 h6 Qxf7+', start), NO_BOOK).middlegameEnd).toBeNull();
  });

  it('nowhere in most games that end early', () => {
    expect(phasesOf(gameOf(TWO_KNIGHTS), NO_BOOK)).toMatchObject({ middlegameEnd: null, endgameType: null });
  });

  it('once: what comes later does not bring the middlegame back', () => {
    // Pawns only at first; two queens against one are more than any rule allows.
    const game = gameOf('Kb2 Kg7 a8=Q Kf7 h8=Q a1=Q+ Qxa1 h1=Q Q1a2+', '7k/P6P/8/8/8/8/p6p/K7 w - - 0 60');
    expect(phasesOf(game, NO_BOOK)).toEqual({ openingEnd: 63, middlegameEnd: 60, endgameType: 'Pawn' });
  });
});

describe('the type of an endgame', () => {
  const see = (...fens: string[]): Phases => {
    const watch = watchPhases();
    fens.forEach((fen, index) => {
      const { board } = positionOf(fen);
      watch.see({ moveNumber: 40 + index, color: 'black', takesPiece: false, book: false, board });
    });
    return watch.phases();
  };
  const NONE = '2rr2k1/7p/4b3/8/8/8/7P/Q1RR2K1 w - - 0 40';
  const TRANSITIONAL = '2rr2k1/7p/8/8/8/8/7P/Q5K1 w - - 0 40';
  const ENDGAME = '2r3k1/7p/2n1b3/8/8/8/7P/2RR2K1 w - - 0 40';
  const ROOK = '3r2k1/7p/8/8/8/8/7P/3R2K1 w - - 0 40';
  const PAWN = '6k1/7p/8/8/8/8/7P/6K1 w - - 0 40';

  it('is the first that says something', () => {
    expect(see(NONE, ROOK, PAWN)).toMatchObject({ middlegameEnd: 41, endgameType: 'Rook' });
  });

  it.each([
    ['Endgame', ENDGAME],
    ['Transitional', TRANSITIONAL],
  ])('is "%s" only as long as nothing better comes', (name, fen) => {
    expect(see(NONE, fen)).toMatchObject({ middlegameEnd: 41, endgameType: name });
    expect(see(NONE, fen, NONE, fen)).toMatchObject({ middlegameEnd: 41, endgameType: name });
    expect(see(NONE, fen, NONE, ROOK, PAWN)).toMatchObject({ middlegameEnd: 41, endgameType: 'Rook' });
  });

  it('stays, once it says something, whatever comes', () => {
    expect(see(ROOK, ENDGAME, TRANSITIONAL, NONE, PAWN)).toMatchObject({ middlegameEnd: 40, endgameType: 'Rook' });
  });

  it('of two catch-alls is the first', () => {
    expect(see(TRANSITIONAL, ENDGAME).endgameType).toBe('Transitional');
    expect(see(ENDGAME, TRANSITIONAL).endgameType).toBe('Endgame');
  });

  it('is replaced in a game, too', () => {
    // Queen against two rooks, until the queen is taken.
    expect(phasesOf(gameOf('Kg2 Rc6 Qd1 Rxd1', TRANSITIONAL), NO_BOOK)).toMatchObject({
      middlegameEnd: 40,
      endgameType: 'Rook',
    });
  });
});

describe('watching a game', () => {
  it('may be asked at any time, and goes on as if it had not been', () => {
    // Queen and rook against queen, rook and bishop after White's half, a rook against them after Black's.
    const game = gameOf('Bxc6 Qxd1', '3q1rk1/5ppp/2n5/1B6/8/8/5PPP/3Q1RK1 w - - 0 30');
    const watch = watchPhases();
    const after: Phases[] = [];
    game.moves.forEach((move, index) => {
      const before = game.positions[index] as Position;
      const { board } = game.positions[index + 1] as Position;
      const [moveNumber, color] = [before.fullmoves, before.turn];
      watch.see({ moveNumber, color, takesPiece: takesPiece(before, move), book: false, board });
      after.push(watch.phases());
    });
    expect(after.map(({ endgameType }) => endgameType)).toEqual([
      'Asymmetric Heavy Piece',
      'Strong Material Imbalance',
    ]);
    expect(after.at(-1)).toEqual(phasesOf(game, NO_BOOK));
  });
});

describe('the phase of a move', () => {
  const phases = (openingEnd: number | null, middlegameEnd: number | null): Phases => ({
    openingEnd,
    middlegameEnd,
    endgameType: middlegameEnd === null ? null : 'Rook',
  });

  it.each([
    [phases(10, 30), 1, 'opening'],
    [phases(10, 30), 10, 'opening'],
    [phases(10, 30), 11, 'middlegame'],
    [phases(10, 30), 29, 'middlegame'],
    [phases(10, 30), 30, 'endgame'],
    [phases(10, 30), 90, 'endgame'],
    [phases(10, null), 90, 'middlegame'],
    // Both claim these moves: the endgame has them.
    [phases(12, 9), 8, 'opening'],
    [phases(12, 9), 9, 'endgame'],
    [phases(12, 9), 12, 'endgame'],
    [phases(12, 12), 12, 'endgame'],
    [phases(null, null), 1, 'middlegame'],
  ])('%j of move %i is %s', (bounds, move, phase) => {
    expect(phaseOf(move, bounds)).toBe(phase);
  });
});

describe('by the laws, the phases', () => {
  const mirrored = (game: Game): Game =>
    playUci(mirror(game.positions[0] as Position), uciMoves(game).map(mirrorUci)) as Game;

  /** Told as if every half-move had the number and the side of the one of `numbers`. */
  function told(game: Game, numbers: Game): Phases {
    const watch = watchPhases();
    game.moves.forEach((move, index) => {
      const { fullmoves, turn } = numbers.positions[index] as Position;
      watch.see({
        moveNumber: fullmoves,
        color: turn,
        takesPiece: takesPiece(game.positions[index] as Position, move),
        book: false,
        board: (game.positions[index + 1] as Position).board,
      });
    });
    return watch.phases();
  }

  // In a mirrored game Black begins, so that its moves have other halves: the numbers stay those of the game itself.
  it('of a game with the colours exchanged are the same', () => {
    let endgames = 0;
    fc.assert(
      fc.property(playouts, game => {
        const phases = told(game, game);
        expect(phases).toEqual(phasesOf(game, NO_BOOK));
        expect(told(mirrored(game), game)).toEqual(phases);
        if (phases.middlegameEnd !== null) endgames++;
      }),
      { numRuns: 60 },
    );
    expect(endgames).toBeGreaterThan(5);
  });

  it('lie within the game', () => {
    fc.assert(
      fc.property(playouts, fc.nat(60), (game, ply) => {
        const { openingEnd, middlegameEnd, endgameType } = phasesOf(game, bookTo(game, ply));
        const last = (game.positions.at(-2) as Position).fullmoves;
        const first = (game.positions[0] as Position).fullmoves;
        expect(openingEnd).toBeLessThanOrEqual(last);
        expect(openingEnd).toBeGreaterThanOrEqual(1);
        expect(middlegameEnd === null).toBe(endgameType === null);
        if (middlegameEnd === null) return;
        expect(middlegameEnd).toBeGreaterThanOrEqual(first);
        expect(middlegameEnd).toBeLessThanOrEqual(last);
      }),
      { numRuns: 60 },
    );
  });
});
