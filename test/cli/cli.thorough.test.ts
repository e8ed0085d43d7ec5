import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kibitz } from '../support/kibitz.ts';
import { temporaryFolder } from '../support/settings.ts';

describe('kibitz maia', () => {
  it('works twice at the same time on an empty cache', async () => {
    const empty = temporaryFolder();
    const env = { KIBITZ_MODEL_DIR: join(empty, 'models'), KIBITZ_DATA_DIR: join(empty, 'data') };
    const outcomes = await Promise.all([1, 2].map(() => kibitz(['maia', 'startpos', '--json'], { env })));
    for (const outcome of outcomes) {
      expect(outcome.code, outcome.err).toBe(0);
      expect(JSON.parse(outcome.out).moves[0].san).toBe('e4');
      expect(outcome.err).toMatch(/^(Fetching maia3-5m \(84 MB\), once\.\n)?$/);
    }
    expect(readdirSync(env.KIBITZ_MODEL_DIR)).toEqual(['maia3-5m']);
  });
});

describe('kibitz', () => {
  it('shows its demo: the moves ranked, the mistake and the answer to it, a game in words', async () => {
    const folder = temporaryFolder();
    const env = { KIBITZ_DATA_DIR: temporaryFolder() };
    const { code, out } = await kibitz(['demo'], { env, cwd: folder });
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      'demo-game.png',
      'demo-tree.png',
      'demo.pgn',
      'demo.png',
      'report.html',
      'review.html',
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/move +expected +human +engine +score +played +trap +risk +confidence +plies/);
    expect(out).toMatch(/positions by maia3-5m, \d+ searches by Stockfish .* up to depth 12; /);
    expect(out).toMatch(/^1\. +Ndf6 /m);
    expect(out).toMatch(/^Ndf6 gives people rated 1500 the best chances: they score \d\d % after it\./m);
    expect(out).toMatch(/^Beware of Ngf6: 64 % play it, and the answer Nd6# leaves them 0 %\.$/m);
    expect(out).toMatch(/^To walk through in a browser: out.report\.html and out.review\.html\.$/m);
    expect(out).toMatch(/^Paul Morphy beat Duke of Brunswick/m);
    expect(JSON.parse((await kibitz(['demo', '--json'], { env, cwd: folder })).out)).toMatchObject({
      kind: 'demo',
      expected: { kind: 'expected', cacheStatus: 'cached' },
      review: { kind: 'review', cacheStatus: 'cached' },
    });
  });
});
