export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sums of fractions are off by this much. */
const HAIR = 1e-6;

/** Whether two boxes share more than an edge. */
export const overlap = (a: Box, b: Box): boolean =>
  a.x < right(b) - HAIR && b.x < right(a) - HAIR && a.y < bottom(b) - HAIR && b.y < bottom(a) - HAIR;

export const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x - HAIR &&
  inner.y >= outer.y - HAIR &&
  right(inner) <= right(outer) + HAIR &&
  bottom(inner) <= bottom(outer) + HAIR;

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const middle = ({ y, height }: Box): number => y + height / 2;
export const right = ({ x, width }: Box): number => x + width;
export const bottom = ({ y, height }: Box): number => y + height;
