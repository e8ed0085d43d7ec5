import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePgn } from 'chessops/pgn';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReviewReport } from '../../src/analysis/review/report.ts';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run, shareService } from './in-process.ts';

shareService();

beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'game.pgn');
  writeFileSync(file, text);
  return file;
}

/** As Lichess exports an analysed game; the mating move has no evaluation there. */
const ANALYSED = `[Event "Rated blitz game"]
[White "alice"]
[Black "bob"]
[Result "1-0"]
[WhiteElo "1612"]
[BlackElo "588"]
[TimeControl "180+2"]

1. e4 { [%eval 0.3] [%clk 0:03:00] } 1... e5 { [%eval 0.25] [%clk 0:03:00] } 2. Qh5 { [%eval -0.6] [%clk 0:02:58] } (2. Nf3 Nc6) 2... Ke7 { [%eval #1] [%clk 0:02:50] } 3. Qxe5# { [%clk 0:02:57] } 1-0
`;

/** A review that needs no engine. */
const quick = async (text: string, ...options: string[]) =>
  run('review', fileOf(text), '--use-evals', '--no-maia', ...options);

describe('kibitz review', () => {
  it('prints one JSON value: the report', async () => {
    const { code, out, err } = await quick(ANALYSED, '--json', '--quiet');
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out) as ReviewReport;
    expect(report).toMatchObject({
      kind: 'review',
      version: 1,
      headers: { White: 'alice', Black: 'bob' },
      engine: null,
      model: null,
      ending: 'checkmate',
      players: { white: { rating: 1612 }, black: { rating: 600 } },
    });
    expect(report.plies.map(({ san, judgement, clock }) => [san, judgement, clock])).toEqual([
      ['e4', undefined, 180],
      ['e5', undefined, 180],
      ['Qh5', 'inaccuracy', 178],
      ['Ke7', 'blunder', 170],
      ['Qxe5#', undefined, 177],
    ]);
    expect(report.opening).toMatchObject({ eco: 'C20' });
  });

  it('says in words what happened, and that a rating is not taken as it stands', async () => {
    const { code, out, err } = await quick(ANALYSED);
    expect(code).toBe(0);
    expect(out).toMatch(/alice \(1612\) beat bob \(588\)/);
    expect(out).toMatch(/2\.\.\. Ke7\?\?/);
    expect(err).toMatch(/The rating 588 of the PGN is taken for 600\./);
    expect(out).not.toMatch(/undefined|null|NaN/);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('writes the game with all that was found, draws its curve, and makes a page of it', async () => {
    const folder = temporaryFolder();
    const [pgn, png, html] = ['pgn', 'png', 'html'].map(kind => join(folder, `out.${kind}`)) as [
      string,
      string,
      string,
    ];
    const files = ['--pgn', pgn, '--png', png, '--width', '400', '--html', html];
    expect(await quick(ANALYSED, ...files)).toMatchObject({ code: 0 });
    const [game] = parsePgn(readFileSync(pgn, 'utf8'));
    expect(game?.headers.get('WhiteAccuracy')).toMatch(/^\d\d\.\d$/);
    expect([...(game?.moves.mainline() ?? [])].map(({ san, nags }) => [san, nags?.[0]])).toEqual([
      ['e4', undefined],
      ['e5', undefined],
      ['Qh5', 6],
      ['Ke7', 4],
      ['Qxe5#', undefined],
    ]);
    expect(readFileSync(pgn, 'utf8')).toContain('[%clk 0:02:58]');
    expect(readFileSync(pgn, 'utf8')).toContain('2. Nf3 Nc6');
    const header = readFileSync(png).subarray(0, 24);
    expect([header.toString('latin1', 1, 4), header.readUInt32BE(16)]).toEqual(['PNG', 400]);
    const [, data = ''] =
      /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(readFileSync(html, 'utf8')) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      kind: 'review',
      report: { kind: 'review' },
      pgn: readFileSync(pgn, 'utf8'),
    });
  });

  it('asks both engines if nothing is said', async () => {
    const { code, out } = await run('review', fileOf('1. e4 e5 2. Qh5 Ke7 3. Qxe5#'), '--nodes', '3000', '--json');
    expect(code).toBe(0);
    const { plies, engine, model } = JSON.parse(out) as ReviewReport;
    expect(engine).toMatchObject({ limit: { kind: 'nodes', nodes: 3000 } });
    expect(model).toEqual({ id: 'maia3-5m' });
    expect(plies[3]).toMatchObject({ san: 'Ke7', judgement: 'blunder' });
    expect(plies[3]?.best?.line.length).toBeGreaterThan(1);
    expect(plies[4]).toMatchObject({ san: 'Qxe5#', best: { san: 'Qxe5#' } });
    expect(plies[3]?.maia?.played).toBeLessThan(0.1);
  });

  it.each([
    ['no headers', '1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } *'],
    ['a byte order mark', '\uFEFF[White "A"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } *'],
    ['Windows line ends', '[White "A"]\r\n\r\n1. e4 { [%eval 0.3] }\r\ne5 { [%eval 0.2] } *\r\n'],
    ['nested comments', '1. e4 { [%eval 0.3] good { really } yes } e5 { [%eval 0.2] } *'],
    ['a null move in a variation', '1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } (1... -- 2. d4) *'],
    ['a bullet game of two plies', '[TimeControl "60+0"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 1-0'],
  ])('takes a game with %s', async (_, text) => {
    const { code, out } = await quick(text, '--json');
    expect(code).toBe(0);
    const { plies, players } = JSON.parse(out) as ReviewReport;
    expect(plies.map(({ san }) => san)).toEqual(['e4', 'e5']);
    expect(players.white.byPhase).toMatchObject({ opening: { moves: 1 } });
    expect(Object.keys(players.white.byPhase)).toEqual(['opening']);
  });

  it('has little to say of a game without moves', async () => {
    const { code, out } = await quick('[White "A"]\n[Black "B"]\n[Result "*"]\n\n*', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ plies: [], players: { white: { accuracy: null } } });
    const words = await quick('[White "A"]\n[Black "B"]\n[Result "*"]\n\n*');
    expect(words.code).toBe(0);
    expect(words.out).not.toMatch(/null|NaN|undefined/);
  });

  const long = Array.from({ length: 175 }, (_, i) => `${2 * i + 1}. Nf3 Nf6 ${2 * i + 2}. Ng1 Ng8`).join(' ');
  it.each<[string, string[], RegExp]>([
    ['an empty file', [fileOf('')], /^kibitz: pgn: /],
    ['an illegal move', [fileOf('1. e4 e5 2. Ke3')], /moves: "Ke3" \(move 2, White\)/],
    ['a null move', [fileOf('1. e4 -- 2. d4')], /move 1, Black/],
    ['Chess960', [fileOf('[Variant "Chess960"]\n\n1. e4 e5 *')], /Chess960/],
    ['700 half-moves', [fileOf(long)], /600/],
    ['more than 1 MB', [fileOf(`{${'x'.repeat(1_000_001)}} 1. e4`)], /1 MB/],
    ['a file that is not there', ['/nowhere/game.pgn'], /^kibitz: \/nowhere\/game\.pgn: there is no such file\.$/m],
    ['nothing', [], /game: give a PGN file/],
    ['a link that is none of Lichess', ['https://example.org/abcdefgh'], /link: /],
    ['no evaluations to use', [fileOf('1. e4 e5'), '--use-evals'], /use-evals: this game has no \[%eval\]/],
    ['nodes out of range', [fileOf('1. e4'), '--nodes', '0'], /nodes: "0" is not a whole number from 1/],
    ['two limits', [fileOf('1. e4'), '--nodes', '9', '--depth', '9'], /depth, nodes: give one of the two/],
    ['a rating out of range', [fileOf('1. e4'), '--white-rating', '3000'], /white-rating: "3000"/],
    [
      'a book that is not there',
      [fileOf('1. e4'), '--book', '/nowhere/x.bin'],
      /\/nowhere\/x.bin: there is no such file;/,
    ],
    ['a picture of another kind', [fileOf('1. e4'), '--png', 'x.jpg'], /png: "x.jpg" does not end in \.png\./],
    ['a page without a name', [fileOf('1. e4'), '--html', ''], /html: say where the page goes, such as report\.html\./],
    [
      'a place that is not there',
      [fileOf('1. e4'), '--pgn', '/nowhere/x.pgn'],
      /pgn: "\/nowhere\/x.pgn" cannot be written/,
    ],
  ])('refuses %s with one sentence, before any work', async (_, argv, sentence) => {
    const { code, out, err } = await run('review', ...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('leaves nothing half-written', async () => {
    const out = join(temporaryFolder(), 'out.pgn');
    expect(await run('review', fileOf('1. e4 e5 2. Ke3'), '--pgn', out)).toMatchObject({ code: 2 });
    expect(existsSync(out)).toBe(false);
  });
});
