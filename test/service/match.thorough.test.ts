import { it } from 'vitest';
import { status } from '../support/service.ts';
import { playWithKilling } from './played-match.ts';

it('a match has all of its games although a Stockfish is killed again and again in the middle of them', async () => {
  await playWithKilling(async service => (await status(service)).stockfish.pids[0]);
});
