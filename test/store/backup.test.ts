import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { backUp } from '../../src/store/backup.ts';
import { MIGRATIONS, migrate, STORE_FILE, StoreFile } from '../../src/store/file.ts';
import { run } from '../cli/in-process.ts';
import { builtFile } from '../support/built.ts';
import { EVALUATED, HandService, isDone, startBot } from '../support/discord/bot.ts';
import { startDiscord } from '../support/discord/start.ts';
import { weigh, weighCommand } from '../support/discord/weigh-handler.ts';
import { temporaryFolder } from '../support/settings.ts';
import { openStore } from './open.ts';

const ANEW = { mayReplace: false };
const targetIn = (folder = temporaryFolder()) => join(folder, 'backup.sqlite');

/** A data folder that has nothing but the backup in it. */
function restored(backup: string): string {
  const folder = temporaryFolder();
  copyFileSync(backup, join(folder, STORE_FILE));
  return folder;
}

describe('a backup', () => {
  it('taken while another process writes is all of one moment, and a bot goes on with it', async () => {
    const folder = temporaryFolder();
    const store = openStore({ folder });
    const report = store.reports.put({ word: 'pound' }, { owner: 'me', kind: 'weigh', question: { word: 'pound' } });
    const writing = spawn(process.execPath, [builtFile(new URL('writing.ts', import.meta.url)), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void writing.kill('SIGKILL'));
    await once(writing.stdout, 'data');
    const target = targetIn();
    const latest = () => Number(store.notes.get('latest') ?? 0);
    for (let time = 0; time < 5; time++) {
      const begun = latest();
      await vi.waitUntil(() => latest() > begun + 5);
      const before = latest();
      const { rows, version } = backUp(folder, target, { mayReplace: true });
      const [copy, after] = [new Database(target), latest()];
      const one = <T>(sql: string) => copy.prepare(sql).get() as T;
      const { value } = one<{ value: string }>("SELECT value FROM notes WHERE name = 'latest'");
      expect(Number(value)).toBeGreaterThanOrEqual(before);
      expect(Number(value)).toBeLessThanOrEqual(after);
      // Report and body are written together, and the note just before them.
      const { reports, bodies } = one<{ reports: number; bodies: number }>(
        'SELECT (SELECT count(*) FROM reports) AS reports, (SELECT count(*) FROM bodies) AS bodies',
      );
      expect([bodies, rows.reports, version]).toEqual([reports, reports, MIGRATIONS.length]);
      expect(reports - Number(value)).toBeGreaterThanOrEqual(1);
      expect(reports - Number(value)).toBeLessThanOrEqual(2);
      copy.close();
    }
    writing.kill('SIGKILL');

    const again = openStore({ folder: restored(target) });
    expect(again.reports.get(report)).toMatchObject({ report: { word: 'pound' } });
    const discord = await startDiscord();
    const service = new HandService();
    await startBot(discord, { service, store: again, handlers: [weigh], commands: [weighCommand] });
    const asked = discord.user('anna').types('/weigh', { word: 'ounce' });
    (await service.job()).resolve(EVALUATED);
    const message = await asked.replyThat(one => isDone(one) && one.labels.includes('loud'), 'it is weighed');
    discord.user('anna').presses(message, 'loud');
    await message.until(() => message.content.includes('OUNCE') || undefined, 'it is shown again');
  });

  it('is for its owner only, replaces nothing unasked, and leaves nothing half done', () => {
    const folder = temporaryFolder();
    openStore({ folder }).notes.set('a', '1');
    const target = targetIn();
    const { bytes } = backUp(folder, target, ANEW);
    const { mode, size } = statSync(target);
    expect([mode & 0o777, size]).toEqual([process.platform === 'win32' ? 0o666 : 0o600, bytes]);
    expect(() => backUp(folder, target, ANEW)).toThrow(/"\S+" is there already; give another name, or --force/);
    for (const suffix of ['', '-wal', '-shm'])
      expect(() => backUp(folder, join(folder, STORE_FILE + suffix), { mayReplace: true })).toThrow('the store itself');
    const empty = temporaryFolder();
    writeFileSync(join(empty, STORE_FILE), '');
    expect(() => backUp(empty, target, { mayReplace: true })).toThrow('There is nothing in the store');
    expect(statSync(target).size).toBe(bytes);
    expect(() => backUp(folder, join(folder, 'nowhere', 'b.sqlite'), ANEW)).toThrow(/cannot be written \(ENOENT/);
    expect(() => backUp(temporaryFolder(), target, ANEW)).toThrow(
      /there is no .*kibitz\.sqlite, so nothing to back up/,
    );
    mkdirSync(join(folder, 'taken'));
    expect(() => backUp(folder, join(folder, 'taken'), { mayReplace: true })).toThrow('cannot be written');
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([]);
    expect(readdirSync(dirname(target))).toEqual(['backup.sqlite']);
  });

  it('of a damaged store is refused with what to do, and the earlier one stays', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, STORE_FILE), 'no database '.repeat(1000));
    const target = targetIn();
    writeFileSync(target, 'the earlier one');
    expect(() => backUp(folder, target, { mayReplace: true })).toThrow(/is damaged; put a backup in its place/);
    expect([readFileSync(target, 'utf8'), readdirSync(dirname(target))]).toEqual([
      'the earlier one',
      ['backup.sqlite'],
    ]);
  });

  it('of an older version is kept as it is, and brought up to date when it is restored; a later one is refused', () => {
    const folder = temporaryFolder();
    const old = new StoreFile(join(folder, STORE_FILE));
    migrate(old, MIGRATIONS.slice(0, 4));
    old.exec("INSERT INTO notes VALUES ('a', 'old')");
    old.close();
    const target = targetIn();
    expect(backUp(folder, target, ANEW)).toMatchObject({ version: 4, rows: { notes: 1, settings: 0 } });
    const again = restored(target);
    expect(openStore({ folder: again }).notes.get('a')).toBe('old');
    expect(backUp(again, targetIn(), ANEW).version).toBe(MIGRATIONS.length);
    const later = new StoreFile(join(folder, STORE_FILE));
    later.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    later.close();
    backUp(folder, target, { mayReplace: true });
    expect(() => openStore({ folder: restored(target) })).toThrow(/was written by a newer Kibitz .*; update Kibitz/);
  });
});

describe('kibitz backup', () => {
  it('says what is in the copy, and what it needs to know', async () => {
    const folder = temporaryFolder();
    vi.stubEnv('KIBITZ_DATA_DIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    openStore({ folder }).notes.set('a', '1');
    const target = targetIn();
    expect(await run('backup', target)).toEqual({
      code: 0,
      out: expect.stringMatching(/backup\.sqlite: 0\.1 MB, checked; 6 tables: reports 0, settings 0, .* notes 1\.\n$/),
      err: '',
    });
    expect(await run('backup', target)).toMatchObject({ code: 2, err: expect.stringContaining('--force') });
    const { code, out } = await run('backup', target, '--force', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { kind: 'backup', path: target, rows: { notes: 1 } }]);
    expect(await run('backup')).toMatchObject({ code: 2, err: expect.stringContaining('file: say where') });
  });
});
