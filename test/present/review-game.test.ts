import { describe, expect, it } from 'vitest';
import { headline, resultWords } from '../../src/present/review-game.ts';
import { positionOf } from '../support/positions.ts';
import { NAMES, review } from './reviews.ts';

const ITALIAN = { eco: 'C50', name: 'Italian Game', ply: 5 };
const OPENING = 'e4 e5 Nf3 Nc6 Bc4 Bc5';
const STALEMATE = { start: positionOf('7k/8/6K1/8/8/8/5Q2/8 w - - 0 60') };
const BARE_KINGS = { start: positionOf('8/8/8/3k4/8/8/4p3/4K3 w - - 0 60') };
const SHUFFLE = 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8';

describe('the headline of a review', () => {
  it.each([
    ['1-0', 'Normal', 'alice (1612) beat bob (1588) by resignation in 3 moves.'],
    ['0-1', 'Normal', 'bob (1588) beat alice (1612) by resignation in 3 moves.'],
    ['1/2-1/2', 'Normal', 'alice (1612) and bob (1588) drew by agreement in 3 moves.'],
    ['1-0', 'Time forfeit', 'alice (1612) beat bob (1588) on time in 3 moves.'],
    ['1/2-1/2', 'Time forfeit', 'alice (1612) and bob (1588) drew, as time ran out, in 3 moves.'],
    ['0-1', 'Abandoned', 'bob (1588) beat alice (1612), as alice left the game, in 3 moves.'],
    ['1-0', 'Rules infraction', 'alice (1612) beat bob (1588) by a ruling in 3 moves.'],
    ['1-0', 'adjudication', 'alice (1612) beat bob (1588) by adjudication in 3 moves.'],
    // As chess.com writes it; the name is no reason.
    ['1-0', 'Timewaster won by resignation', 'alice (1612) beat bob (1588) by resignation in 3 moves.'],
    ['1/2-1/2', 'Game drawn by repetition', 'alice (1612) and bob (1588) drew by repetition in 3 moves.'],
    ['1-0', '', 'alice (1612) beat bob (1588) in 3 moves.'],
    ['1/2-1/2', 'something new', 'alice (1612) and bob (1588) drew in 3 moves.'],
    ['*', 'Unterminated', 'alice (1612) against bob (1588), unfinished after 3 moves.'],
    ['nonsense', 'Normal', 'alice (1612) against bob (1588), unfinished after 3 moves.'],
  ])('with Result %s and Termination "%s" is: %s', (Result, Termination, expected) => {
    expect(headline(review(OPENING, { headers: { ...NAMES, Result, Termination } }))).toBe(expected);
  });

  it.each([
    ['f3 e5 g4 Qh4#', {}, 'bob (1588) beat alice (1612) by checkmate in 2 moves.'],
    ['Qf7', STALEMATE, 'alice (1612) and bob (1588) drew by stalemate in 1 move. From a set-up position.'],
    [
      'Kxe2',
      BARE_KINGS,
      'alice (1612) and bob (1588) drew, as neither side can mate, in 1 move. From a set-up position.',
    ],
    [SHUFFLE, {}, 'alice (1612) and bob (1588) drew by repetition in 4 moves.'],
  ])('believes the board after %s, whatever the headers say of a draw or a win', (moves, telling, expected) => {
    const silent = review(moves, telling);
    expect(headline(silent)).toBe(expected);
    const wrong = { ...NAMES, Result: '*', Termination: 'Time forfeit' };
    expect(headline({ ...silent, headers: wrong })).toBe(expected);
  });

  it('says whose time ran out in a draw, and why that is no loss', () => {
    const headers = { ...NAMES, Result: '1/2-1/2', Termination: 'Time forfeit' };
    const drawn = review('Kd1 Kd4 Kc1', { start: positionOf('8/8/8/8/8/4k2q/8/4K3 w - - 0 77'), headers });
    expect(headline(drawn)).toBe(
      'alice (1612) and bob (1588) drew in 2 moves: bob ran out of time, but alice could not mate. From a set-up position.',
    );
    expect(resultWords(drawn)).toBe('Draw in 2 moves: Black ran out of time');
    const armed = review('Kd1 Kd4', { start: positionOf('8/8/8/8/8/4k2q/8/4K3 w - - 0 77'), headers });
    expect(headline(armed)).toMatch(/drew, as time ran out, in 1 move\./); // Black could mate
  });

  it('leaves it to the players whether a repetition ends their game', () => {
    const headers = { ...NAMES, Result: '1-0', Termination: 'Time forfeit' };
    expect(headline(review(SHUFFLE, { headers }))).toBe('alice (1612) beat bob (1588) on time in 4 moves.');
  });

  it('names the opening, cut where its name has no end', () => {
    expect(headline(review(OPENING, { opening: ITALIAN }))).toBe(
      'alice (1612) against bob (1588), unfinished after 3 moves. Italian Game.',
    );
    expect(headline(review(OPENING, { opening: { ...ITALIAN, name: ' ' } }))).toMatch(/ C50\.$/);
    const long = 'Sicilian Defense: Najdorf Variation, English Attack, Anti-English, Something Else, More';
    expect(headline(review(OPENING, { opening: { ...ITALIAN, name: long } }))).toMatch(
      / Sicilian Defense: Najdorf Variation, English Attack, Anti-English\.$/,
    );
    expect(headline(review(OPENING, { opening: { ...ITALIAN, name: 'Gambit '.repeat(99) } }))).toMatch(/\bGambi?t?…$/);
  });

  it('has words for a game without a move', () => {
    expect(headline(review(''))).toBe('alice (1612) against bob (1588), without a move.');
    expect(headline(review('', { headers: { Result: '1-0' } }))).toBe('White beat Black without a move.');
  });

  it('counts the moves of this game, not those before it', () => {
    const start = positionOf('6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 30');
    expect(headline(review('h6 Ra8+', { start }))).toMatch(/after 2 moves\. From a set-up position\.$/);
  });
});

describe('the names in a headline', () => {
  const of = (headers: Record<string, string>) => headline(review('e4', { headers: { ...headers, Result: '1-0' } }));

  it.each([
    ['nobody is named', {}, 'White beat Black in 1 move.'],
    ['names are question marks', { White: '?', Black: '???' }, 'White beat Black in 1 move.'],
    ['both have one name', { White: 'Anonymous', Black: 'anonymous' }, 'White beat Black in 1 move.'],
    ['somebody is called by the other colour', { White: 'Black', Black: 'white' }, 'White beat Black in 1 move.'],
    ['a name cannot be seen', { White: '\u200d\u200d', Black: ' \t' }, 'White beat Black in 1 move.'],
    ['ratings are not numbers', { White: 'a', Black: 'b', WhiteElo: '?', BlackElo: '-' }, 'a beat b in 1 move.'],
    ['a name has line breaks and turns', { White: 'a\n\u202eb\u0007c', Black: 'd' }, 'a b c beat d in 1 move.'],
  ])('are fit to be read where %s', (_, headers, expected) => {
    expect(of(headers)).toBe(expected);
  });

  it('are cut, and a name that runs to the left turns nothing beside it', () => {
    const long = of({ White: 'x'.repeat(5000), Black: 'שלום', WhiteElo: '1500' });
    expect(long).toBe(`${'x'.repeat(29)}… (1500) beat \u2068שלום\u2069 in 1 move.`);
  });
});

describe('the title of a picture', () => {
  it.each([
    ['f3 e5 g4 Qh4#', {}, 'Black won by checkmate in 2 moves'],
    [SHUFFLE, {}, 'Draw by repetition in 4 moves'],
    ['e4', {}, 'Unfinished after 1 move'],
    ['', {}, 'Without a move'],
    ['e4', { headers: { Result: '1-0', Termination: 'Abandoned' } }, 'White won, as Black left the game, in 1 move'],
  ])('of %s says the same without names', (moves, telling, expected) => {
    expect(resultWords(review(moves, telling))).toBe(expected);
  });
});
