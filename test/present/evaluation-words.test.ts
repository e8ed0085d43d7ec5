import { describe, expect, it } from 'vitest';
import { type LeftOutGames, leftOutSentence, logText, shareText } from '../../src/present/evaluation-words.ts';

describe('games that are left out', () => {
  it.each<[LeftOutGames, string | undefined]>([
    [{}, undefined],
    [{ unrated: 1 }, '1 game left out because a player has no rating.'],
    [{ unrated: 0, variant: 2 }, '2 games left out because they are not standard chess.'],
    [
      { unreadable: 1, unrated: 1200, empty: 2 },
      '1,203 games left out: 1,200 because players have no rating, 2 because they have no moves and 1 because it cannot be read.',
    ],
  ])('%j', (games, sentence) => {
    expect(leftOutSentence(games)).toBe(sentence);
  });
});

describe('a mean', () => {
  it('is told with what it may be off, where that is known', () => {
    expect(shareText({ mean: 0.5214, margin: 0.0089 })).toBe('52.1 ±0.9');
    expect(shareText({ mean: 1, margin: null })).toBe('100.0');
    expect(shareText(null)).toBe('–');
    expect(logText({ mean: -1.518, margin: 0.031 })).toBe('-1.52 ±0.03');
  });
});
