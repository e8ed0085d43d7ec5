import { staticScore } from '../chess/evaluator.ts';
import { current, type Game } from '../chess/game.ts';
import { historyOf, outcomeOf } from '../chess/history.ts';
import type { FoundPosition } from '../lichess/find.ts';
import { type Bar, type BarValue, SCALES, type Scene, sceneOf } from '../render/scene.ts';
import { ARROW_COLOURS } from '../render/theme.ts';
import type { Command, Values } from './command.ts';
import { outputOption, writeOutput } from './files.ts';
import { choiceOption, numberOption } from './options.ts';
import {
  arrowOptions,
  badgeOptions,
  LOOK_OPTIONS,
  lastMoveOption,
  lookOption,
  playerOptions,
  scoreOption,
  selectedOptions,
} from './picture-options.ts';
import { readPosition } from './source.ts';

const PREVIEW = { usual: 0, min: 1, max: 99 };
const NO_BAR = 'none';

export const command: Command = {
  usage: '<position>',
  words: Number.POSITIVE_INFINITY, // a FEN without quotes
  options: {
    output: { short: 'o', value: 'file.png', help: 'Where the picture goes.' },
    moves: { value: '"e4 e5"', help: 'Played on from the position, in SAN or UCI.' },
    ...LOOK_OPTIONS,
    flip: { help: 'Black at the bottom, as with a link that ends in /black.' },
    last: { value: 'e2e4', help: 'The last move; that of --moves if nothing is said.' },
    select: { multiple: true, value: 'e4', help: 'A square to mark; may be repeated.' },
    arrow: {
      multiple: true,
      value: 'e2e4:green',
      help: `An arrow; may be repeated. Colours: ${ARROW_COLOURS.join(', ')}.`,
    },
    badge: {
      multiple: true,
      value: 'e4:??',
      help: 'A mark on a square: !! ! !? □ (or only) ?! ? ??; may be repeated.',
    },
    eval: { value: '1.5', help: "The evaluation in pawns from White's side, or #3 and #-3 for mates; shows the bar." },
    bar: {
      value: 'scale',
      help: `The evaluation bar: ${[...SCALES, NO_BAR].join(', ')}. Without --eval it shows a quick estimate that no engine has checked.`,
    },
    horizontal: { help: 'The bar above the board instead of beside it.' },
    preview: { value: 'n', help: 'Marked as a preview, n half-moves ahead of the game.' },
    white: { value: 'name', help: "White's name." },
    'white-rating': { value: 'n', help: "White's rating." },
    black: { value: 'name', help: "Black's name." },
    'black-rating': { value: 'n', help: "Black's rating." },
    caption: { value: 'text', help: 'Words under the board, two lines at the most.' },
  },
  async run(args, values, context) {
    const { terminal } = context;
    const scene = sceneOption(await readPosition(args, values, context), values);
    const file = outputOption(values, 'png');
    // The canvas is loaded where it is used: "kibitz help" need not wait for it.
    const { boardPicture } = await import('../render/board-picture.ts');
    const { png, width, height, alt } = await boardPicture(scene);
    await writeOutput(file, png);
    if (terminal.json) terminal.printJson({ kind: 'render', version: 1, file, width, height, alt });
    else terminal.print(`${file}, ${width} × ${height}: ${alt}`);
    return 0;
  },
};

function sceneOption({ game, side = 'white' }: FoundPosition, values: Values): Scene {
  const lastMove = lastMoveOption(values, game);
  const bar = barOption(game, values);
  const players = playerOptions(values);
  return sceneOf(current(game), {
    ...lookOption(values),
    orientation: values.flip ? 'black' : side,
    selected: selectedOptions(values),
    arrows: arrowOptions(values),
    badges: badgeOptions(values),
    ...(lastMove && { lastMove }),
    ...(bar && { bar }),
    ...(players && { players }),
    ...(typeof values.caption === 'string' && values.caption.trim() && { caption: values.caption }),
    ...(values.preview !== undefined && { preview: numberOption(values, 'preview', PREVIEW) }),
  });
}

function barOption(game: Game, values: Values): Bar | undefined {
  const score = scoreOption(values);
  const scale = choiceOption(values, 'bar', [...SCALES, NO_BAR], score ? SCALES[0] : NO_BAR);
  if (scale === NO_BAR) return undefined;
  return {
    value: score ? { kind: 'score', score } : ownValue(game),
    scale,
    placement: values.horizontal ? 'horizontal' : 'vertical',
  };
}

function ownValue(game: Game): BarValue {
  const position = current(game);
  const outcome = outcomeOf(historyOf(game));
  return outcome ? { kind: 'result', outcome, turn: position.turn } : { kind: 'score', score: staticScore(position) };
}
