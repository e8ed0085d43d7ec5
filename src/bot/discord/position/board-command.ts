import { ApplicationCommandOptionType } from 'discord.js';
import { current, type Game } from '../../../chess/game.ts';
import { other } from '../../../chess/position.ts';
import { choiceWords, commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import { boardPicture } from '../../../render/board-picture.ts';
import { type Step, sceneOf } from '../../../render/scene.ts';
import { THEMES } from '../../../render/theme.ts';
import { EVERYWHERE, type SlashCommand } from '../core/context.ts';
import { askedPosition, positionOption } from '../core/input.ts';

export const boardCommand: SlashCommand = {
  description: {
    ...commandWords('board'),
    options: [
      positionOption('board'),
      { ...optionWords('board', 'flip'), type: ApplicationCommandOptionType.Boolean },
      {
        ...optionWords('board', 'theme'),
        type: ApplicationCommandOptionType.String,
        choices: THEMES.map(theme => ({ ...choiceWords(`theme.${theme}`), value: theme })),
      },
    ],
    ...EVERYWHERE,
  },
  free: true,
  async run(asked, session, context, { settings }) {
    const { game, side = 'white', running } = await askedPosition(asked, session, context, { running: true });
    const theme = THEMES.find(name => name === asked.options.getString('theme')) ?? settings.theme;
    const orientation = asked.options.getBoolean('flip') ? other(side) : side;
    const lastMove = lastStep(game);
    const { png, alt } = await boardPicture(
      sceneOf(current(game), { theme, orientation, ...(lastMove && { lastMove }) }),
    );
    const note = running ? { content: `${session.voice.say('watch.behind')} ${session.voice.say('watch.fair')}` } : {};
    return { ...note, files: [{ name: 'board.png', bytes: png, alt }] };
  },
};

export function lastStep({ moves }: Game): Step | undefined {
  const move = moves.at(-1);
  return move && { from: move.from, to: move.to };
}
