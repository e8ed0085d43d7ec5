import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cp, mate } from '../../src/chess/score.ts';
import { parseGame } from '../../src/input/moves.ts';
import { findingIn, moveSentence } from '../../src/present/move-comment.ts';
import { playouts } from '../chess/positions.ts';
import { seeded } from '../support/positions.ts';
import { bestIn, playedBy, randomReview, reviewOf, type Said } from './annotations.ts';

const parsed = parseGame('startpos', 'e4 e5 Nf3 Nc6 Bc4 Nf6');
if (!parsed.ok) throw new Error(parsed.message);
const game = parsed.value;

/** Of the last of these moves, which is Black's; `before` is what stood there when it was played. */
const said = (last: Said, before: Said = { score: cp(0) }): string | undefined => {
  const report = reviewOf(game, { 5: before, 6: last });
  return moveSentence(report, report.plies[5] as (typeof report.plies)[number]);
};

// 346 centipawns are 78 % (https://lichess.org/page/accuracy).
const best = bestIn(game.positions[5] as (typeof game.positions)[number], 'Bc5 c3 Nf6');

describe('a move in words', () => {
  it.each<[string, Said, Said, string | undefined]>([
    [
      'a blunder',
      { score: cp(-346) },
      { judgement: 'blunder', score: cp(220), best, maia: playedBy(0.41) },
      'Blunder: 78 % → 31 %. Bc5 was best; 41 % of 1500s play Nf6.',
    ],
    [
      'a move that few play',
      { score: cp(0) },
      { judgement: 'mistake', score: cp(150), best, maia: playedBy(0.031) },
      'Mistake: 50 % → 37 %. Bc5 was best; only 3 % of 1500s play Nf6.',
    ],
    [
      'a move that hardly anybody plays',
      { score: cp(0) },
      { judgement: 'inaccuracy', score: cp(60), best, maia: playedBy(0.001) },
      'Inaccuracy: 50 % → 44 %. Bc5 was best; < 1 % of 1500s play Nf6.',
    ],
    [
      'a mate that was allowed',
      { score: cp(-346) },
      { judgement: 'blunder', score: mate(3), best },
      'Blunder: 78 % → White mates in 3. Bc5 was best.',
    ],
    [
      'a mate that was missed',
      { score: mate(-2) },
      { judgement: 'inaccuracy', score: cp(-1200), best },
      'Inaccuracy: Black mates in 2 → 98 %. Bc5 was best.',
    ],
    [
      'a mate that changed sides',
      { score: mate(-2) },
      { judgement: 'blunder', score: mate(1), maia: playedBy(0.5) },
      'Blunder: Black mates in 2 → White mates in 1. 50 % of 1500s play Nf6.',
    ],
    ['nothing but scores', { score: cp(0) }, { judgement: 'blunder', score: cp(200) }, 'Blunder: 50 % → 32 %.'],
    ['no scores', {}, { judgement: 'blunder', best }, 'Blunder. Bc5 was best.'],
    ['one score', { score: cp(0) }, { judgement: 'mistake' }, 'Mistake.'],
    [
      'a find',
      { score: cp(0) },
      { labels: ['great-find', 'only-move'], maia: playedBy(0.12) },
      'Great find: only 12 % of 1500s play Nf6.',
    ],
    [
      'an only move',
      { score: cp(0) },
      { labels: ['only-move'], maia: playedBy(0.7) },
      'Only move: everything else is clearly worse.',
    ],
    ['a move like most', { score: cp(0) }, { score: cp(0), best, maia: playedBy(0.4) }, undefined],
  ])('says what there is to say of %s', (_, before, last, sentence) => {
    expect(said(last, before)).toBe(sentence);
  });

  it('says how the first move of a game changed its chances', () => {
    const report = reviewOf(game, { 1: { judgement: 'inaccuracy', score: cp(-60) } });
    expect(moveSentence(report, report.plies[0] as (typeof report.plies)[number])).toBe('Inaccuracy: 51 % → 44 %.');
  });

  it('says that the game was drawn with it', () => {
    const report = reviewOf(
      game,
      { 5: { score: cp(-500) }, 6: { judgement: 'blunder', score: cp(0) } },
      { ending: 'stalemate' },
    );
    const sentence = moveSentence(report, report.plies[5] as (typeof report.plies)[number]);
    expect(sentence).toBe('Blunder: 86 % → 50 % (draw by stalemate).');
    expect(findingIn(sentence ?? '')).toBe('blunder');
  });

  it('names the people by a round rating', () => {
    const last: Said = { judgement: 'blunder', score: cp(200), maia: playedBy(0.3) };
    const report = reviewOf(game, { 5: { score: cp(0) }, 6: last });
    report.players.black = { ...report.players.black, rating: 1612 };
    expect(moveSentence(report, report.plies[5] as (typeof report.plies)[number])).toMatch(/30 % of 1600s play Nf6\.$/);
  });

  it('is known again by what it says, whatever it says', () => {
    fc.assert(
      fc.property(playouts, fc.nat(), (played, seed) => {
        const report = randomReview(played, seeded(seed));
        for (const ply of report.plies) {
          const sentence = moveSentence(report, ply);
          const known = ply.judgement ?? (ply.labels.includes('great-find') ? 'great-find' : ply.labels[0]);
          if (!sentence) expect(known).toBeUndefined();
          else if (sentence.includes(':')) expect(findingIn(sentence)).toBe(known);
        }
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    'Blunder.',
    'Blunder: he overlooks the fork.',
    'Mistake. Nf3 was best.',
    '(0.05 → 0.65) Inaccuracy. Nf3 was best.',
    'Great find!',
    'Only move',
    'A Blunder: 78 % → 31 %. Nf3 was best.',
    'Blunder: 78 % → 31 %. Nf3 was best, but who sees that?',
    '',
  ])('is not what somebody else says: %j', text => {
    expect(findingIn(text)).toBeUndefined();
  });
});
