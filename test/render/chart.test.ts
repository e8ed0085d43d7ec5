import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCanvas } from '../../src/render/canvas.ts';
import { chartHeight, chartPicture, drawChart } from '../../src/render/chart.ts';
import { type ChartLayout, layoutChart, scaleOf } from '../../src/render/chart-layout.ts';
import { type ChartCandidate, type ChartScene, valueTexts } from '../../src/render/chart-scene.ts';
import { type Box, bottom, middle, right } from '../../src/render/geometry.ts';
import { BOARD_THEMES, SURROUNDING_COLOURS, SURROUNDINGS, THEMES, winrateColour } from '../../src/render/theme.ts';
import { expectTidyChart, expectTidyCharts } from './any-picture.ts';
import { huesOf, isFramed } from './graph-pixels.ts';

const candidate = (san: string, expected: number, rest: Partial<ChartCandidate> = {}): ChartCandidate => ({
  san,
  expected,
  winrate: null,
  human: null,
  maia: null,
  trap: null,
  risk: null,
  ...rest,
});

const FAR = [
  candidate('Rd8+', 0.83, { winrate: 0.92, human: 0.7, maia: 0.1, trap: 0.31, risk: 0 }),
  candidate('Kh1', 0.08, { winrate: 0.02, human: 0.2, maia: 0.03 }),
  candidate('Nf6+', 0.55, { winrate: 0.45, human: 0.62, maia: 0.05, trap: 0.2, risk: 0.41 }),
];
const NEAR = [
  candidate('Nf3', 0.574, { winrate: 0.55, human: 0.53 }),
  candidate('d4', 0.552, { winrate: 0.56, human: 0.54 }),
];

/** The picture's own margin at its usual width. */
const MARGIN = 28;
const inPicture = (scene: ChartScene): ChartLayout =>
  layoutChart(scene, { x: MARGIN, y: MARGIN, width: 900 - 2 * MARGIN }, 2);

/** The best first, as a report hands them over. */
const scene = (candidates: readonly ChartCandidate[], rest: Partial<ChartScene> = {}): ChartScene => ({
  player: 'white',
  candidates: [...candidates].sort((a, b) => b.expected - a.expected),
  ...rest,
});

describe('the bars', () => {
  it.each(THEMES)('are as long as the win rates, best first, in the colours of %s', async theme => {
    const chart = scene(FAR, { theme });
    const { rows, plot } = inPicture(chart);
    expect(rows.map(({ san }) => san.text)).toEqual(['Rd8+', 'Nf6+', 'Kh1']);
    expect(rows.map(({ rank }) => rank.label.text)).toEqual(['1', '2', '3']);
    expect(rows.map(({ value }) => value.text)).toEqual(['83 %', '55 %', '8 %']);
    const { at } = await huesOf(await chartPicture(chart));
    for (const { candidate: one, bar, thin } of rows) {
      const end = plot.x + plot.width * one.expected;
      const colour = winrateColour(one.expected, BOARD_THEMES[theme]);
      // Below the number, which may stand in the bar.
      const row = bottom(bar) - 3;
      expect(at(plot.x + 1, row)).toBe(colour);
      expect(at(end - 8, row)).toBe(colour);
      expect(at(end + 2, row)).not.toBe(colour);
      const engine = plot.x + plot.width * (one.winrate as number);
      const { muted, panel } = SURROUNDING_COLOURS.dark;
      expect(at(engine - 4, middle(thin as Box))).toBe(muted);
      expect(at(engine + 2, middle(thin as Box))).toBe(panel);
    }
  });

  it('have a tick where the forecast is', async () => {
    const { rows, plot } = inPicture(scene(FAR));
    const { at } = await huesOf(await chartPicture(scene(FAR)));
    for (const { candidate: one, forecast } of rows) {
      const box = forecast as Box;
      expect(Math.abs(box.x + box.width / 2 - (plot.x + plot.width * (one.human as number)))).toBeLessThanOrEqual(1);
      expect(at(box.x + box.width / 2, middle(box))).toBe(SURROUNDING_COLOURS.dark.ink);
    }
  });

  it('go from nothing to everything', async () => {
    const chart = scene([
      candidate('a8=Q', 1, { winrate: 1, human: 1 }),
      candidate('Kb1', 0, { winrate: 0, human: 0 }),
    ]);
    const layout = inPicture(chart);
    expect(layout.rows.map(({ bar }) => bar.width)).toEqual([layout.plot.width, 0]);
    expect(layout.rows.map(({ inside }) => inside)).toEqual([true, false]);
    expectTidyChart(layout);
    expect(isFramed(await huesOf(await chartPicture(chart)), SURROUNDING_COLOURS.dark.background)).toBe(true);
  });

  it('say how many people play the move, and warn of what happens often', () => {
    const [first, second, third] = inPicture(scene(FAR)).rows;
    expect(first?.people.text).toBe('10 % play it');
    expect(first?.signs.map(({ label }) => label.text)).toEqual(['trap 31 %']);
    expect(second?.signs.map(({ label }) => label.text)).toEqual(['trap 20 %', 'risk 41 %']);
    expect(third?.signs).toEqual([]);
    expect(inPicture(scene(FAR)).legend.map(({ label }) => label.text)).toEqual([
      'expected against people',
      'Stockfish',
      'Maia’s forecast',
      'trap: the reply often goes wrong',
      'risk: you often go wrong later',
    ]);
    expect(inPicture(scene([candidate('e4', 0.5)])).legend.map(({ key }) => key)).toEqual(['expected']);
  });

  it('have decimals where moves that differ would read the same', () => {
    expect(valueTexts([0.574, 0.552])).toEqual(['57 %', '55 %']);
    expect(valueTexts([0.552, 0.549, 0.4])).toEqual(['55.2 %', '54.9 %', '40.0 %']);
    expect(valueTexts([0.5, 0.5])).toEqual(['50 %', '50 %']);
    expect(valueTexts([1, 0.997, 0.001, 0])).toEqual(['100 %', '> 99 %', '< 1 %', '0 %']);
  });
});

describe('the axis', () => {
  it.each<[expected: number[], others: number[], from: number, to: number]>([
    [[0.83, 0.55, 0.08], [], 0, 1],
    [[0.6, 0.48], [], 0, 1],
    [[0.55], [0.5], 0, 1],
    [[0.574, 0.552], [0.55, 0.53], 0.5, 0.65],
    [[0.574, 0.552], [0.48, 0.53], 0.45, 0.65],
    // What Stockfish says must be on it too, and then there is nothing left to cut.
    [[0.574, 0.552], [0.1], 0, 1],
    [[0.99, 0.98], [1], 0.95, 1],
    [[0.01, 0.02], [], 0, 1],
    [[], [], 0, 1],
  ])('for %j and %j goes from %d to %d', (expected, others, from, to) => {
    expect(scaleOf(expected, others)).toMatchObject({ from, to });
  });

  it('holds every mark, and has numbers at both ends', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(shares, shares, (expected, others) => {
        const { from, to, ticks } = scaleOf(expected, expected.length > 0 ? others : []);
        for (const share of expected) expect(share >= from && share <= to).toBe(true);
        if (expected.length > 0) for (const share of others) expect(share >= from && share <= to).toBe(true);
        expect(to).toBeGreaterThan(from);
        expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
      }),
    );
  });

  it('that does not begin at 0 is seen in every bar', async () => {
    const { cut, rows, ticks, plot } = inPicture(scene(NEAR));
    expect(cut).toBe(true);
    expect(ticks.map(({ label }) => label.text)).toEqual(['50 %', '55 %', '60 %', '65 %']);
    const { at } = await huesOf(await chartPicture(scene(NEAR)));
    for (const { bar } of rows) {
      const begin = Array.from({ length: 50 }, (_, step) => at(plot.x + step, middle(bar)));
      expect(begin.filter(colour => colour === SURROUNDING_COLOURS.dark.panel).length).toBeGreaterThan(4);
    }
    expect(inPicture(scene(FAR)).cut).toBe(false);
  });

  it('has 0, 50 and 100 % otherwise', () => {
    expect(inPicture(scene(FAR)).ticks.map(({ label }) => label.text)).toEqual([
      '0 %',
      '25 %',
      '50 %',
      '75 %',
      '100 %',
    ]);
  });
});

describe('the picture', () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    candidate(`N${index}`, index / 40, { winrate: 0.5, maia: 0.02 }),
  );

  it('shows eight moves and counts the others', () => {
    const layout = inPicture(scene(many, { more: 3 }));
    expect(layout.rows.map(({ san }) => san.text)).toEqual(['N39', 'N38', 'N37', 'N36', 'N35', 'N34', 'N33', 'N32']);
    expect(layout.more?.text).toBe('+ 35 more');
    expect(inPicture(scene(FAR)).more).toBeUndefined();
  });

  it('leaves them in the order they come in, which is that of the arrows on a board', () => {
    const candidates = [candidate('e4', 0.4), candidate('d4', 0.6)];
    expect(inPicture({ player: 'white', candidates }).rows.map(({ san }) => san.text)).toEqual(['e4', 'd4']);
  });

  it('of nothing says so', async () => {
    expect(inPicture(scene([])).message?.text).toBe('no moves to compare');
    expect((await chartPicture(scene([]))).alt).toBe('Expected win rates of White’s moves: no moves to compare.');
    expect(inPicture(scene([candidate('e4', Number.NaN)])).more?.text).toBe('+ 1 more');
  });

  it.each(SURROUNDINGS)('stays within its edges in %s surroundings, whatever it is called', async surroundings => {
    const name = '👩‍👩‍👧‍👦 **_שלום_** محمد '.repeat(9);
    const odd = [name, 'gxh8=Q#', '', '`'.repeat(90)].map((san, index) =>
      candidate(san, index / 3, { winrate: 1 - index / 3, human: 0.5, maia: 1, trap: 1, risk: 1 }),
    );
    for (const width of [400, 900, 1600]) {
      const picture = await chartPicture(scene(odd, { surroundings, width, title: name, caption: name, more: 1e6 }));
      expect(picture.width).toBe(width);
      expect(isFramed(await huesOf(picture), SURROUNDING_COLOURS[surroundings].background)).toBe(true);
    }
  });

  it('is as wide as asked for, within bounds', () => {
    for (const width of [399, 1601, Number.NaN])
      expect(() => chartPicture(scene([], { width }))).toThrow(/a chart is 400 to 1600 pixels wide/);
  });

  it('has texts that neither overlap nor leave it, whatever the moves', () => expectTidyCharts(60));
});

describe('a chart in another picture', () => {
  it('stays in its column and within its height', () => {
    const chart = scene(FAR, { title: 'Beside a board', caption: 'and below one' });
    for (const unit of [undefined, 1.4]) {
      const height = chartHeight(chart, 420, unit);
      const canvas = createCanvas(600, height + 80);
      const context = canvas.getContext('2d');
      context.fillStyle = '#123456';
      context.fillRect(0, 0, canvas.width, canvas.height);
      drawChart(context, chart, { x: 100, y: 40, width: 420 }, unit);
      const outside = [
        context.getImageData(0, 0, 100, canvas.height),
        context.getImageData(520, 0, 80, canvas.height),
        context.getImageData(0, 0, 600, 40),
        context.getImageData(0, 40 + height, 600, 40),
      ];
      // A rounded corner may tint its neighbour by a shade that nobody sees.
      const untouched = [0x12, 0x34, 0x56, 0xff];
      for (const { data } of outside)
        expect(data.every((value, index) => Math.abs(value - (untouched[index % 4] as number)) < 16)).toBe(true);
    }
  });

  it('has signs only where the bars keep room', () => {
    const { rows, plot } = layoutChart(scene(FAR), { x: 0, y: 0, width: 200 }, 1);
    expect(rows.flatMap(({ signs }) => signs)).toEqual([]);
    expect(right(plot)).toBe(200);
  });
});

describe('the words for a chart', () => {
  it('say what the bars show', async () => {
    expect((await chartPicture(scene(FAR, { player: 'black', more: 2 }))).alt).toBe(
      'Expected win rates of Black’s moves, best first: Rd8+ 83 % (Stockfish 92 %, 10 % of people play it, trap 31 %); ' +
        'Nf6+ 55 % (Stockfish 45 %, 5 % of people play it, trap 20 %, risk 41 %); ' +
        'Kh1 8 % (Stockfish 2 %, 3 % of people play it); and 2 more.',
    );
    expect((await chartPicture(scene([candidate('e4', 0.5)]))).alt).toBe(
      'Expected win rates of White’s moves, best first: e4 50 %.',
    );
  });
});
