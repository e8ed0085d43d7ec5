import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { builtFile } from '../../support/built.ts';

/** Processes that want the same lease again and again, and what they do while they hold it. */

/** Short, so that much can happen in a test. */
const TIMES = { leaseMs: 1_200, marginMs: 400, beatMs: 50 };

interface Act {
  /** The process, and the number of its attempt. */
  tenure: string;
  at: bigint;
}

const HOLDER = builtFile(new URL('../../support/lease-holder.ts', import.meta.url));

export function startHolder(url: string, worksMs: number, seed: number, times = TIMES) {
  const orders = JSON.stringify({ url, name: 'test', ...times, worksMs, seed });
  const child = spawn(process.execPath, [HOLDER, orders], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  const acts: Act[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [tenure, at] = line.split(' ');
      acts.push({ tenure: `${child.pid}-${tenure}`, at: BigInt(at ?? 0) });
    }
  });
  return { child, acts };
}

/** The tenures in the order of their beginnings, each with its first and its last act. */
export function tenuresOf(acts: readonly Act[]): { tenure: string; first: bigint; last: bigint }[] {
  const ranges = new Map<string, { first: bigint; last: bigint }>();
  for (const { tenure, at } of acts) {
    const { first = at } = ranges.get(tenure) ?? {};
    ranges.set(tenure, { first, last: at });
  }
  const all = [...ranges].map(([tenure, range]) => ({ tenure, ...range }));
  return all.sort((one, other) => (one.first < other.first ? -1 : 1));
}

export const overlaps = (acts: readonly Act[]): string[] => {
  const tenures = tenuresOf(acts);
  return tenures.flatMap(({ tenure, last }, index) =>
    tenures.slice(index + 1).flatMap(next => (next.first <= last ? [`${tenure} and ${next.tenure}`] : [])),
  );
};
