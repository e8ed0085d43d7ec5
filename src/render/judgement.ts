import type { ThemeName } from './theme.ts';

/** What a review writes behind a move, in the order in which the marks are counted. */
export const JUDGEMENTS = ['!', '□', '?!', '?', '??'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

export const JUDGEMENT_WORDS: Record<Judgement, readonly [one: string, many: string]> = {
  '!': ['great find', 'great finds'],
  '□': ['only move', 'only moves'],
  '?!': ['inaccuracy', 'inaccuracies'],
  '?': ['mistake', 'mistakes'],
  '??': ['blunder', 'blunders'],
};

/** The most important last: drawn over the others, and the first to get room. */
export const BY_WEIGHT: readonly Judgement[] = ['□', '?!', '!', '?', '??'];

export interface MarkColours {
  fill: `#${string}`;
  ink: `#${string}`;
}

const USUAL: Record<Judgement, MarkColours> = {
  '!': { fill: '#2e8b3d', ink: '#ffffff' },
  '□': { fill: '#7d5bb0', ink: '#ffffff' },
  '?!': { fill: '#f2c230', ink: '#1a1a1a' },
  '?': { fill: '#e07b1a', ink: '#1a1a1a' },
  '??': { fill: '#c92a2a', ink: '#ffffff' },
};

// From light to dark as the mistakes get worse: apart without any colour at all.
const SAFE: Record<Judgement, MarkColours> = {
  '!': { fill: '#00795a', ink: '#ffffff' },
  '□': { fill: '#0072b2', ink: '#ffffff' },
  '?!': { fill: '#f5d90a', ink: '#1a1a1a' },
  '?': { fill: '#e69f00', ink: '#1a1a1a' },
  '??': { fill: '#b53a00', ink: '#ffffff' },
};

/** Two sets for four themes: a blunder is red on every board. */
export const JUDGEMENT_COLOURS: Record<ThemeName, Record<Judgement, MarkColours>> = {
  brown: USUAL,
  blue: USUAL,
  green: USUAL,
  'high-contrast': SAFE,
};
