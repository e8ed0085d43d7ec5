import type { Color } from 'chessops/types';
import { Fault } from '../base/fault.ts';
import { count, plural } from '../base/text.ts';
import { gameUpTo } from '../lichess/find.ts';
import { type GamePart, gameScene } from '../present/game-scene.ts';
import { DELAY, type GameScene, GIF_SIZE } from '../render/frames.ts';
import { SCALES, SIZE } from '../render/scene.ts';
import type { Command, Values } from './command.ts';
import { outputOption, writeOutput } from './files.ts';
import { choiceOption, numberOption } from './options.ts';
import { LOOK_OPTIONS, lookOption } from './picture-options.ts';
import { readGameSource } from './source.ts';

const NO_BAR = 'none';
const BY_CLOCK = 'clock';

export const command: Command = {
  usage: '<game.pgn|link|->',
  words: 1,
  options: {
    output: { short: 'o', value: 'file.gif', help: 'Where the animation goes.' },
    ...LOOK_OPTIONS,
    size: {
      ...LOOK_OPTIONS.size,
      help: `Pixels of the board's edge, ${SIZE.min} to ${SIZE.max}; ${GIF_SIZE} if nothing is said. Less if the file would be larger than 10 MB.`,
    },
    flip: { help: 'Black at the bottom, as with a link that ends in /black.' },
    delay: {
      value: 'ms',
      help: `Milliseconds a move, ${DELAY.min} to ${count(DELAY.max)}; ${DELAY.usual} if nothing is said; or ${BY_CLOCK}: longer where the players thought longer.`,
    },
    bar: {
      value: 'scale',
      help: `The evaluation bar: ${[...SCALES, NO_BAR].join(', ')}. Where the PGN has no [%eval] it shows a quick estimate that no engine has checked.`,
    },
  },
  async run([word], values, context) {
    const { terminal, signal } = context;
    if (word === undefined)
      throw new Fault('bad-input', 'pgn: give a file, a Lichess link, or "-" for standard input.');
    const look = animationOption(values);
    const file = outputOption(values, 'gif');
    const found = await readGameSource(word, context, { withoutMoves: true });
    // The canvas is loaded where it is used: "kibitz help" need not wait for it.
    const { gameGif, MAX_BYTES } = await import('../render/animation.ts');
    const orientation: Color = values.flip ? 'black' : (found.side ?? 'white');
    const scene = { ...look, ...gameScene(gameUpTo(found)), orientation };
    const { gif, ...about } = await gameGif(scene, MAX_BYTES, { signal });
    await writeOutput(file, gif);
    const { width, height, frames, alt } = about;
    if (terminal.json)
      terminal.printJson({ kind: 'gif', version: 1, file, width, height, frames, bytes: gif.length, alt });
    else
      terminal.print(
        `${file}, ${width} × ${height}, ${plural(frames, 'position')}, ${count(gif.length / 1000)} KB: ${alt}`,
      );
    return 0;
  },
};

type Look = Omit<GameScene, keyof GamePart | 'orientation'>;

const animationOption = (values: Values): Look => ({
  ...lookOption(values, GIF_SIZE),
  bar: choiceOption(values, 'bar', [...SCALES, NO_BAR], SCALES[0]),
  delay: values.delay === BY_CLOCK ? BY_CLOCK : numberOption(values, 'delay', DELAY),
});
