import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { parsePgn } from 'chessops/pgn';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run } from './in-process.ts';

beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

/** Both are quick, and neither plays well. */
const QUICK = ['--elo', '1400', '--nodes', '200', '--temperature', '1', '--concurrency', '1'];

describe('kibitz match', () => {
  it('plays games that anybody can read, goes on where it stopped, and says how strong Maia is', async () => {
    const file = join(temporaryFolder(), 'match.pgn');
    const begun = await run('match', ...QUICK, '--games', '1', '--pgn', file);
    expect(begun.code).toBe(0);
    const first = readFileSync(file, 'utf8');
    const resumed = await run('match', ...QUICK, '--games', '2', '--pgn', file, '--resume');
    expect(resumed.code).toBe(0);
    expect(resumed.err).toContain(`1 game in ${file}, 1 to go.`);
    expect(resumed.out).toMatch(/^against {2}games {2}result\s+score {2}strength\n +1400 +2 {2}\+\d =\d -\d/);
    expect(resumed.out.replace(/\s+/g, ' ')).toMatch(
      /Maia at 1500 plays like .* on Stockfish's scale: 2 games against 1400\./,
    );
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(first)).toBe(true);
    const games = parsePgn(text);
    expect(games.map(({ headers }) => headers.get('Round'))).toEqual(['1400.1', '1400.2']);
    expect(games.map(({ headers }) => headers.get('White')?.startsWith('Maia'))).toEqual([true, false]);
    for (const one of text.trim().split(/\n\n(?=\[)/)) {
      const board = new Chess();
      board.loadPgn(one);
      expect(board.isGameOver() || one.includes('draw by length')).toBe(true);
    }
  });

  it.each([
    [['--elo', '100'], /elo: Stockfish .* plays at \d+ to \d+; 100 is not among these\./],
    [['--elo', 'strong'], /elo: "strong" is not a rating/],
    [['--games', '0'], /games: "0" is not a whole number from 1 to /],
    [['--resume'], /resume: name the file with the games, with --pgn\./],
  ])('%j is refused in one sentence', async (args, sentence) => {
    const { code, err } = await run('match', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });

  it('does not mix its games with others', async () => {
    const file = join(temporaryFolder(), 'games.pgn');
    writeFileSync(file, '[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n');
    expect((await run('match', '--pgn', file)).err).toContain('none of a match; name another file.');
    const tags = [
      'Event "x"',
      'Round "1500.1"',
      'White "Maia 1500"',
      'Black "S"',
      'Result "1-0"',
      'Termination "checkmate"',
    ];
    const write = (conditions: string) =>
      writeFileSync(
        file,
        `${[...tags, `Conditions "${conditions}"`].map(tag => `[${tag}]`).join('\n')}\n\n1. e4 1-0\n`,
      );
    write('maia3-5m at 1900');
    expect((await run('match', '--pgn', file, '--resume')).err).toContain('were played otherwise (maia3-5m at 1900)');
    write('maia3-5m at 1500, temperature 0.1; Stockfish with 50000 nodes a move');
    expect((await run('match', '--pgn', file)).err).toContain('--resume goes on with them');
  });
});
