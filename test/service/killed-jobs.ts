import { expect } from 'vitest';
import type { ForkedService } from '../../src/service/forked.ts';
import type { AnalysisSettings } from '../../src/service/protocol.ts';
import { evalJob, inputs, maiaJob, makeService, status } from '../support/service.ts';

/** Jobs, a process that is killed while they run, and what they end with. */

type Run = (service: ForkedService, index: number) => Promise<unknown>;

export const lines: Run = async (service, index) => (await service.run(evalJob(index))).lines;
export const likeliest: Run = async (service, index) => (await service.run(maiaJob(index))).moves[0]?.uci;

/** Runs the jobs twice, once killing a process when some are done: all have to end, with the same results. */
export async function killAmong(
  jobs: number,
  run: Run,
  victim: (service: ForkedService) => Promise<number | undefined>,
  settings: () => AnalysisSettings,
): Promise<void> {
  const all = inputs.slice(0, jobs);
  const calm = makeService({ settings: settings() });
  const right = await Promise.all(all.map((_, index) => run(calm, index)));
  const service = makeService({ settings: settings() });
  const { pid: first } = await status(service);
  let done = 0;
  const asked = all.map(async (_, index) => {
    const result = await run(service, index);
    if (++done === jobs / 5) process.kill((await victim(service)) as number, 'SIGKILL');
    return result;
  });
  expect(await Promise.all(asked)).toEqual(right);
  const { stockfish, maia, pid } = await status(service);
  expect(stockfish.failures + maia.failures > 0 || pid !== first, 'something was really killed').toBe(true);
  // And new jobs go on.
  await expect(service.run(evalJob(0, 5))).resolves.toHaveProperty('depth', 5);
}
