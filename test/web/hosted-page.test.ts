import { describe, expect, it } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import type { ExpectedReport } from '../../src/analysis/expected/report.ts';
import { Fault } from '../../src/base/fault.ts';
import { REVIEW } from '../../src/questions/review.ts';
import { until } from '../support/processes.ts';
import { boardOf, press, seriousFindings, tooSmall, visit } from './browser.ts';
import { hasBrowser, SIZES } from './chromium.ts';
import { reviewData, SHILLING, SHILLING_TOLD } from './games.ts';
import { ABOUT, host } from './host.ts';
import { again, answerTo, bar, findBack, progress, rating, runAgain, title } from './hosted-walk.ts';

/** Reports where there are engines, as whoever follows a link sees and uses them. */

describe.skipIf(!hasBrowser)('the page of a report where there are engines', { timeout: 120_000 }, () => {
  it('is walked, run again with another rating, and gives way to the next', () => runAgain('desktop'));
  it('finds back to its run by itself when something else has answered for a while', () => findBack('bad gateway'));

  it('has nothing serious against it for people who see or move differently', async () => {
    const { page: url, hands } = await host();
    const { page } = await visit(url, { ...SIZES.desktop, bypassCSP: true });
    await again(page).click();
    (await hands.job()).options.onProgress?.(progress());
    await page.getByText('Stockfish judges').waitFor();
    expect(await tooSmall(page, '.params :is(button, input, select):visible')).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
  });

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
