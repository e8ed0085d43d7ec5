import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INITIAL_FEN } from 'chessops/fen';
import { describe, expect, it } from 'vitest';
import { mainFile } from '../support/built.ts';
import { endlessEngine } from '../support/fake-engine.ts';
import { type Outcome, kibitz as runKibitz, startKibitz } from '../support/kibitz.ts';
import { until } from '../support/processes.ts';
import { temporaryFolder } from '../support/settings.ts';

/** One cache for those that say nothing else. */
const dataDir = temporaryFolder();
const kibitz = (args: string[], env: Record<string, string> = {}, cwd = temporaryFolder()): Promise<Outcome> =>
  runKibitz(args, { cwd, env: { KIBITZ_DATA_DIR: dataDir, ...env } });
/** As `npm run kibitz` starts it; everything else here runs what was built. */
const MAIN_SOURCE = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const json = (outcome: Outcome) => JSON.parse(outcome.out);

describe('kibitz expected', () => {
  it('draws the board with the moves, and the tree of the best one', async () => {
    const folder = temporaryFolder();
    const files = ['board.png', 'tree.png'].map(name => join(folder, name));
    const position = ['startpos', '--moves', 'e4 e5', '--depth', '4', '--leaf', 'maia', '--max-candidates', '2'];
    const outcome = await kibitz(['expected', ...position, '--png', files[0] ?? '', '--tree-png', files[1] ?? '']);
    expect(outcome).toMatchObject({ code: 0, out: expect.stringContaining('chances') });
    for (const file of files) {
      expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
      expect(outcome.err).toMatch(new RegExp(`${file}, \\d+ × \\d+\\.`));
    }
  });
});

describe('kibitz eval', () => {
  it('prints one JSON value on stdout and nothing else anywhere', async () => {
    const outcome = await kibitz(['eval', INITIAL_FEN, '--depth', '8', '--multipv', '2', '--json']);
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
    const outcome = await kibitz(['eval', 'startpos', '--moves', '1. f3 e5 2. g2g4', '--depth', '5', '--json']);
    expect(json(outcome)).toMatchObject({
      score: { kind: 'mate', mate: -1 },
      winrate: 1,
      best: { san: 'Qh4#', uci: 'd8h4' },
    });
    const mated = await kibitz(['eval', ...'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'.split(' ')]);
    expect(mated).toMatchObject({ code: 0, out: 'The game is over: White is checkmated.\n' });
  });

  it('prints a table for people', async () => {
    const { code, out } = await kibitz([
      'eval',
      'startpos',
      '--depth',
      '6',
      '--searchmoves',
      'a4 Nf3',
      '--multipv',
      '2',
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Score from White's side; win rate for White, who is to move\.\n/);
    expect(out).toMatch(/[+-]\d\.\d\d +\d\d % +1\. Nf3/);
    expect(out).toMatch(/Stockfish .*, depth 6, [\d,]+ nodes/);
  });

  it('takes nothing but the position from a text that hides a command for the engine; no file appears', async () => {
    const cwd = temporaryFolder();
    const outcome = await kibitz(
      ['eval', `${INITIAL_FEN}\nsetoption name Debug Log File value x`, '--depth', '4', '--json'],
      {},
      cwd,
    );
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect(json(outcome).fen).toBe(INITIAL_FEN);
    expect(existsSync(join(cwd, 'x'))).toBe(false);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('reads settings from a .env file', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), 'STOCKFISH_PATH=/nowhere/fish\n');
    expect(await kibitz(['eval', 'startpos', '--no-cache'], {}, cwd)).toMatchObject({
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
    const outcome = await runKibitz(words, { program: ['--import', import.meta.resolve('tsx'), MAIN_SOURCE] });
    const report = json(outcome);
    expect(report).toMatchObject({ kind: 'maia', model: 'maia3-5m', rating: 1100, opponentRating: 1100 });
    expect(report.moves).toHaveLength(3);
    expect(report.moves[0]).toMatchObject({ san: 'Nf3', uci: 'g1f3' });
    expect(report.wdl.win + report.wdl.draw + report.wdl.loss).toBeCloseTo(1, 9);
  });

  it('prints bars for people, and the whole mass on one move at temperature 0', async () => {
    const { code, out } = await kibitz(['maia', 'startpos', '--temperature', '0', '--top', '1']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /What White plays at 1500:\ne4 +100\.0 % +█+\nWhite wins \d+ %, .*\(says little this early in a game\)/,
    );
  });

  it('works twice at the same time on an empty cache', async () => {
    const empty = temporaryFolder();
    const env = { KIBITZ_MODEL_DIR: join(empty, 'models'), KIBITZ_DATA_DIR: join(empty, 'data') };
    const outcomes = await Promise.all([1, 2].map(() => kibitz(['maia', 'startpos', '--json'], env)));
    for (const outcome of outcomes) {
      expect(outcome.code, outcome.err).toBe(0);
      expect(json(outcome).moves[0].san).toBe('e4');
      expect(outcome.err).toMatch(/^(Fetching maia3-5m \(84 MB\), once\.\n)?$/);
    }
    expect(readdirSync(env.KIBITZ_MODEL_DIR)).toEqual(['maia3-5m']);
  });
});

describe('kibitz', () => {
  it('says that the data folder cannot be written; everything works without it', async () => {
    const blocked = join(temporaryFolder(), 'file');
    writeFileSync(blocked, '');
    const env = { KIBITZ_DATA_DIR: blocked };
    const doctor = await kibitz(['doctor'], env);
    expect(doctor.out).toMatch(
      /✗ data folder: .*file cannot be written to: (there is a file in its place|its folder is a file)\. Make it writable or set KIBITZ_DATA_DIR\./,
    );
    const evaluated = await kibitz(['eval', 'startpos', '--depth', '4', '--json'], env);
    expect(evaluated.code).toBe(0);
    expect(evaluated.err).toMatch(/^kibitz warn: the cache in .* could not be opened \(.*\); nothing is remembered\n$/);
    expect(json(evaluated).cached).toBe(false);
  });

  it('shows its demo: the moves ranked, the mistake and the answer to it, a game in words', async () => {
    const folder = temporaryFolder();
    const env = { KIBITZ_DATA_DIR: temporaryFolder() };
    const { code, out } = await kibitz(['demo'], env, folder);
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      'demo-game.png',
      'demo-tree.png',
      'demo.pgn',
      'demo.png',
      'report.html',
      'review.html',
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/move +expected +human +engine +score +played +trap +risk +confidence +plies/);
    expect(out).toMatch(/positions by maia3-5m, \d+ searches by Stockfish .* up to depth 12; /);
    expect(out).toMatch(/^1\. +Ndf6 /m);
    expect(out).toMatch(/^Ndf6 gives people rated 1500 the best chances: they score \d\d % after it\./m);
    expect(out).toMatch(/^Beware of Ngf6: 64 % play it, and the answer Nd6# leaves them 0 %\.$/m);
    expect(out).toMatch(/^To walk through in a browser: out.report\.html and out.review\.html\.$/m);
    expect(out).toMatch(/^Paul Morphy beat Duke of Brunswick/m);
    expect(json(await kibitz(['demo', '--json'], env, folder))).toMatchObject({
      kind: 'demo',
      expected: { kind: 'expected', cacheStatus: 'cached' },
      review: { kind: 'review', cacheStatus: 'cached' },
    });
  });

  it('lists its commands, and knows its version', async () => {
    expect((await kibitz([])).out).toMatch(/eval +What Stockfish thinks of a position\./);
    expect((await kibitz(['version'])).out).toMatch(/^kibitz \d+\.\d+\.\d+\n$/);
  });
});
