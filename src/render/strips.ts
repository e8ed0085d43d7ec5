import type { Board } from 'chessops/board';
import type { Color, Role } from 'chessops/types';
import { other } from '../chess/position.ts';
import type { Context } from './canvas.ts';
import { type Box, fillDisc, fillRounded, middle, strokeDisc } from './geometry.ts';
import type { Player } from './scene.ts';
import { drawText, fitText, type TextStyle, textWidth } from './text.ts';
import type { SurroundingsTheme } from './theme.ts';

/** Shares of a strip's height. */
const NAME_SIZE = 0.46;
const SMALL_SIZE = 0.4;
const CLOCK_SIZE = 0.5;
const CLOCK_PADDING = 0.24;
const CLOCK_HEIGHT = 0.8;
const CORNER = 0.14;
const DISC_RADIUS = 0.19;
const GAP = 0.24;
/** How far the next of several equal men stands from the last, as a share of his width. */
const MAN_STEP = 0.62;
/** A long name has at least this share of the strip; the men behind it are left out first. */
const NAME_SHARE = 0.3;

const MEN = { queen: '♛', rook: '♜', bishop: '♝', knight: '♞', pawn: '♟' } as const satisfies Partial<
  Record<Role, string>
>;
const POINTS: Record<keyof typeof MEN, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1 };
const ROLES = Object.keys(MEN) as (keyof typeof MEN)[];

interface Material {
  /** What `color` has more of than the other side. */
  surplus: { role: keyof typeof MEN; count: number }[];
  /** In pawns, if it is ahead; otherwise 0. */
  lead: number;
}

export function materialOf(board: Board, color: Color): Material {
  const more = (role: Role) => board.pieces(color, role).size() - board.pieces(other(color), role).size();
  const points = ROLES.reduce((sum, role) => sum + POINTS[role] * more(role), 0);
  return {
    surplus: ROLES.map(role => ({ role, count: more(role) })).filter(({ count }) => count > 0),
    lead: Math.max(0, points),
  };
}

/** `1:02:03`, `4:05`, and tenths in the last ten seconds: `0:09.4`. */
export function clockText(seconds: number): string {
  const tenths = Math.max(0, Math.floor(seconds * 10));
  const whole = Math.floor(tenths / 10);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  if (hours > 0) return `${hours}:${two(minutes)}:${two(whole % 60)}`;
  return `${minutes}:${two(whole % 60)}${whole < 10 ? `.${tenths % 10}` : ''}`;
}

interface Strip {
  player: Player;
  color: Color;
  toMove: boolean;
  material: Material;
}

interface Man {
  text: string;
  x: number;
}

interface Pen {
  context: Context;
  box: Box;
  colours: SurroundingsTheme;
}

/** Text on a plate that ends at `right`; says how much room it takes. */
function drawPlate({ context, box }: Pen, text: string, right: number, colour: string, plate: string): number {
  const style: TextStyle = { size: Math.round(box.height * CLOCK_SIZE), weight: 'bold', colour, align: 'right' };
  const padding = box.height * CLOCK_PADDING;
  const width = Math.ceil(fitText(text, box.width / 3, style).width + 2 * padding);
  const height = Math.round(box.height * CLOCK_HEIGHT);
  const top = Math.round(box.y + (box.height - height) / 2);
  fillRounded(context, { x: right - width, y: top, width, height }, box.height * CORNER, plate);
  drawText(context, text, right - padding, top + height / 2, box.width / 3, style);
  return width + padding;
}

/** The clock at the right, and left of it what the game has brought; says how much room they take. */
function drawClock(pen: Pen, { player, toMove }: Strip): number {
  const { box, colours } = pen;
  const { clock, points } = player;
  const right = box.x + box.width;
  let room = 0;
  if (clock !== undefined && Number.isFinite(clock)) {
    const [ink, plate] = toMove ? [colours.background, colours.ink] : [colours.muted, colours.panel];
    room += drawPlate(pen, clockText(clock), right, ink, plate);
  }
  if (points !== undefined) {
    const [ink, plate] = points === '1' ? [colours.accentInk, colours.accent] : [colours.ink, colours.line];
    room += drawPlate(pen, points, right - room, ink, plate);
  }
  return room;
}

/** A man of the player's colour, with a ring around it if it is his move. */
function drawSide({ context, box, colours }: Pen, { color, toMove }: Strip): number {
  const radius = box.height * DISC_RADIUS;
  const x = box.x + 1.7 * radius;
  fillDisc(context, x, middle(box), radius, color === 'white' ? '#ffffff' : '#0b0b0c');
  strokeDisc(context, x, middle(box), radius, Math.max(1, box.height * 0.03), colours.muted);
  if (toMove) strokeDisc(context, x, middle(box), radius * 1.5, Math.max(2, box.height * 0.06), colours.accent);
  return 3.4 * radius + box.height * GAP * 0.7;
}

/** Equal men stand close, like cards in a hand; each kind has its full width at the end. */
function placeMen({ surplus }: Material, style: TextStyle): { men: Man[]; width: number } {
  const men: Man[] = [];
  let x = 0;
  for (const { role, count } of surplus) {
    const width = textWidth(MEN[role], style);
    const step = width * MAN_STEP;
    for (let index = 0; index < count; index++) men.push({ text: MEN[role], x: x + index * step });
    x += (count - 1) * step + width;
  }
  return { men, width: x };
}

/** One player: colour, title, name, rating, what he is ahead by, and the clock. */
export function drawStrip(context: Context, box: Box, strip: Strip, colours: SurroundingsTheme): void {
  const pen = { context, box, colours };
  const { player, material } = strip;
  const gap = box.height * GAP;
  const centre = middle(box);
  const right = box.x + box.width - drawClock(pen, strip);
  let x = box.x + drawSide(pen, strip);

  const nameStyle: TextStyle = { size: Math.round(box.height * NAME_SIZE), weight: 'bold', colour: colours.ink };
  const small: TextStyle = { size: Math.round(box.height * SMALL_SIZE), colour: colours.muted };
  const title = player.title ? fitText(player.title, box.width / 6, nameStyle) : undefined;
  if (title) {
    drawText(context, title.text, x, centre, title.width + 1, { ...nameStyle, colour: colours.accent });
    x += title.width + gap * 0.6;
  }

  const rating = Number.isFinite(player.rating) ? String(player.rating) : '';
  const ratingWidth = rating ? fitText(rating, box.width / 6, small).width + gap * 0.7 : 0;
  const lead = material.lead > 0 ? `+${material.lead}` : '';
  const leadWidth = lead ? fitText(lead, box.width / 6, small).width + gap * 0.3 : 0;
  const { men, width: menWidth } = placeMen(material, small);
  const roomFor = (extra: number) => Math.max(0, right - x - ratingWidth - extra);
  const wanted = Math.min(box.width * NAME_SHARE, textWidth(player.name, nameStyle));
  // All men, or only what they come to, or nothing.
  const balances = [menWidth + leadWidth, leadWidth].filter(width => width > 0 && roomFor(width + gap) >= wanted);
  const [balance = 0] = balances;

  const name = drawText(context, player.name, x, centre, roomFor(balance > 0 ? balance + gap : 0), nameStyle);
  x += name.width;
  if (rating) drawText(context, rating, x + gap * 0.7, centre, ratingWidth, small);
  x += ratingWidth;
  if (balance === 0) return;
  if (balance > leadWidth)
    for (const man of men) drawText(context, man.text, x + gap + man.x, centre, box.width, small);
  drawText(context, lead, x + gap + balance - leadWidth + gap * 0.3, centre, leadWidth, small);
}
