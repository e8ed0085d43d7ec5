import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { STORE_FILE, StoreFile } from '../../src/store/file.ts';
import { DEFAULT_SETTINGS, type ServerSettings, type SettingName } from '../../src/store/settings.ts';
import { temporaryFolder } from '../support/settings.ts';
import { openStore } from './open.ts';

const [HERE, THERE] = ['100000000000000001', '100000000000000002'];
const CHANNEL = '123456789012345678';

describe('the settings of a server', () => {
  it('are the defaults until somebody decides otherwise', () => {
    expect(openStore().settings.of(HERE)).toEqual({
      rating: 1500,
      theme: 'brown',
      depth: 15,
      linkReplies: true,
      channels: 'all',
    });
  });

  it('are its own, and are there after a restart', () => {
    const folder = temporaryFolder();
    const wanted: ServerSettings = {
      rating: 1900,
      theme: 'high-contrast',
      depth: 20,
      linkReplies: false,
      channels: [CHANNEL],
    };
    const first = openStore({ folder });
    for (const [name, value] of Object.entries(wanted))
      expect(first.settings.set(HERE, name as SettingName, value)).toEqual({ ok: true, value });
    first.close();
    const { settings } = openStore({ folder });
    expect(settings.of(HERE)).toEqual(wanted);
    expect(settings.of(THERE)).toEqual(DEFAULT_SETTINGS);
    settings.set(HERE, 'rating', 700);
    settings.reset(HERE, 'theme');
    expect(settings.of(HERE)).toEqual({ ...wanted, rating: 700, theme: 'brown' });
    settings.forget(HERE);
    expect(settings.of(HERE)).toEqual(DEFAULT_SETTINGS);
  });

  it.each<[SettingName, unknown, string]>([
    ['rating', 599, 'rating: this has to be a whole number from 600 to 2600.'],
    ['rating', 1500.5, 'rating: this has to be a whole number from 600 to 2600.'],
    ['rating', '1500', 'rating: this has to be a whole number from 600 to 2600.'],
    ['depth', 26, 'depth: this has to be a whole number from 1 to 25.'],
    ['theme', 'pink', 'theme: this has to be one of brown, blue, green, high-contrast.'],
    ['linkReplies', 'on', 'linkReplies: this has to be true or false.'],
    ['channels', [], 'channels: this has to be "all", or the ids of 1 to 50 channels.'],
    ['channels', ['#general'], 'channels: this has to be "all", or the ids of 1 to 50 channels.'],
    ['channels', Array(51).fill(CHANNEL), 'channels: this has to be "all", or the ids of 1 to 50 channels.'],
  ])('do not take %s %j', (name, value, message) => {
    const { settings } = openStore();
    expect(settings.set(HERE, name, value as never)).toEqual({ ok: false, message });
    expect(settings.of(HERE)).toEqual(DEFAULT_SETTINGS);
  });

  it('that no longer fit fall back to their default, which is logged once', () => {
    const lines: string[] = [];
    const folder = temporaryFolder();
    const { settings } = openStore({ folder, log: pino({ level: 'warn' }, { write: line => lines.push(line) }) });
    settings.set(HERE, 'rating', 1800);
    const sql = new StoreFile(join(folder, STORE_FILE));
    for (const [name, value] of Object.entries({ theme: '"pink"', depth: '{', channels: '"some"', gone: '1' }))
      sql.run('INSERT INTO settings VALUES (?, ?, ?)', HERE, name, value);
    sql.close();
    for (let times = 0; times < 3; times++) expect(settings.of(HERE)).toEqual({ ...DEFAULT_SETTINGS, rating: 1800 });
    const told = lines.map(line => (JSON.parse(line) as { msg: string }).msg);
    expect(told.toSorted()).toEqual(
      ['channels', 'depth', 'theme'].map(
        name => `the stored ${name} of server ${HERE} does not fit; the default is used`,
      ),
    );
  });
});
