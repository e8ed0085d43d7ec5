import { describe, expect, it } from 'vitest';
import type { ReviewReport } from '../../src/analysis/review/report.ts';
import { cp, mate, type Score } from '../../src/chess/score.ts';
import { momentWords, praiseWords } from '../../src/present/review-moments.ts';
import { positionOf } from '../support/positions.ts';
import { review, type Said } from './reviews.ts';

const MOVES = 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O';

const told = (report: ReviewReport): string[] => report.moments.map(moment => momentWords(report, moment));

/** White's sixth move, castling, from one score to another. */
function castling(from: Score, to: Score, said: Said = {}, before: Record<number, Said> = {}): string {
  const telling = { said: { 1: { score: from }, ...before, 11: { score: to, ...said } }, moments: [11], asked: false };
  return told(review(MOVES, telling))[0] as string;
}

describe('a moment that decided the game', () => {
  it.each<[from: number, to: number, string]>([
    [900, 420, '6. O-O? by alice made a won position harder: 96 % → 82 %.'],
    [900, 250, '6. O-O?? by alice let the opponent back into the game: 96 % → 72 %.'],
    [500, 30, '6. O-O?? by alice threw away a win: 86 % → 53 %.'],
    [500, -200, '6. O-O?? by alice turned a won position into a worse one: 86 % → 32 %.'],
    [500, -500, '6. O-O?? by alice turned a won position into a lost one: 86 % → 14 %.'],
    [300, 150, '6. O-O? by alice gave back part of the advantage: 75 % → 63 %.'],
    [300, 0, '6. O-O?? by alice gave away the advantage: 75 % → 50 %.'],
    [300, -300, '6. O-O?? by alice let the advantage change sides: 75 % → 25 %.'],
    [300, -500, '6. O-O?? by alice turned a better position into a lost one: 75 % → 14 %.'],
    [60, -60, '6. O-O? by alice gave ground in a level position: 56 % → 44 %.'],
    [0, -300, '6. O-O?? by alice fell behind in a level position: 50 % → 25 %.'],
    [0, -500, '6. O-O?? by alice turned a level position into a lost one: 50 % → 14 %.'],
    [-150, -300, '6. O-O? by alice made a hard defence harder: 37 % → 25 %.'],
    [-150, -500, '6. O-O?? by alice turned a worse position into a lost one: 37 % → 14 %.'],
    [-400, -800, '6. O-O? by alice gave away what chances were left: 19 % → 5 %.'],
  ])('from %i to %i centipawns is: %s', (from, to, expected) => {
    expect(castling(cp(from), cp(to))).toBe(expected);
  });

  it.each<[from: Score, to: Score, string]>([
    [mate(2), cp(200), 'missed mate in 2: 98 % → 68 %.'],
    [mate(2), cp(-500), 'missed mate in 2 and got a lost position: 98 % → 14 %.'],
    [mate(2), mate(-3), 'missed mate in 2 and walked into mate in 3: 98 % → 2 %.'],
    [cp(0), mate(-1), 'walked into mate in 1: 50 % → 2 %.'],
    // Nobody sees these; what counts is that the position was won or lost.
    [mate(9), cp(0), 'threw away a win: 98 % → 50 %.'],
    [cp(0), mate(-12), 'turned a level position into a lost one: 50 % → 2 %.'],
  ])('with mates, from %o to %o: %s', (from, to, expected) => {
    expect(castling(from, to, { judgement: 'blunder' })).toBe(`6. O-O?? by alice ${expected}`);
  });

  it('says whose gift was not taken, if it was one', () => {
    const gift = { 10: { score: cp(500) } };
    expect(castling(cp(0), cp(0), {}, gift)).toBe(
      '6. O-O?? by alice missed the win that 5... d6 had offered: 86 % → 50 %.',
    );
    expect(castling(cp(0), cp(-500), {}, gift)).toMatch(
      /missed the win that 5\.\.\. d6 had offered and got a lost position:/,
    );
    const smaller = { 10: { score: cp(250) } };
    expect(castling(cp(0), cp(0), {}, smaller)).toMatch(/ missed the chance that 5\.\.\. d6 had offered: /);
    const already = { 10: { score: cp(900) } };
    expect(castling(cp(450), cp(0), {}, already)).toMatch(/ threw away a win: /);
  });

  it('says how a won game was drawn', () => {
    const start = positionOf('7k/8/6K1/8/8/8/5Q2/8 w - - 0 60');
    const report = review('Kf6 Kg8 Kg6 Kh8 Qf7', {
      start,
      said: { 1: { score: mate(3) } },
      moments: [5],
      asked: false,
    });
    expect(told(report)).toEqual(['62. Qf7?? by alice threw away a win by stalemate: 98 % → 50 %.']);
  });

  it('adds what was best, with a few moves of its line, and how people see it', () => {
    const said = { best: 'd4 exd4 cxd4 Bb6 O-O O-O', found: 0.08 };
    const tell = (more: Said) =>
      told(review(MOVES, { said: { 11: { score: cp(-200), ...said, ...more } }, moments: [11] }))[0];
    const head =
      '6. O-O?? by alice fell behind in a level position: 51 % → 32 %. Best was 6. d4 exd4 7. cxd4 Bb6 8. O-O.';
    expect(tell({})).toBe(`${head} Few find it: 8 % of 1600s.`);
    expect(tell({ found: 0.3, played: 0.12 })).toBe(`${head} 12 % of 1600s play this too.`);
    expect(tell({ labels: ['natural-mistake'], played: 0.41 })).toBe(`${head} 41 % of 1600s play this too.`);
    expect(tell({ labels: ['out-of-character'], played: 0.002 })).toBe(
      `${head} Out of character: < 1 % of 1600s play this.`,
    );
    expect(tell({ found: 0.3, played: 0.02 })).toBe(`${head} 2 % of 1600s play this.`);
  });

  it("is seen with the mover's eyes, Black's too", () => {
    const report = review(MOVES, { said: { 12: { score: cp(500), best: 'h6 Nbd2' } }, moments: [12], asked: false });
    expect(told(report)).toEqual([
      '6... O-O?? by bob turned a level position into a lost one: 49 % → 14 %. Best was 6... h6 7. Nbd2.',
    ]);
  });

  it('may be one to be praised', () => {
    const find: Said = { labels: ['great-find', 'only-move'], best: 'O-O', played: 0.08 };
    const report = review(MOVES, { said: { 11: find }, moments: [11] });
    expect(told(report)).toEqual(['6. O-O! by alice was a great find: 51 % → 51 %. Few find it: 8 % of 1600s.']);
  });

  it('compares with people of round ratings', () => {
    const of = (rating: number) => told(review(MOVES, { rating, said: { 11: { score: cp(-500) } }, moments: [11] }))[0];
    expect(of(1612)).toMatch(/of 1600s play/);
    expect(of(1638)).toMatch(/of 1650s play/);
  });
});

describe('praise', () => {
  const praise = (said: Record<number, Said>, asked = true) => praiseWords(review(MOVES, { said, asked }));
  const find = (played: number): Said => ({ labels: ['great-find', 'only-move'], played });
  const only = (played: number): Said => ({ labels: ['only-move'], played });

  it('is short, and says how few would have found it', () => {
    expect(praise({ 3: find(0.08), 8: only(0.3) })).toBe(
      'Well played: 2. Nf3! by alice (8 % of 1600s find it), 4... Nf6□ by bob (the only move; 30 % of 1600s find it).',
    );
  });

  it('is not for what many people find, nor without end', () => {
    expect(praise({ 3: only(0.34) })).toBeUndefined();
    expect(praise({})).toBeUndefined();
    const many = praise({ 2: only(0.1), 3: only(0.32), 4: only(0.2), 6: find(0.15), 8: only(0.3) });
    expect(many?.match(/\d+\.+ \S+/g)).toEqual(['1... e5□', '2... Nc6□', '3... Bc5!']);
  });

  it('is not given where nobody has asked Maia: it may have been plain to see', () => {
    expect(praise({ 4: { labels: ['only-move'] } }, false)).toBeUndefined();
  });

  it('is not given twice', () => {
    expect(praiseWords(review(MOVES, { said: { 3: find(0.1) }, moments: [3] }))).toBeUndefined();
  });
});
