import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { STORE_FILE, StoreFile } from '../../src/store/file.ts';
import { BEAT_MS, SILENCE_MS, TOKEN_LIFE_MS } from '../../src/store/running.ts';
import type { Store } from '../../src/store/store.ts';
import { builtFile } from '../support/built.ts';
import { temporaryFolder } from '../support/settings.ts';
import { interaction } from './interaction.ts';
import { openStore } from './open.ts';

const ids = (store: Store) => store.running.takeOver().map(({ id }) => id);

/** Another process that begins an interaction; resolves when it has, with the id of a report it has put. */
async function another(folder: string, id: string): Promise<{ child: ChildProcess; report: string }> {
  const script = builtFile(new URL('another.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, id], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, report: line.toString().trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('an interaction in flight', () => {
  it('is left behind by a process that goes before it has ended, with all that is needed to answer it', () => {
    const folder = temporaryFolder();
    const clock = { now: 1000 };
    const first = openStore({ folder, clock });
    for (const id of ['a', 'b', 'c']) first.running.begin(interaction(id));
    first.running.setMessage('b', '100000000000000009');
    first.running.end('c');
    first.close();
    clock.now = 2000;
    const expected = (id: string) => ({ ...interaction(id), begun: 1000, answerable: true, deaths: 1 });
    expect(openStore({ folder, clock }).running.takeOver()).toEqual([
      expected('a'),
      { ...expected('b'), message: '100000000000000009' },
    ]);
  });

  it('is nobody else’s as long as its process lives', () => {
    const folder = temporaryFolder();
    const [one, two] = [openStore({ folder }), openStore({ folder })];
    one.running.begin(interaction('a'));
    expect(ids(two)).toEqual([]);
    expect(ids(one)).toEqual([]);
  });

  it('is taken over once, and again when that process goes, too', () => {
    const folder = temporaryFolder();
    const first = openStore({ folder });
    first.running.begin(interaction('a'));
    first.close();
    const [second, third] = [openStore({ folder }), openStore({ folder })];
    expect(ids(second)).toEqual(['a']);
    expect([ids(second), ids(third)]).toEqual([[], []]);
    second.close();
    expect(third.running.takeOver()).toMatchObject([{ id: 'a', deaths: 2 }]);
    third.running.end('a');
    third.close();
    expect(ids(openStore({ folder }))).toEqual([]);
  });

  it('tells whether its token is still good', () => {
    const folder = temporaryFolder();
    const clock = { now: 0 };
    const first = openStore({ folder, clock });
    first.running.begin(interaction('old'));
    clock.now = 1;
    first.running.begin(interaction('young'));
    first.close();
    clock.now = TOKEN_LIFE_MS;
    expect(openStore({ folder, clock }).running.takeOver()).toMatchObject([
      { id: 'old', answerable: false },
      { id: 'young', answerable: true },
    ]);
  });

  it('may begin twice, and then counts as the second', () => {
    const folder = temporaryFolder();
    const first = openStore({ folder });
    first.running.begin(interaction('a'));
    first.running.begin(interaction('a', { question: 'again' }));
    first.close();
    expect(openStore({ folder }).running.takeOver()).toMatchObject([{ id: 'a', question: 'again', deaths: 1 }]);
  });
});

describe('a process on another machine', () => {
  const elsewhere = (folder: string, beat: number) => {
    const sql = new StoreFile(join(folder, STORE_FILE));
    // With this very process id, as in another container.
    sql.run("INSERT OR REPLACE INTO processes VALUES ('other', 'elsewhere', ?, ?)", process.pid, beat);
    sql.run("UPDATE running SET process = 'other'");
    sql.close();
  };

  it('lives as long as it says so', () => {
    const folder = temporaryFolder();
    const clock = { now: 1_000_000 };
    const store = openStore({ folder, clock });
    store.running.begin(interaction('a'));
    elsewhere(folder, clock.now);
    clock.now += SILENCE_MS - 1;
    expect(ids(store)).toEqual([]);
    elsewhere(folder, clock.now);
    clock.now += SILENCE_MS - 1;
    expect(ids(store)).toEqual([]);
    clock.now += 1;
    expect(ids(store)).toEqual(['a']);
  });
});

describe('a process', () => {
  it('says by itself that it lives, and is taken for dead when it no longer does', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const folder = temporaryFolder();
    const clock = { now: 1_000_000 };
    const [one, two] = [openStore({ folder, clock }), openStore({ folder, clock })];
    one.running.begin(interaction('a'));
    for (let beats = 0; beats < 10; beats++) {
      clock.now += BEAT_MS;
      vi.advanceTimersByTime(BEAT_MS);
      expect(ids(two)).toEqual([]);
    }
    clock.now += SILENCE_MS; // while both slept, say
    expect(ids(two)).toEqual(['a']);
  });

  it('that cannot say so writes it down and goes on', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const folder = temporaryFolder();
    const store = openStore({ folder, log: pino({ level: 'warn' }, { write: line => lines.push(line) }) });
    store.running.begin(interaction('a'));
    const sql = new StoreFile(join(folder, STORE_FILE));
    sql.exec('ALTER TABLE processes RENAME TO elsewhere');
    vi.advanceTimersByTime(BEAT_MS);
    vi.advanceTimersByTime(BEAT_MS);
    expect(lines.map(line => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      expect.stringMatching(/could not be used \(no such table: processes\)\. Answers go on; /),
    ]);
    sql.exec('ALTER TABLE elsewhere RENAME TO processes');
    sql.close();
  });
});

describe('several processes', () => {
  it('may start at once on a new file, and one that is killed leaves what it was doing to the next', async () => {
    const folder = temporaryFolder();
    const names = ['one', 'two', 'three', 'four'];
    const others = await Promise.all(names.map(name => another(folder, name)));
    const store = openStore({ folder });
    expect(names.map(name => store.notes.get(name))).toEqual(names.map(() => 'here'));
    for (const [index, { report }] of others.entries())
      expect(store.reports.get(report)).toMatchObject({ report: { by: names[index] } });
    expect(ids(store)).toEqual([]);

    await Promise.all(others.slice(0, 2).map(({ child }) => kill(child)));
    const left = store.running.takeOver();
    expect(left.map(({ id }) => id).toSorted()).toEqual(['one', 'two']);
    expect(left.find(({ id }) => id === 'one')).toMatchObject({ ...interaction('one'), answerable: true, deaths: 1 });

    await Promise.all(others.slice(2).map(({ child }) => kill(child)));
    expect(ids(store).toSorted()).toEqual(['four', 'three']);
  });
});
