import type { Page } from 'playwright-core';
import { REPORT } from '../../gallery/report.ts';
import type { CandidateMove, ExpectedReport, TreeNode } from '../../src/analysis/expected/report.ts';

/** How much work a page is for a browser, by its own account. */

/** What is asked several times counts as it went best: other programs take time, they give none. */
const TRIES = 5;

/** A report whose first tree has so many answers, and as many to each of these. */
export function wideReport(answers: number): ExpectedReport {
  const [first, ...others] = REPORT.moves as [CandidateMove, ...CandidateMove[]];
  const reply = first.tree.children[0] as TreeNode;
  const many = (make: (uci: string) => TreeNode, above: string) =>
    Array.from({ length: answers }, (_, index) => make(`${above}${index}`));
  const leaf = (uci: string): TreeNode => ({ ...reply, uci, children: [], leaf: true });
  const branch = (uci: string): TreeNode => ({ ...reply, uci, cumulative: 1 / answers, children: many(leaf, uci) });
  return { ...REPORT, moves: [{ ...first, tree: { ...first.tree, children: many(branch, 'e4f') } }, ...others] };
}

interface Meter {
  /** Milliseconds for which this page's scripts have had a processor. */
  scriptMs: () => Promise<number>;
  /** What is still there once everything is gone that nobody holds. */
  kept: () => Promise<{ bytes: number; nodes: number }>;
}

export async function meterOf(page: Page): Promise<Meter> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    async scriptMs() {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
    },
    async kept() {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes } = await session.send('Memory.getDOMCounters');
      return { bytes: usedSize, nodes };
    },
  };
}

async function least(measure: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let index = 0; index < TRIES; index++) all.push(await measure());
  return Math.min(...all);
}

/** Opens or closes the first branches below the candidate. */
export const turnBranches = (page: Page, branches: number): Promise<unknown> =>
  page.evaluate(
    `[...document.querySelectorAll('[aria-level="2"] > .twisty')].slice(0, ${branches}).forEach(one => one.click())`,
  );

/** The click's own work: what is asked from outside is not counted, listeners are. */
export const openingMs = (page: Page, meter: Meter): Promise<number> =>
  least(async () => {
    const before = await meter.scriptMs();
    await turnBranches(page, 1);
    const ms = (await meter.scriptMs()) - before;
    await turnBranches(page, 1);
    return ms;
  });

/** Everything until the page can be seen. The count begins anew with every page. */
export const firstPaintMs = (page: Page, meter: Meter): Promise<number> =>
  least(async () => {
    await page.reload();
    return meter.scriptMs();
  });
