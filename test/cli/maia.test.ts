import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MaiaReport } from '../../src/analysis/move-predictions.ts';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run, shareService } from './in-process.ts';

shareService();

beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

const CARO = 'rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3';
const KINGS_PAWN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const STALEMATE = '7k/5Q2/8/8/8/8/8/K7 b - - 0 1';

function list(...lines: string[]): string {
  const file = join(temporaryFolder(), 'positions.epd');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function report<T>(...argv: string[]): Promise<T> {
  const { code, out, err } = await run(...argv, '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

type Picked = MaiaReport & { picked?: { uci: string; seed: number } };

describe('kibitz maia', () => {
  it('leaves out what is unlikely, and draws moves by their likelihood, the same with the same seed', async () => {
    const whole = await report<Picked>('maia', CARO, '--top', '256');
    const share = (whole.moves[0]?.probability ?? 0) + (whole.moves[1]?.probability ?? 0);
    // As few as make up that much: two, and a third would be too many.
    const few = await report<Picked>('maia', CARO, '--top', '256', '--top-p', String(share - 0.001));
    expect(few.moves.filter(({ probability }) => probability > 0)).toHaveLength(2);
    expect(few.moves[0]?.probability).toBeCloseTo((whole.moves[0]?.probability ?? 0) / share, 6);
    expect(few.moves).toHaveLength(whole.moves.length);
    const draw = (seed: number) => report<Picked>('maia', CARO, '--pick', '--seed', String(seed), '--temperature', '2');
    const [one, again] = [await draw(7), await draw(7)];
    expect(one.picked).toEqual({ ...again.picked, seed: 7 });
    expect(whole.moves.map(({ uci }) => uci)).toContain(one.picked?.uci);
    expect(whole.picked).toBeUndefined();
    expect((await run('maia', CARO, '--pick', '--temperature', '0')).out).toMatch(/^Picked: \S+ \(seed \d+\)$/m);
  });

  it('says of many positions what it says of each', async () => {
    const file = list('# three', `${CARO.slice(0, -4)} id "Caro-Kann";`, '', KINGS_PAWN, STALEMATE);
    const rated = ['--rating', '1200', '--opponent-rating', '1900'];
    const { reports } = await report<{ reports: Picked[] }>('maia', '--positions', file, ...rated, '--pick');
    expect(reports.map(({ ending }) => ending)).toEqual([null, null, 'stalemate']);
    for (const [index, fen] of [CARO, KINGS_PAWN].entries()) {
      const alone = await report<Picked>('maia', fen, ...rated, '--no-cache');
      const { moves, wdl, picked } = reports[index] as Picked;
      expect(moves.map(({ uci }) => uci)).toEqual(alone.moves.map(({ uci }) => uci));
      moves.forEach(({ probability }, place) => {
        expect(probability).toBeCloseTo(alone.moves[place]?.probability ?? 0, 4);
      });
      expect(wdl?.win).toBeCloseTo(alone.wdl?.win ?? 0, 4);
      expect(picked?.uci).toMatch(/^[a-h][1-8][a-h][1-8]$/);
    }
    const { out } = await run('maia', '--positions', file, ...rated, '--top', '2');
    expect(out).toMatch(/^ +win\/draw\/loss +moves\nCaro-Kann +\d+\/\d+\/\d+ +\S+ \d+ %, \S+ \d+ %\nline 4 /);
    expect(out).toMatch(/\nline 5 +stalemate\n3 positions at 1200 against 1900, maia3-5m\n$/);
  });

  it.each<[string, () => string[], RegExp]>([
    ['a position beside a list', () => [CARO, '--positions', list(CARO)], /positions: they stand in the file; give no/],
    [
      'an empty list',
      () => ['--positions', list('# nothing')],
      /positions: there is no position in it; give a FEN or EPD/,
    ],
    ['a broken line', () => ['--positions', list(CARO, 'x')], /positions, line 2: "x" /],
    ['no file', () => ['--positions', 'nowhere.epd'], /nowhere\.epd: there is no such file\./],
    ['a seed for nothing', () => [CARO, '--seed', '1'], /seed: it is for moves that are drawn; say --pick, too\./],
    ['a share of nothing', () => [CARO, '--top-p', '0'], /top-p: "0" is not a number from 0\.01 to 1\./],
  ])('%s is refused in one sentence', async (_, args, sentence) => {
    const { code, err } = await run('maia', ...args());
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });
});
