import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import { DEFAULTS } from '../../src/analysis/expected/params.ts';
import type { ExpectedProgress } from '../../src/analysis/expected/progress.ts';
import type { CandidateMove, ExpectedReport, TreeNode } from '../../src/analysis/expected/report.ts';
import { Fault } from '../../src/base/fault.ts';
import { EXPECTED, expectedJob } from '../../src/questions/expected.ts';
import { REVIEW } from '../../src/questions/review.ts';
import type { JobOf } from '../../src/service/jobs.ts';
import type { Handed } from '../support/discord/bot.ts';
import { until } from '../support/processes.ts';
import { makeServiceForAll } from '../support/service.ts';
import { boardOf, press, seriousFindings, useBrowser } from './browser.ts';
import { hasBrowser, SIZES, type Size } from './chromium.ts';
import { startCut } from './cut.ts';
import { reviewData, SHILLING, SHILLING_TOLD } from './games.ts';
import { ABOUT, host, QUESTION } from './host.ts';

/** Reports where there are engines, as whoever follows a link sees and uses them. */

const visit = useBrowser();
const best = REPORT.moves[0] as CandidateMove;
const reply = best.tree.children[0] as TreeNode;

const again = (page: Page) => page.getByRole('button', { name: 'Run again' });
const bar = (page: Page) => page.getByRole('progressbar');
const rating = (page: Page) => page.getByLabel('Rating', { exact: true });
const title = (page: Page) => page.locator('header p').last().innerText();

/** As far as it goes by what was asked. */
const answerTo = ({ job }: Handed): ExpectedReport => ({ ...REPORT, params: (job as JobOf<'expected'>).params });

const progress = (changes: Partial<ExpectedProgress> = {}) => ({
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

describe.skipIf(!hasBrowser)('the page of a report where there are engines', { timeout: 120_000 }, () => {
  it.each<Size>(['desktop', 'phone'])(
    'is walked, run again with another rating, and gives way to the next (%s)',
    async size => {
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
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        SIZES[size].viewport.width,
      );
    },
  );

  it('is cancelled with keys alone, and run again', async () => {
    const { page: url, hands } = await host();
    const { page } = await visit(url);
    await rating(page).focus();
    await page.keyboard.press('f');
    expect(await page.locator('.cg-wrap').getAttribute('class')).toContain('orientation-black');
    await page.keyboard.press('Enter');
    const { options } = await hands.job();
    await page.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
    expect([options.signal?.aborted, await again(page).isEnabled(), page.url()]).toEqual([true, true, url]);
    await again(page).and(page.locator(':focus')).waitFor();
  });

  it('goes on with its run when it is loaded anew, and gives it up when one goes back', async () => {
    const { page: url, hands } = await host({ quota: { running: 1, hourly: 9 } });
    const { page, complaints } = await visit(url);
    await again(page).click();
    const first = await hands.job();
    first.options.onProgress?.(progress());
    await page.getByText('Stockfish judges: 30 of 120').waitFor();
    await page.reload();
    await page.getByText('Stockfish judges: 30 of 120').waitFor();
    expect(await again(page).isDisabled()).toBe(true);
    first.options.onProgress?.(progress({ treeNodesEvaluated: 60 }));
    await page.getByText('Stockfish judges: 60 of 120').waitFor();
    first.resolve(answerTo(first));
    await page.waitForURL(next => next.href !== url);
    expect(first.options.signal?.aborted).toBe(false);
    await rating(page).fill('1700');
    await again(page).click();
    const second = await hands.job(1);
    await page.goBack();
    await until(() => second.options.signal?.aborted ?? false, 'nobody wants it');
    second.reject(second.options.signal?.reason);
    await bar(page).waitFor({ state: 'detached' });
    expect(page.url()).toBe(url);
    await page.goForward();
    await page.waitForURL(next => next.href !== url);
    expect(await bar(page).count()).toBe(0);
    await rating(page).fill('1700');
    await again(page).click();
    await hands.job(2);
    expect(complaints).toEqual([]);
  });

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

  it('leads to a new report that could not be fetched at once', async () => {
    const { page: url, hands } = await host();
    const { page } = await visit(url);
    await again(page).click();
    const handed = await hands.job();
    await page.route('**/data', route => route.abort());
    handed.resolve(answerTo(handed));
    await page.getByRole('link', { name: 'Open the new report' }).click();
    await page.waitForURL(next => next.href !== url);
    expect(await title(page)).toBe('Black to move, 1500 against 1500.');
  });

  it('offers nothing where the game is over', async () => {
    const { url, store } = await host();
    const over: ExpectedReport = { ...REPORT, ending: 'stalemate', moves: [], rejected: [], notAnalysed: [] };
    const { page } = await visit(`${url}r/${store.reports.put(over, ABOUT)}`);
    await page.getByText('The game is over', { exact: true }).waitFor();
    expect(await page.locator('h1').innerText()).toMatch(/stalemate/i);
    expect(await again(page).count()).toBe(0);
  });

  it('of a game is walked, and run again with another rating', async () => {
    const { url, store, hands } = await host();
    const { report, pgn } = reviewData(SHILLING, SHILLING_TOLD);
    const limit = { kind: 'nodes' as const, nodes: 300_000 };
    const ratings = { white: report.players.white.rating, black: report.players.black.rating };
    const question = { pgn, side: 'white' as const, limit, ratings };
    const first = `${url}r/${store.reports.put(report, { owner: '1', kind: REVIEW, question })}`;
    const { page, complaints } = await visit(first);
    const start = await boardOf(page);
    await press(page, 'ArrowRight');
    expect(await boardOf(page)).not.toBe(start);
    await page.getByLabel("White's rating").fill('1900');
    await again(page).click();
    const handed = await hands.job();
    expect(handed.job).toMatchObject({ kind: 'review', params: { limit, ratings: { ...ratings, white: 1900 } } });
    const far = { positions: 15, evaluated: 5, predictions: 14, predicted: 0, winPercents: [] };
    handed.options.onProgress?.({ kind: 'review', ...far });
    await page.getByText('Stockfish looks at the game: position 5 of 15').waitFor();
    const { white, black } = report.players;
    handed.resolve({ ...report, players: { black, white: { ...white, rating: 1900 } } });
    await page.waitForURL(next => next.href !== first);
    expect(await page.getByLabel("White's rating").inputValue()).toBe('1900');
    expect(await boardOf(page)).toBe(start);
    expect(complaints).toEqual([]);
  });

  it('does not ask for what cannot be, and shows what the server has against it', async () => {
    const { page: url, hands, server } = await host({ quota: { running: 1, hourly: 1 } });
    const { page } = await visit(url);
    await rating(page).fill('99');
    await again(page).click();
    expect(await page.evaluate("document.querySelector('[name=rating]').matches(':invalid')")).toBe(true);
    expect(hands.asked).toEqual([]);
    await rating(page).fill('1600');
    await again(page).click();
    (await hands.job()).reject(new Fault('crashed', 'died twice over /some/path'));
    await page.getByRole('alert').filter({ hasText: 'try it with a lower depth' }).waitFor();
    // What failed by a fault of Kibitz is not counted; what was answered is.
    await again(page).click();
    const answered = await hands.job(1);
    answered.resolve(answerTo(answered));
    await page.waitForURL(next => next.href !== url);
    await rating(page).fill('1700');
    await again(page).click();
    await page
      .getByRole('alert')
      .filter({ hasText: '1 run an hour, please; the next run is possible in 60 minutes.' })
      .waitFor();
    await server.close();
    await again(page).click();
    await page.getByRole('alert').filter({ hasText: 'The server cannot be reached' }).waitFor();
  });

  it.each(['dead', 'bad gateway'] as const)('finds back to its run by itself after the line was %s', async trouble => {
    const { id, url, hands } = await host();
    const line = await startCut(url);
    const { page } = await visit(`${line.url}r/${id}`);
    await again(page).click();
    const handed = await hands.job();
    handed.options.onProgress?.(progress());
    await page.getByText('Stockfish judges: 30 of 120').waitFor();
    line.become(trouble);
    await page.getByText('The connection is lost. It is tried again').waitFor();
    handed.options.onProgress?.(progress({ treeNodesEvaluated: 60 }));
    expect(handed.options.signal?.aborted).toBe(false);
    line.become('fine');
    await page.getByText('Stockfish judges: 60 of 120').waitFor();
    await page.getByText('The connection is lost').waitFor({ state: 'hidden' });
    handed.resolve(answerTo(handed));
    await page.waitForURL(next => !next.href.endsWith(id));
    expect(hands.asked).toHaveLength(1);
  });

  it('says so when its run is gone for good, as after a restart', async () => {
    const { id, url, hands } = await host({ timing: { memoryMs: 1 } });
    const line = await startCut(url);
    const { page } = await visit(`${line.url}r/${id}`);
    await again(page).click();
    const handed = await hands.job();
    line.become('dead');
    await page.getByText('The connection is lost').waitFor();
    handed.reject(new Fault('closing', 'bye'));
    await new Promise(resolve => setTimeout(resolve, 50));
    line.become('fine');
    await page.getByRole('alert').filter({ hasText: 'This run was interrupted; run it again.' }).waitFor();
  });

  it.each<[Size, 'light' | 'dark']>([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ])('has nothing serious against it for people who see or move differently (%s, %s)', async (size, scheme) => {
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
  });

  it('shows what strangers wrote as text', async () => {
    const { store, url } = await host();
    const nasty = '</script><img src=x onerror="document.title=1"><b>\u202e';
    const id = store.reports.put({ ...REPORT, engine: { name: nasty } }, ABOUT);
    const { page, complaints } = await visit(`${url}r/${id}`);
    expect(await page.locator('main footer').innerText()).toContain(nasty);
    expect(await page.locator('main img, main b, main script').count()).toBe(0);
    expect(complaints).toEqual([]);
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
