import { makeBoardFen } from 'chessops/fen';
import { parseSquare } from 'chessops/util';
import { describe, expect, it } from 'vitest';
import type { ReviewReport } from '../../src/analysis/review/report.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { historyScene, momentScene } from '../../src/present/review-scene.ts';
import { layoutHistory } from '../../src/render/history-layout.ts';
import { moverOf } from '../../src/render/history-scene.ts';
import { positionOf } from '../support/positions.ts';
import { NAMES, review, type Said, type Telling } from './reviews.ts';

const MOVES = 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O';
const LOOK = { theme: 'brown', surroundings: 'dark' } as const;
const BOARD = { ...LOOK, size: 720 } as const;
const square = (name: string) => parseSquare(name as Parameters<typeof parseSquare>[0]);
const history = (telling: Telling = {}, moves = MOVES) => historyScene(review(moves, telling), LOOK);

describe('the graph of a review', () => {
  it('has a point for each position, named by its move, with the chances as shares', () => {
    const { points, start } = history({ said: { 12: { score: cp(300) } } });
    expect(start).toBe(0);
    expect(points).toHaveLength(13);
    expect(points[0]?.winrate).toBeCloseTo(0.514, 3);
    expect(points[0]?.label).toBeUndefined();
    expect(points.slice(11).map(({ ply, label }) => [ply, label])).toEqual([
      [11, '6.O-O'],
      [12, '6…O-O'],
    ]);
    expect(points[12]?.winrate).toBeCloseTo(0.751, 3);
  });

  it('is at the end what the game came to, and has gaps where nobody has looked', () => {
    const mated = history({ said: { 3: { score: mate(-1) } } }, 'f3 e5 g4 Qh4#');
    expect(mated.points.at(-1)?.winrate).toBe(0);
    const gap = history({ said: { 5: { score: null }, 7: { score: cp(0) } } });
    expect(gap.points.slice(5, 8).map(({ winrate }) => winrate)).toEqual([null, null, 0.5]);
    expect(history({ evaluated: false }).points.every(({ winrate }) => winrate === null)).toBe(true);
  });

  it('marks what was judged and what was found', () => {
    const said: Record<number, Said> = {
      3: { labels: ['great-find', 'only-move'] },
      4: { labels: ['only-move'] },
      5: { score: cp(-50) },
      7: { score: cp(-180) },
      9: { score: cp(-500) },
    };
    expect(history({ said }).points.flatMap(({ glyph: judgement }) => judgement ?? [])).toEqual([
      '!',
      '□',
      '?!',
      '?',
      '??',
    ]);
  });

  it('counts moves from the position that the game began with', () => {
    const start = positionOf('6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 30');
    const scene = history({ start, endgame: { from: 1, type: 'Rook vs Minor Piece' } }, 'h6 Ra8+');
    expect(scene.start).toBe(59);
    expect(scene.points.map(({ ply }) => ply)).toEqual([59, 60, 61]);
    expect(moverOf(60)).toBe('black');
    expect(scene.phases).toEqual([{ phase: 'endgame', from: 60, to: 61, type: 'Endgame of rook against minor piece' }]);
    expect(historyScene(review('h6 Ra8+', { start }), LOOK, { selected: 2 }).selected).toBe(61);
  });

  it('has a band for each phase that was played', () => {
    expect(history({ middlegame: 5, endgame: { from: 9, type: 'Pawn' } }).phases).toEqual([
      { phase: 'opening', from: 1, to: 4 },
      { phase: 'middlegame', from: 5, to: 8 },
      { phase: 'endgame', from: 9, to: 12, type: 'Pawn endgame' },
    ]);
    expect(history({}, '').phases).toEqual([]);
    const unequal = history({ endgame: { from: 1, type: 'Strong Material Imbalance' } });
    expect(unequal.phases).toEqual([{ phase: 'endgame', from: 1, to: 12, type: 'Endgame' }]);
  });

  it('says who played, how it ended, and how well they did', () => {
    const headers = { ...NAMES, Result: '1-0', Termination: 'Time forfeit', WhiteTitle: 'WGM', BlackElo: '?' };
    const scene = history({ headers, opening: { eco: 'C50', name: 'Italian Game: Giuoco Piano', ply: 6 } });
    expect(scene.players).toEqual({ white: { name: 'alice', title: 'WGM', rating: 1612 }, black: { name: 'bob' } });
    expect(scene.title).toBe('White won on time in 6 moves');
    expect(scene.caption).toBe('Accuracy: White 100 %, Black 100 %. Italian Game: Giuoco Piano');
  });

  it.each(['Time forfeit', 'Abandoned', 'Normal', 'Fifty-move rule'])(
    'has room for its title with "%s"',
    Termination => {
      const start = positionOf('8/8/8/8/8/4k2q/8/4K3 w - - 0 77');
      for (const Result of ['1-0', '0-1', '1/2-1/2']) {
        const scene = history({ start, headers: { ...NAMES, Result, Termination } }, 'Kd1 Kd4 Kc1');
        // A game of a hundred moves more has two more digits.
        const title = scene.title?.replace('2 moves', '102 moves') ?? '';
        expect(layoutHistory({ ...scene, title }).title?.text).toBe(title);
      }
    },
  );

  it('leaves out of its caption what is not known, and what there is no room for', () => {
    expect(history({ evaluated: false }).caption).toBe('');
    const name = 'Sicilian Defense: Nyezhmetdinov-Rossolimo Attack';
    expect(history({ opening: { eco: 'B30', name, ply: 5 } }).caption).toBe(
      'Accuracy: White 100 %, Black 100 %. Sicilian Defense',
    );
  });
});

describe('the time of each move', () => {
  const seconds = (TimeControl: string, clocks: Record<number, number>) => {
    const said = Object.fromEntries(Object.entries(clocks).map(([ply, clock]) => [ply, { clock }]));
    return history({ headers: { ...NAMES, TimeControl }, said }).points.map(point => point.seconds ?? null);
  };
  const CLOCKS = { 1: 600, 2: 600, 3: 595, 4: 570, 5: 596, 6: 560 };

  it('is what the clock lost, and the increment', () => {
    expect(seconds('600+5', CLOCKS).slice(0, 7)).toEqual([null, null, null, 10, 35, 4, 15]);
    expect(seconds('40/600+5:300', CLOCKS).slice(3, 5)).toEqual([10, 35]);
    expect(seconds('600', { 1: 600, 3: 590 })[3]).toBe(10);
  });

  it('is not known of first moves, without clocks before and after, or where a clock gained too much', () => {
    expect(seconds('600+0', { 1: 590, 5: 580, 6: 570 }).every(time => time === null)).toBe(true);
    expect(seconds('600+0', { 1: 590, 3: 605 })[3]).toBeNull();
  });

  it.each(['-', '?', '', '1/259200', '*60', '0+0', 'ten minutes'])(
    'is not known with a time control of "%s"',
    control => {
      expect(seconds(control, CLOCKS).every(time => time === null)).toBe(true);
    },
  );
});

describe('the board of a moment', () => {
  const scene = (said: Said, before: Said = {}, moves = MOVES) => {
    const report = review(moves, { said: { 10: { score: cp(40), ...before }, 11: said }, moments: [11] });
    return momentScene(report, report.moments[0] as ReviewReport['moments'][number], BOARD);
  };

  it('shows the position before the move, with what was played in red and what was best in green', () => {
    const { board, turn, arrows, lastMove, orientation, bar } = scene({ score: cp(-400), best: 'd4 exd4' });
    expect(makeBoardFen(board)).toBe('r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R');
    expect([turn, orientation]).toEqual(['white', 'white']);
    expect(lastMove).toEqual({ from: square('d7'), to: square('d6') });
    expect(bar?.value).toEqual({ kind: 'score', score: cp(40) });
    expect(arrows).toEqual([
      { from: square('e1'), to: square('g1'), colour: 'red', glyph: '??' },
      { from: square('d3'), to: square('d4'), colour: 'green' },
    ]);
  });

  it('tells in its caption what happened, short enough for two lines', () => {
    const { caption } = scene({ score: cp(-400), best: 'd4 exd4', labels: ['natural-mistake'], played: 0.41 });
    expect(caption).toBe(
      '6. O-O?? turned a level position into a lost one: 54 % → 19 %. Best: d4. 41 % of 1600s play this too.',
    );
  });

  it('leaves the story of the gift to the words', () => {
    const { caption } = scene({ score: cp(0), best: 'd4 exd4', played: 0.15 }, { score: cp(300) });
    expect(caption).toBe('6. O-O?? gave away the advantage: 75 % → 50 %. Best: d4. 15 % of 1600s play this too.');
  });

  it('has a green arrow for a move that was best, and one arrow where both are the same', () => {
    expect(scene({ labels: ['great-find'], best: 'O-O' }).arrows).toEqual([
      { from: square('e1'), to: square('g1'), colour: 'green', glyph: '!' },
    ]);
    const start = positionOf('8/P6k/8/8/8/8/8/K7 w - - 0 50');
    const report = review('a8=N', {
      start,
      said: { 1: { score: cp(0), judgement: 'blunder', best: 'a8=Q' } },
      moments: [1],
    });
    const { arrows, bar, lastMove } = momentScene(report, { ply: 1, before: 90, after: 50 }, BOARD);
    expect(arrows).toEqual([{ from: square('a7'), to: square('a8'), colour: 'red', glyph: '??' }]);
    expect([bar, lastMove]).toEqual([undefined, undefined]); // nothing came before
  });

  it("stands the mover's way, with the clocks they had", () => {
    const said = { 9: { clock: 300 }, 10: { clock: 250 }, 11: { clock: 280 }, 12: { score: cp(500) } };
    const report = review(MOVES, { said, moments: [12] });
    const { orientation, players } = momentScene(report, { ply: 12, before: 50, after: 10 }, BOARD);
    expect(orientation).toBe('black');
    expect([players?.white.clock, players?.black.clock]).toEqual([280, 250]);
    expect(players?.white).toMatchObject({ name: 'alice', rating: 1612 });
  });

  it('refuses a move that was not played', () => {
    expect(() => momentScene(review(MOVES), { ply: 99, before: 50, after: 50 }, BOARD)).toThrow(RangeError);
  });
});
