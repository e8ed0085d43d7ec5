import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../src/base/backoff.ts';

describe('the back-off', () => {
  it('is random between a tenth of a second and a ceiling that doubles up to thirty seconds', () => {
    expect(backoffMs(3, () => 0)).toBe(100);
    expect(backoffMs(3, () => 1)).toBe(800);
    expect(backoffMs(50, () => 1)).toBe(30_000);
  });
});
