import { describe, expect, it } from 'vitest';
import { blunders, headline, verdict } from '../../src/present/verdict.ts';
import { candidate, node, rejected, report } from './reports.ts';

describe('the verdict', () => {
  it('names the best choice, and whose choice the strongest move is where it is another', () => {
    const strongest = candidate('d4', 'd2d4', { expected: 0.44, winrate: 0.58 });
    expect(verdict(report({ moves: [candidate('e4', 'e2e4'), strongest] }))).toEqual([
      'e4 gives people rated 1500 the best chances: they score 51 % after it. Stockfish prefers d4, after which they score 44 %.',
    ]);
    const equal = candidate('d4', 'd2d4', { expected: 0.44, winrate: 0.479 });
    expect(verdict(report({ moves: [candidate('e4', 'e2e4'), equal] }))).toEqual([
      'e4 gives people rated 1500 the best chances: they score 51 % after it.',
    ]);
  });

  it('quotes the value by which the moves are sorted', () => {
    const moves = [candidate('e4', 'e2e4', { human: 0.6, expected: 0.4 }), candidate('d4', 'd2d4', { winrate: 0.6 })];
    expect(verdict(report({ sort: 'human', moves }))).toEqual([
      'e4 gives people rated 1500 the best chances: they score 60 % after it. Stockfish prefers d4, after which they score 50 %.',
    ]);
  });

  it('puts a mate before everything, also before a win that scores as much', () => {
    const mate = candidate('Qg7#', 'g4g7', { tree: node('Qg7#', 'g4g7', { terminal: 'checkmate' }) });
    expect(verdict(report({ moves: [candidate('Kf7', 'f6f7', { expected: 1 }), mate] }))).toEqual(['Qg7# is mate.']);
  });

  it('names no winner where the best moves can hardly be told apart, and says against whom', () => {
    const move = (san: string, expected: number) => candidate(san, 'e2e4', { expected });
    const moves = [move('e4', 0.512), move('d4', 0.51), move('c4', 0.505), move('Nf3', 0.503), move('a3', 0.4)];
    const params = { ...report().params, opponentRating: 2200 };
    expect(verdict(report({ moves, params }))).toEqual([
      'e4, d4, c4 and 1 other give people rated 1500 about the same chances, the best there are: they score 51 % against 2200.',
    ]);
    expect(verdict(report({ moves: moves.slice(0, 2) }))[0]).toMatch(/^e4 and d4 give /);
    expect(headline(report({ moves: moves.slice(0, 3) }))).toBe('Best chances at 1500: e4, d4 and c4 (51 %).');
  });

  it('says of an only move that it is one', () => {
    expect(verdict(report())).toEqual(['e4 is the only legal move: people rated 1500 score 51 % after it.']);
    expect(verdict(report({ rejected: [rejected('a3')] }))).toEqual([
      'e4 is the only move worth considering: people rated 1500 score 51 % after it.',
    ]);
  });

  it('tells of a trap, and of the reply that most often walks into it', () => {
    const tree = node('e4', 'e2e4', {
      children: [
        node('e5', 'e7e5', { mover: 'opponent', probability: 0.5, winrate: 0.48 }),
        node('f6', 'f7f6', { mover: 'opponent', probability: 0.2, winrate: 0.7 }),
      ],
    });
    const sentences = verdict(report({ moves: [candidate('e4', 'e2e4', { trap: 0.2, tree })] }));
    expect(sentences[1]).toBe('e4 sets a trap: 20 % of opponents go wrong at once, most often with f6.');
    expect(verdict(report({ moves: [candidate('e4', 'e2e4', { trap: 0.09, tree })] }))).toHaveLength(1);
    expect(verdict(report({ moves: [candidate('e4', 'e2e4', { trap: null, tree })] }))).toHaveLength(1);
  });

  it('warns of what many play and should not, with the answer where there is one', () => {
    const popular = [
      rejected('f3', { maia: 0.64, reply: { san: 'Qh4#', uci: 'd8h4' } }),
      rejected('g4', { maia: 0.1 }),
      rejected('a4', { maia: 0.09 }),
    ];
    expect(verdict(report({ rejected: popular })).slice(1)).toEqual([
      'Beware of f3: 64 % play it, and the answer Qh4# leaves them 10 %.',
      'Beware of g4: 10 % play it, and it leaves them 10 %.',
    ]);
  });
});

describe('the headline of a picture', () => {
  it('is the best choice, and the mistake that most people make', () => {
    const popular = [
      rejected('g4', { maia: 0.2 }),
      rejected('f3', { maia: 0.64, reply: { san: 'Qh4#', uci: 'd8h4' } }),
    ];
    expect(headline(report({ rejected: popular }))).toBe(
      'Best chances at 1500: e4 (51 %). Beware of f3: 64 % play it, and the answer Qh4# leaves them 10 %.',
    );
    expect(headline(report({ rejected: [rejected('g4', { maia: 0.2 })] }))).toMatch(
      /20 % play it, and it leaves them 10 %\.$/,
    );
  });

  it('quotes the value that the moves are sorted by, and puts a mate before everything', () => {
    expect(headline(report({ sort: 'human' }))).toBe('Best chances at 1500: e4 (50 %).');
    const mate = candidate('Qg7#', 'g4g7', { tree: node('Qg7#', 'g4g7', { terminal: 'checkmate' }) });
    expect(headline(report({ moves: [candidate('Kf7', 'f6f7'), mate] }))).toBe('Qg7# is mate.');
  });

  it('of a finished game says how it ended', () => {
    expect(headline(report({ ending: 'stalemate', moves: [] }))).toBe('Draw by stalemate.');
  });
});

describe('popular mistakes', () => {
  it('are the rejected moves that a tenth or more play, the most popular first', () => {
    const moves = [rejected('a4', { maia: 0.1 }), rejected('b4', { maia: 0.09 }), rejected('c4', { maia: 0.3 })];
    expect(blunders(report({ rejected: moves })).map(({ san }) => san)).toEqual(['c4', 'a4']);
  });
});
