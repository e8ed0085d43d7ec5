import type { Hex, ThemeName } from './theme.ts';

/** What a commentator writes behind a move, best first. */
export const GLYPHS = ['!!', '!', '!?', '□', '?!', '?', '??'] as const;
export type Glyph = (typeof GLYPHS)[number];

/** White letters on all of them stand out by at least 3 to 1: they are large and bold. */
export const GLYPH_COLOURS: Record<Glyph, Hex> = {
  '!!': '#0f8a83',
  '!': '#3a7d2c',
  '!?': '#8a4fb0',
  '□': '#5a6672',
  '?!': '#b58a00',
  '?': '#d46a12',
  '??': '#c4271f',
};

/** What a review writes behind a move, in the order in which the marks are counted. */
export const REVIEW_GLYPHS = ['!', '□', '?!', '?', '??'] as const satisfies readonly Glyph[];
export type ReviewGlyph = (typeof REVIEW_GLYPHS)[number];

export const REVIEW_GLYPH_WORDS: Record<ReviewGlyph, readonly [one: string, many: string]> = {
  '!': ['great find', 'great finds'],
  '□': ['only move', 'only moves'],
  '?!': ['inaccuracy', 'inaccuracies'],
  '?': ['mistake', 'mistakes'],
  '??': ['blunder', 'blunders'],
};

/** The most important last: drawn over the others, and the first to get room. */
export const BY_WEIGHT: readonly ReviewGlyph[] = ['□', '?!', '!', '?', '??'];

// On a curve many marks are too small for their glyph: from light to dark as the mistakes get worse, they are apart
// without any colour at all.
const SAFE: Record<ReviewGlyph, Hex> = {
  '!': '#00795a',
  '□': '#0072b2',
  '?!': '#f5d90a',
  '?': '#e69f00',
  '??': '#b53a00',
};

/** Two sets for four themes: a blunder is red on every board. */
export const REVIEW_GLYPH_COLOURS: Record<ThemeName, Record<ReviewGlyph, Hex>> = {
  brown: GLYPH_COLOURS,
  blue: GLYPH_COLOURS,
  green: GLYPH_COLOURS,
  'high-contrast': SAFE,
};
