import { describe, expect, it } from 'vitest';
import { clean } from '../../src/base/text.ts';

describe('text from strangers', () => {
  it.each([
    ['two\nlines\tand  more', 'two lines and more'],
    ['a\u0000b\u001bc', 'a b c'],
    ['safe\u202eeman\u2066\u200f', 'safeeman'],
    ['z\u0301\u0301\u0301\u0301\u0301\u0301o', 'z\u0301\u0301\u0301o'],
    ['half \ud83d a pair', 'half a pair'],
    ['👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣', '👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣'],
    ['**not** `markdown` here', '**not** `markdown` here'],
    ['   ', ''],
  ])('%j is one quiet line', (text, line) => {
    expect(clean(text)).toBe(line);
  });
});
