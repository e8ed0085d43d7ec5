import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { current } from '../../src/chess/game.ts';
import { epdOf, fenOf, parsePosition, startPosition } from '../../src/chess/position.ts';
import { positionOf } from '../support/positions.ts';
import { playouts, START } from './positions.ts';

const refusal = (text: string, field?: string): string => {
  const parsed = parsePosition(text, field);
  return parsed.ok ? `accepted as ${fenOf(parsed.value)}` : parsed.message;
};

describe('a FEN', () => {
  it('of any position reached by play reads back as the same position', () => {
    fc.assert(
      fc.property(playouts, game => {
        for (const position of game.positions) {
          const fen = fenOf(position);
          expect(fenOf(positionOf(fen))).toBe(fen);
          expect(fen.startsWith(`${epdOf(position)} `)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('has six parts, with clocks that count the moves played', () => {
    fc.assert(
      fc.property(playouts, game => {
        const [first] = game.positions;
        const plies = (first?.turn === 'black' ? 1 : 0) + game.moves.length;
        const parts = fenOf(current(game)).split(' ');
        expect(parts).toHaveLength(6);
        expect(Number(parts[5])).toBe((first?.fullmoves ?? 0) + Math.floor(plies / 2));
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['surrounding blanks', `  ${START}\n`, START],
    ['the underscores of links', START.replaceAll(' ', '_'), START],
    ['four parts', START.replace(' 0 1', ''), START],
    ['a move number of 0', START.replace(' 0 1', ' 0 0'), START],
    ['large clocks', START.replace(' 0 1', ' 99 9999'), START.replace(' 0 1', ' 99 9999')],
    ['castling rights by file', START.replace('KQkq', 'HAha'), START],
    [
      'an en-passant square nobody can use, which is dropped',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',
    ],
    [
      'an en-passant square somebody can use, which is kept',
      'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3',
      'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3',
    ],
    ['rights without a rook, dropped', '4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1', '4k3/8/8/8/8/8/8/4K2R w K - 0 1'],
    ['rights of a king that moved, dropped', '4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1', '4k3/8/8/8/8/8/8/R2K3R w - - 0 1'],
    ['rights of Chess960, dropped', '1r2k1r1/8/8/8/8/8/8/4K3 b kq - 0 1', '1r2k1r1/8/8/8/8/8/8/4K3 b - - 0 1'],
    ['one side that may castle', 'r3k2r/8/8/8/8/8/8/R2K3R b KQkq - 0 1', 'r3k2r/8/8/8/8/8/8/R2K3R b kq - 0 1'],
  ])('may have %s', (_, text, fen) => {
    expect(refusal(text)).toBe(`accepted as ${fen}`);
  });

  it('of the start position is the one everybody knows', () => {
    expect(fenOf(startPosition())).toBe(START);
  });
});

describe('a refusal', () => {
  const BOARD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

  it.each([
    ['nothing', '', 'needs eight ranks of eight squares in its first part'],
    ['seven ranks', '4k3/8/8/8/8/8/4K3 w - - 0 1', 'needs eight ranks of eight squares in its first part'],
    ['a long rank', '4k4/8/8/8/8/8/8/4K3 w - - 0 1', 'needs eight ranks of eight squares in its first part'],
    ['an unknown piece', '4x3/8/8/8/8/8/8/4K3 w - - 0 1', 'needs eight ranks of eight squares in its first part'],
    ['a bad side', `${BOARD} x KQkq - 0 1`, 'needs "w" or "b" (whose move it is) as its second part'],
    ['bad castling', `${BOARD} w KQxy - 0 1`, 'needs castling rights such as "KQkq" or "-" as its third part'],
    ['a bad square', `${BOARD} w KQkq e9 0 1`, 'needs an en-passant square such as "e3" or "-" as its fourth part'],
    ['a bad half-move clock', `${BOARD} w KQkq - x 1`, 'needs a number of half-moves as its fifth part'],
    ['a negative half-move clock', `${BOARD} w KQkq - -1 1`, 'needs a number of half-moves as its fifth part'],
    ['a bad move number', `${BOARD} w KQkq - 0 one`, 'needs a move number as its sixth part'],
    ['a move number of five digits', `${BOARD} w KQkq - 0 10000`, 'needs a move number as its sixth part'],
    ['too many parts', `${BOARD} w KQkq - 0 1 1+1 x`, 'has too many parts'],
    ['a pocket', `${BOARD}[Qn] w KQkq - 0 1`, 'is not standard chess'],
    ['a pocket of nonsense', `${BOARD}[Qx] w KQkq - 0 1`, 'needs eight ranks of eight squares in its first part'],
    ['counted checks', `${BOARD} w KQkq - 0 1 +2+1`, 'is not standard chess'],
    ['checks counted wrongly', `${BOARD} w KQkq - 0 1 +9+9`, 'has too many parts'],
    ['an empty board', '8/8/8/8/8/8/8/8 w - - 0 1', 'has no pieces'],
    ['no black king', '8/8/8/8/8/8/8/4K3 w - - 0 1', 'needs exactly one king on each side'],
    ['two white kings', '4k3/8/8/8/8/8/8/K3K3 w - - 0 1', 'needs exactly one king on each side'],
    ['two kings of one side', '8/8/8/8/8/8/8/K3K3 w - - 0 1', 'needs exactly one king on each side'],
    ['a pawn on the first rank', '4k3/8/8/8/8/8/8/P3K3 w - - 0 1', 'has a pawn on the first or last rank'],
    ['a pawn on the last rank', '4k2P/8/8/8/8/8/8/4K3 w - - 0 1', 'has a pawn on the first or last rank'],
    ['nine pawns', '4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1', 'has more than 8 white pawns'],
    ['nine black pawns', '4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1', 'has more than 8 black pawns'],
    ['17 pieces', 'rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w kq - 0 1', 'has more than 16 black pieces'],
    [
      'the wrong side to move',
      '4k3/8/8/8/8/8/4R3/4K3 w - - 0 1',
      'has the side that is not to move in check, so the other side must be to move',
    ],
    ['a check from two ends', 'R3k2R/8/8/8/8/8/8/4K3 b - - 0 1', 'has a check that no move can have given'],
    ['a check by two knights', '4k3/2N3N1/8/8/8/8/8/4K3 b - - 0 1', 'has a check that no move can have given'],
  ])('of %s says what is wrong', (_, fen, why) => {
    expect(refusal(fen)).toBe(`position: "${fen}" ${why}.`);
  });

  it('of a second line does not repeat it: it could be a command to an engine', () => {
    expect(refusal(`${START}\nsetoption name Debug Log File value x`)).toBe(
      'position: a FEN is one line without control characters.',
    );
    for (const control of ['\r', '\t', '\u0000', '\u007f'])
      expect(refusal(START.replace(' ', control))).toBe('position: a FEN is one line without control characters.');
  });

  it('of a long text says how long it may be', () => {
    expect(refusal(START.padEnd(121, 'x'))).toBe('position: a FEN is at most 120 characters long.');
    expect(refusal(START.padEnd(500))).toBe(`accepted as ${START}`);
  });

  it('starts with the field it is about', () => {
    expect(refusal('x', 'from')).toMatch(/^from: "x" needs eight ranks/);
  });

  it('is one sentence, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary-ascii', maxLength: 200 })), text => {
        const parsed = parsePosition(text);
        if (!parsed.ok) expect(parsed.message).toMatch(/^position: [^\n]*\.$/);
      }),
    );
  });
});
