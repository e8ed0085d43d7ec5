import { describe, expect, it } from 'vitest';
import type { TreeNode } from '../../src/analysis/expected/report.ts';
import { createCanvas, loadImage } from '../../src/render/canvas.ts';
import type { Box } from '../../src/render/geometry.ts';
import { GLYPH_COLOURS } from '../../src/render/glyphs.ts';
import type { Picture } from '../../src/render/picture.ts';
import { SURROUNDINGS, THEMES, themeOf, winrateColour } from '../../src/render/theme.ts';
import { treePicture } from '../../src/render/tree.ts';
import { censusOf, fold, type ShownBranch } from '../../src/render/tree-fold.ts';
import { edgeWidth, SAN, TEXT, TITLE, treeLayout } from '../../src/render/tree-layout.ts';
import { TREE_WIDTH, type TreeBranch, turnOf } from '../../src/render/tree-scene.ts';
import { expectAccounted, expectSoundTree, expectSoundTrees, sceneWith } from './any-picture.ts';

const leaf = (san: string, probability: number, expected: number, more: Partial<TreeBranch> = {}): TreeBranch => ({
  san,
  mover: 'opponent',
  probability,
  expected,
  children: [],
  ...more,
});

/** The scholar's mate, more or less as people of 900 play it. */
const SCHOLAR = leaf('Qh5', 1, 0.52, {
  dropped: { probability: 0.08 },
  children: [
    leaf('Nf6', 0.12, 0.93, {
      trap: true,
      dropped: { probability: 0.12 },
      children: [leaf('Qxf7#', 0.88, 1, { mover: 'player', terminal: 'checkmate' })],
    }),
    leaf('g6', 0.6, 0.43, {
      dropped: { probability: 0.18 },
      children: [
        leaf('Qf3', 0.77, 0.48, { mover: 'player' }),
        leaf('Qxe5+', 0.05, 0.08, { mover: 'player', pruned: 'player-blunder' }),
      ],
    }),
    leaf('Qe7', 0.2, 0.45),
  ],
});

function chainOf(plies: number): TreeBranch {
  let branch = leaf('Kd2', 1, 0.5, { mover: 'opponent', terminal: 'repetition' });
  for (let ply = plies; ply > 0; ply--)
    branch = leaf(ply % 2 ? 'Ke7' : 'Ke2', 1, 0.5, { mover: ply % 2 ? 'player' : 'opponent', children: [branch] });
  return branch;
}

const bushOf = (depth: number, width: number, mover: TreeBranch['mover'] = 'player'): TreeBranch =>
  leaf('Nf3', 1, 0.5, {
    mover,
    dropped: { probability: 0.1 },
    children:
      depth === 0
        ? []
        : Array.from({ length: width }, (_, index) => ({
            ...bushOf(depth - 1, width, mover === 'player' ? 'opponent' : 'player'),
            probability: (0.9 * 2 * (index + 1)) / (width * (width + 1)),
            expected: index / width,
          })),
  });

async function pixelsOf(picture: Picture) {
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(picture.png), 0, 0);
  return (x: number, y: number): string => {
    const { data } = context.getImageData(Math.round(x), Math.round(y), 1, 1);
    return `#${[...data.slice(0, 3)].map(value => value.toString(16).padStart(2, '0')).join('')}`;
  };
}

describe('the layout of a tree', () => {
  it('puts nothing on top of anything, leaves nothing out unsaid, and stays inside', () => expectSoundTrees(60));

  it('makes an edge the wider, the likelier its move', () => {
    const { nodes } = treeLayout(sceneWith(SCHOLAR));
    const edges = nodes
      .filter(({ edge }) => edge)
      .sort((a, b) => a.shown.branch.probability - b.shown.branch.probability)
      .map(({ edge }) => edge?.width ?? 0);
    expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
    expect(edgeWidth(0)).toBeGreaterThan(0);
  });

  it('puts the likeliest line straight along the top', () => {
    const { nodes } = treeLayout(sceneWith(SCHOLAR));
    const top = nodes.filter(({ box }) => box.y === nodes[0]?.box.y).map(({ shown }) => shown.branch.san);
    expect(top).toEqual(['Qh5', 'g6', 'Qf3']);
  });

  it('folds what is least likely, and of equals the deepest', () => {
    const census = censusOf(bushOf(4, 5));
    const room = { depth: 3, height: 1000, row: 75, stub: 38 };
    const shown = new Set<TreeBranch>();
    const visit = (at: ShownBranch): void => {
      shown.add(at.branch);
      at.children.forEach(visit);
    };
    visit(fold(census, room));
    const least = Math.min(...census.entries.filter(at => shown.has(at.branch)).map(at => at.cumulative));
    for (const { branch, depth, cumulative } of census.entries)
      if (!shown.has(branch) && depth <= room.depth) expect(cumulative).toBeLessThanOrEqual(least);
    expect(shown.size).toBeGreaterThan(8);
  });

  it('says in its place what is folded and what nobody followed', () => {
    const layout = expectSoundTree(sceneWith(bushOf(3, 6)));
    const texts = layout.stubs.map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toMatch(/^(\+ [\w ]+, (<1|\d+) % · )?others 10 %$/);
    const tails = layout.nodes.flatMap(({ tail }) => (tail?.stub ? [tail.lines.join(' ')] : []));
    expect(tails).toContain('+ 6 lines');
  });

  it('names a single folded move, and tells a single line by its length', () => {
    const { nodes } = treeLayout(sceneWith(chainOf(20)));
    expect(nodes.at(-1)?.tail?.lines.join(' ')).toBe(`+ ${21 - nodes.length} moves`);
    const short = treeLayout(sceneWith(chainOf(nodes.length)));
    expect(short.nodes.at(-1)?.tail?.lines).toEqual(['+ Kd2']);
  });

  it('says of the end of a line how many games get there', () => {
    const { nodes } = treeLayout(sceneWith(SCHOLAR));
    const tails = Object.fromEntries(nodes.map(({ shown, tail }) => [shown.branch.san, tail?.lines.join(' ')]));
    expect(tails).toMatchObject({ Qf3: '= 46 %', 'Qxe5+': '= 3 %', 'Qxf7#': '= 11 %', Qe7: '= 20 %', g6: undefined });
  });

  it.each([
    ['a candidate that nothing follows', leaf('Qa1xb2+', 1, 1), 1],
    ['one answer', leaf('e4', 1, 0, { children: [leaf('Qa1xb2+', 1, 0)] }), 2],
    ['a forced line', chainOf(20), 21],
    ['a forced line without end', chainOf(20_000), 20_001],
    ['a move that is never played', leaf('e4', 1, 0.5, { children: [leaf('e5', 0, 0), leaf('c5', 1, 1)] }), 3],
  ])('has room for %s', (_, root, all) => {
    for (const width of [TREE_WIDTH.min, TREE_WIDTH.usual, TREE_WIDTH.max])
      expect(expectSoundTree(sceneWith(root, { width })).all).toBe(all);
  });

  it('takes little time for 30 000 positions', () => {
    const root = bushOf(4, 13);
    treeLayout(sceneWith(SCHOLAR));
    const start = performance.now();
    const layout = treeLayout(sceneWith(root));
    expect(performance.now() - start).toBeLessThan(1000);
    expect(layout.all).toBe(30_941);
    expectAccounted(layout);
  });

  it('has letters that are read on a phone', () => {
    const smallest = Math.min(...[TITLE, SAN, TEXT].map(({ size }) => size));
    for (const width of [TREE_WIDTH.min, 700, TREE_WIDTH.usual])
      expect(smallest * treeLayout(sceneWith(SCHOLAR, { width })).unit * (TREE_WIDTH.min / width)).toBeGreaterThan(9);
  });

  it('refuses widths that nobody can read', () => {
    for (const width of [399, 1601, Number.NaN])
      expect(() => treeLayout(sceneWith(SCHOLAR, { width }))).toThrow(
        `a tree is 400 to 1600 pixels wide, not ${width}`,
      );
  });

  it('takes the trees of reports as they are', () => {
    const node: TreeNode = {
      san: 'Nf3',
      uci: 'g1f3',
      fen: 'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1',
      mover: 'player',
      probability: 1,
      cumulative: 1,
      expected: 0.5,
      leaf: true,
      // Nothing is followed from a leaf: no move of it is missing in the picture.
      dropped: { moves: 20, probability: 1, likeliest: 0.04 },
      children: [],
    };
    const { stubs, nodes } = expectSoundTree(sceneWith(node));
    expect([stubs, nodes[0]?.shown.others]).toEqual([[], 0]);
  });

  it('counts moves as a score sheet does', () => {
    const numbers = (player: 'white' | 'black') =>
      [0, 1, 2].map(depth => turnOf({ player, moveNumber: 7 }, depth)).map(turn => `${turn.number} ${turn.colour}`);
    expect(numbers('white')).toEqual(['7. white', '7… black', '8. white']);
    expect(numbers('black')).toEqual(['7… black', '8. white', '8… black']);
  });
});

describe('the picture of a tree', () => {
  it('is as large as it says, at every width', async () => {
    for (const width of [TREE_WIDTH.min, 999, TREE_WIDTH.usual, TREE_WIDTH.max]) {
      const picture = await treePicture(sceneWith(SCHOLAR, { width }));
      const image = await loadImage(picture.png);
      expect([image.width, image.height]).toEqual([picture.width, picture.height]);
      expect(picture.width).toBe(width);
    }
  });

  it.each(THEMES.flatMap(theme => SURROUNDINGS.map(surroundings => [theme, surroundings] as const)))(
    'colours nodes by win rate: %s, %s',
    async (theme, surroundings) => {
      const scene = sceneWith(SCHOLAR, { theme, surroundings });
      const at = await pixelsOf(await treePicture(scene));
      const colours = themeOf(theme, surroundings);
      for (const { shown, box } of treeLayout(scene).nodes)
        expect(at(box.x + box.width / 2, box.y + 5)).toBe(winrateColour(shown.branch.expected, colours.board));
      expect(at(2, 2)).toBe(colours.surroundings.background);
    },
  );

  it('shades the columns of the player, and rounds his moves', async () => {
    const scene = sceneWith(SCHOLAR);
    const at = await pixelsOf(await treePicture(scene));
    const { panel, background } = themeOf().surroundings;
    const layout = treeLayout(scene);
    const shades = layout.columns.map(({ box }) => at(box.x + box.width / 2, box.y + 3));
    expect(shades).toEqual([panel, background, panel]);
    const square = layout.nodes.find(({ shown }) => shown.branch.san === 'Qe7')?.box as Box;
    const round = layout.nodes.find(({ shown }) => shown.branch.san === 'Qf3')?.box as Box;
    const corner = ({ x, y, height }: Box): string => at(x + 3, y + height - 4);
    expect(corner(round)).toBe(panel);
    expect(corner(square)).toBe(winrateColour(0.45, themeOf().board));
  });

  it('pins a badge to blunders, mistakes and finished games', async () => {
    const scene = sceneWith(SCHOLAR);
    const at = await pixelsOf(await treePicture(scene));
    const { board, surroundings } = themeOf();
    const corners = Object.fromEntries(
      treeLayout(scene).nodes.map(({ shown, box }) => [shown.branch.san, at(box.x + box.width - 7, box.y + 10)]),
    );
    expect(corners).toMatchObject({ 'Qxe5+': board.scale[0], Nf6: GLYPH_COLOURS['?'], 'Qxf7#': surroundings.ink });
  });

  it('says of a move that ends the game that it does', async () => {
    const { alt } = await treePicture(sceneWith(leaf('Qxf7#', 1, 1, { terminal: 'checkmate' })));
    expect(alt).toBe(
      'How people go on after 3. Qxf7#: expected win rate for White 100.0 %. The game is over: mate. 1 position, all shown.',
    );
  });

  it('is told in words, too', async () => {
    const { alt } = await treePicture(sceneWith(SCHOLAR, { winrate: 0.472, coverage: 0.7 }));
    expect(alt).toBe(
      'How people go on after 3. Qh5: expected win rate for White 52.0 %, Stockfish 47.2 %, coverage 70 %. ' +
        'Likeliest: g6 60 %, Qf3 77 %. 1 blunder marked. 1 mistake of the opponent’s marked. 7 positions, all shown.',
    );
    const folded = await treePicture(sceneWith(bushOf(3, 6)));
    expect(folded.alt).toMatch(/ \d+ of 259 positions shown\.$/);
    expect((await treePicture(sceneWith(leaf('e4', 1, 0.5)))).alt).toBe(
      'How people go on after 3. e4: expected win rate for White 50.0 %. 1 position, all shown.',
    );
  });
});
