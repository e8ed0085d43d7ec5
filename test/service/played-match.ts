import { expect, onTestFinished } from 'vitest';
import { type PlayedPairing, pairings } from '../../src/analysis/match/pairings.ts';
import { playUci } from '../../src/chess/game.ts';
import { startPosition } from '../../src/chess/position.ts';
import { type MatchWishes, playMatch } from '../../src/service/batches.ts';
import type { ForkedService } from '../../src/service/forked.ts';
import type { AnalysisService } from '../../src/service/jobs.ts';
import { isAlive } from '../support/processes.ts';
import { makeService } from '../support/service.ts';

/** Matches of real engines, and of services that a test makes up. */

const WISHES: MatchWishes = {
  ...{ rating: 1500, opponentRating: 1500, temperature: 1, topP: 1, seed: 3, concurrency: 2 },
  limit: { kind: 'nodes', nodes: 100 },
};
const OPTIONS = { owner: 'tests', priority: 'background', signal: new AbortController().signal } as const;

/** Games in the order of their numbers, whichever ended first. */
export async function play(service: AnalysisService, games: number): Promise<PlayedPairing[]> {
  const played: PlayedPairing[] = [];
  const onGame = (game: PlayedPairing) => void played.push(game);
  await playMatch(pairings({ games, elos: [1500] }), WISHES, service, { ...OPTIONS, onGame });
  return played.sort((a, b) => a.number - b.number);
}

/** Kills a process again and again in the middle of a match, which has all of its games all the same. */
export async function playWithKilling(victim: (service: ForkedService) => Promise<number | undefined>): Promise<void> {
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
}
