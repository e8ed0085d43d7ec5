import { describe, expect, it } from 'vitest';
import { legalMoves, sanOf, startPosition } from '../../src/chess/position.ts';
import { readTypedMove } from '../../src/input/typed-move.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';

const START = startPosition();
const CASTLING = positionOf('r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
const PROMOTION = positionOf('3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1');
const KNIGHTS = positionOf('4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1');
const BISHOP_OR_PAWN = positionOf('4k3/8/8/8/3p4/2p5/1P1B4/4K3 w - - 0 1');

const move = (uci: string) => ({ kind: 'move', uci });

describe('a move that somebody types', () => {
  it.each([
    [START, 'Nf3', 'g1f3'],
    [START, 'nf3', 'g1f3'],
    [START, 'NF3', 'g1f3'],
    [START, ' 1. Nf3!? ', 'g1f3'],
    [START, '1.Ng1-f3', 'g1f3'],
    [START, 'Ngf3', 'g1f3'],
    [START, 'Sf3', 'g1f3'],
    [START, 'e4', 'e2e4'],
    [START, 'E4', 'e2e4'],
    [START, 'e2e4', 'e2e4'],
    [START, 'e2-e4', 'e2e4'],
    [START, 'E2 E4', 'e2e4'],
    [CASTLING, 'O-O', 'e1g1'],
    [CASTLING, '0-0', 'e1g1'],
    [CASTLING, 'oo', 'e1g1'],
    [CASTLING, 'o-o-o', 'e1c1'],
    [CASTLING, '0-0-0!', 'e1c1'],
    [CASTLING, 'e1g1', 'e1g1'],
    [CASTLING, 'Txh8', 'h1h8'],
    [PROMOTION, 'e8', 'e7e8q'],
    [PROMOTION, 'e7e8', 'e7e8q'],
    [PROMOTION, 'e8=N', 'e7e8n'],
    [PROMOTION, 'e8n', 'e7e8n'],
    [PROMOTION, 'exd8=T', 'e7d8r'],
    [PROMOTION, 'exd8', 'e7d8q'],
    [KNIGHTS, 'Nbd2', 'b1d2'],
    [KNIGHTS, 'N1d2', 'b1d2'],
    [BISHOP_OR_PAWN, 'bxc3', 'b2c3'],
    [BISHOP_OR_PAWN, 'Bxc3', 'd2c3'],
    [BISHOP_OR_PAWN, 'bc3', 'b2c3'],
  ])('%# is understood: %s', (position, text, uci) => {
    expect(readTypedMove(position, text)).toEqual(move(uci));
  });

  it('is asked about where two pieces can go there', () => {
    expect(readTypedMove(KNIGHTS, 'Nd2')).toEqual({ kind: 'ambiguous', sans: ['Nbd2', 'Nfd2'] });
    expect(readTypedMove(BISHOP_OR_PAWN, 'BC3')).toEqual({ kind: 'ambiguous', sans: ['bxc3', 'Bxc3'] });
  });

  it.each(['', '   ', '1.', '12...'])('is missing: "%s"', text => {
    expect(readTypedMove(START, text)).toEqual({ kind: 'nothing' });
  });

  it.each(['e4 e5', 'my knight please', 'Nf3 or e4'])('is not one: %s', text => {
    expect(readTypedMove(START, text)).toEqual({ kind: 'several' });
  });

  it.each(['Nf6', 'e5', 'e2e5', 'O-O', '@everyone', '--', '0000', 'Z0', 'e', '!?', 'x'.repeat(4000)])(
    'is not possible: %s',
    text => {
      expect(readTypedMove(START, text)).toEqual({ kind: 'illegal', inCheck: false });
    },
  );

  it('may leave the king in check, which is said', () => {
    const position = positionOf('4k3/8/8/8/4r3/8/3N4/4K3 w - - 0 1');
    expect(readTypedMove(position, 'Nb3')).toEqual({ kind: 'illegal', inCheck: true });
    expect(readTypedMove(position, 'Nxe4')).toEqual(move('d2e4'));
  });

  it('is read back, in whatever position and in both ways of writing', () => {
    const random = seeded(7);
    for (let game = 0; game < 3; game++) {
      for (const position of randomGame(40, random).positions)
        for (const { uci, move: legal } of legalMoves(position)) {
          const san = sanOf(position, legal);
          expect(readTypedMove(position, uci), uci).toEqual(move(uci));
          expect(readTypedMove(position, san), san).toEqual(move(uci));
        }
    }
  });
});
