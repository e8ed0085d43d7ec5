import { other } from '../chess/position.ts';
import { nameOf } from '../chess/words.ts';
import { drawBadge } from './badges.ts';
import type { Context } from './canvas.ts';
import { GLYPH_COLOURS } from './glyphs.ts';
import { drawText, textWidth } from './text.ts';
import { type PictureTheme, winrateColour } from './theme.ts';
import { MARGIN, TEXT } from './tree-columns.ts';
import type { TreeLayout } from './tree-layout.ts';
import { badgesOf, TREE_BADGES, type TreeBadge, type TreeScene } from './tree-scene.ts';
import { shownText } from './tree-words.ts';

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

export function drawTreeBadge(context: Context, badge: TreeBadge, x: number, y: number, theme: PictureTheme): void {
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

export function drawLegend(context: Context, { items }: Legend, top: number, theme: PictureTheme): void {
  for (const { sign, text, x, y } of items) {
    drawSign(context, sign, x, top + y, theme);
    const width = SIGN_WIDTHS[sign.kind];
    drawText(context, text, x + width + (width && SIGN_GAP), top + y, Number.POSITIVE_INFINITY, {
      ...TEXT,
      colour: theme.surroundings.muted,
    });
  }
}
