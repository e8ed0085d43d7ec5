import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INITIAL_FEN } from 'chessops/fen';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Job, JobOptions, MeasurableService } from '../../src/service/jobs.ts';
import { mainFile } from '../support/built.ts';
import { endlessEngine } from '../support/fake-engine.ts';
import { kibitz, startKibitz } from '../support/kibitz.ts';
import { until } from '../support/processes.ts';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run, runWith, shareService } from './in-process.ts';

/** The demo as it is, and two that fetch a model at once, are in `cli.thorough.test.ts`. */

const service = shareService();
beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => void vi.unstubAllEnvs());

const json = ({ out }: { out: string }) => JSON.parse(out);

/** Into a folder; returns what leads back. */
function chdir(folder: string): () => void {
  const before = process.cwd();
  process.chdir(folder);
  return () => process.chdir(before);
}

/** The same service, and it looks at everything for a moment only. */
const hasty = (slow: MeasurableService): MeasurableService => {
  const quick = (job: Job): Job => {
    if (job.kind === 'expected') return { ...job, params: { ...job.params, depth: 4, maxCandidates: 2 } };
    return job.kind === 'review' ? { ...job, params: { ...job.params, limit: { kind: 'nodes', nodes: 100 } } } : job;
  };
  return Object.assign(Object.create(slow), { run: (job: Job, options?: JobOptions) => slow.run(quick(job), options) });
};

/** As `npm run kibitz` starts it; other processes here run what was built. */
const MAIN_SOURCE = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

describe('kibitz expected', () => {
  it('draws the board with the moves, and the tree of the best one', async () => {
    const folder = temporaryFolder();
    const files = ['board.png', 'tree.png'].map(name => join(folder, name));
    const position = ['startpos', '--moves', 'e4 e5', '--depth', '4', '--leaf', 'maia', '--max-candidates', '2'];
    const outcome = await run('expected', ...position, '--png', files[0] ?? '', '--tree-png', files[1] ?? '');
    expect(outcome).toMatchObject({ code: 0, out: expect.stringContaining('chances') });
    for (const file of files) {
      expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
      expect(outcome.err).toMatch(new RegExp(`${file}, \\d+ × \\d+\\.`));
    }
  });
});

describe('kibitz eval', () => {
  it('prints one JSON value on stdout and nothing else anywhere', async () => {
    const outcome = await run('eval', INITIAL_FEN, '--depth', '8', '--multipv', '2', '--json');
    expect(outcome).toMatchObject({ code: 0, err: '' });
    const report = json(outcome);
    expect(report).toMatchObject({
      kind: 'eval',
      fen: INITIAL_FEN,
      engine: expect.stringContaining('Stockfish'),
      depth: 8,
    });
    expect(report.lines).toHaveLength(2);
    expect(report.best).toEqual({ san: report.lines[0].san[0], uci: report.lines[0].uci[0] });
    expect(report.score).toEqual(report.lines[0].score);
    expect(report.winrate).toBeGreaterThan(0.5);
    expect(report.nodes).toBeGreaterThan(0);
  });

  it('takes moves in SAN or UCI, a FEN without quotes, and says who stands better for the side to move', async () => {
    const outcome = await run('eval', 'startpos', '--moves', '1. f3 e5 2. g2g4', '--depth', '5', '--json');
    expect(json(outcome)).toMatchObject({
      score: { kind: 'mate', mate: -1 },
      winrate: 1,
      best: { san: 'Qh4#', uci: 'd8h4' },
    });
    const mated = await run('eval', ...'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'.split(' '));
    expect(mated).toMatchObject({ code: 0, out: 'The game is over: White is checkmated.\n' });
  });

  it('prints a table for people', async () => {
    const { code, out } = await run('eval', 'startpos', '--depth', '6', '--searchmoves', 'a4 Nf3', '--multipv', '2');
    expect(code).toBe(0);
    expect(out).toMatch(/^Score from White's side; win rate for White, who is to move\.\n/);
    expect(out).toMatch(/[+-]\d\.\d\d +\d\d % +1\. Nf3/);
    expect(out).toMatch(/Stockfish .*, depth 6, [\d,]+ nodes/);
  });

  it('takes nothing but the position from a text that hides a command for the engine; no file appears', async () => {
    const cwd = temporaryFolder();
    onTestFinished(chdir(cwd));
    const outcome = await run(
      ...['eval', `${INITIAL_FEN}\nsetoption name Debug Log File value x`, '--depth', '4', '--json'],
    );
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect(json(outcome).fen).toBe(INITIAL_FEN);
    expect(existsSync(join(cwd, 'x'))).toBe(false);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('reads settings from a .env file', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), 'STOCKFISH_PATH=/nowhere/fish\n');
    expect(await kibitz(['eval', 'startpos', '--no-cache'], { cwd })).toMatchObject({
      code: 1,
      err: expect.stringContaining('/nowhere/fish'),
    });
  });

  it('does not mind a reader that has seen enough', async () => {
    const child = spawn(process.execPath, [mainFile, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const code = await new Promise(resolve => child.on('close', resolve));
    expect([code, err]).toEqual([0, '']);
  });

  it('ends at once on Ctrl-C, with 130', async () => {
    const engine = endlessEngine();
    const started = startKibitz(['eval', 'startpos', '--no-cache'], { env: { STOCKFISH_PATH: engine.path } });
    await until(engine.started, 'the engine starts');
    started.child.kill('SIGINT');
    expect([await started.code, started.out(), started.err()]).toEqual([130, '', 'kibitz: Cancelled.\n']);
  });
});

describe('kibitz maia', () => {
  it('gives the likeliest moves of a rating with a forecast for the side to move, from its sources too', async () => {
    const words = ['maia', 'startpos', '--moves', 'e2e4 e7e5', '--rating', '1100', '--top', '3', '--json'];
    const outcome = await kibitz(words, { program: ['--import', import.meta.resolve('tsx'), MAIN_SOURCE] });
    const report = json(outcome);
    expect(report).toMatchObject({ kind: 'maia', model: 'maia3-5m', rating: 1100, opponentRating: 1100 });
    expect(report.moves).toHaveLength(3);
    expect(report.moves[0]).toMatchObject({ san: 'Nf3', uci: 'g1f3' });
    expect(report.wdl.win + report.wdl.draw + report.wdl.loss).toBeCloseTo(1, 9);
  });

  it('prints bars for people, and the whole mass on one move at temperature 0', async () => {
    const { code, out } = await run('maia', 'startpos', '--temperature', '0', '--top', '1');
    expect(code).toBe(0);
    expect(out).toMatch(
      /What White plays at 1500:\ne4 +100\.0 % +█+\nWhite wins \d+ %, .*\(says little this early in a game\)/,
    );
  });
});

describe('kibitz', () => {
  it('says that the data folder cannot be written; everything works without it', async () => {
    const blocked = join(temporaryFolder(), 'file');
    writeFileSync(blocked, '');
    vi.stubEnv('KIBITZ_DATA_DIR', blocked);
    const doctor = await run('doctor');
    expect(doctor.out).toMatch(
      /✗ data folder: .*file cannot be written to: (there is a file in its place|its folder is a file)\. Make it writable or set KIBITZ_DATA_DIR\./,
    );
    const evaluated = await kibitz(['eval', 'startpos', '--depth', '4', '--json'], {
      env: { KIBITZ_DATA_DIR: blocked },
    });
    expect(evaluated.code).toBe(0);
    expect(evaluated.err).toMatch(/^kibitz warn: the cache in .* could not be opened \(.*\); nothing is remembered\n$/);
    expect(json(evaluated).cached).toBe(false);
  });

  it('shows its demo: a position and a game, with all that is drawn and written of them', async () => {
    const folder = temporaryFolder();
    onTestFinished(chdir(folder));
    const { code, out } = await runWith(hasty(service), 'demo');
    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      'demo-game.png',
      'demo-tree.png',
      'demo.pgn',
      'demo.png',
      'report.html',
      'review.html',
    ]);
    expect(out).toMatch(/move +expected +human +engine +score +played +trap +risk +confidence +plies/);
    expect(out).toMatch(/^Paul Morphy beat Duke of Brunswick/m);
    expect(out).toMatch(/^To walk through in a browser: out.report\.html and out.review\.html\.$/m);
    expect(json(await runWith(hasty(service), 'demo', '--json'))).toMatchObject({
      kind: 'demo',
      expected: { kind: 'expected', cacheStatus: 'cached' },
      review: { kind: 'review', cacheStatus: 'cached' },
    });
  });

  it('lists its commands, and knows its version', async () => {
    expect((await run()).out).toMatch(/eval +What Stockfish thinks of a position\./);
    expect((await run('version')).out).toMatch(/^kibitz \d+\.\d+\.\d+\n$/);
  });
});
