import { describe, expect, it } from 'vitest';
import { type Box, bottom, overlap, right } from '../../src/render/geometry.ts';
import { REVIEW_GLYPH_COLOURS, REVIEW_GLYPHS } from '../../src/render/glyphs.ts';
import { historyPicture } from '../../src/render/history.ts';
import { layoutHistory } from '../../src/render/history-layout.ts';
import type { HistoryPoint, HistoryScene, PhaseBand } from '../../src/render/history-scene.ts';
import { SURROUNDING_COLOURS, SURROUNDINGS, THEMES } from '../../src/render/theme.ts';
import { expectTidyGraphs } from './any-picture.ts';
import { type Hues, huesOf, isFramed } from './graph-pixels.ts';

const WHITE = '#f0f0f0';
const BLACK = '#3c3c3c';

const pointsOf = (...winrates: (number | null)[]): HistoryPoint[] => winrates.map((winrate, ply) => ({ ply, winrate }));

const LONG: PhaseBand[] = [
  { phase: 'opening', from: 1, to: 20 },
  { phase: 'middlegame', from: 21, to: 60 },
  { phase: 'endgame', from: 61, to: 100, type: 'Rook' },
];

const wavy = (plies: number): HistoryPoint[] =>
  Array.from({ length: plies + 1 }, (_, ply) => ({ ply, winrate: 0.5 + 0.4 * Math.sin(ply / 9) }));

/** Where the dark part ends and where the light part begins; the line lies between. */
function boundary(pixels: Hues, x: number, plot: Box): number {
  let [dark, light] = [plot.y, bottom(plot)];
  for (let row = plot.y; row < bottom(plot); row++) {
    if (pixels.at(x, row) === BLACK) dark = row + 1;
    if (pixels.at(x, row) === WHITE) light = Math.min(light, row);
  }
  return (dark + light) / 2;
}

describe('the curve', () => {
  it.each([400, 900, 1600])('divides White’s colour from Black’s at the win rate, %i pixels wide', async width => {
    const scene = { points: pointsOf(0.51, 0.6, 0.35, 0.9, 0.1, 0.77, 0.5, 0.25), width };
    const { plot, x, y } = layoutHistory(scene);
    const pixels = await huesOf(await historyPicture(scene));
    for (const { ply, winrate } of scene.points.slice(1, -1)) {
      // Beside the point, on both sides: at the point itself the line has a corner.
      const next = scene.points[ply + 1]?.winrate as number;
      for (const share of [0.25, 0.5, 0.75]) {
        const at = Math.floor(x(ply + share));
        const expected = y((winrate as number) + (next - (winrate as number)) * ((at + 0.5 - x(ply)) / (x(1) - x(0))));
        expect(Math.abs(boundary(pixels, at, plot) - expected), `ply ${ply + share}`).toBeLessThanOrEqual(1);
      }
    }
  });

  it('of a mate is all White’s or all Black’s', async () => {
    for (const [winrate, colour] of [
      [1, WHITE],
      [0, BLACK],
    ] as const) {
      const scene = { points: pointsOf(winrate, winrate, winrate) };
      const { plot, x } = layoutHistory(scene);
      const pixels = await huesOf(await historyPicture(scene));
      for (const share of [0.1, 0.4, 0.6, 0.9]) expect(pixels.at(x(1), plot.y + plot.height * share)).toBe(colour);
    }
  });

  it('has a dashed line at 50 %', async () => {
    const scene = { points: pointsOf(0.9, 0.9, 0.9) };
    const { plot } = layoutHistory(scene);
    const pixels = await huesOf(await historyPicture(scene));
    const row = Array.from({ length: 100 }, (_, step) => pixels.at(plot.x + 50 + step, plot.y + plot.height / 2));
    expect(new Set(row)).toContain('#808080');
    expect(new Set(row)).toContain(WHITE);
  });

  it('has a gap where nobody has looked, and goes on behind it', async () => {
    const scene = { points: pointsOf(0.5, 0.8, 0.8, null, null, 0.3, 0.3, null, 0.6, null, 0.5) };
    const { plot, x } = layoutHistory(scene);
    const pixels = await huesOf(await historyPicture(scene));
    const column = (ply: number) =>
      new Set(Array.from({ length: plot.height }, (_, step) => pixels.at(x(ply), plot.y + step)));
    for (const known of [1.5, 5.5, 8]) expect(column(known)).toContain(WHITE);
    for (const gap of [3.5, 6.9]) {
      expect(column(gap)).not.toContain(WHITE);
      expect(column(gap)).not.toContain(BLACK);
    }
  });

  it('of one position is level from edge to edge', async () => {
    const scene = { points: [{ ply: 1, winrate: 0.7 }] };
    const { plot, y } = layoutHistory(scene);
    const pixels = await huesOf(await historyPicture(scene));
    for (const at of [plot.x + 3, plot.x + plot.width / 2, right(plot) - 3])
      expect(Math.abs(boundary(pixels, at, plot) - y(0.7))).toBeLessThanOrEqual(1);
  });

  it('does not mind the order of the points', async () => {
    const points = pointsOf(0.5, 0.6, 0.2, 0.9);
    const [one, other] = await Promise.all([points, points.toReversed()].map(some => historyPicture({ points: some })));
    expect(one?.png.equals(other?.png as Buffer)).toBe(true);
  });
});

describe('judged moves', () => {
  it.each(THEMES)('are marked where they happened, in the colours of %s', async theme => {
    for (const glyph of REVIEW_GLYPHS) {
      const points = pointsOf(0.5, 0.5, 0.4, 0.3, 0.6, 0.5, 0.5);
      const scene = { points: points.map(point => (point.ply === 3 ? { ...point, glyph } : point)), theme };
      const { marks, x, y } = layoutHistory(scene);
      expect(marks).toMatchObject([{ ply: 3, glyph, x: x(3), y: y(0.3) }]);
      const [{ radius }] = marks as [(typeof marks)[0]];
      const pixels = await huesOf(await historyPicture(scene));
      // Glyphs have no ink this close to the left edge of their disc.
      expect(pixels.at(x(3) - radius * 0.85, y(0.3))).toBe(REVIEW_GLYPH_COLOURS[theme][glyph]);
    }
  });

  it('are counted beside the name of who made them', () => {
    const points = wavy(30).map(point => ({
      ...point,
      ...(point.ply === 5 || point.ply === 9 ? { glyph: '??' as const } : {}),
      ...(point.ply === 8 ? { glyph: '!' as const } : {}),
    }));
    const { strips } = layoutHistory({ points });
    const counts = (side: 'white' | 'black') => strips[side].chips.map(({ glyph, count }) => [glyph, count.text]);
    expect(counts('white')).toEqual([['??', '2']]);
    expect(counts('black')).toEqual([['!', '1']]);
  });

  it('keep their glyph as long as there is room, blunders first', () => {
    const points = pointsOf(...Array(301).fill(0.5)).map(point => ({
      ...point,
      glyph: point.ply % 10 === 0 ? ('??' as const) : ('?' as const),
    }));
    const { marks } = layoutHistory({ points, width: 1600 });
    const kept = marks.filter(({ kind }) => kind === 'badge');
    expect(kept.length).toBeGreaterThan(15);
    expect(kept.filter(({ glyph }) => glyph === '??').length).toBeGreaterThan(15);
    expect(marks).toHaveLength(301);
  });

  it('without a value are counted and not drawn', () => {
    const layout = layoutHistory({ points: [...pointsOf(0.5, 0.5), { ply: 2, winrate: null, glyph: '??' }] });
    expect(layout.marks).toEqual([]);
    expect(layout.strips.black.chips).toHaveLength(1);
  });
});

describe('phases', () => {
  it('are as wide as their moves', () => {
    const { bands, x, plot } = layoutHistory({ points: wavy(100), phases: LONG });
    expect(bands.map(({ phase, label }) => [phase, label?.text])).toEqual([
      ['opening', 'Opening'],
      ['middlegame', 'Middlegame'],
      ['endgame', 'Rook endgame'],
    ]);
    expect(bands[0]?.box.x).toBe(plot.x);
    for (const [index, end] of [20, 60, 100].entries()) {
      expect(Math.abs(right(bands[index]?.box as Box) - x(end))).toBeLessThanOrEqual(1);
      const next = bands[index + 1];
      if (next) expect(next.box.x - right(bands[index]?.box as Box)).toBeLessThanOrEqual(5);
    }
  });

  it('are shortened or left without a name where they are narrow', () => {
    const named = (to: number, type?: string) =>
      layoutHistory({
        points: wavy(100),
        phases: [{ phase: 'endgame', from: 1, to, ...(type ? { type } : {}) }],
      }).bands[0]?.label?.text;
    expect(named(100, 'Rook vs Rook (Unequal Minors)')).toBe('Rook vs Rook (Unequal Minors) endgame');
    expect(named(100, 'Transitional')).toBe('Transitional');
    expect(named(30, 'Rook vs Rook (Unequal Minors)')).toMatch(/^Rook vs R.*…$/);
    expect(named(22, 'Rook vs Rook (Unequal Minors)')).toBe('Endgame');
    expect(named(12)).toBe('End');
    expect(named(4)).toBeUndefined();
  });

  it('that overlap, or lie beyond the game, are cut', () => {
    const { bands, plot } = layoutHistory({
      points: wavy(50),
      phases: [
        { phase: 'endgame', from: 30, to: 900 },
        { phase: 'opening', from: -5, to: 20 },
        { phase: 'middlegame', from: 15, to: 35 },
        { phase: 'endgame', from: 60, to: 70 },
      ],
    });
    expect(bands.map(({ phase }) => phase)).toEqual(['opening', 'middlegame', 'endgame']);
    for (const [index, { box }] of bands.entries()) {
      expect(box.x).toBeGreaterThanOrEqual(plot.x);
      expect(right(box)).toBeLessThanOrEqual(right(plot));
      for (const other of bands.slice(index + 1)) expect(overlap(box, other.box)).toBe(false);
    }
  });
});

describe('the picture', () => {
  it('says that there are no moves', async () => {
    for (const points of [[], pointsOf(0.52)]) {
      const picture = await historyPicture({ points });
      expect(layoutHistory({ points }).message?.text).toBe('no moves yet');
      expect(picture.alt).toBe('Evaluation graph: no moves yet.');
    }
    expect(layoutHistory({ points: [{ ply: 60, winrate: 0.5 }], start: 60 }).message?.text).toBe('no moves yet');
    expect(layoutHistory({ points: pointsOf(0.5, 0.5) }).message).toBeUndefined();
  });

  it('marks the selected move, and its name takes the place of numbers', async () => {
    const points = wavy(100).map(point => (point.ply === 47 ? { ...point, label: '24.Rd8' } : point));
    const { selected, ticks, x, plot } = layoutHistory({ points, selected: 47 });
    expect(selected).toMatchObject({ x: x(47), label: { text: expect.stringMatching(/^24\.Rd8 · \d+ %$/) } });
    for (const { label } of ticks) expect(overlap(label.box, selected?.pill as Box)).toBe(false);
    const pixels = await huesOf(await historyPicture({ points, selected: 47 }));
    for (const share of [0.02, 0.98])
      expect(pixels.at(x(47), plot.y + plot.height * share)).toBe(SURROUNDING_COLOURS.dark.accent);
    expect(layoutHistory({ points, selected: 400 }).selected).toBeUndefined();
  });

  it('has numbers of moves below White’s moves', () => {
    const { ticks, x } = layoutHistory({ points: wavy(100) });
    expect(ticks.map(({ label }) => label.text)).toEqual([
      '1',
      '5',
      '10',
      '15',
      '20',
      '25',
      '30',
      '35',
      '40',
      '45',
      '50',
    ]);
    const crowded = layoutHistory({ points: wavy(60) }).ticks.map(({ label }) => label.text);
    expect(crowded.slice(0, 3)).toEqual(['2', '4', '6']);
    for (const tick of ticks) expect(tick.x).toBe(x(2 * Number(tick.label.text) - 1));
  });

  it('has bars for clocks: White’s up, Black’s down, in their colours', async () => {
    const points = pointsOf(0.5, 0.5, 0.5, 0.5, 0.5).map(point => ({ ...point, seconds: point.ply < 3 ? 60 : 0 }));
    const { clocks, x } = layoutHistory({ points });
    const { box, heading } = clocks as NonNullable<typeof clocks>;
    expect(heading.text).toBe('Time for each move, at most 1:00');
    const pixels = await huesOf(await historyPicture({ points }));
    const [up, down] = [box.y + box.height * 0.25, box.y + box.height * 0.75];
    expect(pixels.at(x(0.5), up)).toBe(WHITE);
    expect(pixels.at(x(0.5), down)).not.toBe(BLACK);
    expect(pixels.at(x(1.5), down)).toBe(BLACK);
    expect(pixels.at(x(1.5), up)).not.toBe(WHITE);
    expect(pixels.at(x(3.5), up)).toBe(pixels.at(x(2.5), down));
    expect(layoutHistory({ points: wavy(4) }).clocks).toBeUndefined();
  });

  it('has a line for what was hard, as high as it was', async () => {
    const points = pointsOf(0.5, 0.5, 0.5, 0.5).map(point => ({ ...point, difficulty: 0.25 }));
    const box = layoutHistory({ points }).difficulty?.box as Box;
    const { at } = await huesOf(await historyPicture({ points }));
    const x = box.x + box.width / 2;
    expect(at(x, box.y + box.height * 0.75 - 1)).toBe('#8e5bb5');
    expect(at(x, box.y + box.height * 0.4)).toBe(SURROUNDING_COLOURS.dark.panel);
    expect(layoutHistory({ points: wavy(4) }).difficulty).toBeUndefined();
  });

  it('is as wide as asked for, within bounds', async () => {
    expect(await historyPicture({ points: wavy(9) })).toMatchObject({ width: 900 });
    expect(await historyPicture({ points: wavy(9), width: 400 })).toMatchObject({ width: 400 });
    for (const width of [399, 1601, Number.NaN])
      expect(() => historyPicture({ points: [], width })).toThrow(/a graph is 400 to 1600 pixels wide/);
  });

  it.each(SURROUNDINGS)('stays within its edges in %s surroundings', async surroundings => {
    const marked = wavy(300).map((point, index) => ({
      ...point,
      winrate: index % 2,
      seconds: index,
      difficulty: index % 2,
      glyph: '??' as const,
    }));
    const name = '👩‍👩‍👧‍👦 **_שלום_** محمد '.repeat(9);
    const players = { white: { name, title: 'WGM', rating: 2500 }, black: { name: '`'.repeat(200) } };
    const more = { players, phases: LONG, title: name, caption: name, surroundings, width: 400 };
    for (const selected of [0, 150, 300]) {
      const picture = await historyPicture({ points: marked, selected, ...more });
      expect(isFramed(await huesOf(picture), SURROUNDING_COLOURS[surroundings].background)).toBe(true);
      expect(picture.alt.length).toBeLessThan(1000);
    }
  });

  it('has texts that neither overlap nor leave it, whatever the game', () => expectTidyGraphs(25));
});

describe('the words for a graph', () => {
  const alt = async (scene: HistoryScene) => (await historyPicture(scene)).alt;

  it('say who was ahead where, what turned the game, and how it ended', async () => {
    const points: HistoryPoint[] = [
      { ply: 0, winrate: 0.51 },
      { ply: 1, winrate: 0.52 },
      { ply: 2, winrate: 0.53 },
      { ply: 3, winrate: 0.78, glyph: '!', label: '2.Qh5' },
      { ply: 4, winrate: 0.78 },
      { ply: 5, winrate: 0.31, glyph: '??', label: '3.Qxe5' },
      { ply: 6, winrate: 0.05 },
    ];
    const phases: PhaseBand[] = [
      { phase: 'opening', from: 1, to: 2 },
      { phase: 'middlegame', from: 3, to: 4 },
      { phase: 'endgame', from: 5, to: 6, type: 'Queen' },
    ];
    expect(await alt({ points, phases, players: { white: { name: 'Ann' }, black: { name: 'Bob' } } })).toBe(
      'Evaluation graph of 3 moves, Ann against Bob: about even in the opening, White ahead in the middlegame, ' +
        'Black winning in the endgame (Queen). Largest swings of White’s win rate: 3.Qxe5?? 78 % to 31 %, ' +
        'Black’s move 3 31 % to 5 %, 2.Qh5! 53 % to 78 %. White: 1 great find, 1 blunder. At the end White has 5 %.',
    );
    const named = [{ phase: 'endgame', from: 1, to: 6, type: 'Rook endgame' }] as const;
    expect(await alt({ points, phases: [...named] })).toContain('in the rook endgame.');
  });

  it('need no phases, no names and no swings', async () => {
    expect(await alt({ points: pointsOf(0.5, 0.52) })).toBe(
      'Evaluation graph of 1 move: about even on average. At the end White has 52 %.',
    );
    expect(await alt({ points: pointsOf(null, null, null) })).toBe(
      'Evaluation graph of 1 move: nothing evaluated yet.',
    );
    expect(await alt({ points: pointsOf(1, 1, 1) })).toContain('White winning on average. At the end White has 100 %.');
    expect(await alt({ start: 59, points: [59, 60, 61].map(ply => ({ ply, winrate: 0.5 })) })).toContain('of 2 moves');
  });
});
