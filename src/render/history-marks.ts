import { type Box, bottom, grown, overlap, right } from './box.ts';
import type { HistoryPoint } from './history-scene.ts';
import { BY_WEIGHT, type Judgement } from './judgement.ts';
import { clamp, shareOf } from './share.ts';

/** Radii at the reference width. */
const BADGE = 7.5;
const DOT = 4;
/** Between two badges. */
const AIR = 2;

/** What a reader looks for gets its glyph; the rest would only hide the curve, and its colour is told beside the names. */
const WITH_GLYPH: Record<Judgement, boolean> = { '!': true, '□': false, '?!': false, '?': true, '??': true };

export interface Mark {
  ply: number;
  judgement: Judgement;
  x: number;
  y: number;
  radius: number;
  /** A dot is too small for its glyph. */
  kind: 'badge' | 'dot';
}

/** Where the curve is. */
export interface Curve {
  points: readonly HistoryPoint[];
  plot: Box;
  x: (ply: number) => number;
  y: (winrate: number) => number;
  unit: number;
}

/** In the order in which they are drawn. The heaviest get a badge as long as there is room; the others are dots. */
export function placeMarks({ points, plot, x, y, unit }: Curve): Mark[] {
  const place = (point: HistoryPoint, judgement: Judgement, winrate: number, kind: Mark['kind']): Mark => {
    const radius = (kind === 'badge' ? BADGE : DOT) * unit;
    return {
      ply: point.ply,
      judgement,
      x: clamp(x(point.ply), plot.x + radius, right(plot) - radius),
      y: clamp(y(winrate), plot.y + radius, bottom(plot) - radius),
      radius,
      kind,
    };
  };
  const badges: Box[] = [];
  const marks: Mark[] = [];
  for (const judgement of BY_WEIGHT.toReversed())
    for (const point of points) {
      const winrate = shareOf(point.winrate);
      if (point.judgement !== judgement || winrate === null) continue;
      const badge = place(point, judgement, winrate, 'badge');
      const box = boxOf(badge);
      const fits = WITH_GLYPH[judgement] && !badges.some(other => overlap(grown(other, AIR * unit), box));
      if (fits) badges.push(box);
      marks.push(fits ? badge : place(point, judgement, winrate, 'dot'));
    }
  // A dot that covers half a glyph tells nothing.
  return marks.toReversed().sort((a, b) => Number(a.kind === 'badge') - Number(b.kind === 'badge'));
}

export const boxOf = ({ x, y, radius }: Pick<Mark, 'x' | 'y' | 'radius'>): Box => ({
  x: x - radius,
  y: y - radius,
  width: 2 * radius,
  height: 2 * radius,
});
