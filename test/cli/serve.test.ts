import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runBot } from '../../src/app/bot.ts';
import { runServer } from '../../src/app/pages.ts';
import { cp } from '../../src/chess/score.ts';
import { checkPages } from '../../src/cli/doctor.ts';
import { ReviewQuestion, reviewQuestionJob } from '../../src/questions/review.ts';
import { Store } from '../../src/store/store.ts';
import { startDiscord } from '../support/discord/start.ts';
import { freePort } from '../support/port.ts';
import { until } from '../support/processes.ts';
import { modelDir, silent, temporaryFolder } from '../support/settings.ts';
import { host } from '../web/host.ts';
import { run, shareService, startHere } from './in-process.ts';

const service = shareService();

const portOf = (url: string): number => Number(new URL(url).port);

describe('kibitz serve', () => {
  it('says which setting is wrong', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
    const refused = async (...args: string[]) => {
      const { code, err } = await run('serve', ...args);
      return [code, err];
    };
    expect(await refused('--port', '0')).toEqual([
      2,
      expect.stringContaining('port: "0" is not a whole number from 1'),
    ]);
    expect(await refused('--host', '192.0.2.1')).toEqual([
      2,
      expect.stringContaining('KIBITZ_WEB_HOST: nothing can be'),
    ]);
    const { url } = await host();
    expect(await refused('--port', String(portOf(url)))).toEqual([
      2,
      expect.stringMatching(/KIBITZ_WEB_PORT: \d+ is taken on 127\.0\.0\.1 by another program; give another port\./),
    ]);
    vi.stubEnv('PUBLIC_URL', 'kibitz.example.org');
    expect(await refused()).toEqual([
      2,
      expect.stringContaining('PUBLIC_URL: "kibitz.example.org" is not a web address'),
    ]);
  });

  it('shows what --link has kept, and leaves when it is told to', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const port = await freePort();
    const env = { KIBITZ_DATA_DIR: temporaryFolder(), KIBITZ_WEB_PORT: String(port) };
    for (const [name, value] of Object.entries({ ...env, KIBITZ_MODEL_DIR: modelDir() })) vi.stubEnv(name, value);
    const quick = ['--leaf', 'maia', '--depth', '4', '--max-candidates', '2', '--quiet', '--link'];
    const { out, err } = await run('expected', 'startpos', '--moves', 'e4 e5', ...quick);
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/r\/[\w-]{22}(?= while "kibitz serve" runs\.)/.exec(out) ?? [err];
    const settings = { ...env, KIBITZ_WEB_PORT: '8081' };
    const served = startHere(
      context => runServer(context, { ...context.config, web: { ...context.config.web, port } }),
      settings,
      service,
    );
    await until(() => served.notes().includes(`Reports are served at http://127.0.0.1:${port}/`), 'it is there');
    // Settings and options may differ.
    expect(served.notes()).toContain('"--link" keeps one and says http://127.0.0.1:8081/: set KIBITZ_WEB_PORT');
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"leaf":"maia"')]);
    expect(await served.stop()).toBe(0);
  });
});

describe('--link', () => {
  it('keeps a review with all that was said of it, so that running it again asks the same', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const folder = temporaryFolder();
    vi.stubEnv('KIBITZ_DATA_DIR', folder);
    const file = join(folder, 'game.pgn');
    writeFileSync(file, '1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 2. Ke2 { [%eval -0.8] } *\n');
    const asked = async (...options: string[]) => {
      const { out } = await run('review', file, '--use-evals', '--no-maia', '--link', ...options);
      const [, id = ''] = /\/r\/([\w-]{22}) /.exec(out) ?? [];
      const store = new Store({ folder, log: silent });
      const kept = store.reports.asked(id);
      store.close();
      return reviewQuestionJob(ReviewQuestion.parse(kept?.question));
    };
    const job = await asked('--deterministic', '--book', 'none');
    expect(job).toMatchObject({ params: { maia: false }, deterministic: true, input: { lastBookPly: 0 } });
    expect(job.input.evals).toEqual([cp(30), cp(20), cp(-80)]);
    const usual = await asked();
    expect(usual.deterministic).toBe(false);
    expect(usual.input.lastBookPly).toBeGreaterThan(0);
  });
});

describe('kibitz bot', () => {
  it('serves reports beside everything else, where there is an address for them', async () => {
    const { token, api } = await startDiscord();
    const port = await freePort();
    const folder = temporaryFolder();
    const env = {
      ...{ DISCORD_TOKEN: token, DISCORD_API: api, KIBITZ_DATA_DIR: folder },
      ...{ PUBLIC_URL: `http://127.0.0.1:${port}/pages`, KIBITZ_WEB_PORT: String(port) },
    };
    const bot = startHere(runBot, env, service);
    await until(() => bot.notes().includes('oauth2/authorize'), 'the bot is there');
    expect(bot.notes()).toContain(`Reports are served at http://127.0.0.1:${port}/pages/`);
    expect((await fetch(`http://127.0.0.1:${port}/pages/r/unknown`)).status).toBe(404);
    // A second process on the same machine has the port no more, and does everything else.
    const second = startHere(runBot, env, service);
    await until(() => second.notes().includes('oauth2/authorize'), 'the second is there');
    expect(second.notes()).toMatch(
      /KIBITZ_WEB_PORT: \d+ is taken .* Reports are not served by this process; everything else goes on\./,
    );
    expect(await bot.stop()).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/pages/`)).rejects.toThrow();
    expect(await second.stop()).toBe(0);
  });
});

describe('the doctor', () => {
  it('says whether pages can be served, or are', async () => {
    const { url } = await host();
    const web = { publicUrl: url, host: '127.0.0.1', proxies: [], quota: { running: 1, hourly: 1 } };
    expect(await checkPages(url, { ...web, port: portOf(url) })).toEqual(['ok', expect.stringContaining('answers')]);
    expect(await checkPages(url, { ...web, port: await freePort() })).toEqual([
      'ok',
      expect.stringContaining('to be served by'),
    ]);
    expect(await checkPages('http://127.0.0.1:1/', { ...web, port: portOf(url) })).toEqual([
      'problem',
      expect.stringContaining('set another KIBITZ_WEB_PORT'),
    ]);
    expect(await checkPages(url, { ...web, host: '192.0.2.1', port: 80 })).toEqual([
      'problem',
      expect.stringContaining('set KIBITZ_WEB_HOST'),
    ]);
  });
});
