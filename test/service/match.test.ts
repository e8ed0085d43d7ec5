import { describe, expect, it, onTestFinished } from 'vitest';
import { type PlayedPairing, pairings } from '../../src/analysis/match/pairings.ts';
import { Fault } from '../../src/base/fault.ts';
import { playUci } from '../../src/chess/game.ts';
import { startPosition } from '../../src/chess/position.ts';
import { type MatchWishes, playMatch } from '../../src/service/batches.ts';
import type { ForkedService } from '../../src/service/forked.ts';
import type { AnalysisService, JobOf } from '../../src/service/jobs.ts';
import { isAlive } from '../support/processes.ts';
import { makeService, status } from '../support/service.ts';

const WISHES: MatchWishes = {
  ...{ rating: 1500, opponentRating: 1500, temperature: 1, topP: 1, seed: 3, concurrency: 2 },
  limit: { kind: 'nodes', nodes: 100 },
};
const OPTIONS = { owner: 'tests', priority: 'background', signal: new AbortController().signal } as const;

/** Games in the order of their numbers, whichever ended first. */
async function play(service: AnalysisService, games: number): Promise<PlayedPairing[]> {
  const played: PlayedPairing[] = [];
  const onGame = (game: PlayedPairing) => void played.push(game);
  await playMatch(pairings({ games, elos: [1500] }), WISHES, service, { ...OPTIONS, onGame });
  return played.sort((a, b) => a.number - b.number);
}

describe('a match', () => {
  it.each<[string, (service: ForkedService) => Promise<number | undefined>]>([
    ['a Stockfish', async service => (await status(service)).stockfish.pids[0]],
    ['the whole analysis process', async service => service.pid],
  ])('has all of its games although %s is killed again and again in the middle of them', async (_, victim) => {
    const service = makeService();
    let killed = 0;
    const killer = setInterval(async () => {
      const pid = await victim(service).catch(() => undefined);
      if (pid === undefined || killed >= 3 || !isAlive(pid)) return;
      killed++;
      process.kill(pid, 'SIGKILL');
    }, 400);
    onTestFinished(() => clearInterval(killer));
    const played = await play(service, 2);
    clearInterval(killer);
    expect(killed, 'something was really killed').toBeGreaterThan(0);
    expect(played.map(({ number, maia }) => [number, maia])).toEqual([
      [1, 'white'],
      [2, 'black'],
    ]);
    for (const { report, opening } of played) {
      expect(playUci(startPosition(), report.moves)).toBeDefined();
      expect(report.moves.join(' ').startsWith(opening.moves)).toBe(true);
    }
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
