import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startProcess } from '../src/base/process.ts';
import { staticScore } from '../src/chess/evaluator.ts';
import { gameGif, MAX_BYTES } from '../src/render/animation.ts';
import { boardPicture } from '../src/render/board-picture.ts';
import { type Canvas, createCanvas } from '../src/render/canvas.ts';
import { chartPicture, expectedPicture } from '../src/render/chart.ts';
import { historyPicture } from '../src/render/history.ts';
import { layoutOf, paintScene } from '../src/render/paint.ts';
import { encodePng, type Picture } from '../src/render/picture.ts';
import { pieceSprites } from '../src/render/pieces.ts';
import { treePicture } from '../src/render/tree.ts';
import { randomGame, seeded } from '../test/support/positions.ts';
import type { MemoryUse } from './picture-memory.ts';
import { peersOf } from './picture-peers.ts';
import {
  bareScene,
  chartScene,
  FEN,
  fullScene,
  historyScene,
  PLAYERS,
  playersScene,
  treeScene,
} from './picture-scenes.ts';
import {
  interleave,
  median,
  msOf,
  type Part,
  playouts,
  progress,
  type Report,
  speedUp,
  type Timings,
  timed,
  type Variants,
  withFolder,
} from './support.ts';

const SIZE = 720;
/** Of one kind, one after another, in a round: memory is collected every few of them, and that is part of the price. */
const IMAGES = 10;
const WARM_UP = 1;
const ROUNDS = 15;
const GIF_ROUNDS = 5;
const GIF_SIZE = 480;
const GIF_PLIES = [80, 200] as const;

/** Milliseconds, milliseconds a position, seconds, and growth: what the pictures have to keep to. */
const DRAW_MS = 3;
const INSTANT_MS = 0.2;
const GIF_SECONDS = 1.5;
const GROWTH = 1.1;

const BARE = 'board';
const FULL = 'board, bar, arrows';
const bare = () => boardPicture(bareScene(SIZE));
const full = () => boardPicture(fullScene(SIZE));
const KINDS: Readonly<Record<string, () => Promise<Picture>>> = {
  [BARE]: bare,
  [FULL]: full,
  'board, bar, arrows, players, caption': () => boardPicture(playersScene(SIZE)),
  'expected: board and chart': () => expectedPicture(fullScene(SIZE), chartScene),
  history: () => historyPicture(historyScene),
  chart: () => chartPicture(chartScene),
  tree: () => treePicture(treeScene),
};

interface Race {
  wall: Timings;
  /** Of the processor, all threads together: others at work take time, but not this. */
  busy: Timings;
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** With a turn of the event loop after each image: the canvas frees its memory only then. */
async function batch(work: () => Promise<unknown>): Promise<void> {
  for (let image = 0; image < IMAGES; image++) {
    await work();
    await turn();
  }
}

/** By turns, each after what the one before has left behind is cleared away: some leave hundreds of images. */
async function race(name: string, variants: Variants): Promise<Race> {
  const empty = () => new Map<string, number[]>(Object.keys(variants).map(key => [key, []]));
  const [wall, busy] = [empty(), empty()];
  for (let round = 1 - WARM_UP; round <= ROUNDS; round++) {
    progress(`${name}: round ${round} of ${ROUNDS}`);
    for (const [key, work] of Object.entries(variants)) {
      collect();
      await turn();
      const before = process.cpuUsage();
      const ms = await timed(() => batch(work));
      const { user, system } = process.cpuUsage(before);
      if (round < 1) continue;
      wall.get(key)?.push(ms);
      busy.get(key)?.push((user + system) / 1000);
    }
  }
  progress('');
  return { wall, busy };
}

/** Milliseconds of one. */
const msEach = (timings: Timings, name: string): number => median(msOf(timings, name)) / IMAGES;

async function kinds(): Promise<Part> {
  const { wall } = await race('pictures', KINDS);
  const rows: Part['rows'] = [];
  for (const [kind, make] of Object.entries(KINDS)) {
    const { png, width, height } = await make();
    const ms = msEach(wall, kind);
    rows.push({ kind, size: `${width} x ${height}`, KB: png.length / 1000, ms, 'images/s': 1000 / ms });
  }
  return { rows, comparisons: [], notes: [] };
}

/** Draws the board, as often as one likes, on one canvas, as the renderer itself does. */
async function painter(): Promise<{ canvas: Canvas; draw: () => Promise<unknown> }> {
  const scene = fullScene(SIZE);
  const layout = layoutOf(scene);
  const canvas = createCanvas(layout.width, layout.height);
  const draw = async () => {
    const context = canvas.getContext('2d');
    paintScene(context, scene, layoutOf(scene), await pieceSprites(layout.square));
    // Nothing is drawn before the result is read.
    context.getImageData(0, 0, 1, 1);
  };
  await draw();
  return { canvas, draw };
}

const DRAW = 'draw';
const ENCODE = 'encode';
const LIBRARY = 'encode, by the canvas library';
const INSTANT = 'instant evaluator, a thousand positions';

async function steps(): Promise<Part> {
  const { canvas, draw } = await painter();
  const positions = playouts(50).flat().slice(0, 1000);
  const { wall } = await race('pictures: steps', {
    [DRAW]: draw,
    [ENCODE]: () => encodePng(canvas),
    [LIBRARY]: () => canvas.encode('png'),
    [INSTANT]: async () => positions.forEach(staticScore),
  });
  const ms = (step: string) => msEach(wall, step);
  return {
    rows: [DRAW, ENCODE, LIBRARY, INSTANT].map(step => ({ step, ms: ms(step) })),
    comparisons: [
      { name: `${DRAW_MS} ms against drawing ${FULL}`, ratio: DRAW_MS / ms(DRAW), target: 1 },
      {
        name: `${INSTANT_MS} ms against an instant score`,
        ratio: (INSTANT_MS * positions.length) / ms(INSTANT),
        target: 1,
      },
      { name: 'encoding against the canvas library', ratio: speedUp(wall, ENCODE, LIBRARY) },
    ],
    notes: [
      `draw and encode: ${FULL}; the instant evaluator does ${Math.round((1000 * positions.length) / ms(INSTANT)).toLocaleString('en-US')} positions a second`,
    ],
  };
}

const peers = (): Promise<Part> =>
  withFolder(async folder => {
    const others = await peersOf(SIZE, folder);
    const [ours, oursBare] = [`Kibitz: ${FULL}`, `Kibitz: ${BARE}`];
    const { wall, busy } = await race('pictures: peers', {
      [ours]: full,
      [oursBare]: bare,
      ...Object.fromEntries(others.map(({ name, draw }) => [name, () => draw(FEN)])),
    });
    const speed = (name: string) => 1000 / msEach(wall, name);
    const [fastest = ''] = others.map(({ name }) => name).toSorted((a, b) => speed(b) - speed(a));
    return {
      rows: [...wall.keys()].map(painter => ({
        painter,
        'images/s': speed(painter),
        'processor ms': msEach(busy, painter),
        ratio: speedUp(wall, painter, fastest),
      })),
      comparisons: [
        { name: `${ours}, against ${fastest}`, ratio: speedUp(wall, ours, fastest), target: 2 },
        { name: `${oursBare}, against ${fastest}`, ratio: speedUp(wall, oursBare, fastest) },
        { name: `${ours}, processor time against ${fastest}`, ratio: speedUp(busy, ours, fastest) },
      ],
      notes: [`painters: one position, ${SIZE} pixels, as a PNG file; the others draw squares and men only`],
    };
  });

async function gifs(): Promise<Part> {
  const games = new Map(GIF_PLIES.map(plies => [plies, randomGame(plies, seeded(plies))]));
  const bytes = new Map<number, number>();
  const make = async (plies: (typeof GIF_PLIES)[number]) => {
    const game = games.get(plies);
    if (game?.moves.length !== plies) throw new Error(`the game ended before ${plies} half-moves`);
    // Without a limit, or it would be made smaller until it fits.
    const { gif } = await gameGif({ game, size: GIF_SIZE, players: PLAYERS }, Number.POSITIVE_INFINITY);
    bytes.set(plies, gif.length);
  };
  const [short, long] = GIF_PLIES;
  const timings = await interleave('pictures: GIFs', GIF_ROUNDS, {
    [short]: () => make(short),
    [long]: () => make(long),
  });
  const seconds = (plies: number) => median(msOf(timings, String(plies))) / 1000;
  const size = (plies: number) => bytes.get(plies) as number;
  return {
    rows: GIF_PLIES.map(plies => ({ plies, s: seconds(plies), MB: size(plies) / 1e6 })),
    comparisons: [
      { name: `${GIF_SECONDS} s against a GIF of ${short} plies`, ratio: GIF_SECONDS / seconds(short), target: 1 },
      { name: `${MAX_BYTES / 1e6} MB against a GIF of ${long} plies`, ratio: MAX_BYTES / size(long), target: 1 },
    ],
    notes: [`GIFs: random games, ${GIF_SIZE} pixels, with players and a bar that moves`],
  };
}

async function memory(): Promise<Part> {
  progress('pictures: memory');
  const child = startProcess('./picture-memory', import.meta.url, { purpose: 'analysis' });
  const [uses] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the process that makes pictures ended early');
    }),
  ])) as [MemoryUse[]];
  progress('');
  const [first, last] = [uses[0] as MemoryUse, uses.at(-1) as MemoryUse];
  return {
    rows: uses.map(({ images, mb }) => ({ images, 'memory MB': mb })),
    comparisons: [
      {
        name: `memory after ${first.images} images against after ${last.images}`,
        ratio: first.mb / last.mb,
        target: 1 / GROWTH,
      },
    ],
    notes: ['memory: resident, of a process that makes boards of 360 pixels with bar and arrows'],
  };
}

export async function picturesBench(): Promise<Report> {
  const parts = [await kinds(), await steps(), await peers(), await gifs(), await memory()];
  return {
    title: `pictures: median of ${ROUNDS} rounds of ${IMAGES} images, ${GIF_ROUNDS} for GIFs`,
    rows: parts.flatMap(({ rows }) => rows),
    comparisons: parts.flatMap(({ comparisons }) => comparisons),
    notes: parts.flatMap(({ notes }) => notes),
  };
}
