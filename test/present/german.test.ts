import { describe, expect, it } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { resultWords, shortScore, tooltip, verdictOf } from '../../src/chess/words.ts';
import { voiceOf } from '../../src/present/catalogue/voice.ts';
import { lessonsOf } from '../../src/present/review-lessons.ts';
import { reviewWords } from '../../src/present/review-words.ts';
import { headline, verdict } from '../../src/present/verdict.ts';
import { englishIn } from '../bot/discord/core/replies.ts';
import { review, type Telling } from './reviews.ts';

/** What is said in German: the same as in English, and nothing of that left. */

const GERMAN = voiceOf('de');

const MOVES = 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 Bb3 Ba7 h3 h6 Nbd2 Re8';
const blunder = (at: number, more: object = {}) => ({ [at]: { score: cp(at % 2 ? -700 : 700), ...more } });

const TELLINGS: [what: string, telling: Telling][] = [
  ['nothing', {}],
  ['a blunder', { said: blunder(11, { best: 'Nbd2 O-O' }), moments: [11] }],
  ['two in a row', { said: { ...blunder(11), ...blunder(12) }, moments: [11, 12] }],
  [
    'missed and allowed mates',
    { said: { 9: { score: mate(2) }, 10: { score: mate(2) }, 11: { score: mate(-2) } }, moments: [11] },
  ],
  [
    'natural mistakes',
    {
      said: {
        ...blunder(9, { labels: ['natural-mistake'], best: 'd4' }),
        ...blunder(13, { labels: ['natural-mistake'] }),
      },
    },
  ],
  [
    'a great find',
    { said: { 9: { labels: ['great-find'], played: 0.02 }, 11: { labels: ['only-move'], played: 0.1 } } },
  ],
  ['an inaccuracy', { said: { 11: { score: cp(-60), best: 'Nbd2' } } }],
  [
    'a win',
    { headers: { White: 'alice', Black: 'bob', Result: '1-0', Termination: 'Time forfeit' }, said: blunder(11) },
  ],
  ['a draw', { headers: { White: 'alice', Black: 'bob', Result: '1/2-1/2', Termination: 'Normal' } }],
  ['no names', { headers: {}, middlegame: 9, endgame: { from: 15, type: 'Rook' } }],
  [
    'clocks',
    {
      headers: { TimeControl: '600+0', Result: '0-1' },
      said: { ...blunder(11, { clock: 20 }), 9: { clock: 22 }, 7: { clock: 25 } },
    },
  ],
  ['nothing evaluated', { evaluated: false, asked: false }],
];

describe('a review in German', () => {
  it.each(TELLINGS)('of %s has as many sentences as in English, and no English ones', (_, telling) => {
    const report = review(MOVES, telling);
    const [english, german] = [reviewWords(report), reviewWords(report, GERMAN)];
    for (const part of Object.keys(english) as (keyof typeof english)[])
      expect([german[part]].flat().length, part).toBe([english[part]].flat().length);
    const sentences = Object.values(german).flat();
    expect(sentences.flatMap(englishIn)).toEqual([]);
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|NaN| {2}|\.\.$|,,/);
  });

  it('tells the same lessons, whatever the language', () => {
    expect(lessonsOf(review(MOVES, { said: blunder(11, { best: 'Nbd2' }) }), GERMAN).white).toMatch(
      /^der Zug zum Merken ist 6\. O-O\?\? \(\d+\s% → \d+\s%\): Am besten war 6\. Nbd2\.$/,
    );
  });
});

describe('a verdict in German', () => {
  it('says what to play and what not', () => {
    const text = verdict(REPORT, GERMAN).join(' ');
    expect(text).toMatch(/^Ndf6 gibt Spielern mit 1500 die besten Chancen: Damit kommen sie auf \d+\s%\./);
    expect(text).toMatch(/Vorsicht vor Ngf6: \d+\s% spielen das, und nach Nd6# bleiben ihnen 0\s%\.$/);
    expect(headline(REPORT, GERMAN)).toMatch(/^Beste Chancen mit 1500: Ndf6 \(\d+\s%\)\. Vorsicht vor Ngf6: /);
    expect(englishIn(text)).toEqual([]);
  });

  it('of a score', () => {
    expect([cp(0), cp(-160), mate(3)].map(score => tooltip(score, GERMAN))).toEqual([
      'Ausgeglichen (0,0)',
      'Schwarz +1,6',
      'Weiß setzt in 3 matt',
    ]);
    expect(verdictOf(cp(200), GERMAN)).toBe('klarer Vorteil für Weiß');
    expect(shortScore(cp(-120), GERMAN)).toBe('-1,2');
    expect(resultWords('checkmate', 'white', GERMAN)).toBe('Schwarz hat durch Matt gewonnen');
  });
});
