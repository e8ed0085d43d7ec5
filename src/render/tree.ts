import { percent } from '../base/text.ts';
import { other } from '../chess/position.ts';
import { nameOf } from '../chess/words.ts';
import { drawBadge } from './badges.ts';
import { type Context, createCanvas } from './canvas.ts';
import { fillDisc, fillRounded, middle, right, strokeDisc } from './geometry.ts';
import { GLYPH_COLOURS } from './glyphs.ts';
import { type Picture, pictureOf } from './picture.ts';
import { drawLabel, drawText, fitText, type PlacedLabel, textWidth } from './text.ts';
import { mix, type PictureTheme, smallInkOn, themeOf, winrateColour } from './theme.ts';
import { altOf, shownText } from './tree-fold.ts';
import {
  type Column,
  type Edge,
  MARGIN,
  type PlacedNode,
  type PlacedStub,
  SAN,
  TEXT,
  TITLE,
  TITLE_HEIGHT,
  type TreeLayout,
  treeLayout,
} from './tree-layout.ts';
import { badgesOf, TREE_BADGES, type TreeBadge, type TreeScene, turnOf } from './tree-scene.ts';

const LINE = 36;
const GAP = 30;
const PAD = 14;
const SIGN_GAP = 10;
const BADGE_RADIUS = 16;

const SIGN_WIDTHS = { scale: 96, wedge: 64, none: 0, badge: 2 * BADGE_RADIUS } as const;

type Sign = { kind: 'scale' } | { kind: 'wedge' } | { kind: 'none' } | { kind: 'badge'; badge: TreeBadge };

interface Item {
  sign: Sign;
  text: string;
}

interface PlacedItem extends Item {
  x: number;
  /** From the top of the legend. */
  y: number;
}

interface Legend {
  items: PlacedItem[];
  height: number;
}

function drawTreeBadge(context: Context, badge: TreeBadge, x: number, y: number, theme: PictureTheme): void {
  const { background, ink } = theme.surroundings;
  const [bad] = theme.board.scale;
  const fill: Record<TreeBadge, string> = { '??': bad, '?': GLYPH_COLOURS['?'], '#': ink, '½': ink };
  const text: Record<TreeBadge, string> = { '??': '#ffffff', '?': '#ffffff', '#': background, '½': background };
  const ring = { width: 3, colour: background };
  drawBadge(context, badge, { x, y, radius: BADGE_RADIUS }, { ...TEXT, fill: fill[badge], ink: text[badge], ring });
}

/** Only what the picture has is explained. */
function itemsOf({ player }: TreeScene, layout: TreeLayout): Item[] {
  const badges = new Set(layout.nodes.flatMap(({ shown }) => badgesOf(shown.branch)));
  const meanings: Record<TreeBadge, string> = {
    '??': `${nameOf(player)}’s blunder: not followed`,
    '?': `${nameOf(other(player))}’s mistake`,
    '#': 'mate',
    '½': 'draw',
  };
  return [
    { sign: { kind: 'scale' }, text: `${nameOf(player)}’s win rate` },
    ...(layout.nodes.length > 1 ? [{ sign: { kind: 'wedge' }, text: 'how often it is played' } as const] : []),
    ...(layout.nodes.length > 1 ? [{ sign: { kind: 'none' }, text: '= % of games that get there' } as const] : []),
    ...TREE_BADGES.filter(badge => badges.has(badge)).map(badge => ({
      sign: { kind: 'badge', badge } as const,
      text: meanings[badge],
    })),
  ];
}

export function legendOf(scene: TreeScene, layout: TreeLayout): Legend {
  let x = MARGIN;
  let y = PAD + LINE / 2;
  const items: PlacedItem[] = itemsOf(scene, layout).map(item => {
    const sign = SIGN_WIDTHS[item.sign.kind];
    const width = sign + (sign && SIGN_GAP) + textWidth(item.text, TEXT);
    if (x > MARGIN && x + width > layout.width - MARGIN) {
      x = MARGIN;
      y += LINE;
    }
    const placed = { ...item, x, y };
    x += width + GAP;
    return placed;
  });
  const text = shownText(layout);
  const right = layout.width - MARGIN - textWidth(text, TEXT);
  if (x > right) y += LINE;
  items.push({ sign: { kind: 'none' }, text, x: right, y });
  return { items, height: y + LINE / 2 + PAD };
}

function drawSign(context: Context, sign: Sign, x: number, y: number, theme: PictureTheme): void {
  const { board, surroundings } = theme;
  const width = SIGN_WIDTHS[sign.kind];
  switch (sign.kind) {
    case 'scale': {
      const colours = context.createLinearGradient(x, 0, x + width, 0);
      for (const at of [0, 0.5, 1]) colours.addColorStop(at, winrateColour(at, board));
      context.fillStyle = colours;
      context.fillRect(x, y - 9, width, 18);
      break;
    }
    case 'wedge':
      context.fillStyle = surroundings.muted;
      context.beginPath();
      context.moveTo(x, y - 1);
      context.lineTo(x + width, y - 11);
      context.lineTo(x + width, y + 11);
      context.lineTo(x, y + 1);
      context.fill();
      break;
    case 'badge':
      drawTreeBadge(context, sign.badge, x + BADGE_RADIUS, y, theme);
      break;
    case 'none':
  }
}

function drawLegend(context: Context, { items }: Legend, top: number, theme: PictureTheme): void {
  for (const { sign, text, x, y } of items) {
    drawSign(context, sign, x, top + y, theme);
    const width = SIGN_WIDTHS[sign.kind];
    drawText(context, text, x + width + (width && SIGN_GAP), top + y, Number.POSITIVE_INFINITY, {
      ...TEXT,
      colour: theme.surroundings.muted,
    });
  }
}

/** Radii of corners: the player's moves are round, the opponent's square. */
const CORNERS = { player: 26, opponent: 5 };
/** From the top of a node, as shares of its height. */
const SAN_AT = 0.33;
const WINRATE_AT = 0.74;
/** Around the label on an edge. */
const CAPSULE = 32;
const HALO = 6;
const DISC = 9;

/** How much of the background is in an edge: it carries a number, and leads to something brighter. */
const EDGE_FADE = 0.4;

function drawColumn(
  context: Context,
  { box, turn, header }: Column,
  player: boolean,
  { surroundings }: PictureTheme,
): void {
  if (player) fillRounded(context, box, 10, surroundings.panel);
  const left = header.x - (textWidth(turn.number, TEXT) + 8 + 2 * DISC) / 2;
  fillDisc(context, left + DISC, header.y, DISC - 1, turn.colour === 'white' ? '#ffffff' : '#000000');
  strokeDisc(context, left + DISC, header.y, DISC - 1, 2, surroundings.muted);
  const style = { ...TEXT, colour: surroundings.muted };
  drawText(context, turn.number, left + 2 * DISC + 8, header.y, box.width, style);
}

function tracePath(context: Context, { from, to, lane, radius }: Edge): void {
  context.beginPath();
  context.moveTo(from.x - 1, from.y);
  if (Math.abs(from.y - to.y) >= 1) {
    context.arcTo(lane, from.y, lane, to.y, Math.min(radius, lane - from.x));
    context.arcTo(lane, to.y, to.x, to.y, radius);
  }
  context.lineTo(to.x + 1, to.y);
}

function drawEdge(context: Context, edge: Edge, colour: string, dash: readonly number[] = []): void {
  tracePath(context, edge);
  context.lineWidth = edge.width;
  context.strokeStyle = colour;
  context.setLineDash([...dash]);
  context.stroke();
  context.setLineDash([]);
}

function drawStub(context: Context, { of, edge, text, box }: PlacedStub, { surroundings }: PictureTheme): void {
  drawEdge(context, edge, surroundings.line, of.folded.moves > 0 ? [] : [4, 5]);
  drawText(context, text, box.x, middle(box), box.width + 1, { ...TEXT, colour: surroundings.muted });
}

/** A label in a capsule, on the edge. */
function drawCapsule(context: Context, label: PlacedLabel, colour: string, { surroundings }: PictureTheme): void {
  const { x, width } = label.box;
  const capsule = { x: x - HALO, y: middle(label.box) - CAPSULE / 2, width: width + 2 * HALO, height: CAPSULE };
  fillRounded(context, capsule, CAPSULE / 2, surroundings.background);
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.stroke();
  drawLabel(context, label, surroundings.ink);
}

function drawNode(context: Context, { shown, box, tail }: PlacedNode, theme: PictureTheme): void {
  const { board, surroundings } = theme;
  const { branch } = shown;
  const colour = winrateColour(branch.expected, board);
  const ink = smallInkOn(colour);
  const x = box.x + box.width / 2;
  fillRounded(context, box, CORNERS[branch.mover], colour);
  const style = { colour: ink, align: 'center' } as const;
  drawText(context, branch.san, x, box.y + box.height * SAN_AT, box.width - 8, { ...SAN, ...style });
  const winrate = percent(branch.expected, 0);
  drawText(context, winrate, x, box.y + box.height * WINRATE_AT, box.width - 8, { ...TEXT, ...style });
  // The two that can come together take a corner each.
  for (const [index, badge] of badgesOf(branch).entries())
    drawTreeBadge(context, badge, index === 0 ? right(box) + 3 : box.x - 3, box.y + 2, theme);
  if (!tail) return;
  if (tail.stub) {
    context.lineWidth = 3;
    context.strokeStyle = surroundings.line;
    context.beginPath();
    context.moveTo(right(box), tail.y);
    context.lineTo(tail.x - 6, tail.y);
    context.stroke();
  }
  for (const [index, line] of tail.lines.entries())
    drawText(context, line, tail.x, tail.y + (index - (tail.lines.length - 1) / 2) * 26, Number.POSITIVE_INFINITY, {
      ...TEXT,
      colour: surroundings.muted,
    });
}

function drawTitle(context: Context, scene: TreeScene, width: number, { board, surroundings }: PictureTheme): void {
  const y = TITLE_HEIGHT / 2 - 2;
  const end = width - MARGIN;
  let x = MARGIN;
  const name = `${turnOf(scene, 0).number} ${scene.root.san}`;
  x += drawText(context, name, x, y, end - x, { ...TITLE, colour: surroundings.ink }).width;
  x += 22;
  const colour = winrateColour(scene.root.expected, board);
  const chip = fitText(`expected ${percent(scene.root.expected, 1)}`, end - x - 32, SAN);
  fillRounded(context, { x, y: y - 24, width: chip.width + 32, height: 48 }, 24, colour);
  drawText(context, chip.text, x + 16, y, chip.width + 1, { ...SAN, colour: smallInkOn(colour) });
  x += chip.width + 32 + 20;
  const facts = [
    ...(scene.winrate === undefined ? [] : [`Stockfish ${percent(scene.winrate, 1)}`]),
    ...(scene.coverage === undefined ? [] : [`coverage ${percent(scene.coverage, 0)}`]),
  ];
  drawText(context, facts.join('  ·  '), x, y, end - x, { ...TEXT, colour: surroundings.muted });
}

function draw(context: Context, scene: TreeScene, layout: TreeLayout, theme: PictureTheme): void {
  const { board, surroundings } = theme;
  drawTitle(context, scene, layout.width, theme);
  for (const [depth, column] of layout.columns.entries()) drawColumn(context, column, depth % 2 === 0, theme);
  for (const stub of layout.stubs) drawStub(context, stub, theme);
  for (const node of layout.nodes.toReversed()) {
    const { branch } = node.shown;
    const colour = mix(winrateColour(branch.expected, board), surroundings.background, EDGE_FADE);
    if (node.edge) drawEdge(context, node.edge, colour, branch.pruned ? [8, 6] : []);
    if (node.label) drawCapsule(context, node.label, colour, theme);
  }
  for (const node of layout.nodes) drawNode(context, node, theme);
}

/** The probability tree of one candidate, from left to right. */
export async function treePicture(scene: TreeScene): Promise<Picture> {
  const theme = themeOf(scene.theme, scene.surroundings);
  const layout = treeLayout(scene);
  const legend = legendOf(scene, layout);
  const height = Math.ceil((layout.bottom + legend.height) * layout.unit);
  const canvas = createCanvas(Math.round(layout.width * layout.unit), height);
  const context = canvas.getContext('2d');
  context.fillStyle = theme.surroundings.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(layout.unit, layout.unit);
  draw(context, scene, layout, theme);
  drawLegend(context, legend, layout.bottom, theme);
  return pictureOf(canvas, altOf(scene, layout.root, layout));
}
