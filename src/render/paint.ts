import { COLORS } from 'chessops/types';
import { plies } from './alt.ts';
import { drawArrows } from './arrows.ts';
import { drawBadges } from './badges.ts';
import { barState, drawBar } from './bar.ts';
import { drawBoard } from './board.ts';
import type { Context } from './canvas.ts';
import type { Layout } from './layout.ts';
import type { Sprites } from './pieces.ts';
import type { Scene } from './scene.ts';
import { drawStrip, materialOf } from './strips.ts';
import { drawText } from './text.ts';
import { type Surroundings, themeOf } from './theme.ts';

const RIBBON_TEXT = 0.54;

/** A frame around everything and a ribbon above it: nobody shall mistake this for the game. */
function drawPreview(context: Context, layout: Layout, ahead: number, { accent, accentInk }: Surroundings): void {
  const { width, height, frame, ribbon } = layout;
  if (!ribbon) return;
  context.strokeStyle = accent;
  context.lineWidth = frame;
  context.strokeRect(frame / 2, frame / 2, width - frame, height - frame);
  context.fillStyle = accent;
  context.fillRect(ribbon.x, ribbon.y, ribbon.width, ribbon.height);
  drawText(context, `preview: ${plies(ahead)} ahead`, ribbon.width / 2, ribbon.height / 2, ribbon.width, {
    size: Math.round(ribbon.height * RIBBON_TEXT),
    weight: 'bold',
    colour: accentInk,
    align: 'center',
  });
}

function drawCaption(context: Context, { caption }: Layout, colour: string): void {
  caption?.lines.forEach(({ text }, index) => {
    const middle = caption.box.y + (index + 0.5) * caption.lineHeight;
    drawText(context, text, caption.box.x, middle, caption.box.width + 1, { ...caption.style, colour });
  });
}

/** Draws a whole scene from the upper left corner of `context`; `sprites` are as large as the layout's squares. */
export function paintScene(context: Context, scene: Scene, layout: Layout, sprites: Sprites): void {
  const { orientation = 'white', players, bar, preview, arrows = [], badges = [] } = scene;
  const { board, surroundings } = themeOf(scene.theme, scene.surroundings);
  context.fillStyle = surroundings.background;
  context.fillRect(0, 0, layout.width, layout.height);
  if (preview !== undefined) drawPreview(context, layout, preview, surroundings);
  drawBoard(context, layout.board, scene, sprites);
  const numbers = drawArrows(context, layout.board, arrows, board, orientation);
  drawBadges(context, layout.board, badges, orientation, numbers);
  if (bar && layout.bar) drawBar(context, layout.bar, barState(bar, orientation));
  if (players && layout.strips)
    for (const color of COLORS) {
      const toMove = scene.turn === color && bar?.value.kind !== 'result' && players[color].points === undefined;
      const strip = { player: players[color], color, toMove, material: materialOf(scene.board, color) };
      drawStrip(context, layout.strips[color], strip, surroundings);
    }
  drawCaption(context, layout, surroundings.ink);
}
