import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/analysis/expected/params.ts';
import { gameFrom, playUci } from '../../src/chess/game.ts';
import { startPosition } from '../../src/chess/position.ts';
import { printExpected, treeLines } from '../../src/cli/expected-text.ts';
import { Terminal } from '../../src/cli/terminal.ts';
import type { SortedReport } from '../../src/present/verdict.ts';
import { candidate, node, rejected, report } from '../present/reports.ts';

/** A report in words: what people read, to the letter. */

function printed(shown: SortedReport, moves: string[] = [], names = {}): string[] {
  let text = '';
  const stdout = { write: (part: string) => (text += part) };
  const terminal = new Terminal({ json: false, quiet: false }, { stdout, stderr: stdout });
  const game = playUci(startPosition(), moves) ?? gameFrom();
  printExpected(terminal, { game, names }, shown, 4_000);
  return text.split('\n');
}

describe('a report on the terminal', () => {
  it('has a row a move, best first, under names that are explained', () => {
    const moves = [candidate('e4', 'e2e4', { trap: 0.12 }), candidate('Nf3', 'g1f3', { trap: null, risk: null })];
    const lines = printed(report({ moves }));
    expect(lines[0]).toBe("White to move, rated 1500, against 1500. Win rates are White's; a draw counts half.");
    expect(lines.slice(2, 5)).toEqual([
      '    move  expected   human  engine  score  played  trap  risk  confidence  plies',
      '1.  e4      51.2 %  49.8 %  47.5 %  -0.27  11.1 %  12 %   0 %  low           2.0',
      '2.  Nf3     51.2 %  49.8 %  47.5 %  -0.27  11.1 %     –     –  low           2.0',
    ]);
    expect(lines.at(-2)).toBe('Threshold 0.1, loss -0.1, residual base, leaf stockfish.');
    expect(lines.at(-3)).toBe(
      '3 lines, 50 % of what people play; 12 positions by maia3-5m, 34 searches by Stockfish 17 up to depth 11; 4 s.',
    );
  });

  it('counts no searches where there were none, and tells what was remembered', () => {
    const { stats } = report();
    const lines = printed(report({ engine: null, stats: { ...stats, cacheHits: 7 } }));
    expect(lines.at(-3)).toMatch(/12 positions by maia3-5m, no searches, 7 of these answers remembered; 4 s\.$/);
  });

  it.each([
    ['stockfish', /and Stockfish judges where that leads/, /trap: opponents who go wrong/],
    ['maia', /judged by how such games end/, /trap and risk are not known: that takes Stockfish\./],
    ['blend', /half by Stockfish, half by how such games end/, /risk: going wrong oneself/],
  ] as const)('explains what was computed with leaf %s', (leaf, judge, rest) => {
    const lines = printed(report({ params: { ...DEFAULTS, leaf } }));
    expect(lines.find(line => line.startsWith('expected:'))).toMatch(judge);
    expect(lines.find(line => line.startsWith('trap'))).toMatch(rest);
  });

  it('says which move it follows, and who plays', () => {
    const lines = printed(report({ player: 'black' }), ['e2e4'], { white: 'Anna', black: 'Bert' });
    expect(lines.slice(0, 2)).toEqual([
      'After 1. e4:',
      "Black (Bert) to move, rated 1500, against 1500 (Anna). Win rates are Black's; a draw counts half.",
    ]);
  });

  it('drops no move silently, and says where the answer came from', () => {
    const lines = printed(
      report({ rejected: [rejected('a3')], notAnalysed: [rejected('h3', { winrate: 0.5 })], cacheStatus: 'cached' }),
    );
    expect(lines).toContain('Not analysed: h3 50.0 %.');
    expect(lines).toContain('Rejected (Stockfish gives them less than 48.0 %): a3 10.0 %.');
    expect(lines.at(-3)).toMatch(/; from the cache \(it took 4 s then\)\.$/);
  });

  it('lists only the best of what was rejected, and what many play', () => {
    const many = Array.from({ length: 12 }, (_, index) => rejected(`a${index}`, { maia: index === 11 ? 0.64 : 0.01 }));
    expect(printed(report({ rejected: many })).find(line => line.startsWith('Rejected'))).toMatch(
      /a6 10\.0 %, a11 10\.0 %, 4 more\.$/,
    );
  });

  it('of a finished game is one sentence', () => {
    expect(printed(report({ ending: 'stalemate', moves: [] }))).toEqual([
      'The game is over: White is stalemated, a draw.',
      '',
    ]);
  });
});

describe('a tree on the terminal', () => {
  const tree = node('e4', 'e2e4', {
    leaf: false,
    expected: 0.52,
    children: [
      node('e5', 'e7e5', {
        mover: 'opponent',
        probability: 0.5,
        cumulative: 0.5,
        leaf: false,
        children: [
          node('Nf3', 'g1f3', { probability: 0.6, cumulative: 0.3 }),
          node('Ke2', 'e1e2', {
            probability: 0.2,
            cumulative: 0.1,
            winrate: 0.3,
            expected: 0.3,
            pruned: 'player-blunder',
          }),
        ],
      }),
      node('c5', 'c7c5', { mover: 'opponent', probability: 0.3, cumulative: 0.3 }),
    ],
  });

  it('has a line a position: how likely the move, the line, what Stockfish makes of it, what it comes to', () => {
    expect(treeLines(startPosition(), tree).map(({ text }) => text)).toEqual([
      '1. e4  Stockfish 50 %, expected 52 %',
      '├ 1... e5  50 %, Stockfish 50 %, expected 50 %',
      '│ ├ 2. Nf3  60 %, line 30 %, Stockfish 50 %',
      '│ └ 2. Ke2  20 %, line 10 %, Stockfish 30 %, blunder ??',
      '└ 1... c5  30 %, Stockfish 50 %',
    ]);
  });

  it('tells what a line is worth where that is not what Stockfish says, and how likely a forced or rare reply is', () => {
    const forced = node('e5', 'e7e5', { mover: 'opponent', winrate: 0.4, expected: 0.45 });
    const rare = node('c5', 'c7c5', { mover: 'opponent', probability: 0.5, cumulative: 0.004 });
    const blended = node('e4', 'e2e4', { leaf: false, children: [forced, rare] });
    expect(treeLines(startPosition(), blended).map(({ text }) => text)).toEqual([
      '1. e4  Stockfish 50 %, expected 50 %',
      '├ 1... e5  100 %, Stockfish 40 %, expected 45 %',
      '└ 1... c5  50 %, line 0.4 %, Stockfish 50 %',
    ]);
  });

  it('marks blunders in red, and how games end', () => {
    const [, , , blunder] = treeLines(startPosition(), tree);
    expect(blunder?.style).toBe('red');
    const mate = node('e4', 'e2e4', { terminal: 'checkmate', winrate: 1, expected: 1 });
    expect(treeLines(startPosition(), mate).map(({ text }) => text)).toEqual(['1. e4  Stockfish 100 %, checkmate']);
  });
});
