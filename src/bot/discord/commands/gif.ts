import { ApplicationCommandOptionType } from 'discord.js';
import { gameScene } from '../../../present/game-scene.ts';
import { gameUpTo } from '../../ask.ts';
import { gifReply } from '../errands/gif.ts';
import { commandWords, optionWords } from '../strings/localized.ts';
import { type Command, EVERYWHERE } from './command.ts';
import { findIn } from './position.ts';

export const gifCommand: Command = {
  description: {
    ...commandWords('gif'),
    options: [{ ...optionWords('gif', 'game'), type: ApplicationCommandOptionType.String, required: true }],
    ...EVERYWHERE,
  },
  async run(asked, talk, kit, { settings: { theme } }) {
    const found = await findIn(asked.options.getString('game', true), talk, kit, 'game');
    talk.show({ content: talk.voice.say('progress.picture') });
    return gifReply({ ...gameScene(gameUpTo(found)), theme, orientation: found.side ?? 'white' }, talk.signal);
  },
};
