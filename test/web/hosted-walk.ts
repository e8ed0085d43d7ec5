import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import type { ExpectedProgress } from '../../src/analysis/expected/progress.ts';
import type { CandidateMove, ExpectedReport, TreeNode } from '../../src/analysis/expected/report.ts';
import { Fault } from '../../src/base/fault.ts';
import type { JobOf } from '../../src/service/jobs.ts';
import type { Handed } from '../support/hand-service.ts';
import { seriousFindings, visit } from './browser.ts';
import { SIZES, type Size } from './chromium.ts';
import { startCut } from './cut.ts';
import { host } from './host.ts';

/** Ways through reports where there are engines, in any size and colour, and on lines that break. */

const best = REPORT.moves[0] as CandidateMove;
const reply = best.tree.children[0] as TreeNode;

export const again = (page: Page) => page.getByRole('button', { name: 'Run again' });
export const bar = (page: Page) => page.getByRole('progressbar');
export const rating = (page: Page) => page.getByLabel('Rating', { exact: true });
export const title = (page: Page) => page.locator('header p').last().innerText();

/** As far as it goes by what was asked. */
export const answerTo = ({ job }: Handed): ExpectedReport => ({ ...REPORT, params: (job as JobOf<'expected'>).params });

export const progress = (changes: Partial<ExpectedProgress> = {}) => ({
  kind: 'expected' as const,
  phase: 'stockfish-eval' as const,
  currentMove: 1,
  totalMoves: 2,
  treeNodesEvaluated: 30,
  totalTreeNodes: 120,
  estimateMs: 40_000,
  ranking: [
    { san: 'Ndf6', uci: 'd7f6', maia: 0.11, human: 0.49, expected: 0.504, winrate: 0.467 },
    { san: 'e6', uci: 'e7e6', maia: 0.18, human: 0.48, expected: null, winrate: null },
  ],
  ...changes,
});

/** A report is walked, run again with another rating, and gives way to the next. */
export async function runAgain(size: Size): Promise<void> {
  const { page: url, url: home, hands } = await host();
  const { page, requests, complaints } = await visit(url, SIZES[size]);
  await page.getByRole('button', { name: best.san, exact: true }).click();
  await page.getByRole('treeitem', { name: reply.san }).click();
  expect(await page.locator('.ribbon').innerText()).toBe('Preview: 2 half-moves ahead');
  await page.keyboard.press('Escape');
  await rating(page).fill('1800');
  await page.getByLabel('Lines played at least').selectOption('1 %');
  await page.getByLabel('Win rate that may be lost, %').fill('12.5');
  await again(page).click();
  const handed = await hands.job();
  expect(handed.job).toMatchObject({
    params: { rating: 1800, opponentRating: 1500, threshold: 0.01, loss: -0.125 },
  });
  handed.options.onProgress?.({ kind: 'queued', position: 2 });
  await page.getByText('Waiting, number 2 in line').waitFor();
  expect(await bar(page).getAttribute('aria-valuenow')).toBeNull();
  handed.options.onProgress?.(progress());
  await page.getByText('Stockfish judges: 30 of 120 positions').waitFor();
  expect(await bar(page).getAttribute('aria-valuenow')).toBe('25');
  const running = page.getByRole('region', { name: 'Running' });
  expect(await running.locator('tbody tr').allInnerTexts()).toEqual([
    expect.stringMatching(/^Ndf6\s+50\.4 %/),
    expect.stringMatching(/^e6\s+~ 48 %/),
  ]);
  expect(await running.innerText()).toMatch(/\d+ s of about 40 s\. Not in the cache: it is being computed\./);
  // What leads back from a preview is not what stops a run.
  await page.keyboard.press('Escape');
  expect([handed.options.signal?.aborted, await again(page).isDisabled()]).toEqual([false, true]);
  handed.resolve(answerTo(handed));
  await page.waitForURL(next => next.href !== url);
  expect(page.url()).toMatch(new RegExp(`^${home}r/[\\w-]{22}$`));
  expect(await title(page)).toBe('Black to move, 1800 against 1500.');
  expect([await rating(page).inputValue(), await again(page).isEnabled()]).toEqual(['1800', true]);
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
  const next = page.url();
  await page.goBack();
  await page.getByText('Black to move, 1500 against 1500.').waitFor();
  await page.goForward();
  await page.getByText('Black to move, 1800 against 1500.').waitFor();
  await page.reload();
  expect([page.url(), await title(page)]).toEqual([next, 'Black to move, 1800 against 1500.']);
  expect(requests.filter(asked => !asked.startsWith(home))).toEqual([]);
  expect(complaints).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(SIZES[size].viewport.width);
}

/** A page finds back to its run by itself. */
export async function findBack(trouble: 'dead' | 'bad gateway'): Promise<void> {
  const { id, url, hands } = await host();
  const line = await startCut(url);
  const { page } = await visit(`${line.url}r/${id}`);
  await page.clock.install();
  await again(page).click();
  const handed = await hands.job();
  handed.options.onProgress?.(progress());
  await page.getByText('Stockfish judges: 30 of 120').waitFor();
  const answered = trouble === 'bad gateway' && page.waitForResponse(response => response.status() === 502);
  line.become(trouble);
  await page.getByText('The connection is lost. It is tried again').waitFor();
  handed.options.onProgress?.(progress({ treeNodesEvaluated: 60 }));
  expect(handed.options.signal?.aborted).toBe(false);
  await answered;
  line.become('fine');
  // A browser tries a dead line again by itself; after an answer it is the page that does.
  await page.clock.runFor(2_000);
  await page.getByText('Stockfish judges: 60 of 120').waitFor();
  await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
  handed.resolve(answerTo(handed));
  await page.waitForURL(next => !next.href.endsWith(id));
  expect(hands.asked).toHaveLength(1);
}

/** There is nothing serious against it for people who see or move differently. */
export async function auditHosted(size: Size, scheme: 'light' | 'dark'): Promise<void> {
  const { page: url, url: home, hands } = await host();
  const { page } = await visit(url, { ...SIZES[size], colorScheme: scheme, bypassCSP: true });
  await again(page).click();
  const handed = await hands.job();
  handed.options.onProgress?.(progress());
  await page.getByText('Stockfish judges').waitFor();
  for (const target of await page.locator('.params :is(button, input, select):visible').all())
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  expect(await seriousFindings(page)).toEqual([]);
  handed.reject(new Fault('deadline', ''));
  await page.getByRole('alert').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  for (const path of ['', 'r/unknown']) {
    await page.goto(`${home}${path}`);
    expect(await seriousFindings(page)).toEqual([]);
  }
}
