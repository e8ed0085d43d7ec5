import { ApplicationCommandOptionType } from 'discord.js';
import { Fault } from '../../../base/fault.ts';
import { current } from '../../../chess/game.ts';
import type { Position } from '../../../chess/position.ts';
import { knownRating, RATING } from '../../../chess/rating.ts';
import { readTypedMove } from '../../../input/typed-move.ts';
import { optionWords } from '../../../present/catalogue/localized.ts';
import type { Voice } from '../../../present/catalogue/voice.ts';
import { gameInput } from '../../../service/jobs.ts';
import type { SlashCommand } from '../core/context.ts';
import { described, positionOption, wholeOption } from '../core/description.ts';
import { askedPosition } from '../core/input.ts';
import { typedWords } from '../play/handler.ts';
import { investigateHandler } from './handler.ts';

export const investigateCommand: SlashCommand = {
  description: described(
    'investigate',
    positionOption('investigate'),
    { ...optionWords('investigate', 'move'), type: ApplicationCommandOptionType.String, max_length: 40 },
    wholeOption(optionWords('investigate', 'rating'), RATING),
  ),
  async run(asked, session, context, { settings, voice }) {
    const { game, side, ratings } = await askedPosition(asked, session, context);
    const position = current(game);
    const known = ratings[position.turn];
    const text = asked.options.getString('move');
    return session.report(investigateHandler, {
      ...gameInput(game),
      rating: asked.options.getInteger('rating') ?? (known === undefined ? settings.rating : knownRating(known)),
      move: text === null ? null : oneMove(position, text, voice),
      ...(side && { side }),
    });
  },
};

function oneMove(position: Position, text: string, voice: Voice): string {
  const typed = readTypedMove(position, text);
  if (typed.kind === 'move') return typed.uci;
  throw new Fault('bad-input', typedWords(typed, text, voice));
}
