import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run, shareService } from './in-process.ts';

shareService();

beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe('bad input', () => {
  it.each([
    [['eval'], /position: give a FEN/],
    [['eval', ''], /position: there is nothing to analyse in it; give a FEN/],
    [['eval', 'startpos', '--depth', 'deep'], /depth: "deep" is not a whole number from 1 to 40\./],
    [['eval', 'startpos', '--depth', '-1'], /depth: "-1" is not a whole number from 1 to 40\./],
    [['eval', 'startpos', '--depth', '--json'], /--depth.*Usage: kibitz eval/],
    [['eval', 'startpos', '-1'], /moves: put them in quotes.*"-1" stands alone/],
    [['eval', 'startpos', '-x'], /unknown option '-x'. Usage: kibitz eval/],
    [['eval', 'games.pgn'], /^kibitz: position: "games\.pgn" is a file of games; "kibitz expected --pgn games\.pgn/],
    [['-x'], /unknown option '-x'\. Usage: kibitz <command> \[options\]$/m],
    [['eval', 'startpos', '--moves', '--flip'], /'--moves <.*'--flip' is invalid.*Usage: kibitz eval/],
    [['eval', 'startpos', '--depth', '9', '--nodes', '9'], /depth, nodes: give one of the two/],
    [['eval', 'startpos', '--moves', 'e4 e5 Ke3'], /moves: "Ke3" \(move 2, White\) is not a legal move there\./],
    [['eval', 'startpos', '--searchmoves', 'e5'], /searchmoves: "e5" is not a legal move/],
    [
      ['eval', 'startpos', '--colour', 'blue'],
      /^kibitz: unknown option '--colour'\. Usage: kibitz eval <position> \[options\]$/m,
    ],
    [['eval', 'startpos', '--dept', '9'], /^kibitz: unknown option '--dept'; did you mean --depth\? Usage: /],
    [['revew', 'game.pgn'], /^kibitz: there is no command "revew"; did you mean review\?$/m],
    [['help', 'evel'], /there is no command "evel"; did you mean eval\?$/m],
    [['maia', 'startpos', '--rating', '3000'], /rating: "3000" is not a whole number from 600 to 2600\./],
    [
      ['eval', 'startpos', '--moves', 'e4', 'e5'],
      /moves: put them in quotes: --moves "e4 e5 Nf3" \("e5" stands alone\)/,
    ],
    [['eval', 'nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w GBgb - 0 1'], /needs castling rights such as "KQkq"/],
    [['--json', 'castle'], /there is no command "castle"/],
    [['models', 'pull'], /models pull: name a model/],
    [['models', 'pull', 'maia9'], /model: there is no "maia9"/],
    [['models', 'burn'], /models: "burn" is not one of list, pull, verify\./],
    [['models', 'list', 'x'], /models list: "x" is one word too many\./],
    [['models', 'verify', 'maia3-5m', 'x'], /models: "x" is one word too many\./],
    [['doctor', 'who'], /doctor: "who" is one word too many\./],
    [['castle'], /there is no command "castle"; "kibitz help" lists them all\./],
    [['constructor'], /there is no command "constructor"/],
    [['help', 'castle'], /there is no command "castle"/],
  ])('%j gets exit code 2 and one sentence', async (argv, sentence) => {
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('in the environment is refused by name, unless the command needs no settings', async () => {
    vi.stubEnv('KIBITZ_ENGINE', '3');
    expect(await run('eval', 'startpos')).toMatchObject({
      code: 2,
      err: 'kibitz: KIBITZ_ENGINE: there is no such setting; .env.example lists all of them.\n',
    });
    expect((await run('version')).code).toBe(0);
    vi.unstubAllEnvs();
    vi.stubEnv('KIBITZ_ENGINES', 'all');
    expect((await run('eval', 'startpos')).err).toBe(
      'kibitz: KIBITZ_ENGINES: "all" is not a whole number from 1 to 256.\n',
    );
  });

  it('in place of a .env file is named', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, '.env'));
    const before = process.cwd();
    process.chdir(folder);
    const { code, err } = await run('eval', 'startpos');
    process.chdir(before);
    expect([code, err]).toEqual([2, expect.stringMatching(/^kibitz: \.env: this file cannot be read/)]);
  });
});

describe('a command', () => {
  it('tells a position in text and as JSON', async () => {
    const text = await run('eval', 'startpos', '--depth', '5');
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toMatch(/Stockfish .*, depth 5, [\d,]+ nodes, \d\.\d\d s\n$/);
    const again = await run('eval', 'startpos', '--depth', '5', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ kind: 'eval', depth: 5, cached: true });
  });

  it('tells what people play, and that a finished game has no moves', async () => {
    const moves = await run(
      'maia',
      'startpos',
      '--moves',
      'e4',
      '--rating',
      '1900',
      '--opponent-rating',
      '1100',
      '--top',
      '2',
    );
    expect(moves.out).toMatch(/^What Black plays at 1900 against 1100:\n/);
    expect(moves.out).toMatch(/Black wins \d+ %, draws \d+ %, loses \d+ %/);
    const over = await run('maia', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1');
    expect(over).toMatchObject({ code: 0, out: 'The game is over: Black is stalemated, a draw.\n' });
    expect((await run('eval', '7k/8/6K1/8/8/8/8/8 b - - 0 1')).out).toBe(
      'The game is over: neither side can mate, a draw.\n',
    );
  });

  it('lists, verifies and pulls models', async () => {
    expect((await run('models')).out).toMatch(/^maia3-5m +Maia-3 5M +22 MB +AGPL-3\.0 +ratings 600–2600 +installed\n/);
    expect(JSON.parse((await run('models', 'list', '--json')).out).models[0]).toMatchObject({
      id: 'maia3-5m',
      state: { kind: 'installed' },
    });
    expect(await run('models', 'verify')).toMatchObject({ code: 0, out: 'maia3-5m: installed\n' });
    expect(JSON.parse((await run('models', 'verify', 'maia3-5m', '--json')).out).models).toHaveLength(1);
    expect((await run('models', 'pull', 'maia3-5m')).out).toMatch(/^Maia-3 5M is installed in /);
    vi.stubEnv('KIBITZ_MODEL_DIR', temporaryFolder());
    expect(await run('models', 'verify')).toMatchObject({ code: 1, out: 'maia3-5m: not installed\n' });
  });

  it('has help and a version', async () => {
    expect((await run()).out).toMatch(/eval +What Stockfish thinks of a position\./);
    expect((await run('help', 'maia')).out).toMatch(/^Usage: kibitz maia <position> \[options\]\n/);
    expect((await run('help', 'maia')).out).toBe((await run('maia', '--help')).out);
    expect((await run('version')).out).toMatch(/^kibitz \d+\.\d+\.\d+\n$/);
    expect(JSON.parse((await run('version', '--json')).out)).toMatchObject({
      kind: 'version',
      node: process.versions.node,
    });
  });
});
