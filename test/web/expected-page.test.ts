import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { REPORT } from '../../gallery/report.ts';
import type { ExpectedReport } from '../../src/analysis/expected/report.ts';
import { pageAssets } from '../../src/web/assets.ts';
import { htmlFile } from '../../src/web/html.ts';
import { isTooWide, press, ribbonOf, seriousFindings, tooSmall, visit } from './browser.ts';
import { hasBrowser, SIZES } from './chromium.ts';
import { best, marked, open, readStrangers, walkWithKeys, walkWithMouse } from './expected-walk.ts';
import { fileOf, SOURCE } from './file.ts';
import { turnBranches, wideReport } from './measure.ts';

/** The page of a position, opened from disk as whoever got it as a file does. */

/** A part of the page by itself, as whoever puts pages together has it. */
async function scriptOf(file: string, name: string): Promise<string> {
  const resolveDir = fileURLToPath(new URL('../../src/web/page', import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from './${file}';`, resolveDir },
    globalName: 'page',
    bundle: true,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

describe.skipIf(!hasBrowser)('the page of a position', { timeout: 120_000 }, () => {
  it('is walked with a mouse: list, tree, preview, and back', () => walkWithMouse('desktop'));
  it('is walked with keys alone', () => walkWithKeys('desktop'));
  it('shows what strangers wrote as text', () => readStrangers('desktop'));

  it('has nothing serious against it for people who see or move differently', async () => {
    const { page } = await visit(await fileOf({ kind: 'expected', report: REPORT }), {
      ...SIZES.desktop,
      bypassCSP: true,
    });
    await page.getByRole('button', { name: best.san, exact: true }).click();
    await page.locator('[aria-level="2"]').first().click();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('has only those branches in it that are open', async () => {
    const { page } = await open('desktop', wideReport(8));
    await page.getByRole('button', { name: best.san, exact: true }).click();
    const items = () => page.getByRole('treeitem').count();
    expect(await items()).toBe(1 + 8);
    for (const branches of [1, 5]) {
      await turnBranches(page, branches);
      expect(await items()).toBe(1 + 8 + branches * 8);
      await turnBranches(page, branches);
      expect(await items()).toBe(1 + 8);
    }
  });

  it('still marks what the board shows when its branch is closed and opened again', async () => {
    const { page } = await open('phone');
    await page.getByRole('button', { name: best.san, exact: true }).click();
    // What is chosen is in sight without scrolling.
    const top = (await page.locator('.tree').boundingBox())?.y ?? Number.NaN;
    expect(top).toBeLessThan(SIZES.phone.viewport.height - 100);
    await page.locator('[aria-level="3"]').first().click();
    const root = page.locator('[aria-level="1"] > .twisty');
    await root.click();
    expect(await marked(page)).toBe(0);
    await root.click();
    await page.locator('[aria-level="2"] > .twisty').first().click();
    expect(await page.locator('.node[aria-selected=true]').getAttribute('aria-level')).toBe('3');
    expect(await ribbonOf(page)).toBe('Preview: 3 half-moves ahead');
    // The way back stays, however long the line is.
    const back = await page.getByRole('button', { name: 'Back to analysis' }).boundingBox();
    expect(back?.x).toBeGreaterThanOrEqual(0);
  });

  it('is sorted by any column, both ways', async () => {
    const { page } = await open('desktop');
    const first = () => page.locator('.moves tbody tr').first().locator('.move').innerText();
    expect(await first()).toBe(best.san);
    const sorted = (by: (move: ExpectedReport['moves'][number]) => number) =>
      [...REPORT.moves].sort((a, b) => by(b) - by(a)).map(({ san }) => san);
    await page.getByRole('button', { name: 'Played' }).click();
    expect(await first()).toBe(sorted(({ maia }) => maia)[0]);
    await page.getByRole('button', { name: 'Played' }).click();
    expect(await first()).toBe(sorted(({ maia }) => maia).at(-1));
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
  });

  it('has room for fingers', async () => {
    const { page } = await open('phone');
    await page.getByRole('button', { name: best.san, exact: true }).click();
    expect(await tooSmall(page, 'button:visible, .node')).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
  });

  it('names the moves that have no row, in the words of the command line', async () => {
    const move = { uci: 'g8f6', score: null, maia: 0.64, reply: null, depth: 15 };
    const { page } = await open('desktop', {
      ...REPORT,
      threshold: 0.48,
      notAnalysed: [{ ...move, san: 'h6', winrate: 0.5 }],
      rejected: [{ ...move, san: 'Ngf6', winrate: 0 }],
    });
    const lines = await page.locator('[aria-label="The moves, ranked"] .hint').allInnerTexts();
    expect(lines.map(line => line.replaceAll('\u00a0', ' '))).toEqual([
      'Not analysed: h6 50.0 %.',
      'Rejected (Stockfish gives them less than 48.0 %): Ngf6 0.0 %.',
    ]);
  });

  it('says of a finished game how it ended, and nothing else', async () => {
    const { page, complaints } = await open('desktop', {
      ...REPORT,
      fen: 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3',
      player: 'white',
      ending: 'checkmate',
      moves: [],
      notAnalysed: [],
      rejected: [],
    });
    expect(await page.locator('main').innerText()).toMatch(
      /^THE GAME IS OVER\s+Black has won by checkmate\.[\s\S]*Turn the board\s+Keys$/,
    );
    expect(await page.locator('.params, .panel, .reading, main footer').count()).toBe(0);
    await press(page, 'F');
    expect(await page.locator('.cg-wrap').getAttribute('class')).toContain('orientation-black');
    expect(complaints).toEqual([]);
  });

  it('keeps a move with its number, and lets go of other numbers', async () => {
    const { page } = await visit('about:blank', SIZES.desktop);
    await page.addScriptTag({ content: await scriptOf('dom.ts', 'tied') });
    const tied = (text: string) => page.evaluate<string>(`page.tied(${JSON.stringify(text)})`);
    expect(await tied('5... Nxf7 6. O-O 7. e8=Q, 55 %')).toBe('5...\u00a0Nxf7 6.\u00a0O-O 7.\u00a0e8=Q, 55\u00a0%');
    expect(await tied('mate in 1. Before that')).toBe('mate in 1. Before that');
    expect(await tied('Nc5 9.8 %, a6')).toBe('Nc5\u00a09.8\u00a0%, a6');
  });

  it('makes room for another page, and listens no more', async () => {
    const { page, complaints } = await visit('about:blank', SIZES.desktop);
    await page.addScriptTag({ content: await scriptOf('expected/expected-page.ts', 'expectedPage') });
    const show = (name: string) =>
      page.evaluate(`{
        const stop = new AbortController();
        const made = page.expectedPage(${JSON.stringify(REPORT)}, { signal: stop.signal });
        made.id = '${name}';
        document.body.append(made);
        window.${name} = stop;
      }`);
    await show('old');
    await page.evaluate("old.abort(), document.getElementById('old').remove()");
    await show('fresh');
    await press(page, 'f');
    expect(await page.locator('#fresh .looking').getAttribute('data-below')).toBe('white');
    await press(page, '?');
    expect(await page.locator('dialog[open]').count()).toBe(1);
    // A dialog of a page that is gone cannot be shown: whoever still listens fails.
    expect(complaints).toEqual([]);
  });
});

describe('the file of a position', () => {
  it('is one file, small enough for a chat, and lets no script but its own run', async () => {
    const text = htmlFile({ kind: 'expected', report: REPORT }, await pageAssets(), SOURCE);
    expect(Buffer.byteLength(text)).toBeLessThan(600_000);
    const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:/);
    expect(policy).not.toContain('unsafe');
    // What may be followed is asked for by nobody but whoever follows it.
    expect(text).not.toMatch(/<(?!a )[a-z][^<>]*(src|href)="(?!data:)/);
  });
});
