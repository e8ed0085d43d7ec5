import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOARD_THEMES } from '../../src/render/theme.ts';
import { decode, hex } from '../render/pixels.ts';
import { temporaryFolder } from '../support/settings.ts';
import { run } from './in-process.ts';

describe('kibitz render', () => {
  it.each([
    [['8/8 w - - 0 1'], /^kibitz: position: "8\/8 w - - 0 1" needs eight ranks/],
    [['startpos', '--moves', 'e5'], /moves: "e5" \(move 1, White\) is not a legal move there\./],
    [['startpos', '--size', '359'], /size: "359" is not a whole number from 360 to 1080\./],
    [['startpos', '--size', '1081'], /size: "1081"/],
    [['startpos', '--theme', 'pink'], /theme: "pink" is not one of brown, blue, green, high-contrast\./],
    [['startpos', '--surroundings', 'dim'], /surroundings: "dim" is not one of dark, light\./],
    [['startpos', '--last', 'e2'], /last: "e2" needs two squares, such as e2e4\./],
    [['startpos', '--last', 'e2e9'], /last: "e2e9" needs squares from a1 to h8\./],
    [['startpos', '--arrow', 'e2e2'], /arrow: "e2e2" goes nowhere/],
    [['startpos', '--arrow', 'e2e4', '--arrow', 'e7i5:red'], /arrow: "e7i5:red" needs squares/],
    [['startpos', '--arrow', 'e2e4:pink'], /arrow: "e2e4:pink" needs one of the colours green, blue/],
    [['startpos', '--badge', 'e4:???'], /badge: "e4:\?\?\?" needs a square and one of !!/],
    [['startpos', '--badge', 'j4:?'], /badge: "j4:\?" needs squares/],
    [['startpos', '--select', 'e0'], /select: "e0" needs squares/],
    [['startpos', '--eval', 'good'], /eval: "good" is neither pawns/],
    [['startpos', '--eval', '#0'], /eval: "#0" is neither/],
    [['startpos', '--bar', 'log'], /bar: "log" is not one of winrate, linear, none\./],
    [['startpos', '--preview', '0'], /preview: "0" is not a whole number from 1 to 99\./],
    [['startpos', '--white-rating', '1500'], /white-rating: give the name too, with --white\./],
    [['startpos', '--white', 'Ann', '--white-rating', 'x'], /white-rating: "x" is not a whole number/],
    [['startpos', ...Array.from({ length: 33 }, () => '--arrow=e2e4')], /arrow: at most 32 of them/],
    [[], /position: give a FEN/],
  ])('%j gets exit code 2, one sentence and no file', async (argv, sentence) => {
    const folder = temporaryFolder();
    const { code, out, err } = await run('render', ...argv, '-o', join(folder, 'x.png'));
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says what is wrong with where the picture should go', async () => {
    const folder = temporaryFolder();
    const to = (...output: string[]) => run('render', 'startpos', ...output);
    expect(await to()).toMatchObject({ code: 2, err: expect.stringMatching(/output: say where the picture goes/) });
    expect(await to('-o', join(folder, 'x.jpg'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/does not end in \.png/),
    });
    expect(await to('-o', join(folder, 'no', 'x.png'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/cannot be written: its folder does not exist\./),
    });
    mkdirSync(join(folder, 'a.png'));
    expect((await to('-o', join(folder, 'a.png'))).err).toMatch(/cannot be written: it is a folder\./);
    expect((await to('-o', join(process.execPath, 'x.png'))).err).toMatch(/its folder is a file\./);
    expect(existsSync(join(folder, 'x.jpg'))).toBe(false);
  });

  it('writes a picture and says what is on it', async () => {
    const file = join(temporaryFolder(), 'out.png');
    const words = ['--moves', 'e4 e5', '--size', '400', '--arrow', 'g1f3', '--badge', 'e5:only', '--select', 'a3'];
    const { code, out, err } = await run('render', 'startpos', ...words, '-o', file, '--json');
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out);
    expect(report).toEqual({ kind: 'render', version: 1, file, width: 400, height: 400, alt: expect.any(String) });
    expect(report.alt).toMatch(
      /^Board, White to move\. Last move: pawn e7 to e5\. e5 is marked □, the only move\. Arrow: g1 to f3\./,
    );
    const pixels = await decode(readFileSync(file));
    expect([pixels.width, pixels.height]).toEqual([400, 400]);
    expect(hex(pixels.at(4 * 50 + 48, 50 + 1))).toBe(BOARD_THEMES.brown.lastMove.dark);
  });

  it('shows the bar for a given evaluation, or an estimate where one is asked for', async () => {
    const file = join(temporaryFolder(), 'out.png');
    const alt = async (...words: string[]) => {
      const { out } = await run('render', 'startpos', ...words, '-o', file, '--json');
      return JSON.parse(out).alt as string;
    };
    expect(await alt()).not.toContain('Evaluation');
    expect(await alt('--eval', '-1.5')).toContain('Evaluation: Black +1.5, a slight advantage for Black.');
    expect(await alt('--eval', '#-3', '--horizontal')).toContain('Black mates in 3.');
    expect(await alt('--eval', '2', '--bar', 'none')).not.toContain('Evaluation');
    expect(await alt('--bar', 'linear')).toContain('Evaluation: Equal (0.0).');
    expect(await alt('--bar', 'winrate', '--moves', 'f3 e5 g4 Qh4')).toContain('Black has won by checkmate.');
  });

  it('knows players, captions, previews and the other side', async () => {
    const file = join(temporaryFolder(), 'OUT.PNG');
    const names = ['--white', 'Ann', '--white-rating', '1500', '--caption', 'Look', '--preview', '2', '--flip'];
    const { code, out } = await run('render', 'startpos', '-o', file, '--surroundings', 'light', ...names);
    expect(code).toBe(0);
    expect(out).toMatch(/OUT\.PNG, \d+ × \d+: Board.*2 plies ahead.*Ann \(White\) against Black\..*Look\./);
  });
});
