import type { Color } from 'chessops/types';
import { describe, expect, it } from 'vitest';
import { cp, mate } from '../../src/chess/score.ts';
import { lessonsOf } from '../../src/present/review-lessons.ts';
import { positionOf } from '../support/positions.ts';
import { NAMES, review, type Said, type Telling } from './reviews.ts';

/** Twelve quiet moves each. */
const MOVES = 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 a4 Ba7 h3 h6 Nbd2 Re8 b4 Be6 Bxe6 Rxe6';

const lesson = (color: Color, said: Record<number, Said>, telling: Telling = {}): string =>
  lessonsOf(review(MOVES, { said, ...telling }))[color];
const WON_BY_WHITE = { ...NAMES, Result: '1-0' };
const WON_BY_BLACK = { ...NAMES, Result: '0-1' };

/** Chances of about 15 % and of about 85 % for White. */
const [BAD, GOOD, EVEN] = [cp(-470), cp(470), cp(0)];

describe('the one thing to learn', () => {
  it('is the clock, if only the clock was lost', () => {
    const headers = { ...WON_BY_BLACK, Termination: 'Time forfeit' };
    expect(lesson('white', { 21: { score: GOOD } }, { headers })).toBe(
      'the clock lost this game, not the position, which stood at 85 %. Play the easy moves faster, to have time for the hard ones.',
    );
    expect(lesson('white', { 21: { score: BAD } }, { headers })).not.toMatch(/clock/);
    expect(lesson('black', { 21: { score: GOOD } }, { headers })).not.toMatch(/clock/);
  });

  it('is the clock, too, if it made a draw of a won game', () => {
    const start = positionOf('8/8/8/8/8/4k2q/8/4K3 w - - 0 77');
    const headers = { ...NAMES, Result: '1/2-1/2', Termination: 'Time forfeit' };
    const drawn = review('Kd1 Kd4 Kc1', { start, headers, said: { 1: { score: mate(-5) } } });
    expect(lessonsOf(drawn).black).toBe(
      'the clock decided this game, not the position, which stood at 98 %. Play the easy moves faster, to have time for the hard ones.',
    );
    expect(lessonsOf(drawn).white).not.toMatch(/clock/);
    // With White's clock running it is White's time that ran out.
    expect(lessonsOf(review('Kd1 Kd4', { start, headers, said: { 1: { score: mate(-5) } } })).black).not.toMatch(
      /clock/,
    );
  });

  it('is the stalemate, not the mate that was there instead', () => {
    const said = {
      1: { score: mate(2) },
      2: { clock: 3 },
      3: { score: mate(1) },
      4: { judgement: 'blunder' },
    } as const;
    const telling = { start: positionOf('7k/3Q4/6K1/8/8/8/8/8 b - - 0 60'), said };
    expect(lessonsOf(review('Kg8 Qe7 Kh8 Qf7', telling)).white).toBe(
      '62. Qf7?? was stalemate (98 % → 50 %). When far ahead, make sure that the opponent still has a move.',
    );
    const headers = { ...NAMES, TimeControl: '600+0' };
    expect(lessonsOf(review('Kg8 Qe7 Kh8 Qf7', { ...telling, headers })).white).toMatch(/, with 3 seconds left\. When/);
  });

  it('is patience, if somebody gave up too early', () => {
    const headers = { ...WON_BY_BLACK, Termination: 'Normal' };
    expect(lesson('white', { 24: { score: cp(-100) } }, { headers })).toBe(
      'gave up a game that still offered 41 %. Look for a defence once more before giving up.',
    );
    expect(lesson('white', { 24: { score: cp(-900) } }, { headers })).not.toMatch(/gave up/);
  });

  it('is a short mate that was missed', () => {
    const said = { 16: { score: mate(2) }, 17: { score: EVEN, judgement: 'blunder', best: 'Bxf7+ Kxf7' } } as const;
    expect(lesson('white', said)).toBe('9. Bxf7+ was mate in 2. When attacking, look at every check first.');
    const { best: _, ...unknown } = said[17];
    expect(lesson('white', { ...said, 17: unknown })).toBe(
      'instead of 9. h3 there was a mate in 2. When attacking, look at every check first.',
    );
    const quiet = { ...said[17], best: 'Ng5 h6' };
    expect(lesson('white', { ...said, 17: quiet })).toMatch(/^9\. Ng5 was mate in 2\. When attacking, look for mate/);
    const again = { ...said, 20: { score: mate(3) }, 21: { score: EVEN, judgement: 'blunder' as const } };
    expect(lesson('white', again)).toMatch(/^9\. Bxf7\+ was mate in 2, the first of 2 mates missed\./);
    expect(lesson('white', { ...said, 16: { score: mate(7) } })).not.toMatch(/mate/);
  });

  const blunders: Record<number, Said> = {
    13: { score: BAD },
    14: { score: EVEN },
    17: { score: BAD },
    18: { score: EVEN },
  };
  const clocks = (own: Record<number, number>): Record<number, Said> =>
    Object.fromEntries(
      Array.from({ length: 24 }, (_, index) => [index + 1, { ...blunders[index + 1], clock: own[index + 1] ?? 500 }]),
    );

  it('is time trouble, if most of what went wrong came with little time', () => {
    const headers = { ...NAMES, TimeControl: '600+0' };
    expect(lesson('white', clocks({ 11: 59, 15: 40 }), { headers })).toBe(
      'both blunders came with less than 60 seconds left. Play the easy moves faster, to have time for the hard ones.',
    );
    expect(lesson('white', clocks({ 11: 61, 15: 40 }), { headers })).not.toMatch(/seconds/);
    expect(lesson('white', clocks({ 11: 59, 15: 40 }))).not.toMatch(/seconds/);
    expect(lesson('white', clocks({ 11: 170, 15: 150 }), { headers: { ...NAMES, TimeControl: '1800+20' } })).toMatch(
      /less than 3 minutes left/,
    );
  });

  it('is haste, if most of it was played at once with time to spare', () => {
    const headers = { ...NAMES, TimeControl: '600+2' };
    const hasty = clocks({ 11: 500, 13: 500, 15: 480, 17: 477 });
    expect(lesson('white', hasty, { headers })).toBe(
      'both blunders took 5 seconds or less, with plenty of time left. Before each move, look once at what it allows.',
    );
    expect(lesson('white', { ...hasty, 17: { ...hasty[17], clock: 470 } }, { headers })).not.toMatch(/seconds/);
  });

  it('is a win that got away', () => {
    const got = { 9: { score: cp(700) }, 15: { score: EVEN, best: 'b4' } };
    const text =
      'a won game got away with 8. a4?? (93 % → 50 %). When ahead, look first at what the opponent can still do.';
    expect(lesson('white', got, { headers: { ...NAMES, Result: '1/2-1/2' } })).toBe(text);
    expect(lesson('white', got, { headers: WON_BY_BLACK })).toBe(text);
    expect(lesson('white', got, { headers: WON_BY_WHITE })).not.toBe(text);
    expect(lesson('white', got)).not.toBe(text); // nobody knows how it ended
    const slowly = { 13: { score: cp(700) }, 15: { score: cp(500) }, 17: { score: cp(390) }, 19: { score: cp(300) } };
    expect(lesson('white', slowly, { headers: WON_BY_BLACK })).toMatch(/^93 % at move 8 was not enough to win\./);
  });

  it('names the move after which the win was gone, not one that left most of it', () => {
    const said = { 9: { score: cp(800) }, 15: { score: cp(305) }, 18: { score: cp(280) }, 21: { score: cp(-560) } };
    expect(lesson('white', said, { headers: WON_BY_BLACK })).toMatch(
      /^a won game got away with 11\. b4\?\? \(74 % → 11 %\)/,
    );
    // What happens once it is gone is another story.
    const later = { 9: { score: cp(800) }, 15: { score: EVEN }, 18: { score: cp(280) }, 21: { score: cp(-560) } };
    expect(lesson('white', later, { headers: WON_BY_BLACK })).toMatch(
      /^a won game got away with 8\. a4\?\? \(95 % → 50 %\)/,
    );
  });

  it('is the chance that was not taken, if it was there for a moment only', () => {
    const said = { 14: { score: cp(800) }, 15: { score: EVEN, best: 'b4' } };
    expect(lesson('white', said, { headers: WON_BY_BLACK })).toBe(
      '8. a4?? did not punish 7... a6?? (95 % → 50 %): 8. b4 was best. When a move surprises you, ask what it has left unguarded.',
    );
    const twice = { 12: { score: cp(800) }, 15: { score: EVEN } };
    expect(lesson('white', twice, { headers: WON_BY_BLACK })).not.toMatch(/won game|punish/);
    expect(lesson('white', said, { headers: WON_BY_WHITE })).not.toMatch(/punish/);
  });

  it('is to look twice, if mistakes were answered by mistakes', () => {
    expect(lesson('black', blunders)).toBe(
      'both blunders came right after one by alice (moves 7 and 9). When a move surprises you, ask what it has left unguarded.',
    );
  });

  it('is the mate that was allowed', () => {
    const said = { 17: { score: mate(-2), judgement: 'blunder' } } as const;
    expect(lesson('white', said)).toBe('9. h3?? allowed mate in 2. Before each move, look at the checks it allows.');
    expect(lesson('white', { 15: { score: cp(-600) }, ...said })).not.toMatch(/mate/); // it was lost anyway
  });

  it('is the phase that was clearly weakest', () => {
    const weak = (said: Record<number, Said>, telling: Telling) =>
      lesson('white', { 2: { score: cp(100) }, ...said }, telling);
    const late = { 17: { score: EVEN }, 19: { score: cp(-200) }, 21: { score: cp(-400) } };
    expect(weak(late, { middlegame: 13 })).toBe(
      'the middlegame was the weak part, most of all 10. Nbd2??: 78 % accuracy there, 89 % in the whole game. Tactics puzzles are good practice.',
    );
    expect(weak(late, { endgame: { from: 13, type: 'Rook' } })).toMatch(
      /^the endgame was the weak part, most of all 10\. Nbd2\?\?: .* Worth practising: the rook endgame\.$/,
    );
    const early = { 5: { score: EVEN }, 7: { score: cp(-200) }, 9: { score: cp(-400) } };
    const opening = { eco: 'C50', name: 'Italian Game', ply: 4 };
    expect(weak(early, { middlegame: 13, opening })).toMatch(
      /^the opening was the weak part.* Theory ended with 2\.\.\. Nc6: look up how the Italian Game goes on\.$/,
    );
    expect(weak(early, { middlegame: 13 })).toMatch(/ Look up how others play it\.$/);
    // Nine half-moves after theory nobody would have found help there.
    const first = { eco: 'C20', name: "King's Pawn Game", ply: 2 };
    const far = { 7: { score: EVEN }, 9: { score: cp(-150) }, 11: { score: cp(-500) } };
    const telling = { middlegame: 13, opening: first };
    expect(weak(far, telling)).toMatch(/^the opening was the weak part, most of all 6\. O-O\?\?.* Tactics puzzles/);
    expect(weak(far, { ...telling, opening: { ...first, ply: 3 } })).toMatch(/ Theory ended with 2\. Nf3: /);
    expect(weak(late, { middlegame: 17 })).not.toMatch(/weak/); // too few moves to say so
  });

  it('is what many others get wrong, too, or what they hardly ever do', () => {
    const natural = (more: Said): Record<number, Said> => ({
      9: { score: cp(-120), ...more },
      17: { score: cp(-350), best: 'b4', ...more },
    });
    expect(lesson('white', natural({ labels: ['natural-mistake'], played: 0.41 }))).toBe(
      'both the mistake and the blunder came naturally: 41 % of 1600s play 9. h3, too. Remember 9. b4 instead.',
    );
    expect(lesson('white', natural({ labels: ['out-of-character'], played: 0.01 }))).toBe(
      'both the mistake and the blunder were out of character: hardly any 1600s play 9. h3. A second look before moving helps more here than study.',
    );
  });

  it('is not told twice', () => {
    const both = { 12: { score: mate(2) }, 13: { score: EVEN }, 15: { score: mate(-2) }, 16: { score: EVEN } };
    const { white, black } = lessonsOf(review(MOVES, { said: both }));
    // White gave away a little more.
    expect(white).toMatch(/^instead of 7\. Re1 there was a mate in 2\. When attacking/);
    expect(black).not.toMatch(/When attacking/);
    expect(lesson('black', { 15: both[15], 16: both[16] })).toMatch(/^instead of 8\.\.\. Ba7 there was a mate in 2\./);
  });

  it('else is the worst move', () => {
    expect(lesson('white', { 17: { score: cp(-350), best: 'b4' } })).toBe(
      'the move to remember is 9. h3?? (51 % → 22 %): 9. b4 was best.',
    );
    expect(lesson('white', { 17: { score: cp(-350) } })).toBe('the move to remember is 9. h3?? (51 % → 22 %).');
  });

  it('is small where only little was wrong, and none where nothing was', () => {
    expect(lesson('white', { 17: { score: cp(-60), best: 'b4' } })).toBe(
      'no mistakes. There was most to gain at 9. h3?! (51 % → 44 %): 9. b4 was better.',
    );
    expect(lesson('white', {})).toBe('no inaccuracies, mistakes or blunders: nothing to mend here.');
  });

  it('needs a game that somebody has looked at', () => {
    expect(lesson('white', {}, { evaluated: false })).toBe('nothing here has been evaluated.');
    expect(lessonsOf(review('e4 e5')).white).toBe('too short a game to learn much from.');
    expect(lessonsOf(review('f3 e5 g4 Qh4#', { said: { 3: { score: mate(-1), judgement: 'blunder' } } })).white).toBe(
      '2. g4?? allowed mate in 1. Before each move, look at the checks it allows.',
    );
  });
});
