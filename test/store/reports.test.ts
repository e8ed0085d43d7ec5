import { statSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STORE_FILE } from '../../src/store/file.ts';
import { DAY_MS, QUESTION_LIFE_MS, REPORT_LIFE_MS, VISITORS } from '../../src/store/reports.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/settings.ts';
import { DAY, openStore } from './open.ts';

const ABOUT = { owner: '1', kind: 'expected', question: { moves: ['e2e4'], rating: 1500 } };

/** So many bytes, and packing takes none of them away. */
const noise = (bytes: number, seed: number): string => {
  let state = seed + 1;
  return Array.from({ length: bytes }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(33 + (state % 90));
  }).join('');
};

const states = (store: Store, ids: readonly string[]) =>
  ids.map(id => {
    const found = store.reports.get(id);
    return typeof found === 'object' ? 'kept' : (found ?? 'gone');
  });

describe('a report', () => {
  it('is there after a restart, with what it was about', () => {
    const folder = temporaryFolder();
    const clock = { now: 1000 };
    const report = { version: 3, moves: [{ san: 'Nf3', expected: 1 / 3 }], name: '♞ Ünïcode 🙂', none: null };
    const first = openStore({ folder, clock });
    const id = first.reports.put(report, ABOUT);
    first.close();
    const second = openStore({ folder, clock: { now: 5000 } });
    expect(second.reports.get(id)).toMatchObject({ report, ...ABOUT, created: 1000 });
    expect(second.reports.asked(id)).toEqual({ ...ABOUT, created: 1000 });
  });

  it('travels to another process as it is stored, and is not unpacked for the way', () => {
    const store = openStore();
    const kept = store.reports.get(store.reports.put({ moves: 'e4 '.repeat(100_000) }, ABOUT));
    expect(serialize(kept).length).toBeLessThan(5_000);
    expect(kept).toMatchObject({ report: { moves: expect.stringMatching(/^e4 e4/) } });
  });

  it('of any JSON comes back as it was', () => {
    const store = openStore();
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (report, question) => {
        const id = store.reports.put(report, { ...ABOUT, question });
        // JSON knows no -0.
        const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
        expect(store.reports.get(id)).toMatchObject({ report: plain(report), question: plain(question) });
      }),
      { numRuns: 50 },
    );
  });

  it('has an id that fits into buttons and addresses, and no two are alike', () => {
    const store = openStore();
    const ids = Array.from({ length: 500 }, () => store.reports.put({}, ABOUT));
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('that never was is nothing, not an expired one', () => {
    const { reports } = openStore();
    expect(reports.get('AAAAAAAAAAAAAAAA')).toBeUndefined();
    expect(reports.asked("' OR 1=1 --")).toBeUndefined();
  });

  it('takes a fraction of its JSON on disk', () => {
    const folder = temporaryFolder();
    const store = openStore({ folder });
    const moves = Array.from({ length: 20_000 }, (_, index) => ({ ply: index, uci: 'e2e4', winrate: 0.5 }));
    store.reports.put({ moves }, ABOUT);
    store.close();
    expect(statSync(join(folder, STORE_FILE)).size).toBeLessThan(JSON.stringify(moves).length / 3);
  });
});

describe('an old report', () => {
  it('is expired to the millisecond, its question lives on, and in the end both are gone', () => {
    const clock = { now: 0 };
    const { reports } = openStore({ clock });
    const id = reports.put({ a: 1 }, ABOUT);
    clock.now = REPORT_LIFE_MS - 1;
    expect(reports.get(id)).toMatchObject({ report: { a: 1 } });
    clock.now = REPORT_LIFE_MS;
    expect(reports.get(id)).toBe('expired');
    expect(reports.asked(id)).toEqual({ ...ABOUT, created: 0 });
    clock.now = QUESTION_LIFE_MS;
    expect(reports.get(id)).toBeUndefined();
    expect(reports.asked(id)).toBeUndefined();
  });

  it('is swept from the file when others come', () => {
    const folder = temporaryFolder();
    const clock = { now: 0 };
    const store = openStore({ folder, clock, maxReportBytes: 3_000_000 });
    // Two a day for half a year: thirty days of them are all that stays.
    const old = Array.from({ length: 360 }, (_, index) => {
      clock.now = (index * DAY) / 2;
      return store.reports.put(noise(4000, index), ABOUT);
    });
    expect(states(store, old).filter(state => state === 'kept')).toHaveLength(60);
    expect(states(store, old).indexOf('kept')).toBe(300);
    store.close();
    expect(statSync(join(folder, STORE_FILE)).size).toBeLessThan(62 * 4500 + 360 * 500);
  });
});

describe('the room for reports', () => {
  it('is never exceeded: the oldest expire first, their questions stay', () => {
    const clock = { now: 0 };
    const store = openStore({ clock, maxReportBytes: 200_000 });
    const ids = Array.from({ length: 90 }, (_, index) => {
      clock.now = index;
      return store.reports.put(noise(4000, index), ABOUT);
    });
    const all = states(store, ids);
    const kept = all.filter(state => state === 'kept').length;
    expect(kept).toBeGreaterThan(40);
    expect(kept).toBeLessThan(60);
    expect(all.slice(-kept)).toEqual(Array(kept).fill('kept'));
    expect(new Set(all.slice(0, -kept))).toEqual(new Set(['expired']));
    expect(store.reports.asked(ids[0] as string)).toMatchObject(ABOUT);
  });

  it('is not used up by questions', () => {
    const clock = { now: 0 };
    const store = openStore({ clock, maxReportBytes: 100_000 });
    const ids = Array.from({ length: 100 }, (_, index) => {
      clock.now = index;
      return store.reports.put({ a: 1 }, { ...ABOUT, question: noise(1000, index) });
    });
    const all = states(store, ids);
    expect(all[0]).toBe('gone');
    expect(all.slice(-8)).toEqual(Array(8).fill('kept'));
  });

  it('is not cleared for what does not fit at all', () => {
    const store = openStore({ maxReportBytes: 20_000 });
    const [small, huge] = [store.reports.put({ a: 1 }, ABOUT), store.reports.put(noise(40_000, 1), ABOUT)];
    expect(states(store, [small, huge])).toEqual(['kept', 'expired']);
    expect(store.reports.asked(huge)).toMatchObject(ABOUT);
  });

  it('is shared by all who have the file open', () => {
    const folder = temporaryFolder();
    const clock = { now: 0 };
    const [one, two] = [1, 2].map(() => openStore({ folder, clock, maxReportBytes: 50_000 })) as [Store, Store];
    const ids = Array.from({ length: 30 }, (_, index) => {
      clock.now = index;
      return (index % 2 ? one : two).reports.put(noise(4000, index), ABOUT);
    });
    const kept = states(one, ids).filter(state => state === 'kept').length;
    expect(kept).toBeGreaterThan(5);
    expect(kept).toBeLessThan(14);
    expect(states(two, ids)).toEqual(states(one, ids));
  });
});

describe("visitors' reports", () => {
  const VISITED = { ...ABOUT, owner: VISITORS };

  it('have a share of their own: hundreds of them push out each other, and nothing that people have asked for', () => {
    const clock = { now: 0 };
    const { reports } = openStore({ clock, maxReportBytes: 200_000 });
    const store = { reports } as Store;
    const people = Array.from({ length: 30 }, (_, index) => {
      clock.now++;
      return reports.put(noise(4000, index), ABOUT);
    });
    const visitors = Array.from({ length: 300 }, (_, index) => {
      clock.now++;
      return reports.put(noise(1000, index), { ...VISITED, question: noise(100, index) });
    });
    expect(new Set(states(store, people))).toEqual(new Set(['kept']));
    for (const id of people) expect(reports.asked(id)).toMatchObject(ABOUT);
    const kept = states(store, visitors).filter(state => state === 'kept').length;
    expect(kept).toBeGreaterThan(5);
    expect(kept).toBeLessThan(25);
    expect(states(store, visitors).slice(-kept)).toEqual(Array(kept).fill('kept'));
    // Nor do people's take a visitor's.
    for (let index = 0; index < 60; index++) reports.put(noise(4000, index), ABOUT);
    expect(states(store, visitors).filter(state => state === 'kept')).toHaveLength(kept);
  });

  it('grow old as all do', () => {
    const clock = { now: 0 };
    const { reports } = openStore({ clock });
    const id = reports.put({ a: 1 }, VISITED);
    clock.now = REPORT_LIFE_MS;
    reports.put({ a: 2 }, VISITED);
    expect(reports.get(id)).toBe('expired');
    clock.now = QUESTION_LIFE_MS;
    reports.put({ a: 3 }, VISITED);
    expect(reports.asked(id)).toBeUndefined();
  });

  it('are found by their question for as long as they are young, and nobody else is told of them', () => {
    const clock = { now: 0 };
    const { reports } = openStore({ clock });
    reports.put({ a: 1 }, ABOUT);
    expect(reports.answerTo(ABOUT, DAY_MS)).toBeUndefined();
    const first = reports.put({ a: 1 }, VISITED);
    expect(reports.answerTo(ABOUT, DAY_MS)).toBe(first);
    for (const other of [
      { ...ABOUT, kind: 'review' },
      { ...ABOUT, question: { ...ABOUT.question, rating: 1600 } },
    ])
      expect(reports.answerTo(other, DAY_MS)).toBeUndefined();
    clock.now = DAY_MS;
    expect(reports.answerTo(ABOUT, DAY_MS)).toBeUndefined();
    const second = reports.put({ a: 1 }, VISITED);
    expect(reports.answerTo(ABOUT, DAY_MS)).toBe(second);
  });
});
