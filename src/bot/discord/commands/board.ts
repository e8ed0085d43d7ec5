import { parseUci } from 'chessops/util';
import { ApplicationCommandOptionType } from 'discord.js';
import { current, type Game, uciMoves } from '../../../chess/game.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { type Step, sceneOf } from '../../../render/scene.ts';
import { THEMES } from '../../../render/theme.ts';
import { type Command, EVERYWHERE } from './command.ts';
import { POSITION_OPTION, readPosition } from './position.ts';

export const boardCommand: Command = {
  description: {
    name: 'board',
    description: 'A position as a picture',
    options: [
      POSITION_OPTION,
      { type: ApplicationCommandOptionType.Boolean, name: 'flip', description: 'Black at the bottom' },
      {
        type: ApplicationCommandOptionType.String,
        name: 'theme',
        description: 'The colours of the board',
        choices: THEMES.map(theme => ({ name: theme, value: theme })),
      },
    ],
    ...EVERYWHERE,
  },
  async run(asked) {
    const game = readPosition(asked.options.getString('position', true));
    const theme = THEMES.find(name => name === asked.options.getString('theme')) ?? THEMES[0];
    const orientation = asked.options.getBoolean('flip') ? 'black' : 'white';
    const lastMove = lastStep(game);
    const { png, alt } = await boardPicture(
      sceneOf(current(game), { theme, orientation, ...(lastMove && { lastMove }) }),
    );
    return { files: [{ name: 'board.png', bytes: png, alt }] };
  },
};

function lastStep(game: Game): Step | undefined {
  const move = parseUci(uciMoves(game).at(-1) ?? '');
  return move && 'from' in move ? { from: move.from, to: move.to } : undefined;
}
