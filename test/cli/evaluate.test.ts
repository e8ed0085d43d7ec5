import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../support/processes.ts';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run, shareService, startRun } from './in-process.ts';

shareService();

beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

interface Written {
  white?: string;
  black?: string;
  variant?: string;
  moves?: string;
}

const SCHOLARS = '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0';
const FOOLS = '1. f3 e5 2. g4 Qh4# 0-1';

function pgnOf(...games: Written[]): string {
  const tag = (name: string, value: string | undefined) => (value === undefined ? '' : `[${name} "${value}"]\n`);
  const texts = games.map(
    ({ white, black, variant, moves = SCHOLARS }) =>
      `[Event "?"]\n${tag('WhiteElo', white)}${tag('BlackElo', black)}${tag('Variant', variant)}\n${moves}\n`,
  );
  const file = join(temporaryFolder(), 'games.pgn');
  writeFileSync(file, texts.join('\n'));
  return file;
}

const QUICK = ['--nodes', '300'];

describe('kibitz evaluate', () => {
  it('says how often Maia foresees what people play, and Stockfish’s choice, by rating and phase', async () => {
    const file = pgnOf(
      { white: '1100', black: '1650' },
      { white: '1500', black: '1510', moves: FOOLS },
      { white: '1500' },
      { white: '1500', black: '1500', variant: 'Atomic' },
    );
    const { code, out, err } = await run('evaluate', file, ...QUICK);
    expect(code).toBe(0);
    expect(err).toContain('2 games left out: 1 because a player has no rating and 1 because it is not standard chess.');
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^ +moves +first +in three +log +SF first +SF three$/);
    expect(lines[1]).toMatch(/^all +11 +\d+\.\d +\d+\.\d +-\d\.\d\d +\d+\.\d +\d+\.\d$/);
    expect(lines.filter(line => /^\d{4}|^below/.test(line)).map(line => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ['below 1200', '4'],
      ['1400–1599', '4'],
      ['1600–1799', '3'],
    ]);
    expect(out).toMatch(/^opening {2}/m);
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /2 games, 11 moves, 0 of them without a choice; \d+\.\d % are Stockfish’s first/,
    );
    expect(out.replace(/\s+/g, ' ')).toMatch(/maia3-5m, ratings from the headers: [\d.]+ positions a second, 11 in/);
  });

  it('gives the same numbers as JSON, and from the cache', async () => {
    const file = pgnOf({}, { moves: FOOLS }, { white: '2700', black: '1200' });
    const args = ['evaluate', file, ...QUICK, '--rating-from', '1500', '--limit', '2', '--json'];
    const [first, again] = [JSON.parse((await run(...args)).out), JSON.parse((await run(...args)).out)];
    expect(first).toMatchObject({
      ...{ kind: 'evaluate', version: 1, ratingFrom: 1500, leftOut: {}, forced: 0 },
      maia: { name: 'maia3-5m', positions: 11, positionsPerSecond: expect.any(Number) },
      stockfish: { limit: { kind: 'nodes', nodes: 300 } },
      all: { games: 2, moves: 11, logLikelihood: { margin: null } },
      bands: [{ band: 'no rating', moves: 11 }],
    });
    expect(again).toMatchObject({ maia: { positions: 0, positionsPerSecond: null }, stockfish: { positions: 0 } });
    expect({ ...again, maia: null, stockfish: null }).toEqual({ ...first, maia: null, stockfish: null });
  });

  it('can do without Stockfish, and says what it takes for what', async () => {
    const file = pgnOf({ white: '2700', black: '1200', moves: FOOLS }, { white: '1200', black: '1200' });
    const { code, out, err } = await run('evaluate', file, '--no-stockfish', '--limit', '1');
    expect(code).toBe(0);
    expect(out).not.toMatch(/SF|Stockfish/);
    expect(err).toContain('There are more games in it than the first 1; --limit takes more of them.');
    expect(err).toContain('1 rating beyond 600 to 2600, which Maia knows: taken for the nearest.');
  });

  it.each<[string, Written[], RegExp]>([
    ['no game', [], /pgn: there is no game in it\./],
    [
      'no ratings',
      [{}, {}],
      /pgn: none of its 2 games can be used because players have no rating; --rating-from 1500 takes one rating for all\./,
    ],
    [
      'a variant',
      [{ white: '1500', black: '1500', variant: 'Atomic' }],
      /pgn: its one game cannot be used because it is not standard chess\./,
    ],
    [
      'a move that cannot be played',
      [{ white: '1500', black: '1500', moves: '1. e4 e5 2. Ke3 *' }],
      /moves: "Ke3" \(move 2, White\) is not a legal move there\./,
    ],
  ])('%s is told in one sentence', async (_, games, sentence) => {
    const { code, out, err } = await run('evaluate', pgnOf(...games));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
  });

  it.each([
    [[], /pgn: give a file, a Lichess link, or "-" for standard input\./],
    [['nowhere.pgn'], /^kibitz: nowhere\.pgn: there is no such file\.$/m],
    [['a.pgn', '--rating-from', 'strong'], /rating-from: "strong" is neither headers nor a rating such as 1500\./],
    [['a.pgn', '--rating-from', '100'], /rating-from: "100" is not a whole number from 600 to 2600\./],
    [['a.pgn', '--limit', '0'], /limit: "0" is not a whole number from 1 to 10,000\./],
    [['a.pgn', '--nodes', '5', '--depth', '5'], /depth, nodes: give one of the two, not both\./],
  ])('%j is refused in one sentence', async (args, sentence) => {
    const { code, err } = await run('evaluate', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(sentence);
  });

  it('ends when it is interrupted, and keeps what it has found', async () => {
    const file = pgnOf(...Array.from({ length: 51 }, () => ({ white: '1500', black: '1500' })));
    const { err, ended } = startRun('evaluate', file, '--limit', '50', '--nodes', '100000000');
    await until(() => err().includes('There are more games'), 'it has read the games');
    process.emit('SIGINT');
    expect(await ended).toMatchObject({ code: 130, out: '' });
    expect(err()).toContain('What was found so far is kept: the same command goes on there.');
  });
});
