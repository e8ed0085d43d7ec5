import { ApplicationCommandOptionType } from 'discord.js';
import { gameUpTo } from '../../../lichess/find.ts';
import { commandWords, optionWords } from '../../../present/catalogue/localized.ts';
import { gameScene } from '../../../present/game-scene.ts';
import { gameGif } from '../../../render/animation.ts';
import type { GameScene } from '../../../render/frames.ts';
import { EVERYWHERE, type SlashCommand } from '../core/context.ts';
import { findIn } from '../core/input.ts';
import type { Reply } from '../core/reply.ts';

export const gifCommand: SlashCommand = {
  description: {
    ...commandWords('gif'),
    options: [{ ...optionWords('gif', 'game'), type: ApplicationCommandOptionType.String, required: true }],
    ...EVERYWHERE,
  },
  async run(asked, session, context, { settings: { theme } }) {
    const found = await findIn(asked.options.getString('game', true), session, context, 'game');
    session.show({ content: session.voice.say('progress.picture') });
    const scene = { ...gameScene(gameUpTo(found)), theme, orientation: found.side ?? 'white' };
    return context.animations.run(0, () => gifReply(scene, session.signal));
  },
};

/** A game as an animation. */
export async function gifReply(scene: GameScene, signal?: AbortSignal): Promise<Reply> {
  const { gif, alt } = await gameGif(scene, undefined, { signal });
  return { files: [{ name: 'game.gif', bytes: gif, alt }] };
}
