import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteRatings } from '../../src/cli/options.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { chooseModel } from '../../src/engine/model-choice.ts';
import { randomNet, SMALL_SHAPE } from '../support/lc0.ts';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run, runWith, shareService } from './in-process.ts';

shareService();

let folder: string;
let own: string;
beforeEach(() => {
  folder = temporaryFolder();
  own = join(folder, 'own.pb.gz');
  writeFileSync(own, randomNet(SMALL_SHAPE, 1).file);
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

const PGN = `[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n`;

describe('--model', () => {
  it('asks a file of lc0 wherever Maia is asked', async () => {
    const model = ['--model', own, '--json'];
    const maia = await run('maia', 'startpos', '--top', '256', ...model);
    expect(maia.err).toContain(`Nobody has told whose moves ${own} plays, nor its checksum; ratings do not count.`);
    const { model: name, moves } = JSON.parse(maia.out);
    expect(name).toBe('own');
    expect(moves).toHaveLength(20);
    const sum = moves.reduce((total: number, { probability }: { probability: number }) => total + probability, 0);
    expect(sum).toBeCloseTo(1, 6);

    const quick = ['--depth', '4', '--max-candidates', '1'];
    const expected = JSON.parse((await run('expected', 'startpos', ...quick, ...model)).out);
    expect(expected.model).toEqual({ id: 'own' });
    const game = join(folder, 'game.pgn');
    writeFileSync(game, PGN);
    const review = JSON.parse((await run('review', game, '--depth', '3', ...model)).out);
    expect(review).toMatchObject({ model: { id: 'own' }, problem: null, players: { white: { playedLike: null } } });
    const investigated = await run('investigate', 'startpos', '--deep', '8', '--limit', '1', ...model);
    expect(JSON.parse(investigated.out).model).toEqual({ id: 'own' });
    const match = await run(
      ...['match', '--games', '1', '--elo', '1400', '--nodes', '100', '--temperature', '1', '--concurrency', '1'],
      ...model,
    );
    expect(JSON.parse(match.out).conditions).toMatch(/^own at 1500, temperature 1;/);
    const doctor = JSON.parse((await run('doctor', ...model)).out).findings;
    expect(doctor.find(({ check }: { check: string }) => check === 'Maia')).toMatchObject({
      verdict: 'ok',
      text: expect.stringMatching(/own\.pb\.gz, whose checksum nobody has told, an answer takes/),
    });
  });

  it('remembers what each model said for itself', async () => {
    const shares = async (...args: string[]) => JSON.parse((await run('maia', 'startpos', '--json', ...args)).out);
    const [first, again, other] = [
      await shares('--model', own),
      await shares('--model', own, '--rating', '900'),
      await shares(),
    ];
    expect(again).toMatchObject({ moves: first.moves, cached: true });
    expect(other).toMatchObject({ model: 'maia3-5m', cached: false });
    expect(other.moves).not.toEqual(first.moves);
  });

  it('is what KIBITZ_MODEL says if it says nothing', async () => {
    vi.stubEnv('KIBITZ_MODEL', own);
    expect(JSON.parse((await runWith(undefined, 'maia', 'startpos', '--json')).out).model).toBe('own');
  });

  it.each([
    ['maia9', 2, /^kibitz: model: there is no "maia9"; known: maia3-5m, maia1-1100, .*, auto, or a \.pb\.gz file\.\n$/],
    ['nowhere.pb.gz', 1, /kibitz: model: .*nowhere\.pb\.gz cannot be read: there is no such file\.\n$/],
  ])('%s is refused in one sentence', async (name, code, sentence) => {
    const outcome = await run('maia', 'startpos', '--model', name);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err).toMatch(sentence);
  });
});

describe('ratings that a model does not know', () => {
  const said = (model: string, ...ratings: number[]): string[] => {
    const notes: string[] = [];
    noteRatings(chooseModel(model), ratings, { note: (text: string) => notes.push(text) } as unknown as Terminal);
    return notes;
  };

  it('are told of, with the one that is taken instead', () => {
    expect(said('auto', 2300, 1540, 900, 2300)).toEqual([
      'Maia-1 knows people from 1100 to 1900: the rating 2300 is taken for 1900.',
      'Maia-1 knows people from 1100 to 1900: the rating 900 is taken for 1100.',
    ]);
    expect(said('maia1-1500', 1500, 1600)).toEqual([
      'maia1-1500 knows people of 1500: the rating 1600 is taken for 1500.',
    ]);
    expect(said('maia3-5m', 600, 2600)).toEqual([]);
  });
});

describe('kibitz models', () => {
  it('takes a file of this machine, and refuses another net than the published one', async () => {
    vi.stubEnv('KIBITZ_MODEL_DIR', join(folder, 'models'));
    const { code, err } = await run('models', 'pull', 'maia1-1500', '--from', own);
    expect(code).toBe(1);
    expect(err).toContain('what the source delivered as maia-1500.pb.gz has the wrong checksum');
    expect(existsSync(join(folder, 'models/maia1-1500'))).toBe(false);
    expect((await run('models', 'list', '--from', own)).err).toContain('from: only together with "models pull".');
  });

  it('lists both families, and verifies what is there', async () => {
    const { out } = await run('models', 'list');
    expect(out).toMatch(/^maia1-1100 +Maia-1 1100 +1 MB +GPL-3\.0 +ratings 1100 +not installed$/m);
    expect(out.split('\n').filter(line => line.startsWith('maia1-'))).toHaveLength(9);
    const models = join(folder, 'models');
    mkdirSync(join(models, 'maia1-1500'), { recursive: true });
    writeFileSync(join(models, 'maia1-1500/maia-1500.pb.gz'), 'x');
    vi.stubEnv('KIBITZ_MODEL_DIR', models);
    expect(await run('models', 'verify')).toMatchObject({
      code: 1,
      out: 'maia3-5m: not installed\nmaia1-1500: broken: maia-1500.pb.gz has 1 bytes instead of 1258199\n',
    });
  });
});
