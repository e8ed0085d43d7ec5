import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splineThrough } from '../../../src/analysis/review/played-like.ts';

const XS = [600, 800, 1100, 1500, 1800, 2100, 2400, 2600];

describe('a spline', () => {
  it('goes through its points', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -200, max: 0 }), { minLength: 8, maxLength: 8 }), ys => {
        const spline = splineThrough(XS, ys);
        for (const [at, x] of XS.entries()) expect(spline(x)).toBeCloseTo(ys[at] as number, 8);
      }),
    );
  });

  it('is the cubic that its points lie on', () => {
    const factor = fc.integer({ min: -9, max: 9 });
    fc.assert(
      fc.property(fc.tuple(factor, factor, factor, factor), fc.integer({ min: 600, max: 2600 }), (factors, rating) => {
        const cubic = (x: number) => factors.reduce((sum, factor, power) => sum + factor * (x / 1000) ** power, 0);
        expect(splineThrough(XS, XS.map(cubic))(rating)).toBeCloseTo(cubic(rating), 8);
      }),
    );
  });

  it('is what SciPy’s CubicSpline makes of the same points', () => {
    const spline = splineThrough(XS, [-60, -55, -51, -49.5, -50, -52, -57, -63.3]);
    expect(spline(650)).toBeCloseTo(-58.53348186800718, 10);
    expect(spline(1300)).toBeCloseTo(-49.85555242023008, 10);
    expect(spline(2590)).toBeCloseTo(-62.91198478313633, 10);
  });

  it('needs four points, and a height for each', () => {
    expect(() => splineThrough([1, 2, 3], [1, 2, 3])).toThrow(RangeError);
    expect(() => splineThrough([1, 2, 3, 4], [1, 2, 3])).toThrow(RangeError);
  });
});
