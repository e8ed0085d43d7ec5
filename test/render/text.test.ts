import { describe, expect, it } from 'vitest';
import { fitText, wrapText } from '../../src/render/text.ts';

const style = { size: 20 } as const;
const fitted = (text: string, width: number) => fitText(text, width, style);

describe('text from strangers', () => {
  it('stays whole where it fits', () => {
    expect(fitted('Magnus', 500).text).toBe('Magnus');
    expect(fitted('', 10)).toEqual({ text: '', width: 0 });
  });

  it('ends in an ellipsis where it does not, and is never wider than its room', () => {
    for (let width = 0; width < 400; width += 7) {
      const shown = fitted('Maximilian Freiherr von und zu Schachmatt', width);
      expect(shown.width).toBeLessThanOrEqual(width);
      if (width > 40) expect(shown.text).toMatch(/\S…$/);
    }
    expect(fitted('Maximilian', 3)).toEqual({ text: '', width: 0 });
  });

  it('is not cut inside a family of emoji or a letter with marks', () => {
    const family = '👨‍👩‍👧‍👦';
    for (let width = 20; width < 120; width += 3)
      expect(fitted(family.repeat(9), width).text).toMatch(new RegExp(`^(${family})*…?$`));
  });

  it('from right to left has its ellipsis at the left', () => {
    expect(fitted('שחקן שחמט מצוין מאוד מירושלים', 120).text).toMatch(/…\u200f$/);
    expect(fitted('Magnus Carlsen', 80).text).toMatch(/…$/);
  });

  it('is broken between words, and shortened on the last line only', () => {
    const lines = wrapText('one two three four five six seven eight nine ten', 120, 2, style);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.text).not.toContain('…');
    expect(lines[1]?.text).toMatch(/…$/);
    expect(wrapText('short', 120, 2, style)).toHaveLength(1);
    const [long] = wrapText('Donaudampfschifffahrtsgesellschaft ahoy', 120, 2, style);
    expect(long?.text).toMatch(/…$/);
  });
});
