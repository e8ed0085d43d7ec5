import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/analysis/expected/params.ts';
import { Fault } from '../../src/base/fault.ts';
import { EXPECTED, expectedJob } from '../../src/questions/expected.ts';
import { until } from '../support/processes.ts';
import { makeServiceForAll } from '../support/service.ts';
import { visit } from './browser.ts';
import { hasBrowser, type Size } from './chromium.ts';
import { startCut } from './cut.ts';
import { host, QUESTION } from './host.ts';
import { again, auditHosted, findBack, progress, rating, runAgain, title } from './hosted-walk.ts';

/** Reports where there are engines on a phone, on lines that break, and with real engines. */

describe.skipIf(!hasBrowser)('the page of a report where there are engines', { timeout: 120_000 }, () => {
  it('is walked, run again with another rating, and gives way to the next on a phone', () => runAgain('phone'));
  it('finds back to its run by itself after the line was dead', () => findBack('dead'));

  it.each<[Size, 'light' | 'dark']>([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ])('has nothing serious against it for people who see or move differently (%s, %s)', auditHosted);

  it('is cancelled also where the line is cut, as soon as that is back', async () => {
    const { id, url, hands } = await host();
    const line = await startCut(url);
    const { page } = await visit(`${line.url}r/${id}`);
    await again(page).click();
    const { options } = await hands.job();
    options.onProgress?.(progress());
    await page.getByText('Stockfish judges').waitFor();
    line.become('bad gateway');
    await page.getByText('The connection is lost. It is tried again').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancelling …' }).waitFor();
    await page.getByText('It is cancelled as soon as that is back.').waitFor();
    expect(options.signal?.aborted).toBe(false);
    line.become('fine');
    await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
    expect(options.signal?.aborted).toBe(true);
  });

  it('says so when its run is gone for good, as after a restart', async () => {
    const { id, url, hands } = await host({ timing: { memoryMs: 1 } });
    const line = await startCut(url);
    const { page } = await visit(`${line.url}r/${id}`);
    await again(page).click();
    const handed = await hands.job();
    const run = `${url}runs/${await page.evaluate('history.state.run')}`;
    line.become('dead');
    await page.getByText('The connection is lost').waitFor();
    handed.reject(new Fault('closing', 'bye'));
    await until(async () => (await fetch(run, { method: 'HEAD' })).status === 404, 'it is forgotten');
    line.become('fine');
    await page.getByRole('alert').filter({ hasText: 'This run was interrupted; run it again.' }).waitFor();
  });
});

describe.skipIf(!hasBrowser)('with both engines', () => {
  const service = makeServiceForAll();

  it('a question is asked again, with preliminary rows on the way and other numbers at the end', {
    timeout: 180_000,
  }, async () => {
    // Deep enough that its preliminary rows stand there for a while on a quiet machine, too.
    const params = { ...DEFAULTS, depth: 12, maxCandidates: 3 };
    const question = { ...QUESTION, params };
    const first = await service.run(expectedJob(question), {});
    const { store, url } = await host({ service });
    const id = store.reports.put(first, { owner: '1', kind: EXPECTED, question });
    const { page, complaints } = await visit(`${url}r/${id}`);
    const numbers = () => page.locator('.reading .moves tbody').innerText();
    const before = await numbers();
    await rating(page).fill('2400');
    await page.getByLabel("Opponent's rating").fill('2400');
    await page.getByLabel('Lines played at least').selectOption('1 %');
    await again(page).click();
    await page.locator('.running .moves tbody tr').first().waitFor();
    await page.waitForURL(next => !next.href.endsWith(id), { timeout: 120_000 });
    expect(await title(page)).toBe('Black to move, 2400 against 2400.');
    expect(await numbers()).not.toBe(before);
    expect(complaints).toEqual([]);
  });
});
