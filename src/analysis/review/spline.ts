/**
 * The smooth curve through points whose `xs` ascend (four or more): cubic between neighbours, with continuous curvature. The first two
 * pieces are one cubic, and so are the last two ("not a knot"), so that nothing is assumed about the ends.
 */
export function splineThrough(xs: readonly number[], ys: readonly number[]): (x: number) => number {
  const last = xs.length - 1;
  if (last < 3 || ys.length !== xs.length) throw new RangeError('a spline goes through four points or more');
  const x = (at: number) => xs[at] as number;
  const y = (at: number) => ys[at] as number;
  const bends = curvatures(xs, ys);
  const bend = (at: number) => bends[at] as number;
  return value => {
    let at = 0;
    while (at < last - 1 && value > x(at + 1)) at++;
    const width = x(at + 1) - x(at);
    const left = (x(at + 1) - value) / width;
    const right = 1 - left;
    const curve = (left ** 3 - left) * bend(at) + (right ** 3 - right) * bend(at + 1);
    return left * y(at) + right * y(at + 1) + (curve * width ** 2) / 6;
  };
}

/** The second derivatives at the points: a tridiagonal system in those inside; the outermost follow from their two neighbours. */
function curvatures(xs: readonly number[], ys: readonly number[]): number[] {
  const last = xs.length - 1;
  const width = (at: number) => (xs[at + 1] as number) - (xs[at] as number);
  const slope = (at: number) => ((ys[at + 1] as number) - (ys[at] as number)) / width(at);
  const before = width(0) / width(1);
  const behind = width(last - 1) / width(last - 2);
  const lower: number[] = [];
  const middle: number[] = [];
  const upper: number[] = [];
  const right: number[] = [];
  for (let at = 1; at < last; at++) {
    const [own, next] = [width(at - 1), width(at)];
    lower[at] = at === last - 1 ? own - behind * next : own;
    middle[at] = 2 * (own + next) + (at === 1 ? own * (1 + before) : 0) + (at === last - 1 ? next * (1 + behind) : 0);
    upper[at] = at === 1 ? next - before * own : next;
    right[at] = 6 * (slope(at) - slope(at - 1));
  }
  const get = (values: readonly number[], at: number) => values[at] as number;
  for (let at = 2; at < last; at++) {
    const factor = get(lower, at) / get(middle, at - 1);
    middle[at] = get(middle, at) - factor * get(upper, at - 1);
    right[at] = get(right, at) - factor * get(right, at - 1);
  }
  const bends: number[] = [];
  for (let at = last - 1; at > 0; at--)
    bends[at] = (get(right, at) - (at === last - 1 ? 0 : get(upper, at) * get(bends, at + 1))) / get(middle, at);
  bends[0] = get(bends, 1) - before * (get(bends, 2) - get(bends, 1));
  bends[last] = get(bends, last - 1) + behind * (get(bends, last - 1) - get(bends, last - 2));
  return bends;
}
