import type { Color } from 'chessops/types';
import { describe, expect, it } from 'vitest';
import type { TagName } from '../../../src/analysis/tags/names.ts';
import { START } from '../../chess/positions.ts';
import { seen } from './seen.ts';

/**
 * What stands where: each tag on a board that has it and on boards that nearly have it; `seen` asks for both colours.
 */

type Case = [what: string, fen: string, squares: string[], side?: Color];

const afterE4 = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

const CASES: Partial<Record<TagName, Case[]>> = {
  'center.control.core': [
    ['is nobody’s at the start', START, []],
    ['is White’s after 1. e4', afterE4, ['d5']],
    ['is not Black’s then', afterE4, [], 'black'],
    ['is shared after 1. e4 e5', afterE4.replace('pppppppp/8/8/4P3', 'pppp1ppp/8/4p3/4P3'), []],
  ],
  'center.control.near': [
    ['is shared at the start', START, []],
    ['is White’s after 1. e4', afterE4, ['c3 d3 e3 f3 c4 f5']],
  ],
  'center.key.e4': [
    ['is held by a pawn', afterE4, ['e4']],
    [
      'is not held by one that can be taken',
      afterE4.replace('rnbqkbnr', 'rnbqkb1r').replace('/8/8/4P3', '/5n2/8/4P3'),
      [],
    ],
    ['is not held from behind', START, []],
  ],
  'center.key.e5': [['is held by a knight', '4k3/8/8/4N3/3P4/8/8/4K3 b - - 0 1', ['e5']]],
  'center.key.d4': [['is held', '4k3/8/8/8/3P4/8/8/4K3 b - - 0 1', ['d4']]],
  'center.key.d5': [['is held', '4k3/8/8/3P4/8/8/8/4K3 b - - 0 1', ['d5']]],
  'center.space': [
    ['goes to four pawns on the fourth rank', 'rnbqkbnr/pppppppp/8/8/2PPPP2/8/PP4PP/RNBQKBNR b KQkq - 0 1', ['']],
    ['does not come from one pawn', afterE4, []],
  ],
  'king.castled': [
    ['to the king’s side', 'r4rk1/5ppp/8/8/8/8/5PPP/R4RK1 w - - 0 1', ['g1']],
    ['to the queen’s side', 'r4rk1/5ppp/8/8/8/8/PPP5/2KR3R w - - 0 1', ['c1']],
    ['is not a king who walked and shut his rook in', '3q2k1/8/8/8/8/8/5PPP/6KR w - - 0 1', []],
    ['is not a king who still may castle', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1', []],
    ['is not said when nobody hunts him', '6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1', []],
  ],
  'king.center': [
    ['without the right to castle', 'r2qk2r/8/8/8/8/8/8/R2QK2R w kq - 0 1', ['e1']],
    ['not with it', 'r2qk2r/8/8/8/8/8/8/R2QK2R w KQkq - 0 1', []],
    ['not without the enemy’s queen', 'r3k2r/8/8/8/8/8/8/R2QK2R w kq - 0 1', []],
  ],
  'king.shield.intact': [
    ['three pawns', '3q2k1/8/8/8/8/8/5PPP/6K1 w - - 0 1', ['g1 f2 g2 h2']],
    ['one of them a step ahead', '3q2k1/8/8/8/8/7P/5PP1/6K1 w - - 0 1', ['g1 f2 g2 h3']],
    ['two at the edge', '3q2k1/8/8/8/8/8/6PP/7K w - - 0 1', ['h1 g2 h2']],
    ['not with one gone two steps', '3q2k1/8/8/8/6P1/8/5P1P/6K1 w - - 0 1', []],
    ['at the start', START, ['e1 d2 e2 f2']],
  ],
  'king.shield.missing': [
    ['with one gone two steps', '3q2k1/8/8/8/6P1/8/5P1P/6K1 w - - 0 1', ['g1 g2']],
    ['with pawns behind him only', '3q2k1/8/8/8/8/6K1/5PPP/8 w - - 0 1', ['g3 f2', 'g3 g2', 'g3 h2']],
    ['not with all there', '3q2k1/8/8/8/8/8/5PPP/6K1 w - - 0 1', []],
    ['not in an endgame', '2r3k1/8/8/8/6P1/8/5P1P/6K1 w - - 0 1', []],
  ],
  'king.file.open': [
    ['no pawns on it', '3q2k1/5p1p/8/8/8/8/5P1P/6K1 w - - 0 1', ['g1 g2']],
    ['not with an enemy pawn on it', '3q2k1/5ppp/8/8/8/8/5P1P/6K1 w - - 0 1', []],
    ['not two files away', '3q2k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1', []],
  ],
  'king.file.halfopen': [
    ['an enemy pawn on it', '3q2k1/5ppp/8/8/8/8/5P1P/6K1 w - - 0 1', ['g1 g2']],
    ['not with one’s own on it', '3q2k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1', []],
  ],
  'king.attackers': [
    ['two', '6k1/5ppp/8/6N1/8/3B4/8/4K3 w - - 0 1', ['g8 g5 d3'], 'black'],
    ['not one', '6k1/5ppp/8/6N1/8/8/3B4/4K3 w - - 0 1', [], 'black'],
    ['pawns do not count', '6k1/5ppp/5P2/6N1/8/8/3B4/4K3 w - - 0 1', [], 'black'],
  ],
  'king.check': [
    ['from a rook', '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1', ['e1 e2']],
    ['from two', '4k3/8/8/8/8/5n2/8/r3K3 w - - 0 1', ['e1 a1 f3']],
    ['not through a man', '4k3/4r3/8/8/8/8/4P3/4K3 w - - 0 1', []],
  ],
  'development.undeveloped.knight': [
    ['both at the start', START, ['b1', 'g1']],
    ['not in an endgame', '4k3/8/8/8/8/8/8/1NB1K3 w - - 0 1', []],
    ['one after Nf3', START.replace('RNBQKBNR', 'RNBQKB1R').replace('/8/8/8/8/', '/8/8/8/5N2/'), ['b1']],
  ],
  'development.undeveloped.bishop': [
    ['both at the start', START, ['c1', 'f1']],
    [
      'not on another square of the rank',
      START.replace('PPPP/RNBQKBNR', 'PPPP/RNBQK1BN').replace('KQkq', 'kq'),
      ['c1'],
    ],
  ],
  'development.undeveloped.queen': [
    ['at the start', START, ['d1']],
    ['not on e1', START.replace('PPPP/RNBQKBNR', 'PPPP/RNBKQBNR').replace('KQkq', 'kq'), []],
  ],
  'development.undeveloped.rook': [
    ['both at the start', START, ['a1', 'h1']],
    ['not on a file without pawns of its own', START.replace('PPPPPPPP', '1PPPPPPP'), ['h1']],
    ['not when connected', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R4RK1 w kq - 0 1', []],
  ],
  'development.rooks.connected': [
    ['with nothing between', '4k3/8/8/8/8/8/PPPPPPPP/R4RK1 w - - 0 1', ['a1 f1']],
    ['not with a queen between', '4k3/8/8/8/8/8/PPPPPPPP/R2Q1RK1 w - - 0 1', []],
    ['not on a file', '4k3/8/8/8/R7/8/8/R5K1 w - - 0 1', []],
  ],
  'pawns.passed': [
    ['nobody before it', '4k3/8/8/3P4/8/8/8/4K3 w - - 0 1', ['d5']],
    ['an enemy beside it', '4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1', ['d5']],
    ['not with an enemy in the way', '4k3/3p4/8/3P4/8/8/8/4K3 w - - 0 1', []],
    ['not with an enemy on the next file', '4k3/4p3/8/3P4/8/8/8/4K3 w - - 0 1', []],
    ['only the first of two', '4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1', ['d5']],
  ],
  'pawns.passed.protected': [
    ['by a pawn', '4k3/8/8/3P4/2P5/8/8/4K3 w - - 0 1', ['d5 c4']],
    ['not by a pawn beside it', '4k3/8/8/2PP4/8/8/8/4K3 w - - 0 1', []],
    ['not by a piece', '4k3/8/8/3P4/8/8/8/3RK3 w - - 0 1', []],
  ],
  'pawns.doubled': [
    ['two on a file', '4k3/8/8/8/2P5/2P5/8/4K3 w - - 0 1', ['c3 c4']],
    ['three are one tag', '4k3/8/8/2P5/2P5/2P5/8/4K3 w - - 0 1', ['c3 c4 c5']],
    ['not an enemy’s pawn on the file', '4k3/8/8/2p5/2P5/8/8/4K3 w - - 0 1', []],
  ],
  'pawns.isolated': [
    ['no neighbours', '4k3/8/8/8/8/8/P1PP4/4K3 w - - 0 1', ['a2']],
    ['not with one far ahead', '4k3/8/1P6/8/8/8/P1PP4/4K3 w - - 0 1', []],
  ],
  'pawns.backward': [
    ['neighbours ahead, its step guarded', '4k3/8/8/2p5/2P1P3/3P4/8/4K3 w - - 0 1', ['d3']],
    ['not if it can step on', '4k3/8/8/8/2P1P3/3P4/8/4K3 w - - 0 1', []],
    ['not with a neighbour beside it', '4k3/8/8/2p5/4P3/2PP4/8/4K3 w - - 0 1', []],
    ['not if isolated', '4k3/8/8/2p5/8/3P4/8/4K3 w - - 0 1', []],
  ],
  'pawns.chain': [
    ['three on a diagonal', '4k3/8/8/8/3P4/2P5/1P6/4K3 w - - 0 1', ['b2 c3 d4']],
    ['a wedge', '4k3/8/8/8/3P4/2P1P3/8/4K3 w - - 0 1', ['c3 e3 d4']],
    ['not two', '4k3/8/8/8/3P4/2P5/8/4K3 w - - 0 1', []],
    ['not side by side', '4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1', []],
  ],
  'pawns.island': [
    ['three', '4k3/8/8/8/8/8/PP1P1PPP/4K3 w - - 0 1', ['a2 b2', 'd2', 'f2 g2 h2']],
    ['one at the start', START, ['a2 b2 c2 d2 e2 f2 g2 h2']],
    ['none without pawns', '4k3/8/8/8/8/8/8/4K3 w - - 0 1', []],
  ],
  'pawns.lever': [
    ['a pawn that can take a pawn', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', ['e4 d5']],
    ['two ways', '4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1', ['e4 d5', 'e4 f5']],
    ['not head to head', '4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1', []],
  ],
  'lines.file.open': [
    ['for who has a rook', '4k3/1ppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1', ['a1 a8']],
    ['not for who has none', '4k3/1ppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1', [], 'black'],
    ['not with an enemy’s pawn', '4k3/pppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1', []],
  ],
  'lines.file.halfopen': [
    ['with an enemy’s pawn', '4k3/pppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1', ['a1 a8']],
    ['not without', '4k3/1ppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1', []],
  ],
  'lines.rook.open': [
    ['a rook', '4k3/1ppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1', ['a1']],
    ['not behind a pawn', '4k3/1ppppppp/8/8/8/8/PPPPPPPP/R3K3 w - - 0 1', []],
  ],
  'lines.rook.halfopen': [
    ['a rook', '4k3/pppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1', ['a1']],
    ['not a queen', '4k3/pppppppp/8/8/8/8/1PPPPPPP/Q3K3 w - - 0 1', []],
  ],
  'lines.rook.seventh': [
    ['with the king behind it', '6k1/R7/8/8/8/8/8/4K3 w - - 0 1', ['a7']],
    ['with pawns on it', '8/R5p1/5k2/8/8/8/8/4K3 w - - 0 1', ['a7']],
    ['not with neither', '8/R7/5k2/8/8/8/8/4K3 w - - 0 1', []],
    ['not on the sixth', '6k1/8/R7/8/8/8/8/4K3 w - - 0 1', []],
  ],
  'lines.diagonal.long': [
    ['a fianchetto', '4k3/8/8/8/8/6P1/6B1/4K3 w - - 0 1', ['g2']],
    ['from the middle', '4k3/8/8/8/3B4/8/8/4K3 w - - 0 1', ['d4']],
    ['not behind a pawn on it', '4k3/8/8/8/4P3/6P1/6B1/4K3 w - - 0 1', []],
    ['not on a shorter one', '4k3/8/8/8/8/6P1/5B2/4K3 w - - 0 1', []],
  ],
  'lines.battery': [
    ['two rooks on a file', '4k3/8/8/8/8/8/3R4/3R2K1 w - - 0 1', ['d2 d1']],
    ['queen and bishop', '4k3/8/8/8/8/3B4/2Q5/6K1 w - - 0 1', ['d3 c2']],
    ['along the seventh', '6k1/QR6/8/8/8/8/8/6K1 w - - 0 1', ['b7 a7']],
    ['not along the first', '4k3/8/8/8/8/8/8/2QR2K1 w - - 0 1', []],
    ['not against a pawn of one’s own', '4k3/8/8/8/8/3P4/3R4/3R2K1 w - - 0 1', []],
    ['not of queen and rook on a diagonal', '4k3/8/8/8/8/3R4/2Q5/6K1 w - - 0 1', []],
    ['not with a man between', '4k3/8/8/8/3R4/3N4/8/3R2K1 w - - 0 1', []],
  ],
  'pieces.outpost': [
    ['a knight', '4k3/p6p/8/3N4/4P3/8/8/4K3 w - - 0 1', ['d5']],
    ['a bishop', '4k3/p6p/8/3B4/4P3/8/8/4K3 w - - 0 1', ['d5']],
    ['not a rook', '4k3/p6p/8/3R4/4P3/8/8/4K3 w - - 0 1', []],
    ['not where a pawn can drive it away', '4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1', []],
    ['not without a pawn that guards it', '4k3/p6p/8/3N4/8/8/8/3RK3 w - - 0 1', []],
    ['not at home', '4k3/p6p/8/8/8/3N4/4P3/4K3 w - - 0 1', []],
  ],
  'pieces.hanging': [
    ['nobody guards it', '4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1', ['d5'], 'black'],
    ['guarded, but attacked twice', '4k3/8/2p5/3n4/8/5B2/8/3RK3 w - - 0 1', ['d5'], 'black'],
    ['guarded by a pinned man', '4k3/5p2/4n3/8/3b4/8/8/3QR1K1 w - - 0 1', ['d4'], 'black'],
    ['attacked by something cheaper', '4k3/8/2p5/3r4/4P3/8/8/4K3 w - - 0 1', ['d5'], 'black'],
    ['not if guarded enough', '4k3/8/2p5/3n4/8/8/3R4/3RK3 w - - 0 1', [], 'black'],
    ['not if the attacker is pinned', '3rk3/8/8/2n5/3P4/8/3K4/8 w - - 0 1', [], 'black'],
    ['not a pawn', '4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1', [], 'black'],
  ],
  'pieces.hanging.pawn': [
    ['nobody guards it', '4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1', ['d5'], 'black'],
    ['not if guarded', '4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1', [], 'black'],
  ],
  'pieces.trapped': [
    ['a bishop between pawns', '4k3/8/p7/1p6/2p5/1B6/PPP5/4K3 w - - 0 1', ['b3']],
    ['not with a way out', '4k3/8/p7/8/2p5/1B6/PPP5/4K3 w - - 0 1', []],
    ['not if the attacker can be taken', '4k3/8/p7/1p6/2p5/1B1P4/PPP5/4K3 w - - 0 1', []],
    ['not if nothing attacks it', '4k3/8/p1p5/1p6/8/1B6/PPP5/4K3 w - - 0 1', []],
    ['not if pinned', '4k3/8/2n5/1B6/8/8/8/4K3 w - - 0 1', [], 'black'],
  ],
  'pieces.overloaded': [
    ['one pawn for two knights', '4k3/8/4p3/3n1n2/8/8/8/3RKR2 w - - 0 1', ['e6 d5 f5'], 'black'],
    ['not with help for one of them', '4k3/8/2p1p3/3n1n2/8/8/8/3RKR2 w - - 0 1', [], 'black'],
    ['not if only one is attacked', '4k3/8/4p3/3n1n2/8/8/8/3RK3 w - - 0 1', [], 'black'],
  ],
  'pieces.mobility': [
    ['a queen against nothing', '4k3/8/8/8/3Q4/8/8/4K3 b - - 0 1', ['']],
    ['not a queen against a queen', '4k3/8/8/1q6/3Q4/8/8/4K3 w - - 0 1', []],
  ],
  'pieces.bishops': [
    ['both', '4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1', ['c1 f1']],
    ['not if the enemy has both too', '2b1kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1', []],
    ['not two of one colour', '4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1', []],
  ],
};

describe.each(Object.entries(CASES) as [TagName, Case[]][])('%s', (name, cases) => {
  it.each(cases)('%s', (_, fen, squares, side) => {
    expect(seen(fen, name, side)).toEqual(squares);
  });
});
