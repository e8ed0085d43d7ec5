import { describe, expect, it } from 'vitest';
import { summarize } from '../../../src/analysis/match/summary.ts';
import { MAX_CONTENT } from '../../../src/bot/discord/core/reply.ts';
import { type MatchLine, type MatchReport, matchShown } from '../../../src/bot/discord/match/reply.ts';
import { voiceOf } from '../../../src/present/catalogue/voice.ts';

const TITLE = { rating: 1500, elo: 1500, temperature: 0 };

function reportOf(games: number): MatchReport {
  const lines = Array.from(
    { length: games },
    (_, index): MatchLine => ({
      ...{ number: index + 1, maia: index % 2 === 0 ? 'white' : 'black', opening: 'Sicilian Defence, Rossolimo' },
      ...(index === 0
        ? { result: '1/2-1/2', by: 'length', moves: 150 }
        : { result: '1-0', by: 'checkmate', moves: 40 }),
    }),
  );
  const summary = summarize(lines.map(({ number, maia, result, by }) => ({ elo: 1500, number, maia, result, by })));
  return { kind: 'match', version: 1, summary, engine: 'Stockfish', model: 'maia3-5m', pgn: '', games: lines };
}

const shown = (games: number, state: string, locale = 'en') => {
  const { content = '', rows = [], files = [] } = matchShown('r', reportOf(games), TITLE, state, voiceOf(locale));
  const buttons = rows.flatMap(({ components }) => components.map(one => ('label' in one ? one.label : '')));
  return { content, buttons, files };
};

describe('the games of a match', () => {
  it.each(['en', 'de'])('are all to be seen, page by page, each in one message: %s', locale => {
    const pages = [1, 2, 3, 4, 5].map(page => shown(100, `games${page}`, locale).content);
    for (const page of pages) expect(page.length).toBeLessThan(MAX_CONTENT);
    const numbers = pages.flatMap(page => Array.from(page.matchAll(/^(\d+)\. /gm), ([, number]) => Number(number)));
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });

  it('have buttons to where there is more', () => {
    expect(shown(45, '').buttons).toEqual(['Games']);
    expect(shown(45, 'games1').buttons).toEqual(['Next page', 'Result']);
    expect(shown(45, 'games2').buttons).toEqual(['Previous page', 'Next page', 'Result']);
    expect(shown(45, 'games3').buttons).toEqual(['Previous page', 'Result']);
    expect(shown(4, 'games1').buttons).toEqual(['Result']);
  });

  it('are told in the language of whoever asks', () => {
    expect(shown(2, 'games1').content.split('\n').slice(1)).toEqual([
      '1. Sicilian Defence, Rossolimo, Maia has White: Draw after 300 half-moves (150 moves).',
      '2. Sicilian Defence, Rossolimo, Maia has Black: White has won by checkmate (40 moves).',
    ]);
    expect(shown(2, 'games1', 'de').content.split('\n').slice(1)).toEqual([
      '1. Sicilian Defence, Rossolimo, Maia hat Weiß: Remis nach 300 Halbzügen (150 Züge).',
      '2. Sicilian Defence, Rossolimo, Maia hat Schwarz: Weiß hat durch Matt gewonnen (40 Züge).',
    ]);
  });

  it('are the result where no such page is, as in messages of long ago', () => {
    for (const state of ['games9', 'games0', 'nonsense']) expect(shown(4, state)).toEqual(shown(4, ''));
    const { games: _, ...old } = reportOf(4);
    expect(matchShown('r', old as MatchReport, TITLE, 'games1', voiceOf('en')).rows).toEqual([]);
  });
});
