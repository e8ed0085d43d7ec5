import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExpectedProgress } from '../../src/analysis/expected/progress.ts';
import { count, percent } from '../../src/base/text.ts';
import { duration, megabytes, shorten, Terminal, type TerminalOptions, table, wrap } from '../../src/cli/terminal.ts';

/** What happened, in order: on stdout, on stderr, and to the progress bar. */
const events = vi.hoisted(() => [] as string[]);
vi.mock('cli-progress', () => ({
  Presets: {},
  SingleBar: class {
    #total = 0;
    start(total: number, done: number) {
      events.push(`bar starts ${done}/${total}`);
    }
    setTotal(total: number) {
      this.#total = total;
    }
    update(done: number, { text }: { text: string }) {
      events.push(`bar at ${done}/${this.#total}: ${text}`);
    }
    stop() {
      events.push('bar stops');
    }
  },
}));

const stream = (name: string, isTTY: boolean) => ({ isTTY, write: (text: string) => events.push(`${name} ${text}`) });

const terminal = (options: Partial<TerminalOptions> = {}, isTTY = false) =>
  new Terminal(
    { json: false, quiet: false, ...options },
    {
      stdout: stream('out', isTTY),
      stderr: stream('err', isTTY),
    },
  );

const download = (done: number) => ({ kind: 'download' as const, model: 'Maia-3 5M', done, total: 22_034_874 });

const expected = (changes: Partial<ExpectedProgress> = {}) => ({
  kind: 'expected' as const,
  phase: 'stockfish-eval' as const,
  currentMove: 1,
  totalMoves: 5,
  treeNodesEvaluated: 1200,
  totalTreeNodes: 3400,
  estimateMs: 1_000,
  ranking: [],
  ...changes,
});

beforeEach(() => {
  events.length = 0;
  vi.stubEnv('NO_COLOR', undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('a terminal', () => {
  it('prints results on stdout and everything else on stderr', () => {
    const screen = terminal();
    screen.print('+0.35');
    screen.print();
    screen.note('Starting.');
    screen.error('no such file.');
    expect(events).toEqual(['out +0.35\n', 'out \n', 'err Starting.\n', 'err kibitz: no such file.\n']);
  });

  it('prints JSON that reads back', () => {
    const value = { kind: 'eval', score: null, lines: [1, 2] };
    const screen = terminal({ json: true });
    screen.printJson(value);
    expect(screen.json).toBe(true);
    expect(JSON.parse(events[0]?.replace(/^out /, '') ?? '')).toEqual(value);
    expect(events).toHaveLength(1);
  });

  it('says only results and errors when it is to be quiet', () => {
    const screen = terminal({ quiet: true }, true);
    screen.note('Starting.');
    screen.progress({ kind: 'queued', position: 5 });
    screen.progress(download(1));
    screen.download(download(2));
    expect(events).toEqual([]);
    screen.error('no.');
    expect(events).toEqual(['err kibitz: no.\n']);
  });

  it('colours text only where somebody looks and wants it', () => {
    expect(terminal({}, true).style('red', 'lost')).toBe('\u001b[31mlost\u001b[39m');
    expect(terminal({}, true).style('dim', 'won')).toBe('\u001b[2mwon\u001b[22m');
    expect(terminal({}, false).style('red', 'lost')).toBe('lost');
    vi.stubEnv('NO_COLOR', '1'); // https://no-color.org
    expect(terminal({}, true).style('red', 'lost')).toBe('lost');
  });
});

describe('progress', () => {
  it('in the queue is told when it changes, and not to the next in line', () => {
    const screen = terminal();
    for (const position of [3, 3, 2, 1]) screen.progress({ kind: 'queued', position });
    expect(events).toEqual(['err Waiting, number 3 in line.\n', 'err Waiting, number 2 in line.\n']);
  });

  it('of a download is one sentence where nobody looks', () => {
    const screen = terminal();
    for (const done of [0, 1_000_000, 22_034_874]) screen.progress(download(done));
    expect(events).toEqual(['err Fetching Maia-3 5M (22 MB), once.\n']);
  });

  it('of a download is a bar on a terminal, gone before anything is printed', () => {
    const screen = terminal({}, true);
    screen.progress(download(1_000_000));
    screen.progress(download(2_000_000));
    screen.print('done');
    screen.error('late');
    expect(events).toEqual([
      'bar starts 0/22034874',
      'bar at 1000000/22034874: Fetching Maia-3 5M, 4 % of 22 MB',
      'bar at 2000000/22034874: Fetching Maia-3 5M, 9 % of 22 MB',
      'bar stops',
      'out done\n',
      'err kibitz: late\n',
    ]);
  });
});

describe('progress of an analysis of what people score', () => {
  it('says once how long it will take, where that is long', () => {
    const screen = terminal();
    for (const done of [0, 10, 20]) screen.progress(expected({ estimateMs: 240_000, treeNodesEvaluated: done }));
    expect(events).toEqual(['err This takes 4 min, roughly.\n']);
  });

  it('says nothing of what takes a moment', () => {
    const screen = terminal();
    screen.progress(expected({ estimateMs: 14_999 }));
    expect(events).toEqual([]);
    screen.progress(expected({ estimateMs: 15_000 }));
    expect(events).toEqual(['err This takes 15 s, roughly.\n']);
  });

  it('is a bar on a terminal, through both phases, whose end moves while trees grow', () => {
    const screen = terminal({}, true);
    screen.progress(expected({ phase: 'maia-trees', treeNodesEvaluated: 0, totalTreeNodes: 900 }));
    screen.progress(expected({ phase: 'maia-trees', treeNodesEvaluated: 100, totalTreeNodes: 3400 }));
    screen.progress(expected());
    screen.print('done');
    expect(events).toEqual([
      'bar starts 0/900',
      'bar at 0/900: What people play: 900 positions',
      'bar at 100/3400: What people play: 3,400 positions',
      'bar at 1200/3400: What it leads to: 1,200 of 3,400 positions, 1 of 5 moves',
      'bar stops',
      'out done\n',
    ]);
  });

  it.each([
    ['before there is anything to count', expected({ totalTreeNodes: 0, treeNodesEvaluated: 0 })],
    ['when all is done', expected({ phase: 'complete', currentMove: 5, treeNodesEvaluated: 3400 })],
  ])('is no bar %s', (_, progress) => {
    terminal({}, true).progress(progress);
    expect(events).toEqual([]);
  });

  it('tells once on a terminal what can be said at first sight', () => {
    const screen = terminal({}, true);
    const move = (san: string, human: number) => ({ san, uci: san, maia: 0.1, human, expected: null, winrate: null });
    const ranking = [move('Nf3', 0.52), move('e4', 0.5), move('d4', 0.49), move('a3', 0.4)];
    screen.progress(expected({ phase: 'maia-trees' }));
    screen.progress(expected({ ranking }));
    screen.progress(expected({ ranking: [{ ...move('a3', 0.4), expected: 0.6 }, ...ranking.slice(0, 3)] }));
    expect(events.filter(event => event.includes('sight'))).toEqual([
      'err At first sight: Nf3 52 %, e4 50 %, d4 49 %.\n',
    ]);
  });

  it('is announced on a terminal, too, before the bar', () => {
    const screen = terminal({}, true);
    screen.progress(expected({ estimateMs: 12_600_000 }));
    expect(events.slice(0, 2)).toEqual(['err This takes 3.5 h, roughly.\n', 'bar starts 0/3400']);
  });

  it('is not shown to somebody who wants quiet', () => {
    for (const isTTY of [true, false]) terminal({ quiet: true }, isTTY).progress(expected({ estimateMs: 240_000 }));
    expect(events).toEqual([]);
  });
});

describe('a time for people', () => {
  it.each([
    [0, '0 s'],
    [400, '0 s'],
    [1_000, '1 s'],
    [12_400, '12 s'],
    [99_000, '99 s'],
    [100_000, '2 min'],
    [240_000, '4 min'],
    [3_600_000, '60 min'],
    [5_999_000, '100 min'],
    [6_000_000, '1.7 h'],
    [12_600_000, '3.5 h'],
    [86_400_000, '24.0 h'],
  ])('of %i ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

describe('numbers for people', () => {
  it.each([
    [megabytes(22_034_874), '22 MB'],
    [megabytes(140_000), '0.1 MB'],
    [percent(0.1234), '12.3 %'],
    [percent(1, 0), '100 %'],
    [count(1_234_567), '1,234,567'],
    [count(999.6), '1,000'],
  ])('are written %s', (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe('a table', () => {
  it('pads every column to its widest cell and leaves no blanks at the end', () => {
    expect(
      table(
        [
          ['e4', '47.1 %', 'good'],
          ['Nf3+', '5.0 %', ''],
        ],
        [1],
      ),
    ).toEqual(['e4    47.1 %  good', 'Nf3+   5.0 %']);
  });

  it('may have rows of different length, or none', () => {
    expect(table([['a'], ['bb', 'c']])).toEqual(['a', 'bb  c']);
    expect(table([])).toEqual([]);
  });
});

describe('sentences', () => {
  it('are broken between words, and go on below where they began', () => {
    const text = `1. ${'word '.repeat(30).trim()}.`;
    const lines = wrap(text, '   ');
    expect(lines.length).toBe(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    expect(lines[1]).toMatch(/^ {3}word/);
    expect(lines.map(line => line.trim()).join(' ')).toBe(text);
  });

  it('keep numbers with what they count', () => {
    const before = 'x'.repeat(76);
    for (const together of ['98 %', '98 % → 5 %', '23... Qd7', '12 min', '12. Nf3'])
      expect(wrap(`${before} ${together}`)).toEqual([before, together]);
  });

  it('leave a word alone that is longer than a line', () => {
    expect(wrap('x'.repeat(100))).toEqual(['x'.repeat(100)]);
    expect(wrap('')).toEqual(['']);
  });
});

describe('names in columns', () => {
  it('are as wide as they are seen', () => {
    expect(
      table([
        ['田中', '1'],
        ['abcd', '2'],
        ['e\u0301', '3'],
      ]),
    ).toEqual(['田中  1', 'abcd  2', 'e\u0301     3']);
  });

  it('are cut where there is no room', () => {
    expect(shorten('alexander', 9)).toBe('alexander');
    expect(shorten('alexander', 5)).toBe('alex…');
    expect(shorten('田中太郎', 5)).toBe('田中…');
  });
});
