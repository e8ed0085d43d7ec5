import fc from 'fast-check';
import { expect } from 'vitest';
import { PHASES } from '../../src/chess/game.ts';
import { createCanvas } from '../../src/render/canvas.ts';
import { type ChartLayout, layoutChart } from '../../src/render/chart-layout.ts';
import { type Box, contains, overlap } from '../../src/render/geometry.ts';
import { gifWriter, paletteOf, pixelsOf } from '../../src/render/gif.ts';
import { REVIEW_GLYPHS } from '../../src/render/glyphs.ts';
import { type HistoryLayout, layoutHistory } from '../../src/render/history-layout.ts';
import { boxOf } from '../../src/render/history-marks.ts';
import type { HistoryScene } from '../../src/render/history-scene.ts';
import { legendOf } from '../../src/render/tree.ts';
import type { ShownBranch } from '../../src/render/tree-fold.ts';
import { edgeWidth, TEXT, type TreeLayout, treeLayout } from '../../src/render/tree-layout.ts';
import { TREE_WIDTH, type TreeBranch, type TreeScene } from '../../src/render/tree-scene.ts';
import { decodeGif } from '../support/gif.ts';

/** What holds for every graph, chart, tree and animation, whatever it shows. */

/** Every text of a layout, with what must not be written over. */
function textsOfGraph({
  strips,
  bands,
  levels,
  ticks,
  selected,
  title,
  caption,
  clocks,
  difficulty,
}: HistoryLayout): Box[] {
  const labels = [
    ...Object.values(strips).flatMap(strip => [strip.title, strip.name, strip.rating]),
    ...Object.values(strips).flatMap(({ chips }) => chips.map(({ count }) => count)),
    ...bands.flatMap(({ label }) => (label ? [label] : [])),
    ...levels,
    ...ticks.map(({ label }) => label),
    ...[title, caption, clocks?.heading, difficulty?.heading].filter(label => label !== undefined),
  ];
  const chips = Object.values(strips).flatMap(strip => [boxOf(strip.disc), ...strip.chips.map(boxOf)]);
  return [...labels.filter(({ text }) => text).map(({ box }) => box), ...chips, ...(selected ? [selected.pill] : [])];
}

function expectTidyGraph(scene: HistoryScene): void {
  const layout = layoutHistory(scene);
  const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
  const boxes = textsOfGraph(layout);
  for (const [index, box] of boxes.entries()) {
    expect(contains(whole, box), JSON.stringify(box)).toBe(true);
    for (const other of boxes.slice(index + 1))
      expect(overlap(box, other), `${JSON.stringify(box)} and ${JSON.stringify(other)}`).toBe(false);
    expect(overlap(box, layout.plot), `${JSON.stringify(box)} in the plot`).toBe(false);
  }
  for (const mark of layout.marks) expect(contains(layout.plot, boxOf(mark))).toBe(true);
  const badges = layout.marks.filter(({ kind }) => kind === 'badge').map(boxOf);
  for (const [index, badge] of badges.entries())
    for (const other of badges.slice(index + 1)) expect(overlap(badge, other)).toBe(false);
}

export function expectTidyGraphs(numRuns: number): void {
  const share = fc.option(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, Number.NaN)));
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('', '**a** `b`', 'شطرنج', '♞🦄'),
  );
  const point = fc.record(
    {
      winrate: share,
      glyph: fc.constantFrom(...REVIEW_GLYPHS),
      label: name,
      seconds: fc.option(fc.double({ min: -1, max: 1e5 })),
      difficulty: share,
    },
    { requiredKeys: ['winrate'] },
  );
  const band = fc.record({
    phase: fc.constantFrom(...PHASES),
    from: fc.integer({ min: -5, max: 400 }),
    to: fc.integer({ min: -5, max: 400 }),
    type: name,
  });
  const player = fc.record(
    { name, title: name, rating: fc.integer({ min: 0, max: 4000 }) },
    { requiredKeys: ['name'] },
  );
  const scene = fc.record(
    {
      points: fc
        .tuple(fc.nat(80), fc.array(point, { maxLength: 320, size: 'max' }))
        .map(([from, some]) => some.map((one, index) => ({ ...one, ply: from + index }))),
      phases: fc.array(band, { maxLength: 4 }),
      players: fc.record({ white: player, black: player }),
      selected: fc.nat(400),
      title: name,
      caption: name,
      width: fc.integer({ min: 400, max: 1600 }),
    },
    { requiredKeys: ['points'] },
  );
  fc.assert(
    fc.property(scene, one => expectTidyGraph(one as HistoryScene)),
    { numRuns },
  );
}

/** Every text, and the signs: nothing of this may lie over anything else of it. */
function textsOfChart({ rows, title, caption, message, more, ticks, legend }: ChartLayout): Box[] {
  const labels = [
    ...[title, caption, message, more].filter(label => label !== undefined),
    ...ticks.map(({ label }) => label),
    ...legend.map(({ label }) => label),
    ...rows.flatMap(({ san, people, value }) => [san, people, value]),
  ];
  return [
    ...labels.filter(({ text }) => text).map(({ box }) => box),
    ...rows.flatMap(row => row.signs.map(one => one.box)),
  ];
}

/** Letters of one row may come as close as lines do in a book: capitals and digits decide, not accents. */
const core = ({ x, y, width, height }: Box): Box => ({ x, y: y + height * 0.15, width, height: height * 0.7 });

export function expectTidyChart(layout: ChartLayout): void {
  const boxes = textsOfChart(layout);
  for (const [index, box] of boxes.entries()) {
    expect(contains(layout.box, box), JSON.stringify(box)).toBe(true);
    for (const other of boxes.slice(index + 1))
      expect(overlap(core(box), core(other)), `${JSON.stringify(box)} and ${JSON.stringify(other)}`).toBe(false);
  }
  for (const { bar, thin, forecast } of layout.rows)
    for (const box of [bar, thin, forecast]) if (box) expect(contains(layout.plot, box)).toBe(true);
}

export function expectTidyCharts(numRuns: number): void {
  const share = fc.option(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, Number.NaN)));
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('e4', 'gxh8=Q#', 'شطرنج', '🦄'),
  );
  const one = fc.record({
    san: name,
    expected: fc.double({ min: -0.1, max: 1.1 }),
    winrate: share,
    human: share,
    maia: share,
    trap: share,
    risk: share,
  });
  const some = fc.record({
    candidates: fc.array(one, { maxLength: 12 }),
    title: name,
    caption: name,
    more: fc.nat(99),
  });
  fc.assert(
    fc.property(some, fc.integer({ min: 300, max: 1600 }), fc.constantFrom(1, 1.3), (rest, width, larger) => {
      const layout = layoutChart({ player: 'white', ...rest }, { x: 10, y: 20, width }, (width / 450) * larger);
      expectTidyChart(layout);
    }),
    { numRuns },
  );
}

export const sceneWith = (root: TreeBranch, more: Partial<TreeScene> = {}): TreeScene => ({
  player: 'white',
  moveNumber: 3,
  root: { ...root, mover: 'player' },
  ...more,
});

const SANS = ['e4', 'Nf3', 'O-O-O', 'exd8=Q+', 'Qa1xb2+', 'Rfe1#'];

/** Trees with all kinds of nodes; the probabilities of a position's moves make 1 with those that were dropped. */
function branches(depth: number, mover: TreeBranch['mover']): fc.Arbitrary<TreeBranch> {
  const below = branchesBelow(depth, mover === 'player' ? 'opponent' : 'player');
  return fc
    .record({
      san: fc.constantFrom(...SANS),
      expected: fc.double({ min: 0, max: 1, noNaN: true }),
      mark: fc.constantFrom('pruned', 'trap', 'draw', 'none', 'none', 'none'),
      weights: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 8 }),
      rest: fc.integer({ min: 1, max: 100 }),
      children: below,
    })
    .map(({ san, expected, mark, weights, rest, children }) => {
      const sum = children.reduce((total, _, index) => total + (weights[index] ?? 0), rest);
      return {
        san,
        mover,
        probability: 1,
        expected,
        ...(mark === 'pruned' && { pruned: 'player-blunder' as const }),
        ...(mark === 'trap' && { trap: true }),
        ...(mark === 'draw' && { terminal: 'stalemate' as const }),
        dropped: { probability: rest / sum },
        children: children.map((child, index) => ({ ...child, probability: (weights[index] ?? 0) / sum })),
      };
    });
}

const branchesBelow = (depth: number, mover: TreeBranch['mover']): fc.Arbitrary<TreeBranch[]> =>
  depth === 0 ? fc.constant([]) : fc.array(branches(depth - 1, mover), { maxLength: depth > 4 ? 8 : 3 });

const count = ({ children }: TreeBranch): number => children.reduce((sum, child) => sum + count(child), 1);

const touch = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const textBox = (x: number, y: number, lines: readonly string[]): Box => {
  const context = createCanvas(1, 1).getContext('2d');
  context.font = `${TEXT.size}px "Kibitz regular 0"`;
  const height = lines.length * TEXT.size;
  return { x, y: y - height / 2, width: Math.max(...lines.map(line => context.measureText(line).width)), height };
};

/** Everything that may not lie on anything else. */
const boxesOf = ({ nodes, stubs }: TreeLayout): Box[] => [
  ...nodes.map(({ box }) => box),
  ...stubs.map(({ box }) => box),
  ...nodes.flatMap(({ tail }) => (tail ? [textBox(tail.x, tail.y, tail.lines)] : [])),
  ...nodes.flatMap(({ label }) => (label ? [label.box] : [])),
];

export function expectSoundTree(scene: TreeScene): TreeLayout {
  const layout = treeLayout(scene);
  const boxes = boxesOf(layout);
  const inside = ({ x, y, width, height }: Box): boolean =>
    x >= 0 && x + width <= layout.width && y >= 0 && y + height <= layout.bottom;
  expect(boxes.filter(box => !inside(box))).toEqual([]);
  expect(boxes.filter((box, index) => boxes.slice(0, index).some(other => touch(box, other)))).toEqual([]);
  const legend = legendOf(scene, layout);
  expect((layout.bottom + legend.height) * layout.unit).toBeLessThanOrEqual(1500);
  for (const { shown, edge } of layout.nodes) expect(edge?.width ?? 0).toBeCloseTo(widthOf(shown), 9);
  expectAccounted(layout);
  return layout;
}

const widthOf = ({ depth, branch }: ShownBranch): number => (depth === 0 ? 0 : edgeWidth(branch.probability));

/** Shown and folded make all; what is played in a position is shown, folded, or not followed. */
export function expectAccounted({ nodes, shown, all }: TreeLayout): void {
  expect(shown).toBe(nodes.length);
  expect(nodes.reduce((sum, node) => sum + node.shown.folded.positions, shown)).toBe(all);
  for (const { shown: at } of nodes) {
    expect(at.children.length + at.folded.moves).toBe(at.branch.children.length);
    if (at.branch.children.length === 0) continue;
    const played = at.children.reduce((sum, child) => sum + child.branch.probability, 0);
    expect(played + at.folded.probability + at.others).toBeCloseTo(1, 9);
  }
}

export function expectSoundTrees(numRuns: number): void {
  const widths = fc.constantFrom(TREE_WIDTH.min, 777, TREE_WIDTH.usual, TREE_WIDTH.max);
  fc.assert(
    fc.property(branches(6, 'player'), widths, (root, width) => {
      const layout = expectSoundTree(sceneWith(root, { width }));
      expect(layout.all).toBe(count(root));
    }),
    { numRuns },
  );
}

/** Pictures of few colours come back as they were, whatever they show. */
export function expectAnyPixels(numRuns: number): void {
  // All but the last bits of few colours, so that the palette has a place for each.
  const pixels = (length: number) => fc.uint8Array({ minLength: length, maxLength: length, max: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 70 }), fc.gen(), (width, height, make) => {
      const frames = Array.from({ length: 3 }, () =>
        Uint32Array.from(make(pixels, width * height), value => 0xff000000 + value * 0x010305),
      );
      const gif = gifWriter(width, height, paletteOf(frames, []));
      for (const frame of frames) gif.add({ x: 0, y: 0, width, height, pixels: frame }, 50);
      const shown = decodeGif(gif.finish()).frames.at(-1);
      expect(pixelsOf(shown?.rgba ?? new Uint8Array())).toEqual(frames.at(-1));
    }),
    { numRuns },
  );
}
