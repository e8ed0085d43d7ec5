import { percent } from '../base/text.ts';
import { type Context, createCanvas } from './canvas.ts';
import { type Picture, pictureOf } from './picture.ts';
import { drawText, fitText } from './text.ts';
import { mix, smallInkOn, type Theme, themeOf, winrateColour } from './theme.ts';
import { FONT, MARGIN } from './tree-columns.ts';
import {
  type Column,
  type Edge,
  type PlacedNode,
  type PlacedStub,
  TITLE_HEIGHT,
  type TreeLayout,
  treeLayout,
} from './tree-layout.ts';
import { drawBadge, drawLegend, legendOf } from './tree-legend.ts';
import { badgesOf, type TreeScene, turnOf } from './tree-scene.ts';
import { altOf } from './tree-words.ts';

/** Radii of corners: the player's moves are round, the opponent's square. */
const CORNERS = { player: 26, opponent: 5 };
/** From the top of a node, as shares of its height. */
const SAN_AT = 0.33;
const WINRATE_AT = 0.74;
const HALO = 6;
const DISC = 9;

/** How much of the background is in an edge: it carries a number, and leads to something brighter. */
const EDGE_FADE = 0.4;

function drawColumn(context: Context, { box, turn, header }: Column, player: boolean, { surroundings }: Theme): void {
  if (player) {
    context.fillStyle = surroundings.panel;
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, 10);
    context.fill();
  }
  const { width } = fitText(context, turn.number, box.width, { size: FONT.text });
  const left = header.x - (width + 8 + 2 * DISC) / 2;
  context.beginPath();
  context.arc(left + DISC, header.y, DISC - 1, 0, 2 * Math.PI);
  context.fillStyle = turn.colour === 'white' ? '#ffffff' : '#000000';
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = surroundings.muted;
  context.stroke();
  drawText(context, turn.number, left + 2 * DISC + 8, header.y, box.width, {
    size: FONT.text,
    colour: surroundings.muted,
  });
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

function drawStub(context: Context, { of, edge, text, box }: PlacedStub, { surroundings }: Theme): void {
  drawEdge(context, edge, surroundings.line, of.folded.moves > 0 ? [] : [4, 5]);
  drawText(context, text, box.x, box.y + box.height / 2, box.width + 1, {
    size: FONT.text,
    colour: surroundings.muted,
  });
}

/** A capsule on the edge. */
function drawLabel(context: Context, { label }: PlacedNode, colour: string, { surroundings }: Theme): void {
  if (!label) return;
  const { text, x, y } = label;
  const size = FONT.text;
  const { width } = fitText(context, text, Number.POSITIVE_INFINITY, { size });
  context.fillStyle = surroundings.background;
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(x - width / 2 - HALO, y - 16, width + 2 * HALO, 32, 16);
  context.fill();
  context.stroke();
  drawText(context, text, x, y, width + 1, { size, colour: surroundings.ink, align: 'center' });
}

function drawNode(context: Context, { shown, box, tail }: PlacedNode, theme: Theme): void {
  const { board, surroundings } = theme;
  const { branch } = shown;
  const colour = winrateColour(branch.expected, board);
  const ink = smallInkOn(colour);
  const middle = box.x + box.width / 2;
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, CORNERS[branch.mover]);
  context.fill();
  drawText(context, branch.san, middle, box.y + box.height * SAN_AT, box.width - 8, {
    size: FONT.san,
    weight: 'bold',
    colour: ink,
    align: 'center',
  });
  drawText(context, percent(branch.expected, 0), middle, box.y + box.height * WINRATE_AT, box.width - 8, {
    size: FONT.text,
    colour: ink,
    align: 'center',
  });
  // The two that can come together take a corner each.
  for (const [index, badge] of badgesOf(branch).entries())
    drawBadge(context, badge, index === 0 ? box.x + box.width + 3 : box.x - 3, box.y + 2, theme);
  if (!tail) return;
  if (tail.stub) {
    context.lineWidth = 3;
    context.strokeStyle = surroundings.line;
    context.beginPath();
    context.moveTo(box.x + box.width, tail.y);
    context.lineTo(tail.x - 6, tail.y);
    context.stroke();
  }
  for (const [index, line] of tail.lines.entries())
    drawText(context, line, tail.x, tail.y + (index - (tail.lines.length - 1) / 2) * 26, Number.POSITIVE_INFINITY, {
      size: FONT.text,
      colour: surroundings.muted,
    });
}

function drawTitle(context: Context, scene: TreeScene, width: number, { board, surroundings }: Theme): void {
  const middle = TITLE_HEIGHT / 2 - 2;
  const end = width - MARGIN;
  let x = MARGIN;
  const name = `${turnOf(scene, 0).number} ${scene.root.san}`;
  x += drawText(context, name, x, middle, end - x, {
    size: FONT.title,
    weight: 'bold',
    colour: surroundings.ink,
  }).width;
  x += 22;
  const colour = winrateColour(scene.root.expected, board);
  const style = { size: FONT.san, weight: 'bold' } as const;
  const chip = fitText(context, `expected ${percent(scene.root.expected, 1)}`, end - x - 32, style);
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(x, middle - 24, chip.width + 32, 48, 24);
  context.fill();
  drawText(context, chip.text, x + 16, middle, chip.width + 1, { ...style, colour: smallInkOn(colour) });
  x += chip.width + 32 + 20;
  const facts = [
    ...(scene.winrate === undefined ? [] : [`Stockfish ${percent(scene.winrate, 1)}`]),
    ...(scene.coverage === undefined ? [] : [`coverage ${percent(scene.coverage, 0)}`]),
  ];
  drawText(context, facts.join('  ·  '), x, middle, end - x, { size: FONT.text, colour: surroundings.muted });
}

function draw(context: Context, scene: TreeScene, layout: TreeLayout, theme: Theme): void {
  const { board, surroundings } = theme;
  drawTitle(context, scene, layout.width, theme);
  for (const [depth, column] of layout.columns.entries()) drawColumn(context, column, depth % 2 === 0, theme);
  for (const stub of layout.stubs) drawStub(context, stub, theme);
  for (const node of layout.nodes.toReversed()) {
    const { branch } = node.shown;
    const colour = mix(winrateColour(branch.expected, board), surroundings.background, EDGE_FADE);
    if (node.edge) drawEdge(context, node.edge, colour, branch.pruned ? [8, 6] : []);
    drawLabel(context, node, colour, theme);
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
