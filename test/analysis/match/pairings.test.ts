import { describe, expect, it } from 'vitest';
import { MATCH_OPENINGS, openingInput } from '../../../src/analysis/match/pairings.ts';
import { makeRunner, runOptions } from '../expected/real.ts';

describe('the openings of a match', () => {
  const runner = makeRunner();

  it('leave neither side much better off, as Stockfish sees it', async () => {
    const found = await Promise.all(
      MATCH_OPENINGS.map(async opening => {
        const params = { limit: { kind: 'nodes', nodes: 20_000 }, multipv: 1, deterministic: true } as const;
        const job = { kind: 'eval', input: openingInput(opening), params, cache: false } as const;
        const { score } = await runner.run(job, runOptions());
        return { name: opening.name, score };
      }),
    );
    for (const { name, score } of found) {
      expect(score?.kind, name).toBe('cp');
      expect(Math.abs(score?.kind === 'cp' ? score.cp : Number.NaN), name).toBeLessThan(100);
    }
  });
});
