import { describe, expect, it } from 'vitest';
import { FAMILIES, familyOf, TAG_NAMES } from '../../src/analysis/tags/names.ts';
import { TAG_WORDS } from '../../src/present/tag-words.ts';

describe('the words for tags', () => {
  it('are short, plain and different', () => {
    const words = TAG_NAMES.map(name => TAG_WORDS[name]);
    expect(new Set(words).size).toBe(words.length);
    for (const text of words) {
      expect(text).toMatch(/^[a-z][a-z0-9 -]+$/);
      expect(text.length).toBeLessThanOrEqual(30);
    }
  });

  it('belong to families', () => {
    expect(new Set(TAG_NAMES.map(familyOf))).toEqual(new Set(FAMILIES));
  });
});
