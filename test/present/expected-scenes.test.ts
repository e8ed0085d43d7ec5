import { parseSquare } from 'chessops/util';
import { describe, expect, it } from 'vitest';
import { gameFrom, playUci } from '../../src/chess/game.ts';
import { startPosition } from '../../src/chess/position.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { chartScene, expectedScene, treeScene } from '../../src/present/expected-scenes.ts';
import { themeOf, winrateColour } from '../../src/render/theme.ts';
import { positionOf } from '../support/positions.ts';
import { candidate, node, rejected, report } from './reports.ts';

const LOOK = { theme: 'brown', surroundings: 'dark', size: 720 } as const;
const square = (name: string) => parseSquare(name as Parameters<typeof parseSquare>[0]);

describe('the board of a report', () => {
  const moves = [
    candidate('e4', 'e2e4', { expected: 0.55, maia: 0.6 }),
    candidate('Nf3', 'g1f3', { expected: 0.45, maia: 0.1, winrate: 0.6, score: cp(40) }),
    candidate('d4', 'd2d4', { maia: 0 }),
    candidate('c4', 'c2c4'),
  ];

  it('has arrows for the three best moves: as wide as they are popular, coloured by what they score, with their rank', () => {
    const { arrows = [] } = expectedScene(report({ moves }), gameFrom(), LOOK);
    expect(arrows.map(({ from, to, number }) => [from, to, number])).toEqual([
      [square('e2'), square('e4'), 1],
      [square('g1'), square('f3'), 2],
      [square('d2'), square('d4'), 3],
    ]);
    expect(arrows.map(({ width }) => width)).toEqual([1, 0.2, 0]);
    expect(arrows[0]?.colour).toBe(winrateColour(0.55, themeOf('brown').board));
  });

  it('warns of the mistake that most people make: a red arrow with ??', () => {
    const blunder = rejected('f3', { uci: 'f2f3', maia: 0.25 });
    const { arrows = [] } = expectedScene(report({ moves, rejected: [blunder] }), gameFrom(), LOOK);
    expect(arrows.at(-1)).toMatchObject({
      from: square('f2'),
      to: square('f3'),
      colour: 'red',
      width: 0.5,
      glyph: '??',
    });
  });

  it('stands the way the player sees it, with the last move and what Stockfish makes of the position', () => {
    const game = playUci(startPosition(), ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5', 'e1g1']);
    if (!game) throw new Error('these moves are legal');
    const scene = expectedScene(report({ player: 'black', moves }), game, LOOK);
    expect(scene).toMatchObject({
      orientation: 'black',
      lastMove: { from: square('e1'), to: square('g1') }, // castling is two squares of the king's
      bar: { value: { kind: 'score', score: cp(40) } }, // of the strongest move, which is not the best
    });
  });

  it('shows a mate on the bar that nobody had to search, and how a finished game ended', () => {
    const root = positionOf('7k/8/5K2/6Q1/8/8/8/8 w - - 0 80');
    const mating = candidate('Qg7#', 'g5g7', {
      score: null,
      winrate: 1,
      tree: node('Qg7#', 'g5g7', { terminal: 'checkmate' }),
    });
    expect(expectedScene(report({ moves: [mating] }), gameFrom(root), LOOK).bar?.value).toEqual({
      kind: 'score',
      score: mate(1),
    });
    const over = report({ ending: 'stalemate', moves: [], player: 'black' });
    expect(expectedScene(over, gameFrom(), LOOK).bar?.value).toEqual({
      kind: 'result',
      outcome: 'stalemate',
      turn: 'black',
    });
  });
});

describe('the chart of a report', () => {
  it('has its moves, and counts those that were not analysed', () => {
    const moves = [candidate('e4', 'e2e4'), candidate('d4', 'd2d4')];
    const scene = chartScene(report({ moves, notAnalysed: [rejected('a3')] }), LOOK);
    expect(scene.candidates.map(({ san }) => san)).toEqual(['e4', 'd4']);
    expect(scene).toMatchObject({ player: 'white', more: 1, theme: 'brown', surroundings: 'dark' });
  });
});

describe('the tree of a report', () => {
  it('marks the replies that walk into a trap, and no others', () => {
    const tree = node('e4', 'e2e4', {
      leaf: false,
      children: [
        node('e5', 'e7e5', { mover: 'opponent', winrate: 0.57 }),
        node('f6', 'f7f6', { mover: 'opponent', winrate: 0.58 }),
      ],
    });
    const move = candidate('e4', 'e2e4', { winrate: 0.475, tree });
    const scene = treeScene(report({ moves: [move] }), gameFrom(), move, LOOK);
    expect(scene).toMatchObject({ player: 'white', moveNumber: 1, winrate: 0.475, coverage: 0.5 });
    expect(scene.root.children.map(({ san, trap }) => [san, trap])).toEqual([
      ['e5', false],
      ['f6', true],
    ]);
  });
});
