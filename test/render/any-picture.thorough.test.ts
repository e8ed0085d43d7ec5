import { expect, it } from 'vitest';
import { gameGif } from '../../src/render/animation.ts';
import { randomGame, seeded } from '../support/positions.ts';
import { expectAnyPixels, expectSoundTrees, expectTidyCharts, expectTidyGraphs } from './any-picture.ts';

it('graphs, charts and trees of all kinds have nothing on top of anything else', () => {
  expectTidyGraphs(100);
  expectTidyCharts(250);
  expectSoundTrees(440);
});

it('animations come back whatever the pixels are', () => expectAnyPixels(100));

it('an animation may be as long as a game gets', async () => {
  const game = randomGame(300, seeded(6));
  const { gif, frames } = await gameGif({
    game,
    size: 360,
    players: { white: { name: 'Anna' }, black: { name: 'Ben' } },
  });
  expect(frames).toBe(game.moves.length + 1);
  expect(gif.length).toBeLessThan(10_000_000);
});
