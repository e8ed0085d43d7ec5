import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { AnalysisService, JobOf } from '../../src/service/jobs.ts';
import { play, playWithKilling } from './played-match.ts';

describe('a match', () => {
  it('has all of its games although the whole analysis process is killed again and again in the middle of them', async () => {
    await playWithKilling(async service => service.pid);
  });

  it('plays the game again that an engine died in, and no other', async () => {
    const asked: number[] = [];
    const service = serviceThat(seed => {
      asked.push(seed);
      if (seed === 5 && asked.filter(one => one === 5).length < 3) throw new Fault('engine-failed', 'Stockfish ended.');
    });
    const played = await play(service, 4);
    expect(played.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(asked.sort()).toEqual([4, 5, 5, 5, 6, 7]);
  });

  it('ends with what it ended over where that does not pass', async () => {
    const dying = serviceThat(() => {
      throw new Fault('engine-failed', 'Stockfish ended.');
    });
    await expect(play(dying, 4)).rejects.toMatchObject({ code: 'engine-failed' });
    const asked: number[] = [];
    const refusing = serviceThat(seed => {
      asked.push(seed);
      throw new Fault('bad-input', 'elo: too much.');
    });
    await expect(play(refusing, 4)).rejects.toThrow('elo: too much.');
    expect(asked, 'two tables, none again').toHaveLength(2);
  });
});

/** Games that are over before they have begun. */
const serviceThat = (plays: (seed: number) => void): AnalysisService => ({
  run: async job => {
    const { maia, seed } = (job as JobOf<'match'>).params;
    plays(seed);
    const report = { kind: 'match', version: 1, model: 'm', engine: 'e', maia, moves: [], result: '1-0', ms: 1 };
    return { ...report, by: 'checkmate' } as never;
  },
  runPacked: async () => expect.unreachable(),
  close: async () => undefined,
});
