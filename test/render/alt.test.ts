import { parseSquare } from 'chessops/util';
import { describe, expect, it } from 'vitest';
import { cp } from '../../src/chess/score.ts';
import { altText } from '../../src/render/alt.ts';
import { sceneOf } from '../../src/render/scene.ts';
import { START } from '../chess/positions.ts';
import { positionOf } from '../support/positions.ts';

const square = (name: string) => parseSquare(name) as number;
const MATE = '6k1/5ppp/8/8/8/8/8/r3K3 w - - 0 1';

describe('the words for a picture', () => {
  it('tell everything that is on it', () => {
    const scene = sceneOf(positionOf(MATE), {
      lastMove: { from: square('a8'), to: square('a1') },
      bar: { value: { kind: 'score', score: cp(-620) } },
      arrows: [{ from: square('e1'), to: square('e2') }],
      badges: [{ square: square('a1'), glyph: '!' }],
      players: { white: { name: 'Ann' }, black: { name: 'Bob' } },
      caption: 'Black is winning.',
      preview: 1,
    });
    expect(altText(scene)).toBe(
      'Board, White to move and in check. A preview, 1 ply ahead of the game. Ann (White) against Bob (Black). ' +
        'Evaluation: Black +6.2, a winning advantage for Black. Last move: rook a8 to a1. a1 is marked !, good. Arrow: e1 to e2. Black is winning. ' +
        'White: Ke1; Black: Kg8 Ra1 f7 g7 h7.',
    );
  });

  it('say how a game ended instead of whose move it is', () => {
    const scene = sceneOf(positionOf(START), {
      bar: { value: { kind: 'result', outcome: 'repetition', turn: 'white' } },
    });
    expect(altText(scene)).toMatch(/^Board\. Draw by repetition\. White: Ke1/);
  });

  it('tell arrows apart: which has which number, and which is a blunder', () => {
    const arrows = [
      { from: square('d2'), to: square('d4'), number: 1 },
      { from: square('f2'), to: square('f3'), glyph: '??' },
    ] as const;
    expect(altText(sceneOf(positionOf(START), { arrows }))).toContain('Arrows: 1. d2 to d4, f2 to f3 (??, a blunder).');
  });

  it('count what they do not list', () => {
    const arrows = Array.from({ length: 9 }, (_, index) => ({ from: index, to: index + 8 }));
    expect(altText(sceneOf(positionOf(START), { arrows }))).toContain('f1 to f2 and 3 more.');
  });

  it('say how a game on the board has ended, also where no bar shows it', () => {
    const mated = positionOf('rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3');
    expect(altText(sceneOf(mated))).toMatch(/^Board\. Black has won by checkmate\. White: /);
    expect(altText(sceneOf(positionOf('7k/8/5KQ1/8/8/8/8/8 b - - 1 1')))).toMatch(/^Board\. Draw by stalemate\. /);
  });

  it('name nobody who has no name, no man that may have been a pawn, and no arrow twice or to where it starts', () => {
    const position = positionOf('4Q2k/8/8/8/8/8/8/K7 b - - 0 1');
    const arrow = { from: 0, to: 8 };
    const players = { white: { name: ' ' }, black: { name: '😀'.repeat(60) } };
    const text = altText(
      sceneOf(position, { players, lastMove: { from: 52, to: 60 }, arrows: [arrow, arrow, { from: 5, to: 5 }] }),
    );
    expect(text).toContain(`White against ${'😀'.repeat(39)}… (Black).`);
    expect(text).toContain('Last move: e7 to e8. Arrow: a1 to a2. ');
    expect(text).toMatch(/^(?:[^\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/); // no half of a sign
  });

  it('keep the question mark of a caption, and leave out one that cannot be seen', () => {
    const position = positionOf('6k1/8/8/8/8/8/8/K6Q w - - 0 1');
    expect(altText(sceneOf(position, { caption: 'Can White win?' }))).toContain('. Can White win? White: ');
    expect(altText(sceneOf(position, { caption: '\u200b' }))).not.toContain('. .');
  });
});
