import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDGAME_TYPES } from '../../src/analysis/phases/endgames.ts';
import { JUDGEMENTS, LABELS, type PhaseReview, type ReviewReport } from '../../src/analysis/review/report.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { phaseWords } from '../../src/present/review-phases.ts';
import { reviewWords } from '../../src/present/review-words.ts';
import { positionOf } from '../support/positions.ts';
import { NAMES, review, type Said, swapped, type Telling } from './reviews.ts';

const MOVES = 'e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O Re1 a6 a4 Ba7 h3 h6 Nbd2 Re8 b4 Be6 Bxe6 Rxe6';

describe('how a player did', () => {
  const first = (telling: Telling, moves = MOVES) => reviewWords(review(moves, telling)).players[0];

  it('is accuracy, loss, what went wrong, and the rating it was like, never without its interval', () => {
    const playedLike = { kind: 'estimate', rating: 1650, low: 1400, high: 1900, moves: 20 } as const;
    expect(first({ said: { 9: { score: cp(-40) }, 17: { score: cp(-350) } }, playedLike })).toBe(
      'alice: 93 % accuracy, average centipawn loss 25; 1 inaccuracy, no mistakes, 1 blunder; played like 1650 (1400–1900).',
    );
  });

  it.each([
    [2600, 2230, 2600, '2600 or more (at least 2230)'],
    [2500, 2150, 2600, '2500 (at least 2150)'],
    [700, 600, 1100, '700 (at most 1100)'],
    [600, 600, 950, '600 or less (at most 950)'],
    [1500, 600, 2600, '1500 (600–2600)'],
  ])('is like %i, from %i to %i: %s', (rating, low, high, expected) => {
    expect(first({ playedLike: { kind: 'estimate', rating, low, high, moves: 20 } })).toContain(
      `; played like ${expected}.`,
    );
  });

  it('is no rating after too few moves, and none at all where nobody has asked', () => {
    expect(first({ playedLike: { kind: 'too-few-moves', moves: 9 } })).toBe(
      'alice: 100 % accuracy, average centipawn loss 0; no inaccuracies, no mistakes, no blunders; which rating that is like: too few moves to say.',
    );
    expect(first({})).toMatch(/no blunders\.$/);
  });

  it('is nothing where nothing could be judged', () => {
    expect(first({ evaluated: false, asked: false })).toBe('alice: no moves that could be judged.');
    expect(first({}, '')).toBe('alice: no moves that could be judged.');
  });
});

describe('the phases of a game', () => {
  const PHASES = { middlegame: 13, endgame: { from: 19, type: 'Rook' } } as const;
  const lines = (said: Record<number, Said>, telling: Telling = PHASES) =>
    phaseWords(review(MOVES, { said, ...telling }));

  it('are told one by one: who was more accurate, and how they stood afterwards', () => {
    const said = { 5: { score: cp(-150) }, 14: { score: cp(200) }, 20: { score: cp(-100) }, 21: { score: cp(-300) } };
    expect(lines(said)).toEqual([
      'Opening (moves 1–6): bob was more accurate, 100 % to 92 %, and stood better afterwards (63 %).',
      'Middlegame (moves 7–9): alice was more accurate, 100 % to 75 %, and stood better afterwards (68 %).',
      'Rook endgame (moves 10–12): bob was more accurate, 100 % to 83 %, and stood better afterwards (75 %).',
    ]);
  });

  it('had no better side where both were as good, and where the better one stood worse it is said', () => {
    expect(lines({})[0]).toBe('Opening (moves 1–6): about equally accurate, both 100 %; level afterwards.');
    expect(lines({ 5: { score: cp(0) } })[0]).toBe(
      'Opening (moves 1–6): about equally accurate, 99 % and 100 %; level afterwards.',
    );
    const often = { 3: { score: cp(-80) }, 5: { score: cp(-180) }, 7: { score: cp(-290) }, 9: { score: cp(-420) } };
    expect(lines({ ...often, 10: { score: cp(500) } })[0]).toBe(
      'Opening (moves 1–6): bob was more accurate, 84 % to 79 %, but alice was winning afterwards (86 %).',
    );
  });

  it('end with the result, where there is one', () => {
    const [, , last] = lines({ 21: { score: cp(-300) } }, { ...PHASES, headers: { ...NAMES, Result: '0-1' } });
    expect(last).toBe('Rook endgame (moves 10–12): bob was more accurate, 100 % to 77 %.');
  });

  it('have whole accuracies', () => {
    const report = review(MOVES);
    (report.players.white.byPhase.opening as PhaseReview).accuracy = 99.7;
    expect(phaseWords(report)[0]).toMatch(/, both 100 %;/);
  });

  it('are only those that were played, and one move is one move', () => {
    expect(lines({}, {})).toHaveLength(1);
    expect(phaseWords(review('e4'))).toEqual(['Opening (move 1): alice 100 %; level afterwards.']);
    expect(phaseWords(review(''))).toEqual([]);
    expect(phaseWords(review('e4 e5', { evaluated: false }))).toEqual(['Opening (move 1): not evaluated.']);
  });

  it('call every endgame by a name of its own, but no exchange that is not over yet', () => {
    const names = ENDGAME_TYPES.map(
      type =>
        lines({}, { endgame: { from: 13, type } })
          .at(-1)
          ?.split(' (')[0],
    );
    expect(new Set(names).size).toBe(ENDGAME_TYPES.length - 1);
    expect(names[ENDGAME_TYPES.indexOf('Strong Material Imbalance')]).toBe('Endgame');
    for (const name of names) expect(name).toMatch(/^[A-Z][a-z-]*.*\bendgame\b|^Endgame\b/);
  });
});

describe('a review in words', () => {
  it('of a game without moves is a headline', () => {
    const { headline, moments, lessons, phases, praise } = reviewWords(review(''));
    expect(headline).toBe('alice (1612) against bob (1588), without a move.');
    expect([moments, lessons, phases, praise]).toEqual([[], [], [], []]);
  });

  it('has a lesson for each, by name', () => {
    expect(reviewWords(review(MOVES, { said: { 17: { score: cp(-350) } } })).lessons).toEqual([
      'alice: the move to remember is 9. h3?? (51 % → 22 %).',
      'bob: no inaccuracies, mistakes or blunders: nothing to mend here.',
    ]);
  });
});

const HOSTILE = [
  'x'.repeat(5000),
  '\u202eevil\u0000\n\n',
  '   ',
  'שלום עולם',
  'null',
  '{[%eval 0.1]}',
  '👨‍👩‍👧'.repeat(200),
];

const score = fc.oneof(
  fc.integer({ min: -1500, max: 1500 }).map(cp),
  fc.constantFrom(1, 2, 5, 14, -1, -3, -8).map(mate),
  fc.constant(null),
);
const said: fc.Arbitrary<Said> = fc.record(
  {
    score,
    judgement: fc.constantFrom(...JUDGEMENTS),
    labels: fc.subarray([...LABELS]),
    played: fc.double({ min: 0, max: 1, noNaN: true }),
    found: fc.double({ min: 0, max: 1, noNaN: true }),
    clock: fc.integer({ min: 0, max: 900 }),
  },
  { requiredKeys: [] },
);
const name = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 60 }));
const headers = fc.record(
  {
    White: name,
    Black: name,
    WhiteElo: fc.constantFrom('1500', '?', '99999', ''),
    Result: fc.constantFrom('1-0', '0-1', '1/2-1/2', '*', 'x'),
    Termination: fc.constantFrom('Normal', 'Time forfeit', 'Abandoned', 'Unterminated', 'x won on time'),
    TimeControl: fc.constantFrom('600+5', '-', '1/86400', '40/7200:3600', '60'),
  },
  { requiredKeys: [] },
);
const GAMES = [
  { moves: MOVES },
  { moves: 'e4' },
  { moves: '' },
  { moves: 'f3 e5 g4 Qh4#' },
  { moves: 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8' },
  { moves: 'Qf7', start: positionOf('7k/8/6K1/8/8/8/5Q2/8 w - - 0 60') },
  { moves: 'Kd7 e8=Q+ Kxe8', start: positionOf('8/2k1P3/8/8/8/8/8/4K3 b - - 3 71') },
];

/** Reports as odd as they come. */
const odd: fc.Arbitrary<ReviewReport> = fc
  .record({
    game: fc.constantFrom(...GAMES),
    said: fc.dictionary(fc.integer({ min: 1, max: 24 }).map(String), said, { maxKeys: 12 }),
    headers,
    evaluated: fc.boolean(),
    asked: fc.boolean(),
    middlegame: fc.integer({ min: 1, max: 24 }),
    endgame: fc.record({ from: fc.integer({ min: 1, max: 30 }), type: fc.constantFrom(...ENDGAME_TYPES) }),
    opening: fc.constantFrom(
      null,
      { eco: 'C50', name: 'Italian Game', ply: 5 },
      { eco: '', name: 'x'.repeat(999), ply: 99 },
    ),
    told: fc.uniqueArray(fc.integer({ min: 1, max: 24 }), { maxLength: 3 }),
  })
  .map(({ game: { moves, ...start }, told, ...rest }) => {
    const length = moves.split(' ').filter(Boolean).length;
    return review(moves, { ...start, ...rest, moments: told.filter(ply => ply <= length).sort((a, b) => a - b) });
  });

const all = (report: ReviewReport): string[] => Object.values(reviewWords(report)).flat();
const people = (text: string): number => Array.from(new Intl.Segmenter('en').segment(text)).length;

describe('whatever the report', () => {
  it('sentences are whole, on one line, and say nothing that is not a number or a word', () => {
    fc.assert(
      fc.property(odd, report => {
        const { White = '', Black = '' } = report.headers;
        for (const sentence of all(report)) {
          expect(sentence).not.toMatch(/ {2}|[\p{Cc}]|NaN|undefined|Infinity|\(\)| [.,;:]|\.\.$|…\./u);
          if (!`${White}${Black}`.includes('null')) expect(sentence).not.toMatch(/null/);
          expect(sentence).toMatch(/[.…]$/);
        }
      }),
    );
  });

  it('they are short', () => {
    fc.assert(
      fc.property(odd, report => {
        const { headline, players, phases, moments, praise, lessons } = reviewWords(report);
        expect(people(headline)).toBeLessThanOrEqual(200);
        for (const sentence of [...players, ...phases, ...moments, ...praise, ...lessons])
          expect(people(sentence)).toBeLessThanOrEqual(300);
      }),
    );
  });

  it('they are the same for Black with the colours changed', () => {
    // Names tell the players apart, so only the numbers of moves and the order change.
    const bare = (sentences: readonly string[]) => sentences.map(text => text.replace(/\d+\.+ /g, ''));
    const headers = { ...NAMES, TimeControl: '600+5', Termination: 'Normal' };
    fc.assert(
      fc.property(odd, fc.constantFrom('1-0', '0-1', '1/2-1/2', '*'), (report, Result) => {
        const own = { ...report, headers: { ...headers, Result } };
        const [words, turned] = [reviewWords(own), reviewWords(swapped(own))];
        expect(bare(turned.moments)).toEqual(bare(words.moments));
        expect(bare(turned.praise)).toEqual(bare(words.praise));
        expect(bare(turned.players).reverse()).toEqual(bare(words.players));
        expect(bare(turned.lessons).reverse()).toEqual(bare(words.lessons));
        if (/ beat /.test(words.headline)) expect(turned.headline).toBe(words.headline);
      }),
    );
  });
});
