import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chess } from 'chess.js';
import { parsePgn } from 'chessops/pgn';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InvestigationReport } from '../../src/analysis/investigation/report.ts';
import { modelDir, temporaryFolder } from '../support/settings.ts';
import { run, shareService } from './in-process.ts';

shareService();

beforeEach(() => {
  vi.stubEnv('KIBITZ_MODEL_DIR', modelDir());
  vi.stubEnv('KIBITZ_DATA_DIR', temporaryFolder());
});
afterEach(() => vi.unstubAllEnvs());

/** The Blackburne Shilling Gambit: the pawn on e5 is bait. */
const SHILLING = ['startpos', '--moves', 'e4 e5 Nf3 Nc6 Bc4 Nd4'];

/** Légal's mate: whoever takes the queen is mated in two. */
const LEGAL = ['startpos', '--moves', 'e4 e5 Nf3 Nc6 Bc4 d6 Nc3 Bg4 Nxe5'];

describe('kibitz investigate', () => {
  it('tells it in words and columns, and writes the game', async () => {
    const file = join(temporaryFolder(), 'why.pgn');
    const { code, out, err } = await run('investigate', ...LEGAL, '--deep', '8', '--pgn', file);
    expect(code).toBe(0);
    expect(out).toMatch(/^Best is Nxe5 \(depth 8: -\d\.\d\)\. \d+ % of 1500s play it\.\n/);
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /Bxd1 seems to win the queen \(depth 2: -\d\.\d, \d\w\w\) but Bxf7\+ forces mate in 2 \(depth 8: M2, \d+\w\w\)\. \d+ % of 1500s play it\./,
    );
    expect(out).toMatch(/\nBxd1 +-\d\.\d\d +\d\w\w +#2 +\d+\w\w +\d+ % +5\.\.\. Bxd1 6\. Bxf7\+ Ke7 7\. Nd5#\n/);
    expect(err).toContain(`${file}, every illusion and its refutation.`);
    const [game] = parsePgn(readFileSync(file, 'utf8'));
    expect(game?.moves.children.map(({ data }) => data.san)).toContain('Bxd1');
    for (const line of out.split('\n').filter(text => !text.includes('5... ')))
      expect(line.length).toBeLessThanOrEqual(80);
  });

  it('prints one JSON value with what the specification names', async () => {
    const { code, out, err } = await run('investigate', ...SHILLING, '--deep', '8', '--no-maia', '--json', '--quiet');
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out) as InvestigationReport;
    expect(report).toMatchObject({ kind: 'investigation', version: 1, people: null });
    expect(Object.keys(report)).toEqual(
      expect.arrayContaining(['fen', 'deep', 'shallow', 'overestimated', 'tree', 'pgn', 'stats']),
    );
    expect(Object.keys(report.overestimated[0] ?? {})).toEqual(
      expect.arrayContaining(['san', 'shallowRank', 'deepRank', 'shallow', 'deep', 'gap']),
    );
    expect(report.deep?.ranking).toHaveLength(31);
  });

  it('explains a move that somebody asks about', async () => {
    const { out } = await run('investigate', ...SHILLING, '--deep', '8', '--no-maia', '--move', 'Ng5');
    expect(out.split('\n')[1]).toMatch(/^Ng5 /);
  });

  it.each([
    [[], 'position: give a FEN'],
    [['8/8/8/8 w - - 0 1'], 'position: "8/8/8/8 w - - 0 1" needs eight ranks'],
    [['startpos', '--deep', '7'], 'deep: "7" is not a whole number from 8 to 30.'],
    [['startpos', '--shallow', '7'], 'shallow: "7" is not a whole number from 1 to 6.'],
    [['startpos', '--limit', '6'], 'limit: "6" is not a whole number from 1 to 5.'],
    [['startpos', '--rating', 'high'], 'rating: "high" is not a whole number from 600 to 2600.'],
    [['startpos', '--move', 'Qxb7'], 'move: "Qxb7" is not a legal move in this position.'],
    [['startpos', '--move', 'e4 d4'], 'move: name one move, please'],
    [['startpos', '--pgn', 'out.txt'], 'pgn: "out.txt" does not end in .pgn.'],
    [
      ['startpos', '--pgn', '/nowhere/out.pgn'],
      'pgn: "/nowhere/out.pgn" cannot be written: its folder does not exist.',
    ],
  ])('refuses %j before any work', async (args, sentence) => {
    const { code, out, err } = await run('investigate', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`kibitz: ${sentence}`);
  });

  it('has a short answer where there is nothing to ask', async () => {
    const { code, out } = await run('investigate', 'R6k/6pp/8/8/8/8/8/7K b - - 0 1');
    expect([code, out]).toEqual([0, 'White has won by checkmate. There is nothing to investigate.\n']);
  });
});

describe('kibitz review --investigate', () => {
  // Légal's mate: taking the queen is the blunder, and most people do.
  const GAME = `[White "alice"]
[Black "bob"]
[WhiteElo "1600"]
[BlackElo "1400"]
[Result "1-0"]

1. e4 { [%eval 0.3] } 1... e5 { [%eval 0.3] } 2. Nf3 { [%eval 0.3] } 2... Nc6 { [%eval 0.3] } 3. Bc4 { [%eval 0.2] } 3... d6 { [%eval 0.4] } 4. Nc3 { [%eval 0.3] } 4... Bg4 { [%eval 0.4] } 5. Nxe5 { [%eval -2.8] } 5... Bxd1 { [%eval #2] } 6. Bxf7+ { [%eval #1] } 6... Ke7 { [%eval #1] } 7. Nd5# 1-0
`;

  it('says why each blunder was wrong, and adds what it found beside it', async () => {
    const folder = temporaryFolder();
    const [file, annotated] = [join(folder, 'game.pgn'), join(folder, 'annotated.pgn')];
    writeFileSync(file, GAME);
    const { code, out } = await run(
      'review',
      file,
      '--use-evals',
      '--no-maia',
      '--investigate',
      '--depth',
      '8',
      '--pgn',
      annotated,
      '--quiet',
    );
    expect(code).toBe(0);
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /Why the blunders were wrong: .*5\.\.\. Bxd1\?\? seems to win the queen \(depth 2: -\d\.\d, \d\w\w\) but Bxf7\+ forces mate in 2 \(depth 8: M2, \d+\w\w\)\./,
    );
    // chess.js is stricter than chessops: it does not read two comments at one move.
    new Chess().loadPgn(readFileSync(annotated, 'utf8'));
    const [game] = parsePgn(readFileSync(annotated, 'utf8'));
    let node = game?.moves;
    for (let ply = 0; ply < 9; ply++) node = node?.children[0];
    const [played, ...others] = node?.children ?? [];
    expect(played?.data.san).toBe('Bxd1');
    expect(played?.data.comments?.join(' ')).toContain('D2');
    expect(played?.children.map(({ data }) => data.san)).toEqual(['Bxf7+']);
    expect(others.map(({ data }) => data.san)).toContain('Nxe5');
  });
});
