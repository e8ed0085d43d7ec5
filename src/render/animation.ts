import type { GameResult } from '../chess/game.ts';
import { altText } from './alt.ts';
import { BAR_COLOURS, barShare, barState, drawBar } from './bar.ts';
import { type Context, createCanvas } from './canvas.ts';
import { endOf, type Frame, framesOf, type GameScene, GIF_SIZE, glide, STEP_MS } from './frames.ts';
import type { Box } from './geometry.ts';
import { COLOURS, gifWriter, type Palette, type Patch, paletteOf, pixelsOf } from './gif.ts';
import { type Layout, layoutOf, paintScene } from './paint.ts';
import { pieceSprites, type Sprites } from './pieces.ts';
import { type Bar, type Scene, SIZE } from './scene.ts';
import { type Hex, themeOf } from './theme.ts';

/** The largest file that Discord takes without a boosted server. */
export const MAX_BYTES = 10_000_000;

/** What is given up for a smaller file, in this order: size, colours, and only then moves. */
const SIZES = [960, 720, 600, 480, 420, SIZE.min];
const FEWER_COLOURS = [128, 64, 32];
/** Pictures that the palette is made from. */
const SAMPLES = 6;

/** An animation: a file, and the words for those who cannot see it. */
export interface Gif {
  gif: Buffer;
  width: number;
  height: number;
  /** Positions shown; the bar's steps between them are not counted. */
  frames: number;
  alt: string;
}

interface Rung {
  size: number;
  colours: number;
  /** One of so many moves is shown. */
  every: number;
}

function* ladder(size: number, frames: number): Generator<Rung> {
  const sizes = [size, ...SIZES.filter(smaller => smaller < size)];
  const smallest = Math.min(...sizes);
  const fewest = Math.min(...FEWER_COLOURS);
  for (const one of sizes) yield { size: one, colours: COLOURS.max, every: 1 };
  for (const colours of FEWER_COLOURS) yield { size: smallest, colours, every: 1 };
  for (let every = 2; every < 2 * frames; every *= 2) yield { size: smallest, colours: fewest, every };
}

/** The last position is never left out. */
const thin = (frames: readonly Frame[], every: number): Frame[] =>
  frames.filter((_, index) => (frames.length - 1 - index) % every === 0);

interface Stage {
  context: Context;
  layout: Layout;
  sprites: Sprites;
}

async function stageFor(scene: Scene): Promise<Stage> {
  const layout = layoutOf(scene);
  const context = createCanvas(layout.width, layout.height).getContext('2d');
  return { context, layout, sprites: await pieceSprites(layout.square) };
}

function patchOf({ context }: Stage, box: Box): Patch {
  const { x, y, width, height } = box;
  return { x, y, width, height, pixels: pixelsOf(context.getImageData(x, y, width, height).data) };
}

function wholeOf({ context, layout: { width, height } }: Stage): Patch {
  return { x: 0, y: 0, width, height, pixels: pixelsOf(context.canvas.data()) };
}

/** The next turn of the event loop: others are served, and only between turns the canvas frees its memory. */
const nextTurn = (): Promise<void> => new Promise(resolve => (globalThis.setImmediate ?? setTimeout)(resolve));

/** Some pictures from everywhere in the game, and the first of each that has something of its own: a check, a badge. */
function samplesOf(frames: readonly Frame[]): Set<Frame> {
  const samples = new Set(thin(frames, Math.ceil(frames.length / SAMPLES)));
  const seen = new Set<string>();
  for (const frame of frames) {
    const { check, badges = [] } = frame.scene;
    const marks = [...(check === undefined ? [] : ['check']), ...badges.map(({ glyph }) => glyph)];
    if (marks.some(mark => !seen.has(mark))) samples.add(frame);
    for (const mark of marks) seen.add(mark);
  }
  return samples;
}

/** The flat colours, those that cover most first. */
function flatColours({ theme, surroundings, bar }: Scene): Hex[] {
  const { board, surroundings: around } = themeOf(theme, surroundings);
  const { white, black, border, background, middle } = BAR_COLOURS;
  return [
    ...Object.values(board.squares),
    ...Object.values(board.lastMove),
    around.background,
    ...(bar ? [white, black, border, background, middle] : []),
    ...(['#ffffff', '#000000'] as const),
    ...[around.ink, around.panel, around.muted, around.accent],
  ];
}

async function makePalette(stage: Stage, frames: readonly Frame[], colours: number): Promise<Palette> {
  const pixels: Uint32Array[] = [];
  for (const { scene } of samplesOf(frames)) {
    paintScene(stage.context, scene, stage.layout, stage.sprites);
    pixels.push(wholeOf(stage).pixels);
    await nextTurn();
  }
  const [first] = frames;
  return paletteOf(pixels, first ? flatColours(first.scene) : [], colours);
}

/** The shares through which the bar goes while a picture is shown; one if it stays, none if there is no bar. */
function barSteps(before: Bar | undefined, bar: Bar | undefined, delay: number): number[] {
  if (!bar) return [];
  const to = barShare(bar.value, bar.scale);
  return before ? glide(barShare(before.value, before.scale), to, delay) : [to];
}

/** Who waits for an animation. */
interface Watch {
  signal?: AbortSignal | undefined;
  /** After each picture; from the beginning again where a smaller file is tried. */
  progress?: (done: number, of: number) => void;
}

/** Nothing if the file would be larger than `limit`. */
async function encode(
  frames: readonly Frame[],
  colours: number,
  limit: number,
  { signal, progress }: Watch,
): Promise<Omit<Gif, 'alt'> | undefined> {
  const [first] = frames;
  if (!first) throw new RangeError('a game has a start');
  const stage = await stageFor(first.scene);
  const { context, layout, sprites } = stage;
  const { width, height } = layout;
  const writer = gifWriter(width, height, await makePalette(stage, frames, colours));
  let before: Bar | undefined;
  for (const [index, { scene, delay }] of frames.entries()) {
    const { bar, orientation = 'white' } = scene;
    const [share, ...later] = barSteps(before, bar, delay);
    const drawShare = (at: number) => {
      if (bar && layout.bar) drawBar(context, layout.bar, { ...barState(bar, orientation), share: at });
    };
    paintScene(context, scene, layout, sprites);
    if (share !== undefined && later.length > 0) drawShare(share);
    const rest = delay - later.length * STEP_MS;
    writer.add(wholeOf(stage), later.length > 0 ? STEP_MS : rest);
    for (const [step, at] of later.entries()) {
      drawShare(at);
      if (layout.bar) writer.add(patchOf(stage, layout.bar), step === later.length - 1 ? rest : STEP_MS);
    }
    before = bar;
    if (writer.bytes() >= limit) return undefined;
    signal?.throwIfAborted();
    progress?.(index + 1, frames.length);
    await nextTurn();
  }
  return { gif: writer.finish(), width, height, frames: frames.length };
}

const RESULT_WORDS: Record<GameResult, string> = { '1-0': 'White won', '0-1': 'Black won', '1/2-1/2': 'a draw' };

function altOf({ game, result: told }: GameScene, { scene }: Frame): string {
  const { result } = endOf(game, told);
  const moves = Math.ceil(game.moves.length / 2);
  const length = moves === 0 ? 'no moves' : `${moves} ${moves === 1 ? 'move' : 'moves'}`;
  return `Animation of a game: ${length}${result ? `, ${RESULT_WORDS[result]}` : ''}. At the end: ${altText(scene)}`;
}

/** A game as an animation of at most `maxBytes`. */
export async function gameGif(scene: GameScene, maxBytes = MAX_BYTES, watch: Watch = {}): Promise<Gif> {
  const { size = GIF_SIZE } = scene;
  for (const rung of ladder(size, scene.game.positions.length)) {
    const frames = thin(framesOf({ ...scene, size: rung.size }), rung.every);
    const gif = await encode(frames, rung.colours, maxBytes, watch);
    if (gif) return { ...gif, alt: altOf(scene, frames.at(-1) as Frame) };
  }
  throw new RangeError(`no animation of this game is smaller than ${maxBytes} bytes`);
}
