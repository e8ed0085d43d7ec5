import { describe, it } from 'vitest';
import { status } from '../support/service.ts';
import { testSettings } from '../support/settings.ts';
import { killAmong, lines } from './killed-jobs.ts';

describe('fifty jobs of real engines', () => {
  it('all end with the right result although a Stockfish is killed', async () => {
    await killAmong(50, lines, async service => (await status(service)).stockfish.pids[0], testSettings);
  });

  it('all end with the right result although the whole analysis process is killed', async () => {
    await killAmong(50, lines, async service => service.pid, testSettings);
  });
});
