import type { Color } from 'chessops/types';
import { describe, expect, it } from 'vitest';
import type { TagName } from '../../../src/analysis/tags/names.ts';
import { tagsOf } from '../../../src/analysis/tags/tags.ts';
import { exchange } from '../../../src/chess/exchange.ts';
import { after, fenOf, legalMoves, moveOf, type Position } from '../../../src/chess/position.ts';
import { randomGame, seeded } from '../../support/positions.ts';
import { seen } from './seen.ts';

/** Tactics and threats on boards that have them and on boards that nearly have them; `seen` asks for both colours. */

type Case = [what: string, fen: string, squares: string[], side?: Color];

const CASES: Partial<Record<TagName, Case[]>> = {
  'tactic.fork': [
    ['king and rook', '2r3k1/4N3/8/8/8/8/8/6K1 b - - 0 1', ['e7 g8 c8']],
    ['a pawn: rook and knight', '4k3/8/8/2n1r3/3P4/8/8/6K1 b - - 0 1', ['d4 e5 c5']],
    ['two pieces that nobody guards', '4k3/8/1n3n2/8/3Q4/8/8/6K1 b - - 0 1', ['d4 b6 f6']],
    ['not if it can be taken', '2r1r1k1/4N3/8/8/8/8/8/6K1 b - - 0 1', []],
    ['not if both are guarded and cheaper', '4k3/1p3p2/2r1r3/3Q4/8/8/8/6K1 b - - 0 1', []],
    ['not one piece and a pawn', '6k1/4N3/2p5/8/8/8/8/6K1 b - - 0 1', []],
    ['not if one of the two takes back', '4k3/8/1b3r2/8/3B4/2P5/8/4K3 b - - 0 1', []],
    ['queen and rook', '4k3/8/8/1r3q2/3N4/8/8/7K b - - 0 1', ['d4 f5 b5']],
    ['not by a man who is pinned', '3rk3/8/8/1r3q2/3N4/8/3K4/8 b - - 0 1', []],
  ],
  'tactic.pin.absolute': [
    ['a knight to its king', '4k3/8/8/4n3/8/8/8/4R1K1 b - - 0 1', ['e1 e5 e8']],
    ['not with two men between', '4k3/4p3/8/4n3/8/8/8/4R1K1 b - - 0 1', []],
    ['not along a line the pinning man cannot use', '4k3/8/8/4n3/8/8/8/4B1K1 b - - 0 1', []],
    ['not a pawn with nothing to take', '4k3/5p2/8/7B/8/8/8/4K3 b - - 0 1', []],
    ['a pawn that could take', '4k3/5p2/4N3/7B/8/8/8/4K3 b - - 0 1', ['h5 f7 e8']],
  ],
  'tactic.pin.relative': [
    ['a knight to its queen', '3qk3/8/5n2/8/7B/8/8/4K3 b - - 0 1', ['h4 f6 d8']],
    ['not to a knight', '3nk3/8/5n2/8/7B/8/8/4K3 b - - 0 1', []],
    ['not by a bishop that can be taken', '3qk2r/8/5n2/8/7B/8/8/4K3 b - - 0 1', []],
    ['not if what is behind is guarded and no dearer', '3rk3/8/3n4/8/8/8/8/3R2K1 b - - 0 1', []],
  ],
  'tactic.skewer': [
    ['the king before his queen', '4q3/8/8/4k3/8/8/8/4R1K1 b - - 0 1', ['e1 e5 e8']],
    ['the queen before a rook', '4k3/1r6/8/3q4/8/5B2/6P1/6K1 b - - 0 1', ['f3 d5 b7']],
    ['not the queen if she takes the bishop', '4k3/1r6/8/3q4/8/5B2/8/6K1 b - - 0 1', []],
    ['not two rooks', '4k3/1r6/8/3r4/8/5B2/6P1/6K1 b - - 0 1', []],
    ['not a king who can keep his knight', '8/8/8/8/R3k1n1/8/8/6K1 b - - 0 1', []],
    ['but one who cannot', '8/8/8/8/R3k2n/8/8/6K1 b - - 0 1', ['a4 e4 h4']],
  ],
  'tactic.discovered': [
    ['a knight steps aside', '4k3/8/8/q7/8/2N5/3B4/4K3 w - - 0 1', ['d2 c3 a5']],
    ['with check', '4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1', ['e1 e4 e8']],
    ['a pawn steps on', '4k3/8/8/q7/8/2P5/3B4/4K3 w - - 0 1', ['d2 c3 a5']],
    ['not a pawn that is stuck', '4k3/8/8/q7/2p5/2P5/3B4/4K3 w - - 0 1', []],
    ['not a pawn on the file of the rook behind it', '3qk3/8/8/8/8/3P4/8/3RK3 w - - 0 1', []],
    ['not at something guarded and cheaper', '3nk3/8/8/8/3N4/8/8/3R2K1 w - - 0 1', []],
  ],
  'tactic.double': [
    ['queen and rook by two men', 'q5k1/5r2/8/8/8/1B6/8/R2R2K1 b - - 0 1', ['a1 a8 b3 f7']],
    ['check and a queen', 'q5k1/8/8/8/8/1B6/8/R2R2K1 b - - 0 1', ['b3 g8 a1 a8']],
    ['not by one man', '2r3k1/4N3/8/8/8/8/8/6K1 b - - 0 1', []],
    ['not one target', 'q5k1/8/8/8/8/8/8/R2R2K1 b - - 0 1', []],
  ],
  'tactic.backrank': [
    ['three pawns and no guard', '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1', ['d1 g8 d8']],
    ['two rooks against one guard', 'r5k1/5ppp/8/8/8/8/3R4/3R2K1 w - - 0 1', ['d2 g8 d8']],
    ['air that a bishop takes away', '6k1/5pp1/7p/8/4B3/8/8/3R2K1 w - - 0 1', ['d1 g8 d8']],
    ['not with air', '6k1/5pp1/7p/8/8/8/8/3R2K1 w - - 0 1', []],
    ['not with a guard', 'r5k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1', []],
    ['not with somebody to step between', '6k1/5ppp/8/2b5/8/8/8/3R2K1 w - - 0 1', []],
    ['not off the back rank', '8/5ppp/6k1/8/8/8/8/3R2K1 w - - 0 1', []],
    ['not if the rook itself takes the air away', '6k1/7R/8/8/8/8/8/6K1 w - - 0 1', []],
  ],
  'tactic.defender': [
    ['the knight that holds a bishop', '6k1/1p6/2n5/1B2b3/8/8/8/4R1K1 w - - 0 1', ['b5 c6 e5']],
    ['not if another holds it, too', '6k1/1p6/2np4/1B2b3/8/8/8/4R1K1 w - - 0 1', []],
    ['not if taking the defender costs too much', '6k1/1p6/2n5/4b3/8/8/8/2R1R1K1 w - - 0 1', []],
  ],
  'threat.mate': [
    ['by who is to move', '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1', ['d1 d8']],
    ['by who is not', '6k1/5ppp/8/8/8/8/8/3R2K1 b - - 0 1', ['d1 d8']],
    ['by a pawn that becomes a knight', '6br/5Ppk/6pp/8/8/8/8/K7 w - - 0 1', ['f7 f8']],
    ['not with air', '6k1/5pp1/7p/8/8/8/8/3R2K1 w - - 0 1', []],
    ['not while the other side is in check', '3R2k1/5pp1/7p/8/8/8/8/6K1 b - - 0 1', []],
  ],
  'threat.capture': [
    ['the cheapest way', '4k3/8/8/3n4/4P3/8/8/3RK3 w - - 0 1', ['e4 d5']],
    ['by who is not to move', '4k3/8/8/3n4/4P3/8/8/3RK3 b - - 0 1', ['e4 d5']],
    ['a pawn, too', '4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1', ['d1 d5']],
    ['in passing', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2', ['e5 d6']],
    ['not in passing when it is too late', '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2', []],
    ['not for nothing', '4k3/8/2p5/3n4/8/5B2/8/4K3 w - - 0 1', []],
    ['not in check, if that is not met by it', '4k3/8/8/3n4/8/8/4r3/3RK3 w - - 0 1', ['e1 e2']],
    ['while giving check', '2r3k1/4N3/8/8/8/8/8/6K1 b - - 0 1', ['e7 c8']],
  ],
  'threat.promotion': [
    ['a step', '8/1P2k3/8/8/8/8/8/4K3 w - - 0 1', ['b7 b8']],
    ['by who is not to move', '8/1P2k3/8/8/8/8/8/4K3 b - - 0 1', ['b7 b8']],
    ['a capture', 'rn2k3/1P6/8/8/8/8/8/4K3 w - - 0 1', ['b7 a8']],
    ['not if the queen is taken', '7r/1P2k3/8/8/8/8/8/4K3 w - - 0 1', []],
    ['not if blocked', '1n6/1P2k3/8/8/8/8/8/4K3 w - - 0 1', []],
    ['not two steps away', '8/4k3/1P6/8/8/8/8/4K3 w - - 0 1', []],
  ],
};

describe.each(Object.entries(CASES) as [TagName, Case[]][])('%s', (name, cases) => {
  it.each(cases)('%s', (_, fen, squares, side) => {
    expect(seen(fen, name, side)).toEqual(squares);
  });
});

describe('by the laws', () => {
  const random = seeded(5);
  const positions = Array.from({ length: 60 }, () => randomGame(20 + Math.floor(random() * 160), random).positions)
    .flat()
    .filter((_, index) => index % 8 === 0);
  const stepsOf = (position: Position, name: TagName) =>
    tagsOf(position)
      .filter(tag => tag.name === name && tag.side === position.turn)
      .map(({ squares }) => squares.join(''));

  it('mates in one of the side to move are its legal moves that mate', () => {
    let mates = 0;
    for (const position of positions) {
      const mating = legalMoves(position).filter(({ move }) => after(position, move).isCheckmate());
      const steps = [...new Set(mating.map(({ uci }) => uci.slice(0, 4)))];
      expect(stepsOf(position, 'threat.mate').sort(), fenOf(position)).toEqual(steps.sort());
      mates += steps.length;
    }
    expect(mates).toBeGreaterThan(10);
  });

  it('winning captures and promotions of the side to move are legal and win something', () => {
    const told = { 'threat.capture': 0, 'threat.promotion': 0 };
    for (const position of positions)
      for (const name of ['threat.capture', 'threat.promotion'] as const)
        for (const step of stepsOf(position, name)) {
          const move = moveOf(position, step) ?? moveOf(position, `${step}q`);
          expect(move, `${step} in ${fenOf(position)}`).toBeDefined();
          if (move) expect(exchange(position.board, move, { enPassant: position.epSquare }), step).toBeGreaterThan(0);
          told[name]++;
        }
    expect(told['threat.capture']).toBeGreaterThan(300);
    expect(told['threat.promotion']).toBeGreaterThan(10);
  });
});
