import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTCOMES } from '../../src/chess/history.ts';
import { cp, flipScore, mate, type Score } from '../../src/chess/score.ts';
import {
  LEVELS,
  levelOf,
  resultWords,
  scoreWords,
  shortResult,
  shortScore,
  tooltip,
  verdictOf,
} from '../../src/chess/words.ts';

const centipawns = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.integer(), fc.integer({ min: -60, max: 60 }));

describe('the words for a score', () => {
  it.each<[Score, short: string, tooltip: string, verdict: string]>([
    [cp(0), '0.0', 'Equal (0.0)', 'approximately equal'],
    [cp(-0), '0.0', 'Equal (0.0)', 'approximately equal'],
    [cp(4), '0.0', 'Equal (0.0)', 'approximately equal'],
    [cp(-4), '0.0', 'Equal (0.0)', 'approximately equal'],
    [cp(-4.9), '0.0', 'Equal (0.0)', 'approximately equal'],
    [cp(5), '+0.1', 'White +0.1', 'approximately equal'],
    [cp(-5), '-0.1', 'Black +0.1', 'approximately equal'],
    [cp(15), '+0.2', 'White +0.2', 'approximately equal'],
    [cp(50), '+0.5', 'White +0.5', 'approximately equal'],
    [cp(-50), '-0.5', 'Black +0.5', 'approximately equal'],
    // The number that is shown decides.
    [cp(54), '+0.5', 'White +0.5', 'approximately equal'],
    [cp(55), '+0.6', 'White +0.6', 'a slight advantage for White'],
    [cp(-120), '-1.2', 'Black +1.2', 'a slight advantage for Black'],
    [cp(150), '+1.5', 'White +1.5', 'a slight advantage for White'],
    [cp(155), '+1.6', 'White +1.6', 'a clear advantage for White'],
    [cp(-300), '-3.0', 'Black +3.0', 'a clear advantage for Black'],
    [cp(-296), '-3.0', 'Black +3.0', 'a clear advantage for Black'],
    [cp(-304), '-3.0', 'Black +3.0', 'a clear advantage for Black'],
    [cp(-305), '-3.1', 'Black +3.1', 'a significant advantage for Black'],
    [cp(350), '+3.5', 'White +3.5', 'a significant advantage for White'],
    [cp(500), '+5.0', 'White +5.0', 'a significant advantage for White'],
    [cp(505), '+5.1', 'White +5.1', 'a winning advantage for White'],
    [cp(-1000), '-10.0', 'Black +10.0', 'a winning advantage for Black'],
    [cp(-1005), '-10.1', 'Black +10.1', 'an overwhelming advantage for Black'],
    [cp(12345), '+123.5', 'White +123.5', 'an overwhelming advantage for White'],
    [mate(3), 'M3', 'White mates in 3', 'White mates in 3'],
    [mate(-3), '-M3', 'Black mates in 3', 'Black mates in 3'],
    [mate(1), 'M1', 'White mates in 1', 'White mates in 1'],
  ])('%o are %s, %s and %s', (score, short, tip, verdict) => {
    expect([shortScore(score), tooltip(score), verdictOf(score)]).toEqual([short, tip, verdict]);
  });

  it('say nothing twice', () => {
    expect([cp(0), mate(3), cp(40), cp(-120)].map(score => scoreWords(score).join(': '))).toEqual([
      'Equal (0.0)',
      'White mates in 3',
      'White +0.4: approximately equal',
      'Black +1.2: a slight advantage for Black',
    ]);
  });

  it('agree with each other: equal is 0.0, and whoever is ahead is ahead by the number on the bar', () => {
    fc.assert(
      fc.property(centipawns.map(cp), score => {
        const short = shortScore(score);
        expect(short).toMatch(/^(0\.0|[+-]\d+\.\d)$/);
        expect(short).not.toMatch(/^[+-]0\.0$/);
        const ahead = short.startsWith('+') ? `White ${short}` : `Black ${short.replace('-', '+')}`;
        expect(tooltip(score)).toBe(short === '0.0' ? 'Equal (0.0)' : ahead);
      }),
    );
  });

  it('are the same for Black with the colours changed', () => {
    const swapped = (text: string) => text.replace(/White|Black/, side => (side === 'White' ? 'Black' : 'White'));
    fc.assert(
      fc.property(fc.oneof(centipawns.map(cp), fc.integer({ min: 1, max: 99 }).map(mate)), score => {
        expect(tooltip(flipScore(score))).toBe(swapped(tooltip(score)));
        expect(verdictOf(flipScore(score))).toBe(swapped(verdictOf(score)));
      }),
    );
  });

  it('never shrink while the advantage grows', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(3000), (low, more) => {
        expect(LEVELS.indexOf(levelOf(low + more))).toBeGreaterThanOrEqual(LEVELS.indexOf(levelOf(low)));
        expect(levelOf(-low)).toBe(levelOf(low));
      }),
    );
  });
});

describe('the words for a finished game', () => {
  it('name the winner, who is not the side to move', () => {
    expect(resultWords('checkmate', 'black')).toBe('White has won by checkmate');
    expect(resultWords('checkmate', 'white')).toBe('Black has won by checkmate');
    expect([shortResult('checkmate', 'black'), shortResult('checkmate', 'white')]).toEqual(['1-0', '0-1']);
  });

  it('call everything else a draw, each in its own way', () => {
    const draws = OUTCOMES.filter(outcome => outcome !== 'checkmate');
    for (const turn of ['white', 'black'] as const) {
      const words = draws.map(outcome => resultWords(outcome, turn));
      expect(new Set(words).size).toBe(draws.length);
      for (const text of words) expect(text).toMatch(/^Draw\b(?!.*(White|Black))/);
      expect(draws.map(outcome => shortResult(outcome, turn))).toEqual(draws.map(() => '½-½'));
    }
  });
});
