import { describe, expect, it } from 'vitest';
import { maiasMove, takesDraw } from '../../../../src/bot/discord/play/opponent.ts';
import { newGame, type PlayState, withMove } from '../../../../src/bot/discord/play/state.ts';
import type { AnalysisService, Job, JobOptions } from '../../../../src/service/jobs.ts';
import { makeServiceForAll } from '../../../support/service.ts';

const start = (color: 'white' | 'black', moves = '', rating = 1500): PlayState =>
  moves
    .split(' ')
    .filter(Boolean)
    .reduce(withMove, newGame({ color, rating, name: 'anna' }));
const service = makeServiceForAll();
const owner = { owner: 'discord:1' };

describe('Maia', () => {
  it('plays what people play, and beginners play other moves than masters', async () => {
    const scholar = 'e2e4 e7e5 d1h5';
    const answers = async (rating: number) => {
      const played = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          maiasMove(start('white', scholar, rating), { service, random: () => (index + 0.5) / 40 }, owner),
        ),
      );
      return played.filter(uci => uci === 'b8c6').length;
    };
    const [weak, strong] = [await answers(600), await answers(2400)];
    expect(strong).toBeGreaterThan(20);
    expect(weak).toBeLessThan(strong);
  });

  it('is asked at once, in the name of the player, with all moves of the game', async () => {
    const asked: { job: Job; options: JobOptions | undefined }[] = [];
    const stub = {
      run: async (job: Job, options?: JobOptions) => {
        asked.push({ job, options });
        return { moves: [{ uci: 'e7e5', probability: 1 }] };
      },
      close: async () => undefined,
    } as unknown as AnalysisService;
    expect(await maiasMove(start('white', 'e2e4', 1900), { service: stub }, owner)).toBe('e7e5');
    expect(asked[0]).toMatchObject({
      job: { input: { moves: ['e2e4'] }, params: { rating: 1900, opponentRating: 1900, temperature: 1 } },
      options: { priority: 'interactive', owner: 'discord:1' },
    });
  });

  it.each([
    ['takes a draw when it has lost its queen', 'white', 'e2e4 e7e5 g1f3 d8h4 f3h4 a7a6', true],
    ['plays on when the player has', 'white', 'e2e4 e7e5 d1h5 b8c6 h5e5 c6e5', false],
    ['takes a draw in an even game', 'white', 'd2d4 d7d5 c1f4 c8f5 e2e3 e7e6 f1d3 f8d6', true],
    ['plays on when it mates', 'white', 'e2e4 e7e5 f2f3 f8c5 g2g4 d8h4', false],
  ] as const)('%s', async (_, color, moves, takes) => {
    expect(await takesDraw(start(color, moves.trim()), { service }, owner)).toBe(takes);
  });
});
