import { ApplicationCommandOptionType } from 'discord.js';
import { gameUpTo } from '../../../lichess/find.ts';
import { commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import { gameScene } from '../../../present/game-scene.ts';
import { type Command, EVERYWHERE } from '../core/context.ts';
import { findIn } from '../core/given.ts';
import { gifReply } from './gif.ts';

export const gifCommand: Command = {
  description: {
    ...commandWords('gif'),
    options: [{ ...optionWords('gif', 'game'), type: ApplicationCommandOptionType.String, required: true }],
    ...EVERYWHERE,
  },
  async run(asked, session, context, { settings: { theme } }) {
    const found = await findIn(asked.options.getString('game', true), session, context, 'game');
    session.show({ content: session.voice.say('progress.picture') });
    return gifReply({ ...gameScene(gameUpTo(found)), theme, orientation: found.side ?? 'white' }, session.signal);
  },
};
