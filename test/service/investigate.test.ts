import { describe, expect, it } from 'vitest';
import { DEFAULTS, type InvestigationParams } from '../../src/analysis/investigation/params.ts';
import { Fault } from '../../src/base/fault.ts';
import { investigationWords } from '../../src/present/investigation-words.ts';
import type { JobOf, Progress } from '../../src/service/jobs.ts';
import { until } from '../support/processes.ts';
import { makeServiceForAll, status } from '../support/service.ts';

/** Légal's mate: the queen can be taken, and whoever takes her is mated in two. */
const LEGAL = 'r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5';

const job = (params: Partial<InvestigationParams> = {}, cache = false, fen = LEGAL): JobOf<'investigate'> => ({
  kind: 'investigate',
  input: { fen, moves: [] },
  params: { ...DEFAULTS, deep: 10, ...params },
  deterministic: false,
  cache,
});

describe('investigations in the analysis process', () => {
  const service = makeServiceForAll();

  it('find out why the obvious move is wrong and who falls for it, and remember it', async () => {
    const told: Progress[] = [];
    const report = await service.run(job({}, true), { onProgress: progress => told.push(progress) });
    expect(report).toMatchObject({
      kind: 'investigation',
      version: 1,
      player: 'black',
      problem: null,
      cacheStatus: 'fresh',
    });
    expect(report.deep?.best.san).toBe('Nxe5');
    expect(report.overestimated[0]?.san).toBe('Bxd1');
    expect(report.people?.g4d1).toBeGreaterThan(0.2);
    expect(investigationWords(report).join(' ')).toMatch(
      /Best is Nxe5 .*Bxd1 seems to win the queen \(depth 2: -[\d.]+, \d\w\w\) but Bxf7\+ forces mate in 2 \(depth 10: M2, \d+\w\w\)\. \d+ % of 1500s play it\./,
    );
    expect(told.some(progress => progress.kind === 'investigate' && progress.done > 0)).toBe(true);
    const again = await service.run(job({}, true));
    expect(again).toEqual({ ...report, cacheStatus: 'cached' });
  });

  it('are cancelled at once, and the engines are free again', async () => {
    const stop = new AbortController();
    const asked = service.run(job({ deep: 30, maia: false }), { signal: stop.signal });
    const refused = expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await until(async () => (await status(service)).stockfish.busy > 0, 'an engine searches');
    stop.abort();
    await refused;
    await until(async () => (await status(service)).stockfish.busy === 0, 'the engines are free');
  });

  it.each([
    [{ deep: 31 }, /^deep: /],
    [{ deep: 7 }, /^deep: /],
    [{ shallow: 0 }, /^shallow: /],
    [{ levels: 6 }, /^levels: /],
    [{ rating: 100 }, /^rating: /],
    [{ move: 'a1a8' }, /^move: a1a8 is not a legal move there\.$/],
  ])('refuse %j, naming the field', async (params, sentence) => {
    const refused = await service.run(job(params)).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Fault);
    expect(refused).toMatchObject({ code: 'bad-input', message: expect.stringMatching(sentence) });
  });
});
