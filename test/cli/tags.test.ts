import { INITIAL_FEN } from 'chessops/fen';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TAG_NAMES } from '../../src/analysis/tags/names.ts';
import { fenOf, type Position } from '../../src/chess/position.ts';
import { KIWIPETE, PERFT_4 } from '../chess/positions.ts';
import { randomGame, seeded } from '../support/positions.ts';
import { run } from './in-process.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('kibitz tags', () => {
  it('prints one JSON value: tags with side and squares, and themes for each side', async () => {
    const { code, out, err } = await run('tags', 'startpos', '--moves', 'e4', '--json');
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      kind: 'tags',
      version: 1,
      fen: INITIAL_FEN.replace('/8/8/8/8/PPPPPPPP/', '/8/8/4P3/8/PPPP1PPP/').replace(' w ', ' b '),
      themes: { white: { center_space: expect.any(Number) }, black: { pawn_structure: -1 } },
    });
    expect(Object.keys(report)).toEqual(['kind', 'version', 'fen', 'tags', 'themes']);
    expect(report.tags).toContainEqual({ name: 'center.control.core', side: 'white', squares: ['d5'] });
    for (const { name, side, squares } of report.tags) {
      expect(TAG_NAMES).toContain(name);
      expect(['white', 'black']).toContain(side);
      for (const square of squares) expect(square).toMatch(/^[a-h][1-8]$/);
    }
  });

  it('tells people the same in plain words, family by family', async () => {
    const { code, out } = await run('tags', '2r3k1/4N3/8/8/8/8/PP4P1/6K1 b - - 0 1');
    expect(code).toBe(0);
    expect(out).toMatch(/^Black to move\.\n/);
    expect(out).toMatch(/\nTactics\n {2}White: fork e7-g8-c8\n/);
    expect(out).toMatch(/\nThreats\n {2}White: winning capture e7→c8\n/);
    expect(out).toMatch(/\nPawns\n {2}White: .*isolated pawn g2.*pawn island a–b, g\n/s);
    expect(out).toMatch(/\nThemes +White +Black\n/);
    expect(out).toMatch(/\n {2}pawn structure +\+?-?\d +0\n$/);
    expect(out).not.toMatch(/tactic\.|undefined/);
  });

  it('fits into 80 columns', async () => {
    const random = seeded(2);
    const fens = Array.from({ length: 20 }, () => fenOf(randomGame(80, random).positions.at(-1) as Position));
    for (const fen of [KIWIPETE, PERFT_4, 'qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1', ...fens])
      for (const line of (await run('tags', fen)).out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it('says when the game is over, and takes a FEN without quotes', async () => {
    const { out } = await run('tags', ...'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'.split(' '));
    expect(out).toMatch(/^The game is over: White is checkmated\.\n/);
    expect(out).toMatch(/\n {2}White: .*check e1-h4/);
  });

  it('needs no settings, no engine and no model', async () => {
    vi.stubEnv('KIBITZ_ENGINES', 'all');
    vi.stubEnv('STOCKFISH_PATH', '/nowhere/fish');
    expect(await run('tags', 'startpos')).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    [['tags'], /position: give a FEN/],
    [['tags', 'castle'], /position: there is nothing to analyse in it; give a FEN/],
    [['tags', 'startpos', '--moves', 'e5'], /moves: "e5" .* is not a legal move there\./],
    [['tags', '8/8/8/8/8/8/8/8 w - - 0 1'], /position: .* has no pieces/],
    [['tags', 'startpos', '--depth', '3'], /unknown option '--depth'.*Usage: kibitz tags/],
  ])('%j gets exit code 2 and one sentence', async (argv, sentence) => {
    const { code, out, err } = await run(...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
