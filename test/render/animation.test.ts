import { describe, expect, it } from 'vitest';
import { staticScore } from '../../src/chess/evaluator.ts';
import { type Game, gameFrom, playUci } from '../../src/chess/game.ts';
import { type Position, startPosition } from '../../src/chess/position.ts';
import { cp, mate } from '../../src/chess/score.ts';
import { type Gif, gameGif } from '../../src/render/animation.ts';
import { BAR_BORDER, BAR_COLOURS, barShare } from '../../src/render/bar.ts';
import { createCanvas } from '../../src/render/canvas.ts';
import { endOf, type Frame, framesOf, type GameScene, HELD_MS, type MoveNote } from '../../src/render/frames.ts';
import type { Box } from '../../src/render/geometry.ts';
import { layoutOf, paintScene } from '../../src/render/paint.ts';
import { pieceSprites } from '../../src/render/pieces.ts';
import { BOARD_THEMES, SURROUNDING_COLOURS } from '../../src/render/theme.ts';
import { type Decoded, decodeGif, type Shown } from '../support/gif.ts';
import { positionOf, randomGame, seeded } from '../support/positions.ts';

function gameOf(moves: string, fen?: string): Game {
  const game = playUci(fen ? positionOf(fen) : startPosition(), moves.split(' ').filter(Boolean));
  if (!game) throw new Error(moves);
  return game;
}

const SCHOLARS_MATE = gameOf('e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7');
const PLAYERS = { white: { name: 'Anna', rating: 1700 }, black: { name: 'Ben', title: 'FM' } };
const SMALL = { size: 360 } as const;

const colourAt = ({ rgba }: Shown, width: number, x: number, y: number): string =>
  `#${Buffer.from(rgba.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)).toString('hex')}`;

/** What is shown when each frame's time ends. */
function atTheEnds({ frames }: Decoded, delays: readonly number[]): Shown[] {
  const shown: Shown[] = [];
  let index = 0;
  let until = 0;
  let end = 0;
  for (const delay of delays) {
    end += delay;
    while (index < frames.length && until + (frames[index]?.delay ?? 0) <= end) until += frames[index++]?.delay ?? 0;
    shown.push(frames[index - 1] as Shown);
  }
  expect([index, until]).toEqual([frames.length, end]);
  return shown;
}

async function painted({ scene }: Frame): Promise<Uint8Array> {
  const layout = layoutOf(scene);
  const canvas = createCanvas(layout.width, layout.height);
  paintScene(canvas.getContext('2d'), scene, layout, await pieceSprites(layout.square));
  return canvas.data();
}

function meanError(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] as number) - (b[at] as number));
  return sum / a.length;
}

/** How far White's part of the bar reaches up. */
function whiteRows(scene: GameScene, shown: Shown): number {
  const { bar, width } = layoutOf(framesOf(scene)[0]?.scene as Frame['scene']);
  if (!bar) throw new Error('no bar');
  for (let row = BAR_BORDER; row < bar.height - BAR_BORDER; row++)
    if (colourAt(shown, width, bar.x + BAR_BORDER, bar.y + row) === BAR_COLOURS.white)
      return bar.height - BAR_BORDER - row;
  return 0;
}

describe('a game as an animation', () => {
  it.each<[string, Partial<GameScene>]>([
    ['as it is', {}],
    ['with players', { players: PLAYERS }],
    ['from the other side, in light surroundings', { players: PLAYERS, orientation: 'black', surroundings: 'light' }],
    ['in another theme without a bar', { theme: 'high-contrast', bar: 'none' }],
    ['as fast as it goes', { delay: 100 }],
    [
      'with everything',
      {
        players: PLAYERS,
        notes: [
          { glyph: '!', clock: 61 },
          { glyph: '??', clock: 3 },
        ],
        bar: 'linear',
      },
    ],
  ])('shows every position, %s', async (_, look) => {
    const scene: GameScene = { game: SCHOLARS_MATE, ...SMALL, ...look };
    const frames = framesOf(scene);
    const { gif, width, height, frames: count } = await gameGif(scene);
    const decoded = decodeGif(gif);
    expect([count, decoded.width, decoded.height, decoded.repeat]).toEqual([8, width, height, 0]);
    const shown = atTheEnds(
      decoded,
      frames.map(({ delay }) => delay),
    );
    for (const [ply, frame] of frames.entries())
      expect(meanError(await painted(frame), shown[ply]?.rgba ?? new Uint8Array())).toBeLessThan(0.5);
  });

  it('keeps the colours of the theme as they are', async () => {
    const scene: GameScene = { game: gameOf('e2e4 e7e5 g1f3'), ...SMALL, players: PLAYERS, theme: 'green' };
    const { gif, width } = await gameGif(scene);
    const { board, square } = layoutOf(framesOf(scene)[0]?.scene as Frame['scene']);
    const last = decodeGif(gif).frames.at(-1) as Shown;
    const corner = (column: number, row: number) =>
      colourAt(last, width, board.x + (column + 1) * square - 3, board.y + row * square + 3);
    const { squares, lastMove } = BOARD_THEMES.green;
    expect(corner(4, 4)).toBe(squares.light); // e4
    expect(corner(3, 4)).toBe(squares.dark); // d4
    expect(corner(5, 5)).toBe(lastMove.light); // f3
    expect(corner(6, 7)).toBe(lastMove.dark); // g1
    expect(colourAt(last, width, 1, 1)).toBe(SURROUNDING_COLOURS.dark.background);
  });

  it('holds the last position', async () => {
    const { gif } = await gameGif({ game: SCHOLARS_MATE, ...SMALL, bar: 'none', delay: 500 });
    expect(decodeGif(gif).frames.map(({ delay }) => delay)).toEqual([500, 500, 500, 500, 500, 500, 500, HELD_MS]);
  });

  it('gives the winner the point, in colour, beside the clock', async () => {
    const notes = [{ clock: 60 }, { clock: 60 }];
    for (const orientation of ['white', 'black'] as const) {
      const scene: GameScene = {
        game: gameOf('e2e4 e7e5'),
        ...SMALL,
        players: PLAYERS,
        notes,
        result: '0-1',
        orientation,
      };
      const { gif, width } = await gameGif(scene);
      const { strips } = layoutOf(framesOf(scene)[0]?.scene as Frame['scene']);
      const { frames } = decodeGif(gif);
      const accents = (shown: Shown | undefined, { x, y, width: across, height }: Box) => {
        const row = Math.round(y + height / 4);
        const right = Array.from({ length: across / 2 }, (_, column) => x + across - 1 - column);
        return right.filter(at => colourAt(shown as Shown, width, at, row) === SURROUNDING_COLOURS.dark.accent).length;
      };
      if (!strips) throw new Error('no strips');
      expect(accents(frames[0], strips.black)).toBe(0);
      expect(accents(frames.at(-1), strips.black)).toBeGreaterThan(8);
      expect(accents(frames.at(-1), strips.white)).toBe(0);
    }
  });

  it('of no moves is one picture', async () => {
    const { gif, frames, alt } = await gameGif({ game: gameFrom(), ...SMALL, players: PLAYERS, result: '1-0' });
    expect([frames, decodeGif(gif).frames.length]).toEqual([1, 1]);
    expect(alt).toMatch(/^Animation of a game: no moves, White won\. At the end: Board\. Anna/);
  });

  it('may be long', async () => {
    const game = randomGame(60, seeded(5));
    const { gif, frames } = await gameGif({ game, ...SMALL, players: PLAYERS });
    expect(frames).toBe(game.moves.length + 1);
    expect(gif.length).toBeLessThan(10_000_000);
  });

  it('says in words how it ended', async () => {
    const { alt } = await gameGif({ game: SCHOLARS_MATE, ...SMALL, players: PLAYERS });
    expect(alt).toMatch(
      /^Animation of a game: 4 moves, White won\. At the end: Board\. Anna \(White\) against Ben \(Black\)\. White has won by checkmate\. Last move: queen h5 to f7\./,
    );
    const { alt: resigned } = await gameGif({ game: gameOf('e2e4'), ...SMALL, players: PLAYERS, result: '0-1' });
    expect(resigned).toMatch(/: 1 move, Black won\. At the end: Board\./);
  });
});

describe('the bar', () => {
  const notes: MoveNote[] = [{ score: cp(300) }, { score: cp(300) }, { score: mate(-2) }];
  const scene: GameScene = { game: gameOf('e2e4 e7e5 g1f3'), ...SMALL, notes };

  it('glides from one score to the next, and then stays', async () => {
    const { frames } = decodeGif((await gameGif(scene)).gif);
    const rows = frames.map(shown => whiteRows(scene, shown));
    const { bar } = layoutOf(framesOf(scene)[0]?.scene as Frame['scene']);
    const length = (bar?.height ?? 0) - 2 * BAR_BORDER;
    const share = (at: number) => {
      const value = framesOf(scene)[at]?.scene.bar?.value;
      return Math.round(length * (value ? barShare(value) : Number.NaN));
    };
    // The start; four steps up; a move after which nothing changes; four steps down to nothing.
    expect(frames.map(({ delay }) => delay)).toEqual([700, 50, 50, 50, 550, 700, 50, 50, 50, HELD_MS - 150]);
    expect([rows[0], rows[4]]).toEqual([share(0), share(1)]);
    expect(rows[5]).toBe(rows[4]);
    expect(rows[9]).toBe(0);
    expect(rows.slice(0, 5)).toEqual(rows.slice(0, 5).toSorted((a, b) => a - b));
    expect(rows.slice(5)).toEqual(rows.slice(5).toSorted((a, b) => b - a));
    expect(new Set(rows).size).toBe(9);
  });

  it('writes no more than itself for a step', async () => {
    const { frames } = decodeGif((await gameGif(scene)).gif);
    const { bar } = layoutOf(framesOf(scene)[0]?.scene as Frame['scene']);
    for (const step of [2, 3, 4, 7, 8, 9].map(index => frames[index] as Shown))
      expect(step.x + step.width).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0));
  });

  it('is not there if nobody wants it', async () => {
    const { width } = await gameGif({ ...scene, bar: 'none' });
    expect(width).toBe(360);
  });
});

describe('a file that would be too large', () => {
  const scene: GameScene = { game: randomGame(2, seeded(3)), size: 420, players: PLAYERS };

  const smaller = ({ gif }: Gif) => gameGif(scene, gif.length - 1).catch(() => undefined);

  it('loses size first, then colours, then moves, and never the last position', async () => {
    const whole = await gameGif(scene);
    expect(whole.gif.length).toBeLessThan(200_000);
    const steps: Gif[] = [];
    for (let next: Gif | undefined = whole; next; next = await smaller(next)) steps.push(next);
    const seen = steps.map(({ gif, width, frames }) => ({ width, colours: decodeGif(gif).colours, frames }));
    const smallest = Math.min(...seen.map(({ width }) => width));
    expect(smallest).toBeLessThan(whole.width);
    for (const [index, { width, colours, frames }] of seen.entries()) {
      if (index === 0) expect([colours, frames]).toEqual([256, 3]);
      if (colours < 256) expect(width).toBe(smallest);
      if (frames < 3) expect([width, colours]).toEqual([smallest, 32]);
    }
    expect(seen.some(({ colours, frames }) => colours < 256 && frames === 3)).toBe(true);
    expect(seen.at(-1)?.frames).toBeLessThan(3);
    const last = decodeGif(steps.at(-1)?.gif as Buffer).frames.at(-1) as Shown;
    const drawn = await painted(framesOf({ ...scene, size: 360 }).at(-1) as Frame);
    expect(meanError(drawn, last.rgba)).toBeLessThan(4);
  });

  it('is refused if not even one picture is small enough', async () => {
    await expect(gameGif(scene, 1000)).rejects.toThrow('no animation of this game is smaller than 1000 bytes');
  });
});

describe('the frames of a game', () => {
  const scenes = (scene: GameScene) => framesOf(scene).map(frame => frame.scene);
  const scores = (scene: GameScene) => scenes(scene).map(({ bar }) => bar?.value);

  it('mark the last move, with castling as the king goes, and a king in check', () => {
    const game = gameOf('e1g1 e8e7 g1h1', '4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    expect(scenes({ game }).map(({ lastMove }) => lastMove)).toEqual([
      undefined,
      { from: 4, to: 6 },
      { from: 60, to: 52 },
      { from: 6, to: 7 },
    ]);
    expect(scenes({ game: SCHOLARS_MATE }).map(({ check }) => check)).toEqual([
      ...Array.from({ length: 7 }, () => undefined),
      60,
    ]);
  });

  it('put a badge on the square of a move that was judged', () => {
    const [start, first, second] = scenes({ game: gameOf('e2e4 f7f6'), notes: [{}, { glyph: '??' }] });
    expect([start?.badges, first?.badges, second?.badges]).toEqual([
      undefined,
      undefined,
      [{ square: 45, glyph: '??' }],
    ]);
  });

  it('have the scores they are given, and an estimate where there is none: nothing stays that is no longer true', () => {
    const game = gameOf('e2e4 e7e5 g1f3 b8c6');
    const notes = [{ score: cp(20) }, {}, { score: mate(3) }];
    const estimate = (ply: number) => ({ kind: 'score', score: staticScore(game.positions[ply] as Position) });
    expect(scores({ game, notes })).toEqual([
      estimate(0),
      { kind: 'score', score: cp(20) },
      estimate(2),
      { kind: 'score', score: mate(3) },
      estimate(4),
    ]);
  });

  it('count an exchange without an engine when it is over', () => {
    const shares = scores({ game: gameOf('e2e4 d7d5 e4d5 d8d5 d2d4 c7c5 d4c5 d5d1 e1d1 g8f6') }).map(value =>
      value ? barShare(value) : Number.NaN,
    );
    // Taken by itself, the position after Qxd1 is lost for White.
    for (const share of shares) {
      expect(share).toBeGreaterThan(0.35);
      expect(share).toBeLessThan(0.7);
    }
    expect(shares[8]).toBe(shares[9]);
  });

  it('show clocks as they run, from the first that is known, and points at the end', () => {
    const game = gameOf('e2e4 e7e5 g1f3');
    const notes = [{ clock: 180 }, { clock: 178 }, { clock: 175.5 }];
    const shown = scenes({ game, notes, players: PLAYERS, result: '1/2-1/2' }).map(({ players }) => players);
    expect(shown.map(players => [players?.white.clock, players?.black.clock])).toEqual([
      [180, 178],
      [180, 178],
      [180, 178],
      [175.5, 178],
    ]);
    expect(shown.map(players => [players?.white.points, players?.black.points])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
      ['½', '½'],
    ]);
    expect(shown[3]?.white).toMatchObject({ name: 'Anna', rating: 1700 });
  });

  it('show clocks of the right side where Black begins', () => {
    const game = gameOf('e8e7 e1e2', '4k3/8/8/8/8/8/8/4K2R b K - 0 1');
    const last = scenes({ game, notes: [{ clock: 5 }, { clock: 9 }], players: PLAYERS }).at(-1)?.players;
    expect([last?.white.clock, last?.black.clock]).toEqual([9, 5]);
  });
});

describe('the end of a game', () => {
  const REPEATED = gameOf('g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8');

  it.each([
    ['is on the board', SCHOLARS_MATE, undefined, { outcome: 'checkmate', result: '1-0' }],
    ['is on the board, whatever is told', SCHOLARS_MATE, '0-1', { outcome: 'checkmate', result: '1-0' }],
    [
      'is stalemate',
      gameOf('e6f7', '7k/8/4Q3/8/8/8/8/4K3 w - - 0 1'),
      undefined,
      { outcome: 'stalemate', result: '1/2-1/2' },
    ],
    ['is what is told', gameOf('e2e4'), '0-1', { result: '0-1' }],
    ['is not known', gameOf('e2e4'), undefined, {}],
    ['was claimed', REPEATED, '1/2-1/2', { outcome: 'repetition', result: '1/2-1/2' }],
    ['was not claimed', REPEATED, '1-0', { result: '1-0' }],
    ['was not claimed, and the game goes on', REPEATED, undefined, {}],
  ] as const)('%s', (_, game, told, end) => {
    expect(endOf(game, told)).toEqual(end);
  });
});
