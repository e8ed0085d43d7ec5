import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { count, megabytes, percent, Terminal, type TerminalOptions, table } from '../../src/cli/terminal.ts';

/** What happened, in order: on stdout, on stderr, and to the progress bar. */
const events = vi.hoisted(() => [] as string[]);
vi.mock('cli-progress', () => ({
  Presets: {},
  SingleBar: class {
    start(total: number, done: number) {
      events.push(`bar starts ${done}/${total}`);
    }
    update(done: number) {
      events.push(`bar at ${done}`);
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
      'bar at 1000000',
      'bar at 2000000',
      'bar stops',
      'out done\n',
      'err kibitz: late\n',
    ]);
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
