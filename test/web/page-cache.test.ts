import { describe, expect, it } from 'vitest';
import { deferred } from '../../src/base/deferred.ts';
import { Fault } from '../../src/base/fault.ts';
import { type LentPage, PageCache } from '../../src/web/server/page-cache.ts';

/** Compressed pages in memory: what is made, kept, lent and dropped. */

const PAGE = 1000;

function ready(maxPages: number, work = (): Promise<unknown> => Promise.resolve(new Uint8Array(PAGE))) {
  const made: string[] = [];
  const reports = { packed: (id: string) => ({ kind: 'analyze', question: Buffer.of(), body: Buffer.from(id) }) };
  const tasks = {
    run: (_task: string, { body }: { body: Uint8Array }) => {
      made.push(Buffer.from(body).toString());
      return work();
    },
  };
  const options = { reports, tasks: tasks as never, maxBytes: maxPages * (PAGE + 500) };
  const pages = new PageCache(options);
  const lend = async (id: string): Promise<LentPage> => {
    const page = await pages.lend({ name: id, id, around: ['', ''] });
    if (typeof page !== 'object') throw new Error(page);
    return page;
  };
  return { pages, made, lend };
}

describe('pages', () => {
  it('are the same bytes for all, made once, and counted once however many are sent them', async () => {
    const { pages, made, lend } = ready(3);
    const all = await Promise.all(Array.from({ length: 60 }, () => lend('a')));
    all.push(await lend('a'));
    expect(new Set(all.map(({ gzipped }) => gzipped)).size).toBe(1);
    expect(made).toEqual(['a']);
    expect(pages.bytes).toEqual({ all: PAGE + 500, lent: PAGE + 500 });
    for (const page of all) page.giveBack();
    for (const page of all) page.giveBack();
    expect(pages.bytes).toEqual({ all: PAGE + 500, lent: 0 });
  });

  it('that nobody has looked at for longest are dropped first', async () => {
    const { pages, made, lend } = ready(3);
    for (const id of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'd', 'b']) (await lend(id)).giveBack();
    expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
    expect(pages.bytes.all).toBe(3 * (PAGE + 500));
  });

  it('that are being sent are not dropped: where there is no room beside them, it is said that there is none', async () => {
    const { pages, made, lend } = ready(2);
    const [a, b] = [await lend('a'), await lend('b')];
    for (let turn = 0; turn < 3; turn++) await expect(lend('c')).rejects.toMatchObject({ code: 'busy' });
    // Nor is it made in vain.
    expect(made).toEqual(['a', 'b']);
    expect((await lend('a')).gzipped).toBe(a.gzipped);
    b.giveBack();
    (await lend('c')).giveBack();
    expect(pages.bytes).toEqual({ all: 2 * (PAGE + 500), lent: PAGE + 500 });
    expect((await lend('a')).gzipped).toBe(a.gzipped);
    await lend('b');
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('that could not be made are tried again', async () => {
    let fails = true;
    const { made, lend } = ready(2, () =>
      fails ? Promise.reject(new Fault('busy', 'too much')) : Promise.resolve(new Uint8Array(PAGE)),
    );
    const both = await Promise.allSettled([lend('a'), lend('a')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    await lend('a');
    expect(made).toEqual(['a', 'a']);
  });

  it('are made a few at a time', async () => {
    const gate = deferred<Uint8Array>();
    const { made, lend } = ready(100, () => gate.promise);
    const all = Array.from({ length: 20 }, (_, index) => lend(`${index}`).catch((fault: Fault) => fault.code));
    expect(made).toHaveLength(8);
    gate.resolve(new Uint8Array(PAGE));
    expect((await Promise.all(all)).filter(each => each === 'busy')).toHaveLength(12);
  });
});
