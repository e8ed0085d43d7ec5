import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULTS } from '../../src/analysis/expected/params.ts';
import { MAX_PGN_LENGTH } from '../../src/input/pgn.ts';
import type { Job, JobOf } from '../../src/service/jobs.ts';
import { START } from '../chess/positions.ts';
import { temporaryFolder } from '../support/settings.ts';
import { run } from './in-process.ts';

/** What was asked of the analysis process; none is started here, and it has nothing to say of any position. */
const asked = vi.hoisted(() => ({ services: 0, jobs: [] as Job[] }));
vi.mock('../../src/service/forked.ts', () => ({
  ForkedService: class {
    constructor() {
      asked.services++;
    }
    async run(job: JobOf<'expected'>) {
      asked.jobs.push(job);
      return { kind: 'expected', version: 1, fen: job.input.fen, params: job.params, moves: [] };
    }
    async close() {}
  },
}));

/** The jobs that a command asks for. */
async function jobsOf(...argv: string[]): Promise<JobOf<'expected'>[]> {
  const { code, err } = await run('expected', ...argv, '--json');
  expect([code, err]).toEqual([0, '']);
  return asked.jobs as JobOf<'expected'>[];
}

const PGN = '[White "A"]\n[Black "B"]\n[WhiteElo "1850"]\n[BlackElo "2100"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n';

function pgnFile(text = PGN): string {
  const file = join(temporaryFolder(), 'game.pgn');
  writeFileSync(file, text);
  return file;
}

beforeEach(() => {
  asked.services = 0;
  asked.jobs.length = 0;
});
afterEach(() => vi.unstubAllEnvs());

/** Exit code 2, one sentence, and nothing was started for it. */
async function expectRefusal(argv: string[], sentence: RegExp | string): Promise<void> {
  const { code, out, err } = await run('expected', ...argv);
  if (typeof sentence === 'string') expect(err).toBe(`kibitz: ${sentence}\n`);
  else expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect([code, out, asked.services]).toEqual([2, '', 0]);
}

describe('an expected win rate that cannot be computed', () => {
  it.each([
    ['--threshold', '0', 'threshold: "0" is not a number from 0.000001 to 1.'],
    ['--threshold', '2', 'threshold: "2" is not a number from 0.000001 to 1.'],
    ['--threshold', '-0.1', 'threshold: "-0.1" is not a number from 0.000001 to 1.'],
    ['--threshold', 'abc', 'threshold: "abc" is not a number from 0.000001 to 1.'],
    ['--threshold', '', 'threshold: "" is not a number from 0.000001 to 1.'],
    ['--threshold', 'NaN', 'threshold: "NaN" is not a number from 0.000001 to 1.'],
    ['--depth', '0', 'depth: "0" is not a whole number from 1 to 40.'],
    ['--depth', '41', 'depth: "41" is not a whole number from 1 to 40.'],
    ['--depth', '-1', 'depth: "-1" is not a whole number from 1 to 40.'],
    ['--depth', '9.5', 'depth: "9.5" is not a whole number from 1 to 40.'],
    ['--loss', '0.1', 'loss: "0.1" is not a number from -1 to 0.'],
    ['--loss', '-1.5', 'loss: "-1.5" is not a number from -1 to 0.'],
    ['--loss', '-0.1x', 'loss: "-0.1x" is not a number from -1 to 0.'],
    ['--rating', '500', 'rating: "500" is not a whole number from 600 to 2600.'],
    ['--rating', '2601', 'rating: "2601" is not a whole number from 600 to 2600.'],
    ['--opponent-rating', '599', 'opponent-rating: "599" is not a whole number from 600 to 2600.'],
    ['--residual', 'foo', 'residual: "foo" is not one of base, node, tail.'],
    ['--leaf', 'foo', 'leaf: "foo" is not one of stockfish, maia, blend.'],
    ['--sort', 'foo', 'sort: "foo" is not one of expected, human.'],
    ['--max-candidates', '0', 'max-candidates: "0" is not a whole number from 1 to 256.'],
    ['--max-candidates', '257', 'max-candidates: "257" is not a whole number from 1 to 256.'],
    ['--ply', '20', 'ply: only together with --pgn; --moves plays on.'],
    ['--png', 'board.jpg', 'png: "board.jpg" does not end in .png.'],
    ['--png', '', 'png: say where the picture goes, such as out.png.'],
    ['--tree-png', 'tree', 'tree-png: "tree" does not end in .png.'],
    ['--png', '/no/such/folder/x.png', 'png: "/no/such/folder/x.png" cannot be written: its folder does not exist.'],
    ['--html', 'page.htm', 'html: "page.htm" does not end in .html.'],
    ['--html', '', 'html: say where the page goes, such as report.html.'],
    ['--html', '/no/such/x.html', 'html: "/no/such/x.html" cannot be written: its folder does not exist.'],
    ['--theme', 'pink', 'theme: "pink" is not one of brown, blue, green, high-contrast.'],
    ['--size', '100', 'size: "100" is not a whole number from 360 to 1080.'],
    ['--moves', 'e4 e4', 'moves: "e4" (move 1, Black) is not a legal move there.'],
  ])('because of %s %j is refused in one sentence, and nothing is started', async (option, value, sentence) => {
    await expectRefusal(['startpos', option, value], sentence);
  });

  it.each([
    ['no position', [], /^kibitz: position: give a FEN in quotes/],
    ['nonsense', ['nonsense'], /^kibitz: position: there is nothing to analyse in it; give a FEN/],
    ['moves without quotes', ['startpos', 'e4'], /^kibitz: moves: put them in quotes/],
    [
      'two white kings',
      ['4k3/8/8/8/8/8/8/3KK3 w - - 0 1'],
      /^kibitz: position: "4k3.*" needs exactly one king on each side\./,
    ],
    [
      'two kings of one side, and none of the other',
      ['8/8/8/8/8/8/8/3KK3 w - - 0 1'],
      /^kibitz: position: .* needs exactly one king on each side\./,
    ],
    [
      'the side that is not to move in check',
      ['4k3/8/8/8/8/8/4R3/4K3 w - - 0 1'],
      /^kibitz: position: .* has the side that is not to move in check/,
    ],
    [
      'a FEN without quotes that is none',
      ['4k3/8', 'w', '-', '-', '0', '1'],
      /^kibitz: position: "4k3\/8 w - - 0 1" needs/,
    ],
    [
      'an unknown option',
      ['startpos', '--los', '-0.1'],
      /^kibitz: unknown option '--los'; did you mean --loss\? Usage: kibitz expected/,
    ],
    ['an option without its value', ['startpos', '--loss'], /^kibitz: .*--loss.*Usage: kibitz expected/],
    ['an option in place of a value', ['startpos', '--loss', '--json'], /^kibitz: .*--loss.*Usage: kibitz expected/],
  ])('because of %s is refused in one sentence, and nothing is started', async (_, argv, sentence) => {
    await expectRefusal(argv, sentence);
  });

  it.each([
    ['no ply', [], /^kibitz: ply: say which; give a number from 0 to 6, or a range such as 0-6\./],
    ['a ply past the end', ['--ply', '7'], /^kibitz: ply: "7" is not one; give a number from 0 to 6/],
    ['a range past the end', ['--ply', '2-7'], /^kibitz: ply: "2-7" is not one; give a number from 0 to 6/],
    ['a range the wrong way round', ['--ply', '4-2'], /^kibitz: ply: "4-2" is not one/],
    ['a ply below zero', ['--ply', '-1'], /^kibitz: ply: "-1" is not one/],
    ['half a range', ['--ply', '2-'], /^kibitz: ply: "2-" is not one/],
    ['a ply that is no number', ['--ply', 'two'], /^kibitz: ply: "two" is not one/],
    ['an empty ply', ['--ply', ''], /^kibitz: ply: "" is not one/],
    ['a ply that is not whole', ['--ply', '1.5'], /^kibitz: ply: "1\.5" is not one/],
    ['a position beside it', ['startpos', '--ply', '2'], /^kibitz: pgn: give either a position or a PGN, not both\./],
    ['moves beside it', ['--moves', 'e4', '--ply', '2'], /^kibitz: pgn: give either a position or a PGN, not both\./],
    ['a bad number beside it', ['--ply', '2', '--depth', '0'], /^kibitz: depth: "0" is not a whole number/],
  ])('of a PGN with %s is refused in one sentence, and nothing is started', async (_, argv, sentence) => {
    await expectRefusal(['--pgn', pgnFile(), ...argv], sentence);
  });

  it.each([
    ['no game', '', /^kibitz: pgn: it is empty; /],
    ['no moves', 'hello', /^kibitz: pgn: this looks like words \("hello"\); give the moves /],
    ['an illegal move', '1. e4 e5 2. Ke3', /^kibitz: moves: "Ke3" \(move 2, White\) is not a legal move there\./],
    ['another game', '[Variant "Atomic"]\n\n1. e4', /^kibitz: pgn: "atomic" is not standard chess; /i],
    ['too much of it', 'x'.repeat(MAX_PGN_LENGTH + 1), /^kibitz: pgn: at most 1 MB, please/],
  ])('of a file with %s is refused in one sentence, and nothing is started', async (_, text, sentence) => {
    await expectRefusal(['--pgn', pgnFile(text), '--ply', '0'], sentence);
  });

  it('of a file that is not there, or no file, is refused by name', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'games.pgn'));
    await expectRefusal(
      ['--pgn', join(folder, 'none.pgn'), '--ply', '2'],
      /^kibitz: .*none\.pgn: there is no such file\.$/m,
    );
    await expectRefusal(
      ['--pgn', join(folder, 'games.pgn'), '--ply', '2'],
      /^kibitz: .*games\.pgn: it is a folder\.$/m,
    );
  });
});

describe('a value that begins with a dash', () => {
  it.each([
    [['--loss', '-0.1'], -0.1],
    [['--loss', '-.25'], -0.25],
    [['--loss', '-1'], -1],
    [['--loss=-0.5'], -0.5],
    [['--loss', '0'], 0],
  ])('is read after its option: %j', async (argv, loss) => {
    const [job] = await jobsOf('startpos', ...argv);
    expect(job?.params.loss).toBe(loss);
  });

  it('is read before the position, and the trouble is named where it is', async () => {
    const [job] = await jobsOf('--loss', '-0.2', 'startpos', '--depth', '9');
    expect(job?.params).toEqual({ ...DEFAULTS, loss: -0.2, depth: 9 });
    const { code, err } = await run('expected', 'nonsense', '--loss', '-0.1');
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^kibitz: position: there is nothing to analyse in it; .*\n$/),
    ]);
  });

  it('is not taken from a FEN without quotes', async () => {
    const fen = '4k3/8/8/8/8/8/R7/4K3 w - - 0 1';
    const [job] = await jobsOf(...fen.split(' '), '--loss', '-0.3');
    expect([job?.input.fen, job?.params.loss]).toEqual([fen, -0.3]);
  });
});

describe('a question about an expected win rate', () => {
  it('is asked with what goes without saying', async () => {
    expect(await jobsOf('startpos')).toEqual([
      {
        kind: 'expected',
        input: { fen: START, moves: [] },
        params: DEFAULTS,
        deterministic: false,
        trace: false,
        cache: true,
      },
    ]);
  });

  it('is asked with everything that was said', async () => {
    const options =
      '--rating 1200 --threshold 0.05 --depth 12 --loss -0.2 --residual tail --leaf blend --max-candidates 3';
    const trace = join(temporaryFolder(), 'trace.json');
    const [job] = await jobsOf(
      'startpos',
      '--moves',
      'e4 e5',
      ...options.split(' '),
      '--deterministic',
      '--no-cache',
      '--trace',
      trace,
    );
    expect(job).toEqual({
      kind: 'expected',
      input: { fen: START, moves: ['e2e4', 'e7e5'] },
      params: {
        threshold: 0.05,
        depth: 12,
        loss: -0.2,
        rating: 1200,
        opponentRating: 1200, // the same as one's own, where nothing else is said
        residual: 'tail',
        leaf: 'blend',
        maxCandidates: 3,
      },
      deterministic: true,
      trace: true,
      cache: false,
    });
  });

  it.each([
    ['2', [['e2e4', 'e7e5']]],
    ['0', [[]]],
    ['0-1', [[], ['e2e4']]],
    [
      '5-6',
      [
        ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5'],
        ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5', 'a7a6'],
      ],
    ],
  ])('of a PGN at ply %s is one for each position, with its history', async (ply, moves) => {
    const jobs = await jobsOf('--pgn', pgnFile(), '--ply', ply);
    expect(jobs.map(({ input }) => input)).toEqual(moves.map(line => ({ fen: START, moves: line })));
  });

  it('of a PGN takes the ratings in it, the mover’s first, unless others are given', async () => {
    const ratings = (jobs: JobOf<'expected'>[]) => jobs.map(({ params }) => [params.rating, params.opponentRating]);
    expect(ratings(await jobsOf('--pgn', pgnFile(), '--ply', '0-1'))).toEqual([
      [1850, 2100],
      [2100, 1850],
    ]);
    asked.jobs.length = 0;
    expect(ratings(await jobsOf('--pgn', pgnFile(), '--ply', '0', '--rating', '1000'))).toEqual([[1000, 2100]]);
    asked.jobs.length = 0;
    expect(ratings(await jobsOf('--pgn', pgnFile(), '--ply', '0', '--opponent-rating', '1000'))).toEqual([
      [1850, 1000],
    ]);
  });

  it.each([
    ['2850', '2600', [2600, 2600]],
    ['400', '?', [600, 600]],
    ['?', '1700', [DEFAULTS.rating, 1700]],
    ['?', '?', [DEFAULTS.rating, DEFAULTS.rating]],
  ])('of a PGN with the ratings %j and %j is asked within Maia’s bounds', async (white, black, expected) => {
    const file = pgnFile(`[WhiteElo "${white}"]\n[BlackElo "${black}"]\n\n1. e4`);
    const [job] = await jobsOf('--pgn', file, '--ply', '0', '--quiet');
    expect([job?.params.rating, job?.params.opponentRating]).toEqual(expected);
  });

  it('says which rating it does not take as it stands', async () => {
    const file = pgnFile('[WhiteElo "2850"]\n[BlackElo "1700"]\n\n1. e4');
    const { err } = await run('expected', '--pgn', file, '--ply', '0', '--json');
    expect(err).toBe('The rating 2850 of the PGN is taken for 2600.\n');
  });

  it('of one position is answered with one report, of a range with a list', async () => {
    expect(JSON.parse((await run('expected', 'startpos', '--json')).out)).toMatchObject({
      kind: 'expected',
      sort: 'expected',
    });
    const { out } = await run('expected', '--pgn', pgnFile(), '--ply', '1-3', '--sort', 'human', '--json');
    expect(JSON.parse(out)).toMatchObject({
      kind: 'expected-range',
      version: 1,
      positions: Array(3).fill({ kind: 'expected', sort: 'human' }),
    });
  });
});
