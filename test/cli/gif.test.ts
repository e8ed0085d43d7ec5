import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeGif } from '../support/gif.ts';
import { temporaryFolder } from '../support/settings.ts';
import { run, runTyping } from './in-process.ts';

const PGN = `[White "Anna"]
[Black "Ben"]
[WhiteElo "1700"]
[Result "1-0"]

1. e4 {[%eval 0.3] [%clk 0:03:00]} e5 {[%eval 0.4] [%clk 0:03:00]} 2. Bc4 {[%eval 0.2] [%clk 0:02:59]}
Nc6 {[%eval 0.3] [%clk 0:02:40]} 3. Qh5 {[%eval -0.4] [%clk 0:02:58]} Nf6?? {[%eval #1] [%clk 0:02:39]} 4. Qxf7# 1-0
`;

/** One command in this process, with what it printed; `{out}` and `{pgn}` are files in a folder of its own. */
async function runIn(pgn: string, ...argv: string[]) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'game.pgn'), pgn);
  const file = join(folder, 'out.gif');
  const words = argv.map(word => word.replace('{out}', file).replace('{pgn}', join(folder, 'game.pgn')));
  return { ...(await run('gif', ...words)), file, files: readdirSync(folder) };
}

describe('kibitz gif', () => {
  it('writes an animation of the game and says what it is', async () => {
    const { code, out, err, file } = await runIn(PGN, '{pgn}', '-o', '{out}', '--size', '360');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/out\.gif, 403 × \d+, 8 positions, \d+ KB: Animation of a game: 4 moves, White won\./);
    expect(out).toContain('Anna (White) against Ben (Black). White has won by checkmate.');
    const { frames, width } = decodeGif(readFileSync(file));
    expect(width).toBe(403);
    expect(frames.length).toBeGreaterThanOrEqual(8);
    expect(frames.reduce((sum, { delay }) => sum + delay, 0)).toBe(7 * 700 + 3000);
  });

  it('prints one JSON value', async () => {
    const { code, out, err, file } = await runIn(PGN, '{pgn}', '-o', '{out}', '--size', '360', '--json');
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out);
    const gif = readFileSync(file);
    const { width, height } = decodeGif(gif);
    expect(report).toEqual({
      kind: 'gif',
      version: 1,
      file,
      width,
      height,
      frames: 8,
      bytes: gif.length,
      alt: expect.stringMatching(/^Animation of a game: 4 moves/),
    });
  });

  it.each([
    ['without a bar', ['--bar', 'none'], 7 * 700 + 3000],
    ['faster', ['--delay', '200'], 7 * 200 + 3000],
    [
      'from the other side',
      ['--flip', '--theme', 'blue', '--surroundings', 'light', '--bar', 'linear'],
      7 * 700 + 3000,
    ],
  ])('goes %s', async (_, options, duration) => {
    const { code, file } = await runIn(PGN, '{pgn}', '-o', '{out}', '--size', '360', ...options);
    expect(code).toBe(0);
    expect(decodeGif(readFileSync(file)).frames.reduce((sum, { delay }) => sum + delay, 0)).toBe(duration);
  });

  it('waits as long as the players thought', async () => {
    const options = ['--delay', 'clock', '--bar', 'none', '--size', '360'];
    const { file } = await runIn(PGN, '{pgn}', '-o', '{out}', ...options);
    const delays = decodeGif(readFileSync(file)).frames.map(({ delay }) => delay);
    // Nc6 took twenty seconds, the others one; of 4. Qxf7# nothing is known.
    expect(delays).toEqual([700, 700, 700, 2500, 700, 700, 700, 3000]);
  });

  it('shows a game without moves, with or without a position', async () => {
    for (const pgn of ['[White "A"]\n\n*', '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n*']) {
      const { code, file } = await runIn(pgn, '{pgn}', '-o', '{out}', '--size', '360');
      expect(code).toBe(0);
      expect(decodeGif(readFileSync(file)).frames).toHaveLength(1);
    }
  });

  it('takes the first of several games, and says so', async () => {
    const { code, err, out } = await runIn(`${PGN}\n[White "C"]\n\n1. d4 *\n`, '{pgn}', '-o', '{out}', '--size', '360');
    expect([code, err]).toEqual([0, 'There are 2 games in it; this is the first.\n']);
    expect(out).toContain('8 positions');
  });

  it('reads standard input', async () => {
    const file = join(temporaryFolder(), 'out.gif');
    expect(await runTyping('1. e4 e5', 'gif', '-', '-o', file, '--size', '360')).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(true);
  });
});

describe('kibitz gif refuses', () => {
  it.each([
    ['nothing', PGN, [], /pgn: give a file, a Lichess link, or "-" for standard input\./],
    ['two games', PGN, ['{pgn}', '{pgn}', '-o', '{out}'], /gif: ".*" is one word too many\./],
    ['no output', PGN, ['{pgn}'], /output: say where the picture goes, with -o out\.gif\./],
    ['another format', PGN, ['{pgn}', '-o', 'out.png'], /output: "out\.png" does not end in \.gif\./],
    [
      'a folder that is not there',
      PGN,
      ['{pgn}', '-o', '{out}/x/out.gif', '--size', '360'],
      /its folder does not exist\./,
    ],
    ['a file that is not there', PGN, ['{pgn}x', '-o', '{out}'], /x: there is no such file\./],
    ['a text that is no game', 'hello', ['{pgn}', '-o', '{out}'], /pgn: this looks like words/],
    ['an empty text', '', ['{pgn}', '-o', '{out}'], /pgn: it is empty; /],
    ['only a comment', '{none}', ['{pgn}', '-o', '{out}'], /pgn: there are no moves in it; /],
    [
      'a move that is not legal',
      '1. e5',
      ['{pgn}', '-o', '{out}'],
      /moves: "e5" \(move 1, White\) is not a legal move/,
    ],
    [
      'another variant',
      '[Variant "Atomic"]\n\n1. e4',
      ['{pgn}', '-o', '{out}'],
      /pgn: "Atomic" is not standard chess; /,
    ],
    ['a size', PGN, ['{pgn}', '-o', '{out}', '--size', '100'], /size: "100" is not a whole number from 360 to 1080\./],
    ['a delay', PGN, ['{pgn}', '-o', '{out}', '--delay', 'slow'], /delay: "slow" is not a whole number from 100 to/],
    ['a theme', PGN, ['{pgn}', '-o', '{out}', '--theme', 'pink'], /theme: "pink" is not one of brown/],
    ['a bar', PGN, ['{pgn}', '-o', '{out}', '--bar', 'pub'], /bar: "pub" is not one of winrate, linear, none\./],
  ])('%s with one sentence, and writes no file', async (_, pgn, argv, sentence) => {
    const { code, out, err, files } = await runIn(pgn, ...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(files).toEqual(['game.pgn']);
  });
});
