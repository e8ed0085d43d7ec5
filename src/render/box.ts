export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Whether two boxes share a pixel; edges may touch. */
export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

export const middle = ({ y, height }: Box): number => y + height / 2;
export const right = ({ x, width }: Box): number => x + width;
export const bottom = ({ y, height }: Box): number => y + height;
