import type { NormalMove } from 'chessops/types';
import { describe, expect, it } from 'vitest';
import { changedThemes, diffTags, THEMES, themesOf } from '../../../src/analysis/tags/changes.ts';
import type { Tag } from '../../../src/analysis/tags/names.ts';
import { playedTactics } from '../../../src/analysis/tags/played.ts';
import { tagsOf } from '../../../src/analysis/tags/tags.ts';
import { after, mirror, mirrorUci, moveOf, type Position } from '../../../src/chess/position.ts';
import { START } from '../../chess/positions.ts';
import { positionOf } from '../../support/positions.ts';
import { mirroredTag, told } from './seen.ts';

function legal(position: Position, uci: string): NormalMove {
  const move = moveOf(position, uci);
  if (!move) throw new Error(`${uci} is not legal`);
  return move;
}

/** What a move changes, as words. */
function change(fen: string, uci: string): { gained: string[]; lost: string[] } {
  const position = positionOf(fen);
  const move = legal(position, uci);
  const { gained, lost } = diffTags(tagsOf(position), tagsOf(after(position, move)), move);
  return { gained: gained.map(told), lost: lost.map(told) };
}

const themeOf = (fen: string, uci: string) => {
  const position = positionOf(fen);
  const [first] = changedThemes(tagsOf(position), tagsOf(after(position, legal(position, uci))));
  return first?.theme;
};

describe('the difference of two lists of tags', () => {
  it('of 1. e4 is the centre', () => {
    const { gained, lost } = change(START, 'e2e4');
    expect(gained).toContain('center.control.core white d5');
    expect(gained).toContain('center.key.e4 white e4');
    expect(gained).toContain('king.shield.missing white e1 e2');
    expect(lost).toEqual(['king.shield.intact white e1 d2 e2 f2']);
  });

  it('is nothing between equal lists', () => {
    const tags = tagsOf(positionOf(START));
    expect(diffTags(tags, tags)).toEqual({ gained: [], lost: [] });
  });

  it('follows the man that moves: a passed pawn or a rook on an open file stays what it is', () => {
    const pawn = change('4k3/8/8/3P4/8/8/8/4K3 w - - 0 1', 'd5d6');
    expect(pawn.gained).toEqual([]);
    expect(pawn.lost).toEqual(['center.control.near white c6 e6', 'center.key.d5 white d5']);
    const rook = change('4k3/1ppppppp/8/8/8/8/1PPPPPPP/R3K3 w - - 0 1', 'a1a3');
    expect([...rook.gained, ...rook.lost].filter(tag => tag.startsWith('lines'))).toEqual([]);
  });

  it('knows a fork elsewhere as another fork, but control of the centre as what it was', () => {
    const fork = (squares: Tag['squares']): Tag => ({ name: 'tactic.fork', side: 'white', squares });
    const core = (squares: Tag['squares']): Tag => ({ name: 'center.control.core', side: 'white', squares });
    const before = [fork(['e7', 'g8', 'c8']), core(['d5'])];
    const now = [fork(['c7', 'e8', 'a8']), core(['d5', 'e5'])];
    expect(diffTags(before, now)).toEqual({ gained: [now[0]], lost: [before[0]] });
  });

  it('counts: a second pawn island is gained, the first is not lost', () => {
    const { gained, lost } = change('4k3/8/8/8/2p5/3P4/PPP1PP2/4K3 w - - 0 1', 'd3c4');
    expect(gained).toContain('pawns.doubled white c2 c4');
    expect(gained.filter(tag => tag.startsWith('pawns.island'))).toEqual(['pawns.island white e2 f2']);
    expect(lost.filter(tag => tag.startsWith('pawns.island white'))).toEqual([]);
  });
});

describe('themes', () => {
  it('are sums of tags, for each side', () => {
    const { white, black } = themesOf(tagsOf(positionOf(START)));
    expect(white).toEqual(black);
    expect(Object.keys(white)).toEqual([...THEMES]);
    // Two knights, two bishops, two rooks and the queen at home.
    expect(white.development).toBe(-2 - 2 - 2 - 2 - 1 - 1 - 1);
    expect(white).toMatchObject({ center_space: 0, king_safety: 2, piece_activity: 0, pawn_structure: -1 });
  });

  it.each([
    ['a pawn in the centre', START, 'd2d4', 'center_space'],
    ['castling', 'r2qk2r/pppb1ppp/8/8/8/8/PPPB1PPP/R2QK2R w KQkq - 0 1', 'e1g1', 'king_safety'],
    ['a rook for the open file', '4k3/ppp2ppp/8/8/8/8/PPP2PPP/R5K1 w - - 0 1', 'a1e1', 'piece_activity'],
    ['doubled pawns', '4k3/ppp2ppp/5B2/8/8/1P3N2/P1P2PPP/4K3 b - - 0 1', 'g7f6', 'pawn_structure'],
    ['nothing at all', '4k3/8/8/8/8/8/8/4K3 w - - 0 1', 'e1e2', undefined],
  ])('name %s', (_, fen, uci, theme) => {
    expect(themeOf(fen, uci)).toBe(theme);
  });

  it('count a change for White above zero, the largest first', () => {
    const position = positionOf(START);
    const changes = changedThemes(tagsOf(position), tagsOf(after(position, legal(position, 'e2e4'))));
    expect(changes[0]?.theme).toBe('center_space');
    expect(changes[0]?.change).toBeGreaterThan(0);
    expect(changes.find(({ theme }) => theme === 'king_safety')?.change).toBeLessThan(0);
    const sizes = changes.map(({ change }) => Math.abs(change));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  });
});

describe('what a move plays', () => {
  const played = (fen: string, uci: string): string[] => {
    const position = positionOf(fen);
    const tactics = playedTactics(position, legal(position, uci));
    const flipped = mirror(position);
    expect(playedTactics(flipped, legal(flipped, mirrorUci(uci))).map(told), 'mirrored').toEqual(
      tactics.map(mirroredTag).map(told),
    );
    return tactics.map(told);
  };

  it.each([
    ['a fork', '2r3k1/8/8/5N2/8/8/8/6K1 w - - 0 1', 'f5e7', ['tactic.fork white e7 g8 c8']],
    ['nothing, if the fork was there before', '4k3/8/8/2n1r3/3P4/8/8/6K1 w - - 0 1', 'g1g2', []],
    ['a skewer', '4q3/8/8/4k3/8/8/8/R5K1 w - - 0 1', 'a1e1', ['tactic.skewer white e1 e5 e8']],
    [
      'a skewer by uncovering the line',
      '4q3/8/8/4k3/8/8/4N3/4R1K1 w - - 0 1',
      'e2c1',
      ['tactic.discovered white e1 e2 e5', 'tactic.skewer white e1 e5 e8'],
    ],
    ['a pin of the queen', '4k3/8/2q5/8/P7/8/4B3/6K1 w - - 0 1', 'e2b5', ['tactic.pin.absolute white b5 c6 e8']],
    [
      'the use of a pin: the pinned man cannot take',
      '4k3/4n3/8/3p4/8/5B2/8/4R1K1 w - - 0 1',
      'f3d5',
      ['tactic.pin.absolute white e1 e7 e8'],
    ],
    ['a discovered attack', '4k3/p7/8/q7/8/2N5/3B4/4K3 w - - 0 1', 'c3d5', ['tactic.discovered white d2 c3 a5']],
    ['nothing, if the man stays on the line', '4k3/8/8/8/8/2N5/3B4/q3K3 w - - 0 1', 'e1e2', []],
    ['a relative pin', '3qk3/8/5n2/8/8/8/3B4/4K3 w - - 0 1', 'd2g5', ['tactic.pin.relative white g5 f6 d8']],
    [
      'two attacks at once',
      'q5k1/5r2/8/8/8/8/4B3/R2R2K1 w - - 0 1',
      'e2c4',
      ['tactic.pin.absolute white c4 f7 g8', 'tactic.double white a1 a8 c4 f7'],
    ],
    ['a free piece', '4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1', 'd1d5', ['pieces.hanging black d5']],
    ['not a free piece, if it is guarded', '4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1', 'e4d5', []],
    ['the back rank', '6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1', 'd1d8', ['tactic.backrank white d1 g8 d8']],
    ['the defender', '6k1/1p6/2n5/1B2b3/8/8/8/4R1K1 w - - 0 1', 'b5c6', ['tactic.defender white b5 c6 e5']],
    ['nothing, if the trap is still open', '4k3/2p5/p7/1p6/8/1B6/PPP5/4K3 b - - 0 1', 'c7c5', []],
    ['a trap that shuts', '4k3/8/p7/1pp5/8/1B6/PPP5/4K3 b - - 0 1', 'c5c4', ['pieces.trapped white b3']],
  ])('%s', (_, fen, uci, tactics) => {
    expect(played(fen, uci)).toEqual(tactics);
  });
});
