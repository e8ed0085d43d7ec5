import type { Color } from 'chessops/types';
import { nameOf } from '../chess/words.ts';
import { type Box, middle, right } from './geometry.ts';
import { REVIEW_GLYPHS, type ReviewGlyph } from './glyphs.ts';
import { type HistoryPlayer, type HistoryPoint, moverOf } from './history-scene.ts';
import { type PlacedLabel, placeLabel, textWidth } from './text.ts';

/** At the reference width. */
const SIZE = 14.5;
const DISC = 7;
const CHIP = 8;
const GAP = 10;
/** Before the rating, and between a mark and its number. */
const SMALL_GAP = 6;
/** Of the line: titles are short, but a PGN may have any text as one. */
const MOST_TITLE = 0.25;

export interface Chip {
  glyph: ReviewGlyph;
  x: number;
  y: number;
  radius: number;
  count: PlacedLabel;
}

export interface Strip {
  box: Box;
  disc: { x: number; y: number; radius: number };
  title: PlacedLabel;
  name: PlacedLabel;
  rating: PlacedLabel;
  chips: Chip[];
}

/** What is not there is not counted. */
export function countGlyphs(points: readonly HistoryPoint[], side: Color): [ReviewGlyph, number][] {
  const own = points.filter(({ ply }) => moverOf(ply) === side);
  return REVIEW_GLYPHS.map((one): [ReviewGlyph, number] => [
    one,
    own.filter(({ glyph }) => glyph === one).length,
  ]).filter(([, count]) => count > 0);
}

/** Room is given to what must not be cut: the counts, the rating, then the name with what is left. */
export function placeStrip(
  box: Box,
  side: Color,
  player: HistoryPlayer = { name: nameOf(side) },
  points: readonly HistoryPoint[],
  unit: number,
): Strip {
  const y = middle(box);
  const bold = { size: SIZE * unit, weight: 'bold' } as const;
  const plain = { size: SIZE * unit };
  const [gap, small, radius] = [GAP * unit, SMALL_GAP * unit, CHIP * unit];
  const chips: Chip[] = [];
  let edge = right(box);
  for (const [glyph, number] of countGlyphs(points, side).reverse()) {
    const count = placeLabel(String(number), edge, y, box.width, bold, 'right');
    chips.unshift({ glyph, x: count.box.x - small - radius, y, radius, count });
    edge = count.box.x - small - 2 * radius - gap;
  }
  const disc = { x: box.x + DISC * unit, y, radius: DISC * unit };
  const from = box.x + 2 * disc.radius + gap;
  const title = placeLabel(player.title ?? '', from, y, MOST_TITLE * (edge - from), bold);
  const nameFrom = title.text ? right(title.box) + small : from;
  const shown = Number.isFinite(player.rating) ? String(player.rating) : '';
  const ratingWidth = shown ? textWidth(shown, plain) + small : 0;
  const name = placeLabel(player.name, nameFrom, y, Math.max(0, edge - nameFrom - ratingWidth), bold);
  const rating = placeLabel(shown, right(name.box) + small, y, ratingWidth, plain);
  return { box, disc, title, name, rating, chips };
}
