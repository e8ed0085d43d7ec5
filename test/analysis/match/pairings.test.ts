import { describe, expect, it } from 'vitest';
import { MATCH_OPENINGS, openingInput } from '../../../src/analysis/match/pairings.ts';
import { makeServiceForAll } from '../../support/service.ts';

describe('the openings of a match', () => {
  const service = makeServiceForAll();

  it('leave neither side much better off, as Stockfish sees it', async () => {
    const found = await Promise.all(
      MATCH_OPENINGS.map(async opening => {
        const params = { limit: { kind: 'nodes', nodes: 20_000 }, multipv: 1, deterministic: true } as const;
        const { score } = await service.run({ kind: 'eval', input: openingInput(opening), params, cache: false });
        return { name: opening.name, score };
      }),
    );
    for (const { name, score } of found) {
      expect(score?.kind, name).toBe('cp');
      expect(Math.abs(score?.kind === 'cp' ? score.cp : Number.NaN), name).toBeLessThan(100);
    }
  });
});
